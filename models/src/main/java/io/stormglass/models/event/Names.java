package io.stormglass.models.event;

/** Rules for the names that take part in keys. */
public final class Names {
    private Names() {}

    /**
     * Checks a fabric, device or port name.
     *
     * @param what what the name stands for, for the message
     * @throws IllegalArgumentException if the name is empty or holds {@code /} (devices, fabrics) or {@code |}
     */
    public static String requireName(String what, String name) {
        if (name.isEmpty() || name.indexOf('/') >= 0 || name.indexOf('|') >= 0) {
            throw new IllegalArgumentException(
                    what + " name '" + name + "' must not be empty nor hold '/' or '|': keys are built from it");
        }
        return name;
    }

    /** Checks a port name: vendors use {@code /} in port names, {@code |} is refused. */
    public static String requirePortName(String name) {
        if (name.isEmpty() || name.indexOf('|') >= 0) {
            throw new IllegalArgumentException(
                    "port name '" + name + "' must not be empty nor hold '|': keys are built from it");
        }
        return name;
    }
}
