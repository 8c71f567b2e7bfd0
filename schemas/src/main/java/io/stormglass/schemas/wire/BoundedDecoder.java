package io.stormglass.schemas.wire;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.io.Decoder;
import org.apache.avro.util.Utf8;
import org.jspecify.annotations.Nullable;

/**
 * Avro binary out of one array.
 *
 * <p>Avro's own decoder believes every length and lets the caller allocate a list of a thousand million elements for a
 * record of twenty bytes. Here no length may exceed the bytes that are left.
 */
final class BoundedDecoder extends Decoder {
    private byte[] bytes = new byte[0];
    private int position;

    /** Starts on other bytes. */
    void reset(byte[] newBytes, int offset) {
        bytes = newBytes;
        position = offset;
    }

    int remaining() {
        return bytes.length - position;
    }

    @Override
    public void readNull() {}

    @Override
    public boolean readBoolean() throws IOException {
        return next() == 1;
    }

    @Override
    public int readInt() throws IOException {
        long value = readVarint(5);
        if (value != (int) value) {
            throw new IOException("an int is out of range: " + value);
        }
        return (int) value;
    }

    @Override
    public long readLong() throws IOException {
        return readVarint(10);
    }

    private long readVarint(int longestBytes) throws IOException {
        long raw = 0;
        for (int i = 0; i < longestBytes; i++) {
            int b = next();
            raw |= (long) (b & 0x7f) << (7 * i);
            if (b >= 0) {
                return (raw >>> 1) ^ -(raw & 1);
            }
        }
        throw new IOException("a number is longer than " + longestBytes + " bytes");
    }

    @Override
    public float readFloat() throws IOException {
        return Float.intBitsToFloat((int) readLittleEndian(4));
    }

    @Override
    public double readDouble() throws IOException {
        return Double.longBitsToDouble(readLittleEndian(8));
    }

    private long readLittleEndian(int count) throws IOException {
        int start = take(count);
        long value = 0;
        for (int i = count - 1; i >= 0; i--) {
            value = value << 8 | (bytes[start + i] & 0xff);
        }
        return value;
    }

    @Override
    public Utf8 readString(@Nullable Utf8 old) throws IOException {
        int length = readLength();
        int start = take(length);
        byte[] text = new byte[length];
        System.arraycopy(bytes, start, text, 0, length);
        return new Utf8(text);
    }

    @Override
    public String readString() throws IOException {
        int length = readLength();
        int start = take(length);
        return new String(bytes, start, length, StandardCharsets.UTF_8);
    }

    @Override
    public void skipString() throws IOException {
        take(readLength());
    }

    @Override
    public ByteBuffer readBytes(@Nullable ByteBuffer old) throws IOException {
        int length = readLength();
        int start = take(length);
        ByteBuffer copy = ByteBuffer.allocate(length);
        copy.put(bytes, start, length);
        copy.flip();
        return copy;
    }

    @Override
    public void skipBytes() throws IOException {
        take(readLength());
    }

    @Override
    public void readFixed(byte[] into, int start, int length) throws IOException {
        System.arraycopy(bytes, take(length), into, start, length);
    }

    @Override
    public void skipFixed(int length) throws IOException {
        take(length);
    }

    @Override
    public int readEnum() throws IOException {
        return readInt();
    }

    @Override
    public long readArrayStart() throws IOException {
        return readItemCount();
    }

    @Override
    public long arrayNext() throws IOException {
        return readItemCount();
    }

    @Override
    public long skipArray() throws IOException {
        return skipBlocks();
    }

    @Override
    public long readMapStart() throws IOException {
        return readItemCount();
    }

    @Override
    public long mapNext() throws IOException {
        return readItemCount();
    }

    @Override
    public long skipMap() throws IOException {
        return skipBlocks();
    }

    @Override
    public int readIndex() throws IOException {
        return readInt();
    }

    /** Items of the next block; each takes at least a byte in our schemas, so more items than bytes is a lie. */
    private long readItemCount() throws IOException {
        long count = readLong();
        if (count < 0) {
            readLong(); // size of the block in bytes, of use to those who skip it
            count = -count;
        }
        if (count < 0 || count > remaining()) {
            throw new IOException("a block claims " + count + " items, " + remaining() + " bytes are left");
        }
        return count;
    }

    /** Skips blocks that say their size; returns the items of the first that does not, 0 at the end. */
    private long skipBlocks() throws IOException {
        long count = readLong();
        while (count < 0) {
            long size = readLong();
            if (size < 0 || size > remaining()) {
                throw new IOException("a block claims " + size + " bytes, " + remaining() + " are left");
            }
            position += (int) size;
            count = readLong();
        }
        if (count > remaining()) {
            throw new IOException("a block claims " + count + " items, " + remaining() + " bytes are left");
        }
        return count;
    }

    private int readLength() throws IOException {
        long length = readLong();
        if (length < 0 || length > remaining()) {
            throw new IOException("a text claims " + length + " bytes, " + remaining() + " are left");
        }
        return (int) length;
    }

    private int take(int count) throws IOException {
        if (count < 0) {
            throw new AvroRuntimeException("a length is negative: " + count);
        }
        if (count > remaining()) {
            throw new EOFException(count + " bytes expected, " + remaining() + " are left");
        }
        int start = position;
        position += count;
        return start;
    }

    private byte next() throws IOException {
        if (position >= bytes.length) {
            throw new EOFException("the bytes end within a value");
        }
        return bytes[position++];
    }
}
