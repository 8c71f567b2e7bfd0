package io.stormglass.schemas.registry;

import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.SchemaCompatibilityType;
import org.apache.avro.SchemaCompatibility.SchemaPairCompatibility;

/** The rules by which a schema may follow others. */
public final class Compatibility {
    private Compatibility() {}

    /**
     * Checks a schema against those that a subject holds.
     *
     * @param before oldest first
     * @return compatible, or what is wrong in words
     */
    public static CompatibilityVerdict check(List<Schema> before, Schema candidate, CompatibilityLevel level) {
        List<String> messages = new ArrayList<>();
        int first = level.transitive() ? 0 : Math.max(0, before.size() - 1);
        for (int i = before.size() - 1; i >= first; i--) {
            Schema old = before.get(i);
            if (level.backward()) {
                messages.addAll(problems(candidate, old, "the new schema cannot read data of version " + (i + 1)));
            }
            if (level.forward()) {
                messages.addAll(problems(old, candidate, "version " + (i + 1) + " cannot read data of the new schema"));
            }
        }
        return new CompatibilityVerdict(messages.isEmpty(), messages);
    }

    private static List<String> problems(Schema reader, Schema writer, String what) {
        SchemaPairCompatibility pair = SchemaCompatibility.checkReaderWriterCompatibility(reader, writer);
        if (pair.getType() == SchemaCompatibilityType.COMPATIBLE) {
            return List.of();
        }
        return pair.getResult().getIncompatibilities().stream()
                .map(problem -> what + ": " + problem.getType() + " at " + problem.getLocation() + " ("
                        + problem.getMessage() + ")")
                .toList();
    }
}
