package io.stormglass.streams.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where the next page begins: behind this place in the order. It stays right when what is before it changes.
 *
 * @param sort order that it belongs to
 * @param number of the last item, by that order; null where it has none, or the order is that of keys
 * @param key of the last item
 */
record Cursor(String sort, @Nullable Double number, String key) {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    String text() {
        ArrayNode parts = JsonNodeFactory.instance.arrayNode();
        parts.add(sort).add(number).add(key);
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(parts.toString().getBytes(StandardCharsets.UTF_8));
    }

    static Optional<Cursor> parse(String text) {
        try {
            JsonNode parts = JSON.readTree(Base64.getUrlDecoder().decode(text));
            boolean isCursor = parts != null
                    && parts.isArray()
                    && parts.size() == 3
                    && parts.path(0).isTextual()
                    && (parts.path(1).isNull() || parts.path(1).isNumber())
                    && parts.path(2).isTextual();
            return isCursor
                    ? Optional.of(new Cursor(
                            parts.path(0).asText(),
                            parts.path(1).isNull()
                                    ? null
                                    : Double.valueOf(parts.path(1).asDouble()),
                            parts.path(2).asText()))
                    : Optional.empty();
        } catch (IllegalArgumentException | IOException e) {
            return Optional.empty();
        }
    }
}
