package io.stormglass.models.dcqcn;

/** Ranges that all parameter records share. */
final class Checks {
    private static final long MAX_MICROS = 1_000_000_000L;
    /** Ten times a rate must fit in a long. */
    private static final long MAX_BITS_PER_SECOND = Long.MAX_VALUE / 64;

    private Checks() {}

    static void rates(long lineBitsPerSecond, long minBitsPerSecond) {
        if (minBitsPerSecond < 1 || lineBitsPerSecond < minBitsPerSecond || lineBitsPerSecond > MAX_BITS_PER_SECOND) {
            throw new IllegalArgumentException("line rate " + lineBitsPerSecond + " bit/s and minimum rate "
                    + minBitsPerSecond + " bit/s: 1 <= minimum <= line <= " + MAX_BITS_PER_SECOND + " is needed");
        }
    }

    static void increases(long aiBitsPerSecond, long haiBitsPerSecond) {
        if (aiBitsPerSecond < 0
                || haiBitsPerSecond < 0
                || aiBitsPerSecond > MAX_BITS_PER_SECOND
                || haiBitsPerSecond > MAX_BITS_PER_SECOND) {
            throw new IllegalArgumentException("additive increase " + aiBitsPerSecond + " bit/s and hyper increase "
                    + haiBitsPerSecond + " bit/s must be 0.." + MAX_BITS_PER_SECOND);
        }
    }

    static void micros(String what, long micros) {
        if (micros < 1 || micros > MAX_MICROS) {
            throw new IllegalArgumentException(what + " is " + micros + " us, 1.." + MAX_MICROS + " is needed");
        }
    }

    static void share(String what, double value) {
        if (!(value >= 0 && value <= 1)) {
            throw new IllegalArgumentException(what + " is " + value + ", 0..1 is needed");
        }
    }

    static void count(String what, long value, long atLeast) {
        if (value < atLeast) {
            throw new IllegalArgumentException(what + " is " + value + ", at least " + atLeast + " is needed");
        }
    }

    static void time(long beforeNanos, long nowNanos) {
        if (nowNanos < beforeNanos) {
            throw new IllegalArgumentException("time goes back from " + beforeNanos + " to " + nowNanos + " ns");
        }
    }

    static void bytes(long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException(bytes + " bytes sent, at least 0 is needed");
        }
    }
}
