package io.stormglass.publisher;

import java.util.function.LongSupplier;

/** Event time runs at a factor of the wall clock, from the first slice on. */
final class ScaledPace implements Pace {
    private final double factor;
    private final LongSupplier nowNanos;
    private final Wait wait;
    private boolean started;
    private long firstEventNanos;
    private long startedNanos;

    ScaledPace(double factor, LongSupplier nowNanos, Wait wait) {
        if (!(factor > 0) || Double.isInfinite(factor)) {
            throw new IllegalArgumentException("speed " + factor + " must be a number above 0, such as 1 or 0.5");
        }
        this.factor = factor;
        this.nowNanos = nowNanos;
        this.wait = wait;
    }

    @Override
    public void until(long eventNanos) {
        if (!started) {
            started = true;
            firstEventNanos = eventNanos;
            startedNanos = nowNanos.getAsLong();
            return;
        }
        long dueNanos = startedNanos + (long) ((eventNanos - firstEventNanos) / factor);
        long left = dueNanos - nowNanos.getAsLong();
        while (left > 0 && !Thread.currentThread().isInterrupted()) {
            wait.nanos(left);
            left = dueNanos - nowNanos.getAsLong();
        }
    }
}
