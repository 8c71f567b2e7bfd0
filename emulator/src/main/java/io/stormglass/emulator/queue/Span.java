package io.stormglass.emulator.queue;

/**
 * How long a run is.
 *
 * @param warmUpNanos at first, not measured
 * @param measuredNanos after that
 */
public record Span(long warmUpNanos, long measuredNanos) {
    public Span {
        if (warmUpNanos < 0 || measuredNanos < 1 || warmUpNanos > 1e15 || measuredNanos > 1e15) {
            throw new IllegalArgumentException(
                    "span of " + warmUpNanos + " and " + measuredNanos + " ns: 0 and 1 ns at least, 10^15 ns at most");
        }
    }

    /** In milliseconds. */
    public static Span millis(long warmUp, long measured) {
        return new Span(warmUp * 1_000_000, measured * 1_000_000);
    }
}
