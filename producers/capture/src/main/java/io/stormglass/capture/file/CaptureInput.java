package io.stormglass.capture.file;

import java.nio.file.Path;
import java.util.Objects;

/** One capture to read: a file, or a stream. */
public sealed interface CaptureInput {
    /** The name in faults, notices and interfaces. */
    String name();

    /** A file under its path as given. Regular files are mapped, pipes and devices are read as streams. */
    static CaptureInput file(Path path) {
        return new OfFile(path.toString(), path);
    }

    /** A stream, for example the standard input. */
    static CaptureInput stream(String name, StreamOpener opener) {
        return new OfStream(name, opener);
    }

    /**
     * A file.
     *
     * @param name the name in messages
     * @param path where it is
     */
    record OfFile(String name, Path path) implements CaptureInput {
        /** Refuses nulls. */
        public OfFile {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(path, "path");
        }
    }

    /**
     * A stream.
     *
     * @param name the name in messages
     * @param opener opens it, called once
     */
    record OfStream(String name, StreamOpener opener) implements CaptureInput {
        /** Refuses nulls. */
        public OfStream {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(opener, "opener");
        }
    }
}
