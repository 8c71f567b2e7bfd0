package io.stormglass.models.ecn;

/**
 * One limit of thresholds.
 *
 * @param name short
 * @param formula in symbols
 * @param source whose it is
 * @param kind what follows where it does not hold
 * @param side on which side of the limit the value has to be
 * @param limit in bytes, or a probability
 * @param value of the thresholds, in the same unit
 */
public record Bound(String name, String formula, String source, Kind kind, Side side, double limit, double value) {
    /** Rounding of thresholds to bytes. */
    private static final double ROUNDING_BYTES = 1;

    /** What follows where a bound does not hold. */
    public enum Kind {
        /** Such thresholds are never recommended. */
        HARD,
        /** It is said. */
        SOFT,
        /** Shown beside, and no reason for anything. */
        INFORMATION
    }

    /** Which side is right. */
    public enum Side {
        /** At least the limit. */
        AT_LEAST,
        /** At most the limit. */
        AT_MOST
    }

    /** True where the thresholds keep it. */
    public boolean holds() {
        double slack = limit > 1 ? ROUNDING_BYTES : 1e-9;
        return switch (side) {
            case AT_LEAST -> value >= limit - slack;
            case AT_MOST -> value <= limit + slack;
        };
    }
}
