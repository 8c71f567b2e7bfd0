package io.stormglass.models.congestion;

/**
 * ECN thresholds of a queue as the switch has them.
 *
 * @param kminBytes above this packets may be marked
 * @param kmaxBytes above this every packet is
 */
public record QueueThresholds(long kminBytes, long kmaxBytes) {
    public QueueThresholds {
        if (kminBytes < 0 || kmaxBytes < kminBytes) {
            throw new IllegalArgumentException(
                    "Kmin " + kminBytes + " and Kmax " + kmaxBytes + " bytes: 0 <= Kmin <= Kmax is needed");
        }
    }
}
