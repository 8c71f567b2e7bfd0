package io.stormglass.capture.file;

import java.io.IOException;
import java.io.InputStream;

/** Opens the uncompressed form of a stream; handed in where the JDK has none. */
@FunctionalInterface
public interface Decompressor {
    /**
     * Wraps a stream that stands at the first compressed byte. Bytes that were decompressed before damage was found
     * must be returned before the stream throws.
     *
     * @throws IOException if the stream's beginning cannot be read
     */
    InputStream open(InputStream compressed) throws IOException;
}
