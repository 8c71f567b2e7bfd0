package io.stormglass.embedded.registry;

import io.stormglass.embedded.registry.LogEntry.VersionStored;
import io.stormglass.embedded.registry.SchemaText.Reference;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.NameValidator;
import org.apache.avro.Schema;

/** Parses schema texts, with what they refer to, as strictly as other registries do. */
final class SchemaReader {
    private final RegistryState state;

    SchemaReader(RegistryState state) {
        this.state = state;
    }

    /**
     * A parsed schema.
     *
     * @param schema complete, references resolved
     * @param canonical its canonical text, in which references stay references
     */
    record Parsed(Schema schema, SchemaText canonical) {}

    /**
     * Parses a schema as a client sends it.
     *
     * @throws RegistryException 42201 if it is not valid Avro or refers to what does not exist
     */
    Parsed parse(String text, List<Reference> references) {
        Schema.Parser parser = new Schema.Parser(NameValidator.STRICT_VALIDATOR);
        try {
            load(references, parser, new HashSet<>());
            List<Schema> known = new ArrayList<>(parser.getTypes().values());
            Schema schema = parser.parse(text);
            String canonical = known.isEmpty() ? schema.toString() : withoutKnown(schema, known);
            return new Parsed(schema, new SchemaText(canonical, references));
        } catch (AvroRuntimeException e) {
            throw RegistryException.invalidSchema("not a valid Avro schema: " + e.getMessage());
        }
    }

    /** Schema of a stored version. */
    Schema schema(VersionStored stored) {
        return parse(stored.schema().text(), stored.schema().references()).schema();
    }

    private void load(List<Reference> references, Schema.Parser parser, Set<String> loaded) {
        for (Reference each : references) {
            VersionStored stored = state.version(each.subject(), each.version())
                    .orElseThrow(() -> RegistryException.invalidSchema("reference '" + each.name() + "' names version "
                            + each.version() + " of subject '" + each.subject() + "', which is not registered"));
            if (loaded.add(stored.subject() + "\n" + stored.version())) {
                load(stored.schema().references(), parser, loaded);
                parser.parse(stored.schema().text());
            }
        }
    }

    @SuppressWarnings("deprecation") // the only way to write a schema without spelling out what it refers to
    private static String withoutKnown(Schema schema, List<Schema> known) {
        return schema.toString(known, false);
    }
}
