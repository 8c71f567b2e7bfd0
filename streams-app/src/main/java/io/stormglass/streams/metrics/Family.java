package io.stormglass.streams.metrics;

import java.util.List;

/**
 * A metric: its series differ in the values of labels.
 *
 * @param name as Prometheus stores it; that of a counter ends with {@code _total}
 * @param kind whether it only grows
 * @param help what it says, with its unit
 * @param labels names, in the order in which values are given
 */
public record Family(String name, Kind kind, String help, List<String> labels) {
    /** Prefix of every name. */
    static final String PREFIX = "stormglass_";

    private static final String TOTAL = "_total";

    /** How a value moves. */
    public enum Kind {
        /** Grows until the process ends. */
        COUNTER,
        /** Goes up and down. */
        GAUGE
    }

    public Family {
        if (!name.startsWith(PREFIX) || (kind == Kind.COUNTER) != name.endsWith(TOTAL)) {
            throw new IllegalArgumentException("a " + kind + " cannot be called " + name);
        }
        labels = List.copyOf(labels);
    }

    /** A counter; the name is given without prefix and {@code _total}. */
    public static Family counter(String name, String help, String... labels) {
        return new Family(PREFIX + name + TOTAL, Kind.COUNTER, help, List.of(labels));
    }

    /** A gauge; the name is given without prefix. */
    public static Family gauge(String name, String help, String... labels) {
        return new Family(PREFIX + name, Kind.GAUGE, help, List.of(labels));
    }
}
