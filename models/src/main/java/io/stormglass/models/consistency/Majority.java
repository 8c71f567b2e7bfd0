package io.stormglass.models.consistency;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What most have.
 *
 * @param holders who have it
 * @param known of whom it is known
 */
record Majority<V>(V value, int holders, int known) {
    /** What two thirds and at least so many have; null where nothing is. */
    static <V> @Nullable Majority<V> of(Collection<V> values, int least) {
        Map<V, Integer> counts = new HashMap<>();
        values.forEach(value -> counts.merge(value, 1, Integer::sum));
        // At most one value can be that of two thirds, so the order of the map does not matter.
        for (Map.Entry<V, Integer> each : counts.entrySet()) {
            if (each.getValue() >= least && 3L * each.getValue() >= 2L * values.size()) {
                return new Majority<>(each.getKey(), each.getValue(), values.size());
            }
        }
        return null;
    }

    /** What two thirds of a few have, however few. */
    static <V> @Nullable V shared(Collection<V> values) {
        Majority<V> most = of(values, 1);
        return most == null ? null : most.value;
    }

    /** {@code 7 of 8}. */
    String count() {
        return holders + " of " + known;
    }
}
