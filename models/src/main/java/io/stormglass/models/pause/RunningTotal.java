package io.stormglass.models.pause;

import io.stormglass.models.event.Refresh;
import org.jspecify.annotations.Nullable;

/** A running total of a source as its refreshes tell it. Totals that one refresh leaves out are compared over the longer interval. */
final class RunningTotal {
    private @Nullable Long total;
    private long refreshedNanos;
    private long intervalNanos;

    RunningTotal() {}

    RunningTotal(PortPausesState.Total state) {
        total = state.total();
        refreshedNanos = state.refreshedNanos();
        intervalNanos = state.intervalNanos();
    }

    /** Growth since the refresh before; null where the read is no sample of this total. */
    @Nullable
    CounterDelta sample(Refresh refresh, @Nullable Long now) {
        long at = refresh.refreshedNanos();
        if (now == null || (total != null && at <= refreshedNanos)) {
            return null;
        }
        CounterDelta delta = CounterDelta.of(total, now, 64);
        intervalNanos = total == null ? 0 : at - refreshedNanos;
        refreshedNanos = at;
        total = now;
        return delta;
    }

    /** What comes next has another beginning. */
    void begin() {
        total = null;
    }

    /** Newest refresh that told it, 0 before the first. */
    long refreshedNanos() {
        return refreshedNanos;
    }

    /** Interval before it, 0 after the first. */
    long intervalNanos() {
        return intervalNanos;
    }

    PortPausesState.Total state() {
        return new PortPausesState.Total(total, refreshedNanos, intervalNanos);
    }
}
