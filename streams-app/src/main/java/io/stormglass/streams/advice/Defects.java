package io.stormglass.streams.advice;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/** How often a loop may begin anew after a defect of ours: 3 times in 10 minutes, after a pause that doubles, as stream threads are replaced. */
final class Defects {
    static final int RETRIES = 3;
    static final long WITHIN_NANOS = 600_000_000_000L;
    static final long PAUSE_MILLIS = 1_000L;

    private final LongSupplier nanoTime;
    private final long firstPauseMillis;
    private final Deque<Long> seen = new ArrayDeque<>();

    Defects(LongSupplier nanoTime, long firstPauseMillis) {
        this.nanoTime = nanoTime;
        this.firstPauseMillis = firstPauseMillis;
    }

    /** Another one: how long to wait before the loop begins anew; empty: it may not. */
    OptionalLong pauseMillis() {
        long now = nanoTime.getAsLong();
        while (!seen.isEmpty() && now - seen.getFirst() >= WITHIN_NANOS) {
            seen.removeFirst();
        }
        if (seen.size() >= RETRIES) {
            return OptionalLong.empty();
        }
        seen.addLast(now);
        return OptionalLong.of(firstPauseMillis << (seen.size() - 1));
    }
}
