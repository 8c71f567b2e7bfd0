package io.stormglass.models.quality;

import java.util.Comparator;

/**
 * Whose telemetry.
 *
 * @param name agent id or device
 */
public record TelemetryEntity(Kind kind, String fabric, String name) implements Comparable<TelemetryEntity> {
    private static final Comparator<TelemetryEntity> ORDER = Comparator.comparing(TelemetryEntity::kind)
            .thenComparing(TelemetryEntity::fabric)
            .thenComparing(TelemetryEntity::name);

    /** Agents first: what is said of a device may rest on its agents. */
    public enum Kind {
        /** Who writes records. */
        AGENT("agent"),
        /** Whose ports they tell of. */
        DEVICE("device");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        /** In keys and texts. */
        public String word() {
            return word;
        }
    }

    /** The Kafka key: {@code fabric/agent/id} or {@code fabric/device/name}; nobody parses it. */
    public String key() {
        return fabric + "/" + kind.word() + "/" + name;
    }

    @Override
    public int compareTo(TelemetryEntity other) {
        return ORDER.compare(this, other);
    }
}
