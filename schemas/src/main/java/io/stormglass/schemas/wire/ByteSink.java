package io.stormglass.schemas.wire;

import java.io.OutputStream;
import java.util.Arrays;

/** Growing buffer of one thread, without the locks of the JDK's. */
final class ByteSink extends OutputStream {
    private byte[] bytes;
    private int length;

    ByteSink(int initialBytes) {
        bytes = new byte[initialBytes];
    }

    /** Forgets the content and leaves room for a header. */
    void reset(int headerBytes) {
        length = headerBytes;
    }

    byte[] copy() {
        return Arrays.copyOf(bytes, length);
    }

    @Override
    public void write(int value) {
        grow(1);
        bytes[length++] = (byte) value;
    }

    @Override
    public void write(byte[] from, int offset, int count) {
        grow(count);
        System.arraycopy(from, offset, bytes, length, count);
        length += count;
    }

    private void grow(int count) {
        if (length + count > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + count));
        }
    }
}
