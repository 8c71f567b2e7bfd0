package io.stormglass.models.dcqcn;

/** Arithmetic of periodic timers. */
final class Timers {
    /** Not armed. */
    static final long NEVER = Long.MAX_VALUE;

    static final long NANOS_PER_MICRO = 1_000;

    private Timers() {}

    /** How often a timer runs before a time: at {@code nextNanos}, one period later, and so on. */
    static long countBefore(long nextNanos, long periodNanos, long beforeNanos) {
        if (nextNanos >= beforeNanos) {
            return 0;
        }
        long spanNanos = beforeNanos - 1 - nextNanos;
        if (spanNanos < periodNanos) {
            return 1;
        }
        // A division of ints is several times as fast as one of longs, and spans are short while a flow is busy.
        return (spanNanos | periodNanos) >>> 31 == 0
                ? (int) spanNanos / (int) periodNanos + 1
                : spanNanos / periodNanos + 1;
    }

    /** A stage that stays at the largest int instead of turning negative. */
    static int addStage(int stage, long count) {
        return (int) Math.min(Integer.MAX_VALUE, stage + count);
    }
}
