package io.stormglass.models.quality;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Silence that lasts so long that somebody has to look.
 *
 * @param sinceNanos last heard
 * @param clearedNanos when it was heard again; null while it holds
 * @param evidence in words
 */
public record TelemetryFinding(
        TelemetryEntity entity,
        Kind kind,
        long sinceNanos,
        @Nullable Long clearedNanos,
        List<String> evidence) {
    public TelemetryFinding {
        evidence = List.copyOf(evidence);
    }

    /** What it is. */
    public enum Kind {
        /** An agent is not heard. */
        TELEMETRY_UNKNOWN("telemetry-unknown"),
        /** No port of a device is heard. */
        DEVICE_DOWN("device-down"),
        /** No port of a device is heard, nor is its agent, but its links are up. */
        AGENT_SILENT("agent-silent");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        /** Name in findings. */
        public String text() {
            return text;
        }
    }

    /** Same each time that it appears. */
    public String id() {
        return entity.fabric() + "/" + kind.text() + "/" + entity.name();
    }

    TelemetryFinding cleared(long atNanos) {
        return new TelemetryFinding(entity, kind, sinceNanos, atNanos, evidence);
    }
}
