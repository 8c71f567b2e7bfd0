package io.stormglass.fabric.scenario;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The scenarios that come along. Those of thresholds are in a folder of their own and no part of the scoreboard of storms. */
public final class ScenarioLibrary {
    private static final String FOLDER = "/scenarios/";
    private static final String TUNING = "tuning/";

    private ScenarioLibrary() {}

    /** Names of those with faults and of healthy ones, that storms are looked for in; sorted. */
    public static List<String> names() {
        return names("");
    }

    /** Names of those in which ECN thresholds matter, sorted. They are healthy and go on without an end. */
    public static List<String> tuning() {
        return names(TUNING);
    }

    /** Both. */
    public static List<String> all() {
        return Stream.concat(names().stream(), tuning().stream()).sorted().toList();
    }

    private static List<String> names(String folder) {
        try (InputStream index = open(folder + "index.txt");
                BufferedReader lines = new BufferedReader(new InputStreamReader(index, StandardCharsets.UTF_8))) {
            return lines.lines().filter(line -> !line.isBlank()).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException("list of scenarios", e);
        }
    }

    /**
     * A scenario of the library, or a user's file.
     *
     * @param nameOrPath a name; or a path, told by its ending {@code .yaml} or {@code .yml} or a separator
     * @throws ScenarioFileException if there is none, or it cannot be read
     */
    public static ScenarioFile load(String nameOrPath) throws ScenarioFileException {
        if (names().contains(nameOrPath)) {
            return own("", nameOrPath);
        }
        if (tuning().contains(nameOrPath)) {
            return own(TUNING, nameOrPath);
        }
        boolean isPath = nameOrPath.endsWith(".yaml") || nameOrPath.endsWith(".yml") || nameOrPath.contains("/");
        if (isPath && Files.exists(Path.of(nameOrPath))) {
            return ScenarioFile.read(Path.of(nameOrPath));
        }
        throw new ScenarioFileException(
                isPath
                        ? "there is no scenario file " + nameOrPath
                        : "there is no scenario '" + nameOrPath + "'" + NearestWord.hint(nameOrPath, all())
                                + "; the library has " + String.join(", ", all())
                                + "; a file of your own is given by its path");
    }

    private static ScenarioFile own(String folder, String name) throws ScenarioFileException {
        try (InputStream file = open(folder + name + ".yaml")) {
            return ScenarioFile.parse(new String(file.readAllBytes(), StandardCharsets.UTF_8), name + ".yaml");
        } catch (IOException e) {
            throw new UncheckedIOException("scenario " + name, e);
        }
    }

    private static InputStream open(String file) throws IOException {
        InputStream stream = ScenarioLibrary.class.getResourceAsStream(FOLDER + file);
        if (stream == null) {
            throw new IOException("the program lacks its file " + FOLDER + file);
        }
        return stream;
    }
}
