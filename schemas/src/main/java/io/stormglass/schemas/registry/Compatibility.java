package io.stormglass.schemas.registry;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
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
        NavigableMap<Integer, Schema> numbered = new TreeMap<>();
        before.forEach(schema -> numbered.put(numbered.size() + 1, schema));
        return check(numbered, candidate, level);
    }

    /**
     * The same for a subject whose version numbers have holes.
     *
     * @param before by version number
     */
    public static CompatibilityVerdict check(
            NavigableMap<Integer, Schema> before, Schema candidate, CompatibilityLevel level) {
        List<String> messages = new ArrayList<>();
        for (Map.Entry<Integer, Schema> old : before.descendingMap().entrySet()) {
            String version = "version " + old.getKey();
            if (level.backward()) {
                messages.addAll(problems(candidate, old.getValue(), "the new schema cannot read data of " + version));
            }
            if (level.forward()) {
                messages.addAll(problems(old.getValue(), candidate, version + " cannot read data of the new schema"));
            }
            if (!level.transitive()) {
                break;
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
