package io.stormglass.replay;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Which keys a YAML file may hold. The binding to records refuses unknown keys as well, but only when it has read past them
 * and can no longer say where they stand.
 */
public final class YamlShape {
    private static final YAMLFactory YAML = new YAMLFactory();
    private static final YamlShape ANYTHING = new YamlShape(Map.of(), null, true);

    private final Map<String, YamlShape> keys;
    private final @Nullable YamlShape others;
    private final boolean open;

    private YamlShape(Map<String, YamlShape> keys, @Nullable YamlShape others, boolean open) {
        this.keys = keys;
        this.others = others;
        this.open = open;
    }

    /**
     * A key that does not belong where it stands.
     *
     * @param line 1 and up
     * @param known keys that do, sorted
     */
    public record Unknown(int line, String key, List<String> known) {
        /** In words, with its line. */
        public String words() {
            return "line " + line + ": unknown key '" + key + "'; known here: " + known;
        }
    }

    /** A mapping with these keys only, whose values are of any shape; in a list, each element. */
    public static YamlShape keys(String... names) {
        Map<String, YamlShape> keys = new TreeMap<>();
        for (String name : names) {
            keys.put(name, ANYTHING);
        }
        return new YamlShape(keys, null, false);
    }

    /** A mapping with any keys, whose values have this shape. */
    public static YamlShape eachValue(YamlShape shape) {
        return new YamlShape(Map.of(), shape, false);
    }

    /** The same with another shape for the value of a key. */
    public YamlShape with(String key, YamlShape shape) {
        Map<String, YamlShape> more = new TreeMap<>(keys);
        more.put(key, shape);
        return new YamlShape(more, others, open);
    }

    /**
     * The first key that does not belong where it stands, in words with its line; empty where there is none.
     *
     * @throws IOException if the text is no YAML
     */
    public Optional<String> firstUnknown(String yaml) throws IOException {
        return unknown(yaml).map(Unknown::words);
    }

    /**
     * The first key that does not belong where it stands; empty where there is none.
     *
     * @throws IOException if the text is no YAML
     */
    public Optional<Unknown> unknown(String yaml) throws IOException {
        try (JsonParser parser = YAML.createParser(yaml)) {
            return parser.nextToken() == null ? Optional.empty() : value(parser);
        }
    }

    private Optional<Unknown> value(JsonParser parser) throws IOException {
        JsonToken token = parser.currentToken();
        if (token == JsonToken.START_ARRAY) {
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                Optional<Unknown> unknown = value(parser);
                if (unknown.isPresent()) {
                    return unknown;
                }
            }
        } else if (token == JsonToken.START_OBJECT) {
            return mapping(parser);
        }
        return Optional.empty();
    }

    private Optional<Unknown> mapping(JsonParser parser) throws IOException {
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            int line = parser.currentTokenLocation().getLineNr();
            YamlShape shape = open ? ANYTHING : others != null ? others : keys.get(key);
            if (shape == null) {
                return Optional.of(new Unknown(line, key, List.copyOf(new TreeSet<>(keys.keySet()))));
            }
            parser.nextToken();
            Optional<Unknown> unknown = shape.value(parser);
            if (unknown.isPresent()) {
                return unknown;
            }
        }
        return Optional.empty();
    }
}
