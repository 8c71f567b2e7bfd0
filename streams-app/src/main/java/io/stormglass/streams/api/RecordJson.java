package io.stormglass.streams.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.jspecify.annotations.Nullable;

/**
 * Records as JSON, and their schemas as JSON schema: names as in the schema, constants in small letters with dashes, what has no
 * number null. One walk for all, so that the description is what is sent.
 */
final class RecordJson {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final String TYPE = "type";

    private RecordJson() {}

    /** A record. */
    static ObjectNode of(IndexedRecord record) {
        ObjectNode json = NODES.objectNode();
        for (Schema.Field field : record.getSchema().getFields()) {
            json.set(field.name(), value(record.get(field.pos())));
        }
        return json;
    }

    /** A value of a field. */
    static JsonNode value(@Nullable Object value) {
        return switch (value) {
            case null -> NullNode.getInstance();
            case IndexedRecord record -> of(record);
            case Collection<?> many -> {
                ArrayNode array = NODES.arrayNode(many.size());
                many.forEach(each -> array.add(value(each)));
                yield array;
            }
            case Enum<?> constant -> NODES.textNode(word(constant.name()));
            case Boolean bool -> NODES.booleanNode(bool);
            case Integer number -> NODES.numberNode(number);
            case Long number -> NODES.numberNode(number);
            case Double number -> Double.isFinite(number) ? NODES.numberNode(number) : NullNode.getInstance();
            case CharSequence text -> NODES.textNode(text.toString());
            default -> throw new IllegalStateException("no JSON for a " + value.getClass());
        };
    }

    /** A constant as a word. */
    static String word(String name) {
        return name.toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The JSON schema of what {@link #of} makes of records of a schema. */
    static ObjectNode schema(Schema schema) {
        ObjectNode json = NODES.objectNode();
        switch (schema.getType()) {
            case RECORD -> record(json, schema);
            case ARRAY -> {
                json.put(TYPE, "array");
                json.set("items", schema(schema.getElementType()));
            }
            case ENUM -> {
                json.put(TYPE, "string");
                ArrayNode words = json.putArray("enum");
                schema.getEnumSymbols().forEach(symbol -> words.add(word(symbol)));
            }
            case UNION -> nullable(json, schema);
            case STRING -> json.put(TYPE, "string");
            case BOOLEAN -> json.put(TYPE, "boolean");
            case INT, LONG ->
                json.put(TYPE, "integer").put("format", schema.getType() == Schema.Type.INT ? "int32" : "int64");
            case DOUBLE -> json.putArray(TYPE).add("number").add("null");
            default -> throw new IllegalStateException("no JSON schema for " + schema.getType());
        }
        return json;
    }

    private static void record(ObjectNode json, Schema schema) {
        json.put(TYPE, "object");
        json.put("description", schema.getDoc());
        ObjectNode properties = json.putObject("properties");
        ArrayNode required = json.putArray("required");
        for (Schema.Field field : schema.getFields()) {
            ObjectNode property = schema(field.schema());
            if (field.doc() != null) {
                property.put("description", field.doc());
            }
            properties.set(field.name(), property);
            required.add(field.name());
        }
        json.put("additionalProperties", false);
    }

    private static void nullable(ObjectNode json, Schema schema) {
        List<Schema> others = schema.getTypes().stream()
                .filter(type -> type.getType() != Schema.Type.NULL)
                .toList();
        if (others.size() != 1) {
            throw new IllegalStateException("no JSON schema for a union of " + others.size());
        }
        ArrayNode either = json.putArray("anyOf");
        either.add(schema(others.getFirst()));
        either.addObject().put(TYPE, "null");
    }
}
