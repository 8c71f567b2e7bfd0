package io.stormglass.models.pause;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads JSON of test files into maps, lists, texts, longs, booleans and null. */
final class JsonText {
    private final String text;
    private int at;

    private JsonText(String text) {
        this.text = text;
    }

    /** Reads a list of objects. */
    @SuppressWarnings("unchecked")
    static List<Map<String, @Nullable Object>> objects(String resource) throws IOException {
        try (InputStream in = Objects.requireNonNull(JsonText.class.getResourceAsStream(resource), resource)) {
            JsonText json = new JsonText(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            return (List<Map<String, @Nullable Object>>) Objects.requireNonNull(json.value());
        }
    }

    private @Nullable Object value() {
        char c = peek();
        if (c == '{') {
            return object();
        }
        if (c == '[') {
            return list();
        }
        return c == '"' ? string() : word();
    }

    private Map<String, @Nullable Object> object() {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        expect('{');
        while (peek() != '}') {
            String name = string();
            expect(':');
            map.put(name, value());
            skip(',');
        }
        expect('}');
        return map;
    }

    private List<@Nullable Object> list() {
        List<@Nullable Object> list = new ArrayList<>();
        expect('[');
        while (peek() != ']') {
            list.add(value());
            skip(',');
        }
        expect(']');
        return list;
    }

    private String string() {
        expect('"');
        StringBuilder out = new StringBuilder();
        while (text.charAt(at) != '"') {
            if (text.charAt(at) == '\\') {
                at++;
            }
            out.append(text.charAt(at++));
        }
        at++;
        return out.toString();
    }

    private @Nullable Object word() {
        int from = at;
        while (at < text.length() && ",]} \n\r\t".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        String word = text.substring(from, at);
        return switch (word) {
            case "null" -> null;
            case "true" -> true;
            case "false" -> false;
            default -> (Object) Long.parseLong(word);
        };
    }

    private char peek() {
        while (Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return text.charAt(at);
    }

    private void expect(char c) {
        if (peek() != c) {
            throw new IllegalArgumentException("expected " + c + " at character " + at + ", found " + text.charAt(at));
        }
        at++;
    }

    private void skip(char c) {
        if (peek() == c) {
            at++;
        }
    }
}
