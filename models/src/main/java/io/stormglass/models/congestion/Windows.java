package io.stormglass.models.congestion;

import io.stormglass.models.pause.CounterDelta;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** The newest intervals of a source: how many are kept, and their sums. */
final class Windows {
    private Windows() {}

    /** Drops what is too much or too old; the newest always stays. */
    static <T> void expire(List<T> intervals, ToLongFunction<T> endNanos, CongestionSettings settings) {
        long newest = endNanos.applyAsLong(intervals.getLast());
        intervals.removeIf(i -> endNanos.applyAsLong(i) < newest - settings.windowNanos());
        while (intervals.size() > settings.intervals()) {
            intervals.removeFirst();
        }
    }

    /** Age of the newest refresh where it is too old, else 0; 0 where there never was one. */
    static long staleNanos(
            long atNanos, long refreshedNanos, @Nullable Long nominalNanos, CongestionSettings settings) {
        if (refreshedNanos == 0) {
            return 0;
        }
        long nominal = nominalNanos == null ? 0 : nominalNanos;
        int refreshes = settings.staleRefreshes();
        long limit = Math.max(settings.staleNanos(), refreshes * Math.min(nominal, Long.MAX_VALUE / refreshes));
        long age = atNanos - refreshedNanos;
        return age > limit ? age : 0;
    }

    static @Nullable Long known(CounterDelta delta) {
        return delta.known() ? (Long) delta.value() : null;
    }

    static long orZero(@Nullable Long value) {
        return value == null ? 0 : value;
    }

    /** Sum of what is known; null where nothing is. */
    static <T> @Nullable Long sum(List<T> intervals, Function<T, @Nullable Long> part) {
        Long sum = null;
        for (T interval : intervals) {
            Long value = part.apply(interval);
            if (value != null) {
                sum = orZero(sum) + value;
            }
        }
        return sum;
    }
}
