package io.stormglass.cli;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A command ends with a message and an exit code. */
final class CommandFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int exitCode;

    private CommandFailure(int exitCode, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.exitCode = exitCode;
    }

    /** The user has to change something: an option, an input. */
    static CommandFailure usage(String message, @Nullable Throwable cause) {
        return new CommandFailure(ExitCodes.USAGE, message, cause);
    }

    /** An input file cannot be read. */
    static CommandFailure unreadable(Path file, IOException cause) {
        String why = cause instanceof NoSuchFileException ? "it does not exist; check the path" : cause.toString();
        return usage("cannot read " + file + ": " + why, cause);
    }

    /** It could not be done. */
    static CommandFailure failed(String message, @Nullable Throwable cause) {
        return new CommandFailure(ExitCodes.FAILED, message, cause);
    }

    /** It was stopped from outside. */
    static CommandFailure interrupted(@Nullable Throwable cause) {
        return new CommandFailure(ExitCodes.INTERRUPTED, "stopped", cause);
    }

    /** Ends the command where it was stopped: what it has read so far is not what the input holds. */
    static void throwIfInterrupted() {
        if (Thread.currentThread().isInterrupted()) {
            throw interrupted(null);
        }
    }

    int exitCode() {
        return exitCode;
    }
}
