package io.stormglass.models.pause;

/** In which of the newest 64 seconds of event time packets passed. */
final class MovedSeconds {
    private long newest;
    /** Bit n is the second n before the newest. */
    private long bits;

    MovedSeconds() {}

    MovedSeconds(long newest, long bits) {
        this.newest = newest;
        this.bits = bits;
    }

    void mark(long second) {
        long ahead = second - newest;
        if (ahead > 0) {
            bits = ahead < Long.SIZE ? bits << ahead : 0;
            newest = second;
            ahead = 0;
        }
        if (-ahead < Long.SIZE) {
            bits |= 1L << -ahead;
        }
    }

    /** Marks the seconds that (from, to] touches: packets passed in it, where exactly is not known. */
    void markAll(long fromNanos, long toNanos) {
        long last = (toNanos - 1) / SecondSums.NANOS;
        for (long second = Math.max(fromNanos / SecondSums.NANOS, last - Long.SIZE + 1); second <= last; second++) {
            mark(second);
        }
    }

    boolean at(long second) {
        long behind = newest - second;
        return behind >= 0 && behind < Long.SIZE && (bits >>> behind & 1) != 0;
    }

    long newest() {
        return newest;
    }

    long bits() {
        return bits;
    }
}
