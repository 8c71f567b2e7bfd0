package io.stormglass.replay;

import io.stormglass.capture.CaptureInspector;
import io.stormglass.capture.CapturePoints;
import io.stormglass.capture.Inspection;
import io.stormglass.capture.file.CaptureFiles;
import io.stormglass.capture.file.CaptureInput;
import io.stormglass.capture.file.Compression;
import io.stormglass.capture.file.Decompressor;
import io.stormglass.capture.file.PacketCursor;
import io.stormglass.capture.file.ReaderLimits;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Captures to read, in the order in which they were named. */
public final class Captures implements AutoCloseable {
    /** Name of the standard input. */
    public static final String STDIN = "-";

    private static final String STDIN_NAME = "stdin";
    private static final Map<Compression, Decompressor> DECOMPRESSORS = Map.of(Compression.ZSTD, Zstd::open);

    private final List<CaptureInput> inputs;
    private final List<Path> files;
    private final @Nullable Path spool;

    private Captures(List<CaptureInput> inputs, List<Path> files, @Nullable Path spool) {
        this.inputs = inputs;
        this.files = files;
        this.spool = spool;
    }

    /**
     * Captures that are read once, the standard input as it comes.
     *
     * @param names paths, {@value #STDIN} for the standard input
     */
    public static Captures reading(List<String> names, InputStream stdin) {
        List<CaptureInput> inputs = new ArrayList<>();
        for (String name : names) {
            inputs.add(
                    name.equals(STDIN)
                            ? CaptureInput.stream(STDIN_NAME, () -> stdin)
                            : CaptureInput.file(Path.of(name)));
        }
        return new Captures(inputs, List.of(), null);
    }

    /**
     * Captures that are read more than once: the standard input is copied into a temporary file first, which
     * {@link #close()} deletes.
     *
     * @throws IOException if the standard input cannot be read or the copy cannot be written
     */
    public static Captures keeping(List<String> names, InputStream stdin) throws IOException {
        List<CaptureInput> inputs = new ArrayList<>();
        List<Path> files = new ArrayList<>();
        Path spool = null;
        for (String name : names) {
            Path file;
            if (name.equals(STDIN)) {
                if (spool == null) {
                    spool = Files.createTempFile("stormglass-stdin-", ".capture");
                    Files.copy(stdin, spool, StandardCopyOption.REPLACE_EXISTING);
                }
                file = spool;
            } else {
                file = Path.of(name);
            }
            files.add(file);
            inputs.add(new CaptureInput.OfFile(name.equals(STDIN) ? STDIN_NAME : name, file));
        }
        return new Captures(inputs, files, spool);
    }

    /** The files that hold the captures; of captures that are read once, none. */
    public List<Path> files() {
        return List.copyOf(files);
    }

    /** Walks all of it once and says what is in it. */
    public Inspection inspect(CapturePoints points) {
        try (PacketCursor cursor = open()) {
            return CaptureInspector.inspect(cursor, points);
        }
    }

    PacketCursor open() {
        return CaptureFiles.open(inputs, ReaderLimits.DEFAULT, DECOMPRESSORS);
    }

    @Override
    public void close() throws IOException {
        if (spool != null) {
            Files.deleteIfExists(spool);
        }
    }
}
