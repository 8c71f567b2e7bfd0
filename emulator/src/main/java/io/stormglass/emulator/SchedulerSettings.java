package io.stormglass.emulator;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * How a port shares its time between priorities: strict ones first, the highest of them before all, the others by weight (ETS).
 *
 * @param strict set of strict priorities, as bits
 * @param weights of the eight priorities, 1 to 1000; those of strict ones are not used. A priority that always has something to send and competes with
 *     weighted ones alone gets at least its share of the weights: that is how a minimum rate is given
 * @param mostBitsPerSecond rates that the eight priorities do not exceed, above 0; {@link #UNLIMITED}: none. After each packet its priority waits until the packet
 *     would have left at its rate, so there are no bursts
 */
public record SchedulerSettings(int strict, List<Integer> weights, List<Long> mostBitsPerSecond) {
    /** No limit of a priority. */
    public static final long UNLIMITED = Long.MAX_VALUE;

    public SchedulerSettings {
        Priorities.checkSet("set of strict priorities", strict);
        weights = List.copyOf(weights);
        if (weights.size() != Priorities.COUNT || weights.stream().anyMatch(w -> w < 1 || w > 1000)) {
            throw new IllegalArgumentException("weights are " + weights + ", eight of 1 to 1000 are needed");
        }
        mostBitsPerSecond = List.copyOf(mostBitsPerSecond);
        if (mostBitsPerSecond.size() != Priorities.COUNT
                || mostBitsPerSecond.stream().anyMatch(rate -> rate < 1)) {
            throw new IllegalArgumentException("limits are " + mostBitsPerSecond + " bit/s, eight above 0 are needed");
        }
    }

    /** All strict. */
    public static SchedulerSettings allStrict() {
        return new SchedulerSettings(Priorities.ALL, List.of(1, 1, 1, 1, 1, 1, 1, 1), noLimits());
    }

    /** Priority 6 (CNPs) strict, the rest by weight. */
    public static SchedulerSettings weighted(List<Integer> weights) {
        return new SchedulerSettings(1 << 6, weights, noLimits());
    }

    private static List<Long> noLimits() {
        return Collections.nCopies(Priorities.COUNT, UNLIMITED);
    }

    /** With a rate that one priority does not exceed. */
    public SchedulerSettings withLimit(int priority, long bitsPerSecond) {
        List<Long> limits = new ArrayList<>(mostBitsPerSecond);
        limits.set(Priorities.check("priority", priority), bitsPerSecond);
        return new SchedulerSettings(strict, weights, limits);
    }
}
