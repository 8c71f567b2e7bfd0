package io.stormglass.models.pause;

import java.util.ArrayList;
import java.util.List;

/** Sums per second of event time, of the newest 16 seconds. */
final class SecondSums {
    static final int SECONDS = 16;
    static final long NANOS = 1_000_000_000L;

    private final long[] slots = new long[SECONDS];
    private long newest;

    SecondSums() {}

    SecondSums(PortPausesState.Seconds state) {
        newest = state.newest();
        for (int i = 0; i < Math.min(SECONDS, state.sums().size()); i++) {
            slots[i] = state.sums().get(i);
        }
    }

    PortPausesState.Seconds state() {
        List<Long> sums = new ArrayList<>(SECONDS);
        for (long slot : slots) {
            sums.add(slot);
        }
        return new PortPausesState.Seconds(newest, sums);
    }

    void add(long second, long amount) {
        open(second);
        if (second > newest - SECONDS) {
            slots[(int) (second % SECONDS)] += amount;
        }
    }

    /** Adds what happened somewhere in (from, to], as if it had happened evenly. */
    void spread(long fromNanos, long toNanos, long amount) {
        double share = (double) amount / (toNanos - fromNanos);
        long last = (toNanos - 1) / NANOS;
        for (long second = Math.max(fromNanos / NANOS, last - SECONDS + 1); second <= last; second++) {
            long overlap = Math.min(toNanos, (second + 1) * NANOS) - Math.max(fromNanos, second * NANOS);
            add(second, Math.round(share * overlap));
        }
    }

    private void open(long second) {
        for (long s = Math.max(newest + 1, second - SECONDS + 1); s <= second; s++) {
            slots[(int) (s % SECONDS)] = 0;
        }
        newest = Math.max(newest, second);
    }

    long of(long second) {
        return second > newest || second <= newest - SECONDS ? 0 : slots[(int) (second % SECONDS)];
    }

    /** How many of all seconds have that sum or more. */
    int atLeast(long amount) {
        int seconds = 0;
        for (long slot : slots) {
            seconds += slot >= amount ? 1 : 0;
        }
        return seconds;
    }

    /** Newest second to which something was added. */
    long newest() {
        return newest;
    }

    /** Sum of the seconds that end with the given one. */
    long sum(long lastSecond, int seconds) {
        long sum = 0;
        for (long second = lastSecond - seconds + 1; second <= lastSecond; second++) {
            sum += of(second);
        }
        return sum;
    }
}
