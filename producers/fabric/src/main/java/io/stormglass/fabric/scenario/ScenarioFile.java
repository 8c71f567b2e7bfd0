package io.stormglass.fabric.scenario;

import io.stormglass.emulator.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A scenario as a file says it, with settings from outside. The format is described in {@code docs/scenarios.md}.
 *
 * <p>Every value of the file, given or not, has a path such as {@code workloads.0.flowBytes}, and a short name: its last part, which means the first of that name in
 * the order top level, transport, workloads, fabric, packets, switch, nic, faults, telemetry, script.
 */
public final class ScenarioFile {
    private final YamlNode.Mapping mapping;
    private final Map<String, String> settings;
    private final ScenarioReader.Read read;

    private ScenarioFile(YamlNode.Mapping mapping, Map<String, String> settings) throws ScenarioFileException {
        this.mapping = mapping;
        this.settings = Map.copyOf(settings);
        this.read = ScenarioReader.read(mapping, settings);
    }

    /**
     * Reads a file of a user's.
     *
     * @throws ScenarioFileException if it is no scenario; the message names line and column
     */
    public static ScenarioFile read(Path file) throws ScenarioFileException {
        String text;
        try {
            text = Files.readString(file);
        } catch (IOException e) {
            throw new ScenarioFileException("scenario file " + file + " cannot be read: " + e);
        }
        return parse(text, file.toString());
    }

    /**
     * Reads text.
     *
     * @param name of where it came from, for messages
     * @throws ScenarioFileException if it is no scenario; the message names line and column
     */
    public static ScenarioFile parse(String text, String name) throws ScenarioFileException {
        return new ScenarioFile(YamlNode.parse(text, name), Map.of());
    }

    /**
     * The same with other values.
     *
     * @param values by path or short name
     * @throws ScenarioFileException if there is no such value, or it cannot be so
     */
    public ScenarioFile with(Map<String, String> values) throws ScenarioFileException {
        ScenarioFile file = this;
        Map<String, String> given = new HashMap<>();
        Map<String, String> rest = new TreeMap<>(values);
        // What decides which other values there are comes first.
        for (String key : List.copyOf(rest.keySet())) {
            if (key.endsWith("cc") || key.endsWith("topology") || key.endsWith("kind")) {
                file = file.withAll(Map.of(key, values.getOrDefault(key, "")), given);
                rest.remove(key);
            }
        }
        return rest.isEmpty() ? file : file.withAll(rest, given);
    }

    /**
     * At once: a pair such as Kmin and Kmax may be possible only together.
     *
     * @param given names by path, of what was given before
     */
    private ScenarioFile withAll(Map<String, String> values, Map<String, String> given) throws ScenarioFileException {
        Map<String, String> more = new TreeMap<>(settings);
        for (Map.Entry<String, String> value : values.entrySet()) {
            String path = path(value.getKey());
            String before = given.putIfAbsent(path, value.getKey());
            if (before != null) {
                throw new ScenarioFileException(
                        "settings '" + before + "' and '" + value.getKey() + "' are two names of one value; give one");
            }
            more.put(path, value.getValue());
        }
        return new ScenarioFile(mapping, more);
    }

    /** The same small enough for a test, as the file's section {@code smoke} says. */
    public ScenarioFile smoke() throws ScenarioFileException {
        return with(read.smoke());
    }

    private String path(String key) throws ScenarioFileException {
        if (read.values().containsKey(key)) {
            return key;
        }
        for (String path : read.values().keySet()) {
            if (path.endsWith("." + key)) {
                return path;
            }
        }
        throw new ScenarioFileException("scenario " + name() + " has no setting '" + key + "'"
                + NearestWord.hint(key, params().keySet()) + "; it has " + String.join(", ", params().keySet()));
    }

    /** What a run needs. */
    public Scenario scenario() {
        return read.scenario();
    }

    /** Name. */
    public String name() {
        return read.scenario().name();
    }

    /** What it is, in a sentence or two. */
    public String about() {
        return read.scenario().about();
    }

    /** Name of the law of flows that have none of their own. */
    public String control() {
        return read.law();
    }

    /** Every value by its short name, or by its path where another value has that name; in the order of the file's sections. */
    public Map<String, String> params() {
        Map<String, String> params = new LinkedHashMap<>();
        for (Map.Entry<String, String> value : read.values().entrySet()) {
            String path = value.getKey();
            if (path.equals("name") || path.equals("about")) {
                continue;
            }
            String name = path.substring(path.lastIndexOf('.') + 1);
            params.put(params.containsKey(name) ? path : name, value.getValue());
        }
        return Collections.unmodifiableMap(params);
    }
}
