package io.stormglass.capture.file;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Uncompresses gzip data (RFC 1952) of any number of members.
 *
 * <p>The JDK's own stream decides by {@link InputStream#available()} whether another member follows, which loses
 * members of a pipe, and swallows a damaged header of a later member.
 */
final class GzipStream extends InputStream {
    private static final int EXTRA = 4;
    private static final int NAME = 8;
    private static final int COMMENT = 16;
    private static final int HEADER_CRC = 2;
    private static final int RESERVED = 0xe0;

    private final InputStream raw;
    private final Inflater inflater = new Inflater(true);
    private final CRC32 crc = new CRC32();
    private final byte[] input = new byte[16 << 10];
    private int inputAt;
    private int inputEnd;
    private long consumedBytes;
    private boolean first = true;
    private boolean inMember;

    GzipStream(InputStream raw) {
        this.raw = raw;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        while (inMember || startMember()) {
            int count = inflate(target, offset, length);
            if (count > 0) {
                crc.update(target, offset, count);
                return count;
            }
            if (inflater.finished()) {
                endMember();
            } else if (inflater.needsDictionary()) {
                throw damaged("it needs a dictionary");
            } else {
                feed();
            }
        }
        return -1;
    }

    private int inflate(byte[] target, int offset, int length) throws IOException {
        try {
            return inflater.inflate(target, offset, length);
        } catch (DataFormatException e) {
            throw damaged(String.valueOf(e.getMessage()));
        }
    }

    private void feed() throws IOException {
        if (inputAt == inputEnd && !refill()) {
            throw new EOFException("the gzip data ends early, after " + consumedBytes
                    + " compressed bytes: the file was cut; copy it again or use what was read");
        }
        inflater.setInput(input, inputAt, inputEnd - inputAt);
        inputAt = inputEnd;
    }

    private boolean startMember() throws IOException {
        int id = next();
        while (!first && id == 0) {
            id = next(); // padding after the last member, as tape writers leave it
        }
        if (id < 0) {
            return false;
        }
        if (id != 0x1f || need() != 0x8b) {
            throw damaged("another gzip header was expected");
        }
        if (need() != 8) {
            throw damaged("its method is not deflate");
        }
        int flags = need();
        if ((flags & RESERVED) != 0) {
            throw damaged("reserved header flags 0x" + Integer.toHexString(flags));
        }
        skip(6);
        if ((flags & EXTRA) != 0) {
            skip(need() | need() << 8);
        }
        for (int text = flags & (NAME | COMMENT); text != 0; text &= text - 1) {
            skipText();
        }
        if ((flags & HEADER_CRC) != 0) {
            skip(2);
        }
        inflater.reset();
        crc.reset();
        first = false;
        inMember = true;
        return true;
    }

    private void endMember() throws IOException {
        int unused = inflater.getRemaining();
        inputAt = inputEnd - unused;
        long expectedCrc = need32();
        long expectedBytes = need32();
        if (expectedCrc != crc.getValue() || expectedBytes != (inflater.getBytesWritten() & 0xffff_ffffL)) {
            throw damaged("checksum or length at its end do not match");
        }
        inMember = false;
    }

    private long need32() throws IOException {
        long low = need() | need() << 8 | need() << 16;
        return low | (long) need() << 24;
    }

    private void skip(int bytes) throws IOException {
        for (int i = 0; i < bytes; i++) {
            need();
        }
    }

    private void skipText() throws IOException {
        int value = need();
        while (value != 0) {
            value = need();
        }
    }

    private int need() throws IOException {
        int value = next();
        if (value < 0) {
            throw new EOFException("the gzip data ends early, inside a header or trailer, after " + consumedBytes
                    + " compressed bytes: the file was cut; copy it again or use what was read");
        }
        return value;
    }

    private int next() throws IOException {
        return inputAt < inputEnd || refill() ? input[inputAt++] & 0xff : -1;
    }

    private boolean refill() throws IOException {
        int count = raw.read(input, 0, input.length);
        inputAt = 0;
        inputEnd = Math.max(count, 0);
        consumedBytes += inputEnd;
        return count > 0;
    }

    private IOException damaged(String why) {
        return new IOException("the gzip data is damaged before compressed byte " + consumedBytes + " (" + why + ")");
    }

    @Override
    public void close() throws IOException {
        inflater.end();
        raw.close();
    }
}
