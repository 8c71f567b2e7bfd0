package io.stormglass.capture.file;

import java.util.Objects;

/**
 * Something about an input that its reader should know and that ended nothing, for example a refused interface.
 *
 * @param file the input's name
 * @param offsetBytes where the block starts; of a compressed input, in the uncompressed data
 * @param what what was found and what was done about it
 */
public record CaptureNotice(String file, long offsetBytes, String what) {
    /** Refuses negative offsets. */
    public CaptureNotice {
        Objects.requireNonNull(file, "file");
        Objects.requireNonNull(what, "what");
        if (offsetBytes < 0) {
            throw new IllegalArgumentException("offsetBytes " + offsetBytes + " is negative");
        }
    }
}
