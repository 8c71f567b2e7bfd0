package io.stormglass.fabric.scenario;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** YAML as it stands, with the place of everything. Binding to records would lose the places. */
sealed interface YamlNode {
    /** Where it begins. */
    String place();

    /** A word, number or text. */
    record Scalar(String place, String text) implements YamlNode {}

    /** A list. */
    record Items(String place, List<YamlNode> items) implements YamlNode {}

    /** A mapping; the places of its keys besides. */
    record Mapping(String place, Map<String, YamlNode> values, Map<String, String> places) implements YamlNode {}

    /**
     * Reads a file of one document.
     *
     * @param text of the file
     * @param name of the file, for messages
     */
    static Mapping parse(String text, String name) throws ScenarioFileException {
        YAMLFactory factory = YAMLFactory.builder()
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .build();
        try (JsonParser parser = factory.createParser(text)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new ScenarioFileException(
                        name + ", line 1: a scenario is a mapping of keys (name, fabric," + " workloads, ...)");
            }
            Mapping mapping = mapping(parser, name);
            if (parser.nextToken() != null) {
                throw new ScenarioFileException(place(parser, name) + ": a second document, one is possible");
            }
            return mapping;
        } catch (JsonProcessingException e) {
            JsonLocation at = e.getLocation();
            String where = at == null ? name : name + ", line " + at.getLineNr() + ", column " + at.getColumnNr();
            throw new ScenarioFileException(
                    where + ": " + e.getOriginalMessage().lines().findFirst().orElse("not YAML"));
        } catch (IOException e) {
            throw new UncheckedIOException("reading a string", e);
        }
    }

    private static String place(JsonParser parser, String name) {
        JsonLocation at = parser.currentTokenLocation();
        return name + ", line " + at.getLineNr() + ", column " + at.getColumnNr();
    }

    private static YamlNode value(JsonParser parser, String name) throws IOException, ScenarioFileException {
        String place = place(parser, name);
        JsonToken token = parser.currentToken();
        if (parser instanceof YAMLParser yaml && yaml.isCurrentAlias()) {
            throw new ScenarioFileException(
                    place + ": *" + parser.getText() + " stands for something else; write it out here");
        }
        if (token == JsonToken.START_OBJECT) {
            return mapping(parser, name);
        }
        if (token == JsonToken.START_ARRAY) {
            List<YamlNode> items = new ArrayList<>();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                items.add(value(parser, name));
            }
            return new Items(place, items);
        }
        if (token == JsonToken.VALUE_NULL) {
            throw new ScenarioFileException(place + ": no value");
        }
        return new Scalar(place, parser.getText().strip());
    }

    private static Mapping mapping(JsonParser parser, String name) throws IOException, ScenarioFileException {
        String place = place(parser, name);
        Map<String, YamlNode> values = new LinkedHashMap<>();
        Map<String, String> places = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            places.put(key, place(parser, name));
            parser.nextToken();
            values.put(key, value(parser, name));
        }
        return new Mapping(place, values, places);
    }
}
