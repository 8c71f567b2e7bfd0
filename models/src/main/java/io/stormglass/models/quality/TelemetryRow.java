package io.stormglass.models.quality;

import org.jspecify.annotations.Nullable;

/**
 * Telemetry of one agent or device over all partitions.
 *
 * @param sinceNanos since when it is in this state
 * @param changedNanos when the row became what it is
 * @param heardNanos when it was last heard, to a step; null while it speaks
 * @param text the state in words with numbers; empty where it is ok
 */
public record TelemetryRow(
        TelemetryEntity entity,
        State state,
        long sinceNanos,
        long changedNanos,
        @Nullable Long heardNanos,
        long epoch,
        TelemetryReport report,
        String text) {
    /** State, never "healthy" in silence. */
    public enum State {
        /** It speaks; what its counts say may still be bad. */
        OK,
        /** Nothing was heard for 3 refreshes and 30 s. */
        UNKNOWN,
        /** It said that it stops. */
        STOPPED,
        /** Records come, but the source refreshes no counter. */
        STALLED,
        /** The clock is off by more than the limit. */
        SKEWED
    }

    /** Nobody can tell what goes on there. */
    public boolean quiet() {
        return state == State.UNKNOWN || state == State.STOPPED;
    }
}
