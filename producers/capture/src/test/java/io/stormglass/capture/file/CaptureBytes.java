package io.stormglass.capture.file;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes captures byte by byte, independently of the readers. */
final class CaptureBytes {
    private final ByteBuffer out = ByteBuffer.allocate(1 << 20);

    static CaptureBytes littleEndian() {
        CaptureBytes bytes = new CaptureBytes();
        bytes.out.order(ByteOrder.LITTLE_ENDIAN);
        return bytes;
    }

    static CaptureBytes bigEndian() {
        return new CaptureBytes();
    }

    /** What a pcapng block or option holds, in its own order. */
    CaptureBytes part() {
        CaptureBytes part = new CaptureBytes();
        part.out.order(out.order());
        return part;
    }

    byte[] bytes() {
        return Arrays.copyOf(out.array(), out.position());
    }

    int length() {
        return out.position();
    }

    CaptureBytes u8(int... values) {
        for (int value : values) {
            out.put((byte) value);
        }
        return this;
    }

    CaptureBytes u16(int... values) {
        for (int value : values) {
            out.putShort((short) value);
        }
        return this;
    }

    CaptureBytes u32(long... values) {
        for (long value : values) {
            out.putInt((int) value);
        }
        return this;
    }

    CaptureBytes u64(long value) {
        out.putLong(value);
        return this;
    }

    CaptureBytes raw(byte... bytes) {
        out.put(bytes);
        return this;
    }

    CaptureBytes pcapHeader(int magic, int network) {
        return u32(magic).u16(2, 4).u32(0, 0, 65_535, network);
    }

    CaptureBytes record(long seconds, long fraction, byte... data) {
        return u32(seconds, fraction, data.length, data.length).raw(data);
    }

    CaptureBytes block(int type, CaptureBytes body) {
        int padded = (body.length() + 3) & ~3;
        u32(type, padded + 12).raw(body.bytes());
        for (int i = body.length(); i < padded; i++) {
            u8(0);
        }
        return u32(padded + 12);
    }

    CaptureBytes section() {
        return block(0x0a0d0d0a, part().u32(0x1a2b3c4d).u16(1, 0).u32(-1, -1));
    }

    CaptureBytes describe(int linkType, long snapLength, CaptureBytes options) {
        return block(1, part().u16(linkType, 0).u32(snapLength).raw(options.bytes()));
    }

    CaptureBytes describe(int linkType) {
        return describe(linkType, 0, part());
    }

    CaptureBytes option(int code, CaptureBytes value) {
        u16(code, value.length()).raw(value.bytes());
        while (length() % 4 != 0) {
            u8(0);
        }
        return this;
    }

    CaptureBytes option(int code, String value) {
        return option(code, part().raw(value.getBytes(StandardCharsets.UTF_8)));
    }

    CaptureBytes enhanced(int on, long ticks, CaptureBytes options, byte... data) {
        CaptureBytes body =
                part().u32(on, ticks >>> 32, ticks, data.length, data.length).raw(data);
        while (body.length() % 4 != 0) {
            body.u8(0);
        }
        return block(6, body.raw(options.bytes()));
    }

    CaptureBytes enhanced(int on, long ticks, byte... data) {
        return enhanced(on, ticks, part(), data);
    }

    CaptureBytes simple(long originalLength, byte... data) {
        return block(3, part().u32(originalLength).raw(data));
    }
}
