package io.stormglass.schemas.topics;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.avro.Schema;

/**
 * Takes out of a generated class's schema what only Java needs, so that a client in any language that registers the
 * {@code .avsc} registers the same text.
 */
final class PortableSchema {
    private static final String JAVA_STRING = "avro.java.string";
    private static final ObjectMapper JSON = new ObjectMapper();

    private PortableSchema() {}

    static Schema of(Schema generated) {
        try {
            JsonNode tree = JSON.readTree(generated.toString());
            strip(tree);
            return new Schema.Parser().parse(tree.toString());
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the schema of " + generated.getFullName() + " is not JSON", e);
        }
    }

    private static void strip(JsonNode node) {
        if (node instanceof ObjectNode object) {
            object.remove(JAVA_STRING);
        }
        if (node instanceof ObjectNode || node instanceof ArrayNode) {
            node.forEach(PortableSchema::strip);
        }
    }
}
