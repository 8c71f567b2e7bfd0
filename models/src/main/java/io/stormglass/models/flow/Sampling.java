package io.stormglass.models.flow;

import io.stormglass.models.event.FlowEvent;

/**
 * Estimates from an observer that looked at one packet in n.
 *
 * <pre>
 * N = n k                       k packets were looked at: so many there were
 * N +- 1.96 sqrt((n - 1) N)     in 19 of 20 cases: k is binomial with p = 1/n of N trials, its variance is N p (1 - p)
 * </pre>
 *
 * <p>Multiplied is what counts packets on the wire. Not multiplied are bytes known to be delivered (an acknowledgement speaks of all bytes
 * before it, whichever of them was looked at), the number of RTT samples, and what comes from counters and not from packets.
 *
 * <p>Worked number: one packet in 1,000, 40 looked at: 40,000 +- 1.96 sqrt(999 x 40,000) = 40,000 +- 12,390.
 */
public final class Sampling {
    /** A terabyte, or as many packets: what one event may stand for. */
    private static final long MOST_AT_ONCE = 1L << 40;

    private static final double IN_19_OF_20 = 1.96;

    private Sampling() {}

    /** Whether events of the kind are packets that were looked at. */
    public static boolean isOfPackets(FlowEvent event) {
        return switch (event.kind()) {
            case SENT, CE_MARKED, CNP_SEEN, RETRANSMITTED, REORDERED, NAK, RNR -> true;
            case DELIVERED, RTT_SAMPLE, CNP_SENT, CNP_HANDLED, CNP_IGNORED, TIMEOUT, PAUSED, UNKNOWN -> false;
        };
    }

    /**
     * What an event stands for.
     *
     * @param oneIn one packet in this many was looked at, 1 and up
     * @return the event itself where nothing is to be multiplied; at most 2^40 packets and bytes
     */
    public static FlowEvent scaled(FlowEvent event, int oneIn) {
        if (oneIn < 1) {
            throw new IllegalArgumentException("one packet in " + oneIn + " cannot be looked at");
        }
        if (oneIn == 1 || !isOfPackets(event)) {
            return event;
        }
        return new FlowEvent(
                event.kind(),
                event.timeNanos(),
                times(event.packets(), oneIn),
                times(event.bytes(), oneIn),
                event.rttNanos(),
                event.detail());
    }

    private static long times(long count, int oneIn) {
        return count > MOST_AT_ONCE / oneIn ? MOST_AT_ONCE : count * oneIn;
    }

    /** Half of the interval that the true number of packets is in in 19 of 20 cases, rounded up; 0 for one in 1. */
    public static long plusMinus(long packets, int oneIn) {
        return (long) Math.ceil(IN_19_OF_20 * Math.sqrt((oneIn - 1.0) * packets));
    }
}
