package io.stormglass.models.pause;

import io.stormglass.models.event.Refresh;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Counters of a group that should stand still: whether one of them grows, and until when that holds. */
final class GrowthTrack {
    private final RunningTotal[] totals;
    private final long[] grown;
    private final long holdNanos;
    private long untilNanos;
    private boolean reset;
    private boolean saturated;

    GrowthTrack(int counters, long holdNanos, PortPausesState.Growth state) {
        this.holdNanos = holdNanos;
        totals = new RunningTotal[counters];
        grown = new long[counters];
        boolean stored = state.totals().size() == counters;
        for (int i = 0; i < counters; i++) {
            totals[i] = stored ? new RunningTotal(state.totals().get(i)) : new RunningTotal();
        }
        untilNanos = state.untilNanos();
    }

    /**
     * Takes a read.
     *
     * @return true where a counter grew; it then holds until the time without growth is over, two intervals of the source at least
     */
    boolean sample(long nowNanos, Refresh refresh, @Nullable Long... now) {
        long interval = 0;
        boolean grew = false;
        reset = false;
        saturated = false;
        for (int i = 0; i < totals.length; i++) {
            CounterDelta delta = totals[i].sample(refresh, now[i]);
            grown[i] = delta == null ? 0 : delta.value();
            reset |= delta != null && delta.kind() == CounterDelta.Kind.RESET;
            saturated |= delta != null && delta.kind() == CounterDelta.Kind.SATURATED;
            if (grown[i] > 0) {
                grew = true;
                interval = Math.max(interval, totals[i].intervalNanos());
            }
        }
        if (grew) {
            untilNanos = nowNanos + Math.max(holdNanos, 2 * interval);
        }
        return grew;
    }

    /** What comes next has another beginning. */
    void begin() {
        for (RunningTotal total : totals) {
            total.begin();
        }
    }

    /** Growth of a counter in the newest sample. */
    long grown(int counter) {
        return grown[counter];
    }

    /** Interval of a counter's newest sample. */
    long intervalNanos(int counter) {
        return totals[counter].intervalNanos();
    }

    /** True where a counter of the newest sample started anew. */
    boolean reset() {
        return reset;
    }

    /** True where a counter of the newest sample stands at its end. */
    boolean saturated() {
        return saturated;
    }

    /** End of what grew; 0 where nothing ever did. */
    long untilNanos() {
        return untilNanos;
    }

    PortPausesState.Growth state() {
        List<PortPausesState.Total> stored = new ArrayList<>();
        for (RunningTotal total : totals) {
            stored.add(total.state());
        }
        return new PortPausesState.Growth(untilNanos, stored);
    }
}
