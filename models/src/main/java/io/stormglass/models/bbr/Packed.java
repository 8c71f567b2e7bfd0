package io.stormglass.models.bbr;

import java.nio.ByteBuffer;

/** Numbers of 48 bits: enough for 1.1 Pb/s in bytes per second and for any window. */
final class Packed {
    /** Largest number that fits, and what "no limit" is kept as. */
    static final long MAX = (1L << 47) - 1;

    private Packed() {}

    /** Writes six bytes; the value must lie in 0 to {@link #MAX}. */
    static void put48(ByteBuffer out, long value) {
        if (value < 0 || value > MAX) {
            throw new IllegalStateException("value is " + value + ", 0 to " + MAX + " can be saved");
        }
        out.putShort((short) (value >>> 32)).putInt((int) value);
    }

    static long get48(ByteBuffer in) {
        long high = in.getShort() & 0xffffL;
        return (high << 32) | (in.getInt() & 0xffffffffL);
    }
}
