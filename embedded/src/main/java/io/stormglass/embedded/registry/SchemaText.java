package io.stormglass.embedded.registry;

import java.util.List;

/**
 * What makes a schema the same schema: its canonical text, which is Avro's {@code Schema.toString()}, so white space and
 * attribute order do not count but documentation does; and what it refers to.
 *
 * @param text canonical text
 * @param references schemas of other subjects whose names the text uses
 */
record SchemaText(String text, List<Reference> references) {
    SchemaText {
        references = List.copyOf(references);
    }

    /**
     * A schema of another subject.
     *
     * @param name full name of the referenced type
     * @param subject where it is registered
     * @param version version there, at least 1
     */
    record Reference(String name, String subject, int version) {}
}
