package io.stormglass.testkit;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds the optional folder of third-party captures and vectors; a test without it must skip visibly. */
public final class SharedData {
    private SharedData() {}

    /**
     * The data folder: {@code $STORMGLASS_SHARED/data} where that variable is set, else {@code ../shared/data} beside the
     * repository.
     */
    public static Optional<Path> directory() {
        return find(System.getenv("STORMGLASS_SHARED"), System.getProperty("stormglass.root"));
    }

    /**
     * A file or folder below the data folder; empty where the folder or the file is missing.
     *
     * @param relative such as {@code captures/gen/small.pcap}
     */
    public static Optional<Path> path(String relative) {
        return directory().map(folder -> folder.resolve(relative)).filter(Files::exists);
    }

    /** What a skipped test says. */
    public static String howToProvide() {
        return "shared data not found: put it beside the repository as ../shared/data or set STORMGLASS_SHARED to the"
                + " folder that holds data/";
    }

    static Optional<Path> find(@Nullable String sharedVariable, @Nullable String repositoryRoot) {
        Stream<Path> fromVariable = Stream.ofNullable(sharedVariable)
                .filter(text -> !text.isBlank())
                .map(text -> Path.of(text).resolve("data"));
        Stream<Path> besideRepository = Stream.ofNullable(repositoryRoot)
                .filter(text -> !text.isBlank())
                .map(text -> Path.of(text).resolve("../shared/data").normalize());
        return Stream.concat(fromVariable, besideRepository)
                .filter(Files::isDirectory)
                .findFirst();
    }
}
