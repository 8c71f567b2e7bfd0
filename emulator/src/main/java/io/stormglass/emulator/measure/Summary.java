package io.stormglass.emulator.measure;

/**
 * A distribution in short.
 *
 * @param count values, 1 and up
 * @param mean of all, exact
 * @param p50 the middle value or the mean of the two middle ones
 * @param p99 smallest value that at least 99 % do not exceed
 * @param max largest, exact
 */
public record Summary(long count, double mean, double p50, double p99, double max) {
    public Summary {
        if (count < 1 || !(max >= p99) || !(p99 >= 0) || !(max >= mean)) {
            throw new IllegalArgumentException("a summary of " + count + " values with mean " + mean + ", p50 " + p50
                    + ", p99 " + p99 + ", max " + max + " cannot be");
        }
    }

    /** The same in another unit. */
    public Summary dividedBy(double unit) {
        return new Summary(count, mean / unit, p50 / unit, p99 / unit, max / unit);
    }
}
