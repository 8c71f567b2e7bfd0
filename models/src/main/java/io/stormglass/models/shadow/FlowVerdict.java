package io.stormglass.models.shadow;

import java.util.Objects;

/**
 * A class with its reasons.
 *
 * @param evidence what decided, in short words with numbers
 * @param missing what would decide more; empty where nothing is missing
 */
public record FlowVerdict(FlowClass flowClass, String evidence, String missing) {
    public FlowVerdict {
        Objects.requireNonNull(flowClass, "flowClass");
        Objects.requireNonNull(evidence, "evidence");
        Objects.requireNonNull(missing, "missing");
    }
}
