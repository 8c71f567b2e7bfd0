package io.stormglass.capture.file;

import java.io.IOException;
import java.io.InputStream;

/** Opens an input that is no file, such as the standard input. */
@FunctionalInterface
public interface StreamOpener {
    /**
     * Opens the stream. The cursor closes it.
     *
     * @throws IOException if it cannot be opened
     */
    InputStream open() throws IOException;
}
