package io.stormglass.emulator;

import java.util.List;

/**
 * How a port shares its time between priorities: strict ones first, the highest of them before all, the others by weight (ETS).
 *
 * @param strict set of strict priorities, as bits
 * @param weights of the eight priorities, 1 to 1000; those of strict ones are not used. A priority that always has something to send and competes with
 *     weighted ones alone gets at least its share of the weights: that is how a minimum rate is given
 */
public record SchedulerSettings(int strict, List<Integer> weights) {
    public SchedulerSettings {
        Priorities.checkSet("set of strict priorities", strict);
        weights = List.copyOf(weights);
        if (weights.size() != Priorities.COUNT || weights.stream().anyMatch(w -> w < 1 || w > 1000)) {
            throw new IllegalArgumentException("weights are " + weights + ", eight of 1 to 1000 are needed");
        }
    }

    /** All strict. */
    public static SchedulerSettings allStrict() {
        return new SchedulerSettings(Priorities.ALL, List.of(1, 1, 1, 1, 1, 1, 1, 1));
    }

    /** Priority 6 (CNPs) strict, the rest by weight. */
    public static SchedulerSettings weighted(List<Integer> weights) {
        return new SchedulerSettings(1 << 6, weights);
    }
}
