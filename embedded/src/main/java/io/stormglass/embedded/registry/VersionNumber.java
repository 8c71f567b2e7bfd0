package io.stormglass.embedded.registry;

import io.stormglass.embedded.registry.LogEntry.VersionStored;
import java.util.List;

/**
 * A version as it stands in a path.
 *
 * @param number at least 1, or {@link #LATEST}
 */
record VersionNumber(int number) {
    private static final int LATEST = -1;

    /** Reads a number, {@code latest}, or -1, which means the same. */
    static VersionNumber parse(String text) {
        if (text.equals("latest")) {
            return new VersionNumber(LATEST);
        }
        try {
            int number = Integer.parseInt(text);
            if (number >= 1 || number == LATEST) {
                return new VersionNumber(number);
            }
        } catch (NumberFormatException e) {
            // Falls through to the refusal: the text is not a number in range either way.
        }
        throw RegistryException.invalidVersion(text);
    }

    boolean isLatest() {
        return number == LATEST;
    }

    /** The version that is meant among these, which are in their order. */
    VersionStored in(List<VersionStored> versions, String subject) {
        if (isLatest() && !versions.isEmpty()) {
            return versions.getLast();
        }
        return versions.stream()
                .filter(v -> v.version() == number)
                .findFirst()
                .orElseThrow(() -> RegistryException.noVersion(subject, isLatest() ? "latest" : number));
    }
}
