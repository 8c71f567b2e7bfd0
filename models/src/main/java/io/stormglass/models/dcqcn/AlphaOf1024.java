package io.stormglass.models.dcqcn;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Alpha in 1/1024 that keeps {@code floor(G * alpha / 1024)} per tick. As alpha has 1024 values only, any number of ticks is a few
 * look-ups: one table per power of two.
 */
final class AlphaOf1024 {
    static final int ONE = 1024;
    private static final int POWERS = 11;
    private static final AtomicReferenceArray<AlphaOf1024> TABLES = new AtomicReferenceArray<>(ONE + 1);

    private final int keep;
    private final short[] after = new short[POWERS * ONE];

    private AlphaOf1024(int keep) {
        this.keep = keep;
        for (int alpha = 0; alpha < ONE; alpha++) {
            after[alpha] = (short) (keep * alpha / ONE);
        }
        for (int at = ONE; at < after.length; at++) {
            int half = at - ONE - at % ONE;
            after[at] = after[half + after[half + at % ONE]];
        }
    }

    /** The tables of one G; made once. */
    static AlphaOf1024 keeping(int keep) {
        AlphaOf1024 table = TABLES.get(keep);
        if (table == null) {
            table = new AlphaOf1024(keep);
            TABLES.set(keep, table);
        }
        return table;
    }

    /** Alpha after a tick with a CNP. */
    int raise(int alpha) {
        return Math.min(ONE - 1, keep * alpha / ONE + ONE - keep);
    }

    /** Alpha after so many ticks without one. Each loses at least 1 down to 0, or none ever. */
    int decay(int alpha, long ticks) {
        int left = (int) Math.min(ticks, ONE);
        int value = alpha;
        for (int table = 0; left != 0; table += ONE, left >>>= 1) {
            if ((left & 1) != 0) {
                value = after[table + value];
            }
        }
        return value;
    }
}
