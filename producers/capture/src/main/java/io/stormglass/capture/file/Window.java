package io.stormglass.capture.file;

import java.io.IOException;
import java.nio.ByteBuffer;

/** The part of an input that can be read at the moment; moves forward on request. */
abstract class Window implements AutoCloseable {
    /** Big-endian, read-only. Index 0 is byte {@link #base} of the input. */
    ByteBuffer data = ByteBuffer.allocateDirect(0).asReadOnlyBuffer();

    /** Offset in the input of the first byte of {@link #data}. */
    long base;

    /** Number of valid bytes in {@link #data}. */
    int limit;

    /**
     * Whether the input has these bytes; moves the window so that they are inside, and may drop what is before them.
     *
     * @throws IOException if reading fails, of a stream only after all bytes before the failure were offered
     */
    final boolean has(long position, int bytes) throws IOException {
        return (position >= base && position - base + bytes <= limit) || fill(position, bytes);
    }

    final int index(long position) {
        return (int) (position - base);
    }

    /** Called where the bytes are not inside; positions never decrease. */
    abstract boolean fill(long position, int bytes) throws IOException;

    /** How many bytes the input has; right once {@link #has} has said no or has thrown. */
    abstract long end();

    /** Whether offsets count uncompressed bytes of a compressed input. */
    abstract boolean compressed();

    @Override
    public abstract void close() throws IOException;
}
