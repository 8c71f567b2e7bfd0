package io.stormglass.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** JSON results: one object on one line, keys in the order in which they were put. */
final class Json {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private Json() {}

    static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    static String text(JsonNode node) {
        try {
            return MAPPER.writeValueAsString(node);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of plain values is always writable", e);
        }
    }

    /** A number without a fraction where it has none, so that whole nanoseconds look like them. */
    static JsonNode number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 9.0e15
                ? JsonNodeFactory.instance.numberNode((long) value)
                : JsonNodeFactory.instance.numberNode(value);
    }

    /** Number or null. */
    static JsonNode orNull(@Nullable Long value) {
        return value == null ? JsonNodeFactory.instance.nullNode() : JsonNodeFactory.instance.numberNode(value);
    }

    /** Name of a constant as JSON has it: small letters, {@code -} for {@code _}. */
    static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
