package io.stormglass.replay;

import org.jspecify.annotations.Nullable;

/** A links file cannot be used; the message names file and line where they are known. */
public final class LinksFileException extends Exception {
    private static final long serialVersionUID = 1L;

    LinksFileException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
