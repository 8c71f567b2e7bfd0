package io.stormglass.embedded.registry;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.Incompatibility;

/** What a new schema of a subject must be able to do with the earlier ones. */
enum CompatibilityLevel {
    NONE(false, false, false),
    BACKWARD(true, false, false),
    BACKWARD_TRANSITIVE(true, false, true),
    FORWARD(false, true, false),
    FORWARD_TRANSITIVE(false, true, true),
    FULL(true, true, false),
    FULL_TRANSITIVE(true, true, true);

    private final boolean readsOld;
    private final boolean readByOld;
    private final boolean all;

    CompatibilityLevel(boolean readsOld, boolean readByOld, boolean all) {
        this.readsOld = readsOld;
        this.readByOld = readByOld;
        this.all = all;
    }

    /** Level by its name in any case. */
    static CompatibilityLevel parse(String name) {
        return Arrays.stream(values())
                .filter(level -> level.name().equals(name.toUpperCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> RegistryException.invalidLevel("compatibility level '" + name + "' is unknown; "
                        + Arrays.stream(values()).map(Enum::name).collect(Collectors.joining(", ")) + " are known"));
    }

    /** An earlier schema and its version number. */
    record Earlier(int version, Schema schema) {}

    /**
     * Compares with the earlier versions that this level looks at.
     *
     * @param earlier in the order of their versions
     * @return one text per incompatibility; empty if compatible
     */
    List<String> incompatibilities(Schema schema, List<Earlier> earlier) {
        List<Earlier> looked = all ? earlier : earlier.subList(Math.max(0, earlier.size() - 1), earlier.size());
        List<String> found = new ArrayList<>();
        for (Earlier old : looked) {
            if (readsOld) {
                describe(schema, old.schema(), "the new schema cannot read version " + old.version(), found);
            }
            if (readByOld) {
                describe(old.schema(), schema, "version " + old.version() + " cannot read the new schema", found);
            }
        }
        return found;
    }

    private static void describe(Schema reader, Schema writer, String what, List<String> found) {
        for (Incompatibility each : SchemaCompatibility.checkReaderWriterCompatibility(reader, writer)
                .getResult()
                .getIncompatibilities()) {
            found.add(what + ": " + each.getType() + " at " + each.getLocation() + ": " + each.getMessage());
        }
    }
}
