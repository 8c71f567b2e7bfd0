package io.stormglass.models.storm;

import java.util.Locale;

/** How things are called in evidence and timelines. */
final class Words {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private Words() {}

    static String where(Incident.Port port) {
        return port.device() + "/" + port.port() + " priority " + priority(port.priority()) + " "
                + port.direction().name().toLowerCase(Locale.ROOT);
    }

    static String priority(int priority) {
        return priority < 0 ? "all" : Integer.toString(priority);
    }

    static String percent(double ratio) {
        return Math.round(ratio * 100) + " %";
    }

    static String seconds(long nanos) {
        return nanos / NANOS_PER_SECOND + " s";
    }

    static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
