package io.stormglass.cli;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A JSON object of parameters. What is missing, of the wrong kind or never asked for is an error that names the file and the
 * key.
 */
final class ParameterFile {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private final String where;
    private final JsonNode object;
    private final Set<String> asked = new TreeSet<>();

    private ParameterFile(String where, JsonNode object) {
        this.where = where;
        this.object = object;
    }

    static ParameterFile read(Path file) {
        try {
            JsonNode tree = JSON.readTree(Files.readAllBytes(file));
            if (!tree.isObject()) {
                throw CommandFailure.usage(file + ", byte 0: a JSON object is expected", null);
            }
            return new ParameterFile(file.toString(), tree);
        } catch (JsonProcessingException e) {
            JsonLocation location = e.getLocation();
            String at = location == null || location.getByteOffset() < 0 ? "" : ", byte " + location.getByteOffset();
            throw CommandFailure.usage(file + at + ": JSON is expected: " + e.getOriginalMessage(), e);
        } catch (IOException e) {
            throw CommandFailure.unreadable(file, e);
        }
    }

    /** A part that is an object itself. */
    ParameterFile part(String key) {
        JsonNode node = need(key);
        if (!node.isObject()) {
            throw wrong(key, "an object", node);
        }
        return new ParameterFile(where + ", " + key, node);
    }

    boolean has(String key) {
        return object.hasNonNull(key);
    }

    long whole(String key) {
        JsonNode node = need(key);
        if (node.isIntegralNumber() && node.canConvertToLong()) {
            return node.longValue();
        }
        if (node.isFloatingPointNumber()
                && node.doubleValue() == Math.rint(node.doubleValue())
                && Math.abs(node.doubleValue()) < 9e15) {
            return (long) node.doubleValue();
        }
        throw wrong(key, "a whole number", node);
    }

    int small(String key) {
        long value = whole(key);
        if (value != (int) value) {
            throw wrong(key, "a whole number of at most 32 bits", need(key));
        }
        return (int) value;
    }

    double real(String key) {
        JsonNode node = need(key);
        if (!node.isNumber()) {
            throw wrong(key, "a number", node);
        }
        return node.doubleValue();
    }

    /** 0 or 1, true or false. */
    boolean flag(String key) {
        JsonNode node = need(key);
        if (node.isBoolean()) {
            return node.booleanValue();
        }
        if (node.isIntegralNumber() && (node.longValue() == 0 || node.longValue() == 1)) {
            return node.longValue() == 1;
        }
        throw wrong(key, "0 or 1", node);
    }

    String word(String key) {
        JsonNode node = need(key);
        if (!node.isTextual()) {
            throw wrong(key, "a word", node);
        }
        return node.textValue();
    }

    List<Long> wholes(String key) {
        List<Long> values = new ArrayList<>();
        for (JsonNode node : list(key)) {
            if (!node.isIntegralNumber() || !node.canConvertToLong()) {
                throw wrong(key, "a list of whole numbers", node);
            }
            values.add(node.longValue());
        }
        return values;
    }

    List<String> words(String key) {
        List<String> values = new ArrayList<>();
        for (JsonNode node : list(key)) {
            if (!node.isTextual()) {
                throw wrong(key, "a list of words", node);
            }
            values.add(node.textValue());
        }
        return values;
    }

    /** Fails where the file holds a key that nobody asked for: it would have no effect. */
    void nothingElse() {
        Iterator<String> names = object.fieldNames();
        while (names.hasNext()) {
            String name = names.next();
            if (!asked.contains(name)) {
                throw CommandFailure.usage(where + ": unknown key '" + name + "', known are " + asked, null);
            }
        }
    }

    /** How messages name a key of this file. */
    String place(String key) {
        return where + ": '" + key + "'";
    }

    CommandFailure wrong(String message, Exception cause) {
        return CommandFailure.usage(where + ": " + message, cause);
    }

    private JsonNode list(String key) {
        JsonNode node = need(key);
        if (!node.isArray()) {
            throw wrong(key, "a list", node);
        }
        return node;
    }

    private JsonNode need(String key) {
        asked.add(key);
        JsonNode node = object.get(key);
        if (node == null || node.isNull()) {
            throw CommandFailure.usage(where + ": '" + key + "' is missing", null);
        }
        return node;
    }

    private CommandFailure wrong(String key, String expected, JsonNode found) {
        String text = found.toString();
        return CommandFailure.usage(
                where + ": '" + key + "' is " + (text.length() > 40 ? text.substring(0, 40) + "..." : text) + ", "
                        + expected + " is expected",
                null);
    }
}
