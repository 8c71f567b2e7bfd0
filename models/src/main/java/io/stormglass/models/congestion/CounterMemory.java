package io.stormglass.models.congestion;

import io.stormglass.models.pause.CounterDelta;
import org.jspecify.annotations.Nullable;

/** What is remembered of one running total. */
final class CounterMemory {
    private @Nullable Long total;
    private long refreshedNanos;
    private long unchangedSinceNanos;
    private long grewNanos;
    private boolean counted;

    CounterMemory() {}

    CounterMemory(PortCongestionState.Counter state) {
        total = state.total();
        refreshedNanos = state.refreshedNanos();
        unchangedSinceNanos = state.unchangedSinceNanos();
        grewNanos = state.grewNanos();
        counted = state.counted();
    }

    PortCongestionState.Counter state() {
        return new PortCongestionState.Counter(total, refreshedNanos, unchangedSinceNanos, grewNanos, counted);
    }

    /**
     * Takes the total of a refresh.
     *
     * @return growth since the refresh before
     */
    CounterDelta sample(long atNanos, @Nullable Long value, int widthBits) {
        CounterDelta delta = CounterDelta.of(total, value, widthBits);
        boolean moved = !delta.known() || delta.value() > 0;
        if (moved) {
            unchangedSinceNanos = atNanos;
        }
        if (delta.known() && delta.value() > 0) {
            grewNanos = atNanos;
        }
        total = value;
        refreshedNanos = atNanos;
        counted = switch (delta.kind()) {
            case GROWN, WRAPPED, SATURATED -> counted || delta.value() > 0 || isAboveZero(value);
            // A counter that was switched on by hand may be off after the source started anew.
            case RESET, ABSENT -> isAboveZero(value);
        };
        return delta;
    }

    /** What comes next has another beginning. */
    void begin() {
        total = null;
        refreshedNanos = 0;
    }

    private static boolean isAboveZero(@Nullable Long value) {
        return value != null && value > 0;
    }

    Sight sight() {
        if (total == null) {
            return Sight.ABSENT;
        }
        return counted ? Sight.COUNTS : Sight.NEVER_COUNTED;
    }

    long refreshedNanos() {
        return refreshedNanos;
    }

    /** True where the total is known to have stood still from one moment to another. */
    boolean stoodStill(long fromNanos, long toNanos) {
        return total != null && unchangedSinceNanos <= fromNanos && refreshedNanos >= toNanos;
    }

    boolean grewAfter(long nanos) {
        return grewNanos > nanos;
    }
}
