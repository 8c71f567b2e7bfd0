package io.stormglass.schemas.registry;

import java.util.Locale;

/** What a registry demands of a new version of a subject. */
public enum CompatibilityLevel {
    /** Nothing. */
    NONE(false, false, false),
    /** The new schema reads data of the last one. */
    BACKWARD(true, false, false),
    /** The new schema reads data of all before. */
    BACKWARD_TRANSITIVE(true, false, true),
    /** The last schema reads data of the new one. */
    FORWARD(false, true, false),
    /** All schemas before read data of the new one. */
    FORWARD_TRANSITIVE(false, true, true),
    /** Both, with the last one. */
    FULL(true, true, false),
    /** Both, with all before. */
    FULL_TRANSITIVE(true, true, true);

    private final boolean backward;
    private final boolean forward;
    private final boolean transitive;

    CompatibilityLevel(boolean backward, boolean forward, boolean transitive) {
        this.backward = backward;
        this.forward = forward;
        this.transitive = transitive;
    }

    boolean backward() {
        return backward;
    }

    boolean forward() {
        return forward;
    }

    boolean transitive() {
        return transitive;
    }

    /**
     * The level of a name, in any case.
     *
     * @throws IllegalArgumentException if there is none of that name
     */
    public static CompatibilityLevel of(String name) {
        for (CompatibilityLevel level : values()) {
            if (level.name().equals(name.toUpperCase(Locale.ROOT))) {
                return level;
            }
        }
        throw new IllegalArgumentException("compatibility level '" + name + "' is none of NONE, BACKWARD,"
                + " BACKWARD_TRANSITIVE, FORWARD, FORWARD_TRANSITIVE, FULL, FULL_TRANSITIVE");
    }
}
