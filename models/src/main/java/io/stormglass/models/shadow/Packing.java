package io.stormglass.models.shadow;

import io.stormglass.models.dcqcn.DcqcnParameters;
import io.stormglass.models.dcqcn.HpccParameters;
import io.stormglass.models.dcqcn.MsrParameters;
import io.stormglass.models.dcqcn.NvidiaParameters;
import io.stormglass.models.dcqcn.PaperParameters;
import java.nio.ByteBuffer;

/**
 * Turns saved states of the models into a shorter form and back: times become distances from the flow's own clock, rates
 * whole Mb/s or 48 bits, constants are left out.
 *
 * <p>A layout is a string, one character per field of the long form:
 *
 * <pre>
 * h  2-byte head of a reaction point, 0      n  the clock itself, 0           b s i  int in 1, 2, 4 bytes
 * m  long in 4, unsigned                     p  the same, -1 as all ones      k l q  long in 5, 6, 8, signed
 * t  time in 5, from the clock               d  bytes in 5, from delivered    u  ticks in 4, unsigned, capped
 * R  int in 4, base of r                     r  int in 2, from R              y w  1, 6 bytes as they are
 * f  time in 5, twice in the long form       a  1-byte layout
 * </pre>
 *
 * What lies further from its base than fits is kept as far as it fits: an age of 9 minutes, 64 K rounds, 4 G ticks of alpha, where
 * every timer and window of a preset has run out long ago.
 */
final class Packing {
    static final String NVIDIA = "hbsiinmmkttt";
    static final String HPCC = "hbinlltttqu";
    static final String PAPER = "hiinllkttqu";
    static final String MSR = "hbiinlqktttqu";
    static final String BBR = "yyyyyyyyRrrrwwwdpttwwiitiii";
    static final String FEED = "yfddt";

    private static final long NEVER_DELTA = -(1L << 39);
    private static final long LEAST_DELTA = NEVER_DELTA + 1;
    private static final long MOST_DELTA = (1L << 39) - 1;
    private static final long UNSIGNED = 0xffffffffL;

    private long clockNanos;
    private long deliveredBytes;
    private int round;

    /** The layout of a variant's state. */
    static String of(DcqcnParameters parameters) {
        return switch (parameters) {
            case NvidiaParameters p -> NVIDIA;
            case HpccParameters p -> HPCC;
            case PaperParameters p -> PAPER;
            case MsrParameters p -> MSR;
        };
    }

    /** Length of the short form. */
    static int bytes(String layout) {
        int sum = 0;
        for (int i = 0; i < layout.length(); i++) {
            sum += bytes(layout.charAt(i));
        }
        return sum;
    }

    private static int bytes(char field) {
        return switch (field) {
            case 'h', 'n' -> 0;
            case 'b', 'y' -> 1;
            case 's', 'r' -> 2;
            case 'i', 'm', 'p', 'u', 'R' -> 4;
            case 'k', 't', 'd', 'f' -> 5;
            case 'l', 'w' -> 6;
            case 'q' -> 8;
            default -> throw unknown(field);
        };
    }

    /** Sets what distances are counted from. */
    Packing from(long clockNanos, long deliveredBytes) {
        this.clockNanos = clockNanos;
        this.deliveredBytes = deliveredBytes;
        return this;
    }

    /** From the long form at one buffer's position to the short one at the other's. */
    void pack(String layout, ByteBuffer full, ByteBuffer packed) {
        for (int i = 0; i < layout.length(); i++) {
            packField(layout.charAt(i), full, packed);
        }
    }

    private void packField(char field, ByteBuffer full, ByteBuffer packed) {
        switch (field) {
            case 'h' -> full.getShort();
            case 'n' -> full.getLong();
            case 'y' -> packed.put(full.get());
            case 'w' -> packed.putShort(full.getShort()).putInt(full.getInt());
            case 'b' -> packed.put((byte) full.getInt());
            case 's' -> packed.putShort((short) full.getInt());
            case 'i' -> packed.putInt(full.getInt());
            case 'R' -> {
                round = full.getInt();
                packed.putInt(round);
            }
            case 'r' -> packed.putShort((short) Math.max(Short.MIN_VALUE, full.getInt() - round));
            case 'm' -> packed.putInt((int) full.getLong());
            case 'p' -> packed.putInt((int) Math.min(UNSIGNED - 1, full.getLong()));
            case 'u' -> packed.putInt((int) Math.min(UNSIGNED, full.getLong()));
            case 'k' -> put40(packed, full.getLong());
            case 'l' -> put48(packed, full.getLong());
            case 'q' -> packed.putLong(full.getLong());
            case 't' -> putTime(packed, full.getLong());
            case 'f' -> {
                putTime(packed, full.getLong());
                full.getLong();
            }
            case 'd' -> put40(packed, Math.max(LEAST_DELTA, full.getLong() - deliveredBytes));
            default -> throw unknown(field);
        }
    }

    /** From the short form to the long one; {@code head} is what stands for {@code h}. */
    void unpack(String layout, short head, ByteBuffer packed, ByteBuffer full) {
        for (int i = 0; i < layout.length(); i++) {
            char field = layout.charAt(i);
            if (field == 'h') {
                full.putShort(head);
            } else {
                unpackField(field, packed, full);
            }
        }
    }

    private void unpackField(char field, ByteBuffer packed, ByteBuffer full) {
        switch (field) {
            case 'n' -> full.putLong(clockNanos);
            case 'y' -> full.put(packed.get());
            case 'w' -> full.putShort(packed.getShort()).putInt(packed.getInt());
            case 'b' -> full.putInt(packed.get());
            case 's' -> full.putInt(packed.getShort());
            case 'i' -> full.putInt(packed.getInt());
            case 'R' -> {
                round = packed.getInt();
                full.putInt(round);
            }
            case 'r' -> full.putInt(round + packed.getShort());
            case 'm', 'u' -> full.putLong(packed.getInt() & UNSIGNED);
            case 'p' -> {
                int value = packed.getInt();
                full.putLong(value == -1 ? -1 : value & UNSIGNED);
            }
            case 'k' -> full.putLong(get40(packed));
            case 'l' -> full.putLong(get48(packed));
            case 'q' -> full.putLong(packed.getLong());
            case 't' -> full.putLong(getTime(packed));
            case 'f' -> {
                long time = getTime(packed);
                full.putLong(time).putLong(time);
            }
            case 'd' -> full.putLong(deliveredBytes + get40(packed));
            default -> throw unknown(field);
        }
    }

    void putTime(ByteBuffer packed, long timeNanos) {
        put40(
                packed,
                timeNanos == Long.MAX_VALUE
                        ? NEVER_DELTA
                        : Math.max(LEAST_DELTA, Math.min(MOST_DELTA, timeNanos - clockNanos)));
    }

    long getTime(ByteBuffer packed) {
        long delta = get40(packed);
        return delta == NEVER_DELTA ? Long.MAX_VALUE : clockNanos + delta;
    }

    static void put40(ByteBuffer packed, long value) {
        packed.put((byte) (value >> 32)).putInt((int) value);
    }

    static long get40(ByteBuffer packed) {
        long high = packed.get();
        return (high << 32) | (packed.getInt() & UNSIGNED);
    }

    static void put48(ByteBuffer packed, long value) {
        packed.putShort((short) (value >> 32)).putInt((int) value);
    }

    static long get48(ByteBuffer packed) {
        long high = packed.getShort();
        return (high << 32) | (packed.getInt() & UNSIGNED);
    }

    private static IllegalArgumentException unknown(char field) {
        return new IllegalArgumentException("field '" + field + "' of a layout is unknown");
    }
}
