package io.stormglass.models.pause;

import org.jspecify.annotations.Nullable;

/**
 * A rule holds now.
 *
 * @param detectionNanos how long it had to hold
 * @param source what it was judged from
 * @param confidence 0..1
 */
record Finding(StormRule rule, PauseChange.Source source, long detectionNanos, double confidence) {
    /** The stronger of the two; of the same rule the first. */
    static @Nullable Finding stronger(@Nullable Finding one, @Nullable Finding other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return other.rule.compareTo(one.rule) > 0 ? other : one;
    }
}
