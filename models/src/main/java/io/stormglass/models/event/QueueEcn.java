package io.stormglass.models.event;

/**
 * ECN thresholds that a switch port has for a priority.
 *
 * @param priority 0..7, or -1 for every priority that has no thresholds of its own
 * @param kminBytes above this packets may be marked
 * @param kmaxBytes above this every packet is
 */
public record QueueEcn(int priority, long kminBytes, long kmaxBytes) {
    /** Priority of thresholds that are not of one priority. */
    public static final int EVERY_PRIORITY = -1;

    public QueueEcn {
        if (priority < EVERY_PRIORITY || priority > 7) {
            throw new IllegalArgumentException("priority " + priority + " is not within 0..7, nor -1 for every one");
        }
        if (kminBytes < 0 || kmaxBytes < kminBytes) {
            throw new IllegalArgumentException(
                    "Kmin " + kminBytes + " and Kmax " + kmaxBytes + " bytes: 0 <= Kmin <= Kmax is needed");
        }
    }
}
