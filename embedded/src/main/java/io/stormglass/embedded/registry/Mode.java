package io.stormglass.embedded.registry;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Whether schemas may be registered and deleted. */
enum Mode {
    READWRITE,
    READONLY,
    /** Read-only whatever mode a subject has of its own. */
    READONLY_OVERRIDE;

    /** Mode by its name in any case. */
    static Mode parse(String name) {
        return Arrays.stream(values())
                .filter(mode -> mode.name().equals(name.toUpperCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> RegistryException.invalidMode("mode '" + name + "' is not supported here; "
                        + Arrays.stream(values()).map(Enum::name).collect(Collectors.joining(", ")) + " are"));
    }
}
