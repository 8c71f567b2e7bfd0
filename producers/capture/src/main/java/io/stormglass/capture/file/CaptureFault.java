package io.stormglass.capture.file;

import java.util.Objects;

/**
 * What ended the reading of an input, or refused it. Packets before it were delivered.
 *
 * @param file the input's name
 * @param offsetBytes where the faulty header, record or block starts; of a compressed input, in the uncompressed data
 * @param what what is wrong, with the value, and what was expected
 */
public record CaptureFault(String file, long offsetBytes, String what) {
    /** Refuses negative offsets. */
    public CaptureFault {
        Objects.requireNonNull(file, "file");
        Objects.requireNonNull(what, "what");
        if (offsetBytes < 0) {
            throw new IllegalArgumentException("offsetBytes " + offsetBytes + " is negative");
        }
    }
}
