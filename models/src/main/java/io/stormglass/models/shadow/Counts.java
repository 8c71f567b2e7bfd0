package io.stormglass.models.shadow;

import java.nio.ByteBuffer;

/** The evidence counters of a flow, a byte each: when one of a group is full the whole group is halved, so ratios stay. */
final class Counts {
    static final int NEAR = 0;
    static final int ABOVE = 1;
    static final int UNMOVED = 2;
    static final int BELOW = 3;
    static final int BELOW_UNSHOWN = 4;
    static final int FREE = 5;
    static final int IDLE = 6;
    static final int DELAYED = 7;
    static final int FALLS = 8;
    static final int RECEIVED = 9;
    static final int IGNORED = 10;
    static final int NOTIFIED = 11;
    static final int MARKED = 12;
    static final int SIZE = 13;

    private static final int CNPS = RECEIVED;
    private static final int MOST = 255;

    private final int[] values = new int[SIZE];

    int get(int which) {
        return values[which];
    }

    void add(int which, long count) {
        long value = values[which] + Math.min(count, 1L << 40);
        int from = which < CNPS ? 0 : CNPS;
        int to = which < CNPS ? CNPS : SIZE;
        while (value > MOST) {
            halve(from, to, 1);
            value >>= 1;
        }
        values[which] = (int) value;
    }

    /** So many windows passed. */
    void fade(long windows) {
        if (windows > 0) {
            halve(0, SIZE, (int) Math.min(windows, 8));
        }
    }

    private void halve(int from, int to, int times) {
        for (int i = from; i < to; i++) {
            values[i] >>= times;
        }
    }

    void clear() {
        fade(8);
    }

    void save(ByteBuffer out) {
        for (int value : values) {
            out.put((byte) value);
        }
    }

    void load(ByteBuffer in) {
        for (int i = 0; i < SIZE; i++) {
            values[i] = in.get() & MOST;
        }
    }
}
