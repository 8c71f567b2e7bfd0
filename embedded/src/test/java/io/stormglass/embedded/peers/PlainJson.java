package io.stormglass.embedded.peers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.jspecify.annotations.Nullable;

/** Avro records as the JSON that every language has in common: unions are bare values, longs are text. */
final class PlainJson {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private PlainJson() {}

    static JsonNode of(@Nullable Object value) {
        return switch (value) {
            case null -> JSON.nullNode();
            case IndexedRecord avro -> {
                ObjectNode object = JSON.objectNode();
                for (Schema.Field field : avro.getSchema().getFields()) {
                    object.set(field.name(), of(avro.get(field.pos())));
                }
                yield object;
            }
            case Collection<?> items -> {
                ArrayNode array = JSON.arrayNode();
                items.forEach(item -> array.add(of(item)));
                yield array;
            }
            case Boolean bool -> JSON.booleanNode(bool);
            case Integer number -> JSON.numberNode(number);
            case Long number -> JSON.textNode(number.toString());
            case Double number -> JSON.numberNode(number);
            default -> JSON.textNode(value.toString());
        };
    }

    /** The same with every whole number as text, since a peer may have either. */
    static JsonNode normal(JsonNode node) {
        if (node.isObject()) {
            ObjectNode object = JSON.objectNode();
            node.properties().forEach(each -> object.set(each.getKey(), normal(each.getValue())));
            return object;
        }
        if (node.isArray()) {
            ArrayNode array = JSON.arrayNode();
            node.forEach(item -> array.add(normal(item)));
            return array;
        }
        return node.isIntegralNumber() ? JSON.textNode(node.asText()) : node;
    }

    /** The same with text as numbers wherever the schema says long: for languages that have long integers. */
    static JsonNode withNumbers(JsonNode node, Schema schema) {
        return switch (schema.getType()) {
            case RECORD -> {
                ObjectNode object = JSON.objectNode();
                schema.getFields()
                        .forEach(field ->
                                object.set(field.name(), withNumbers(node.path(field.name()), field.schema())));
                yield object;
            }
            case ARRAY -> {
                ArrayNode array = JSON.arrayNode();
                node.forEach(item -> array.add(withNumbers(item, schema.getElementType())));
                yield array;
            }
            case UNION ->
                node.isNull() ? node : withNumbers(node, schema.getTypes().get(1));
            case LONG -> JSON.numberNode(Long.parseLong(node.asText()));
            default -> node;
        };
    }
}
