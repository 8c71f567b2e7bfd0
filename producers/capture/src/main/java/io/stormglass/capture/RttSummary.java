package io.stormglass.capture;

/**
 * Round-trip times from a data packet to the ACK of its sequence number; exact up to 65,536 samples, above that the
 * percentiles are within 1 %.
 *
 * @param count samples, 1 and up
 * @param minNanos smallest in ns
 * @param p50Nanos median in ns: the middle value or the mean of the two middle ones
 * @param p99Nanos smallest value in ns that at least 99 % do not exceed
 * @param maxNanos largest in ns
 */
public record RttSummary(long count, long minNanos, double p50Nanos, double p99Nanos, long maxNanos) {
    /** Refuses an empty summary. */
    public RttSummary {
        if (count < 1 || minNanos < 0 || maxNanos < minNanos) {
            throw new IllegalArgumentException(
                    "count " + count + ", minNanos " + minNanos + ", maxNanos " + maxNanos + " do not fit together");
        }
    }
}
