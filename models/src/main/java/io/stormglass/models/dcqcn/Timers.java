package io.stormglass.models.dcqcn;

/** Arithmetic of periodic timers. */
final class Timers {
    /** Not armed. */
    static final long NEVER = Long.MAX_VALUE;

    static final long NANOS_PER_MICRO = 1_000;

    private Timers() {}

    /** How often a timer runs before a time: at {@code nextNanos}, one period later, and so on. */
    static long countBefore(long nextNanos, long periodNanos, long beforeNanos) {
        return nextNanos >= beforeNanos ? 0 : (beforeNanos - 1 - nextNanos) / periodNanos + 1;
    }

    /** A stage that stays at the largest int instead of turning negative. */
    static int addStage(int stage, long count) {
        return (int) Math.min(Integer.MAX_VALUE, stage + count);
    }
}
