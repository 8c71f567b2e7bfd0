package io.stormglass.models.congestion;

import io.stormglass.models.shadow.QueueSign;

/**
 * What speaks for or against a NIC.
 *
 * @param staleNanos age of the newest refresh where that is too old to decide, else 0
 * @param intervals intervals between refreshes that are looked at
 * @param queue what the switches say of the way to this NIC
 * @param enough CNPs or packets with CE that a class needs
 */
record NicEvidence(long staleNanos, int intervals, Receiver receiver, Sender sender, QueueSign queue, long enough) {
    /**
     * As the receiver of data.
     *
     * @param ce packets received with CE; where both counters are read, over the intervals that tell both
     * @param cnps CNPs sent, the same
     * @param twice CE came in two intervals in a row of which both are known: a CNP counted one refresh late would have shown
     */
    record Receiver(Sight ceSight, Sight cnpSight, long ce, long cnps, boolean twice) {}

    /**
     * As the sender of data. Where all are read, counts are over the intervals that tell all.
     *
     * @param handled CNPs handled, slow-restart CNPs taken out where they are counted
     */
    record Sender(Sight handledSight, Sight ignoredSight, Sight slowSight, long handled, long ignored) {}
}
