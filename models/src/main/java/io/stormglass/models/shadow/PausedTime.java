package io.stormglass.models.shadow;

import java.nio.ByteBuffer;

/** Event time without the time in which the sending port was paused. Intervals come in order of their begin. */
final class PausedTime {
    private static final long MOST_NANOS = (1L << 47) - 1_000_000_000_000L;

    private long totalNanos;
    private long lastFromNanos;
    private long lastToNanos;

    void clear() {
        totalNanos = 0;
        lastFromNanos = 0;
        lastToNanos = 0;
    }

    void add(long fromNanos, long toNanos) {
        long from = Math.max(fromNanos, lastToNanos);
        if (toNanos <= from) {
            return;
        }
        totalNanos += lastToNanos - lastFromNanos;
        lastFromNanos = from;
        lastToNanos = toNanos;
    }

    /** Whether more would not fit the saved form: 39 hours of pauses. */
    boolean isFull() {
        return totalNanos > MOST_NANOS;
    }

    /** The model's time at an event time. Exact from the begin of the newest interval on. */
    long model(long eventNanos) {
        long paused = Math.max(0, Math.min(eventNanos, lastToNanos) - lastFromNanos);
        return eventNanos - totalNanos - paused;
    }

    void save(Packing packing, ByteBuffer out) {
        Packing.put48(out, totalNanos);
        packing.putTime(out, lastFromNanos);
        Packing.put40(out, lastToNanos - lastFromNanos);
    }

    void load(Packing packing, ByteBuffer in) {
        totalNanos = Packing.get48(in);
        lastFromNanos = packing.getTime(in);
        lastToNanos = lastFromNanos + Packing.get40(in);
    }
}
