package io.stormglass.schemas.registry;

import java.util.List;

/**
 * Answer to a compatibility check.
 *
 * @param messages what is wrong, in words; empty where compatible or where the registry gave none
 */
public record CompatibilityVerdict(boolean compatible, List<String> messages) {
    public CompatibilityVerdict {
        messages = List.copyOf(messages);
    }
}
