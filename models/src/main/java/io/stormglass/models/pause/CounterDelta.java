package io.stormglass.models.pause;

import org.jspecify.annotations.Nullable;

/**
 * Growth of a running total between two reads, told apart from everything that only looks like growth.
 *
 * @param kind what the two reads say
 * @param value growth where it is known, else 0
 */
public record CounterDelta(Kind kind, long value) {
    /** What two reads of a counter say. */
    public enum Kind {
        /** The counter grew by the value, which may be 0. */
        GROWN,
        /** The counter of known width wrapped; the value is right. */
        WRAPPED,
        /** The source started anew: the growth is not known. */
        RESET,
        /** The counter stands at its highest value and counts no more: the growth is not known. */
        SATURATED,
        /** One of the reads is missing. */
        ABSENT
    }

    /**
     * Compares two reads.
     *
     * @param widthBits 1..63 where the width of a wrapping or saturating counter is known, else 64
     * @throws IllegalArgumentException if the width is not within 1..64
     */
    public static CounterDelta of(@Nullable Long before, @Nullable Long after, int widthBits) {
        if (widthBits < 1 || widthBits > 64) {
            throw new IllegalArgumentException("counter width " + widthBits + " bits is not within 1..64");
        }
        if (before == null || after == null) {
            return new CounterDelta(Kind.ABSENT, 0);
        }
        if (before.equals(after) && isHighest(after)) {
            return new CounterDelta(Kind.SATURATED, 0);
        }
        long highest = widthBits == 64 ? Long.MAX_VALUE : (1L << widthBits) - 1;
        if (before == highest && after == highest) {
            return new CounterDelta(Kind.SATURATED, 0);
        }
        if (after >= before) {
            return new CounterDelta(Kind.GROWN, after - before);
        }
        // Only a counter close to its end can have wrapped; a fall from lower down is a restart.
        if (widthBits < 64 && before > highest - (highest >> 2) && after < highest >> 2) {
            return new CounterDelta(Kind.WRAPPED, after + (highest - before) + 1);
        }
        return new CounterDelta(Kind.RESET, 0);
    }

    /**
     * Compares two reads of a pause duration in ns, which the source counts in ns or us, in 32 or 64 bits.
     */
    public static CounterDelta ofNanos(@Nullable Long before, @Nullable Long after) {
        if (before != null && after != null && before.equals(after) && after % 1000 == 0 && isHighest(after / 1000)) {
            return new CounterDelta(Kind.SATURATED, 0);
        }
        return of(before, after, 64);
    }

    /** 2^32 - 1 or, signed or not, 2^64 - 1: whoever stands exactly there has come to the end of its type. */
    private static boolean isHighest(long total) {
        return total == 0xFFFF_FFFFL || total == Long.MAX_VALUE || total == -1L;
    }

    /** True where the growth is known. */
    public boolean known() {
        return kind == Kind.GROWN || kind == Kind.WRAPPED;
    }
}
