package io.stormglass.models.storm;

/**
 * Limits of incidents.
 *
 * @param settleNanos after this the identity is fixed: two settled incidents are never merged
 * @param clearNanos how long every port must stay clear before the incident is resolved
 * @param reopenNanos a storm of the same origin within this time after resolution is the same incident
 * @param warningBelowConfidence below this confidence the severity is warning
 * @param timelineEntries newest entries kept
 * @param evidenceEntries oldest entries kept
 */
public record StormSettings(
        long settleNanos,
        long clearNanos,
        long reopenNanos,
        double warningBelowConfidence,
        int timelineEntries,
        int evidenceEntries) {
    public StormSettings {
        if (settleNanos < 0 || clearNanos < 0 || reopenNanos < 0 || timelineEntries < 1 || evidenceEntries < 1) {
            throw new IllegalArgumentException("settle " + settleNanos + " ns, clear " + clearNanos + " ns, reopen "
                    + reopenNanos + " ns must not be negative, timeline " + timelineEntries + " and evidence "
                    + evidenceEntries + " entries must be above 0");
        }
    }

    /** 2 s settle, 60 s clear, 15 min reopen, warning below 0.6, 50 timeline and 20 evidence entries. */
    public static StormSettings defaults() {
        return new StormSettings(2_000_000_000L, 60_000_000_000L, 900_000_000_000L, 0.6, 50, 20);
    }

    /** The same with another clear time. */
    public StormSettings withClearNanos(long nanos) {
        return new StormSettings(
                settleNanos, nanos, reopenNanos, warningBelowConfidence, timelineEntries, evidenceEntries);
    }
}
