package io.stormglass.capture.file;

/**
 * Turns the time stamps of a pcapng interface into nanoseconds since 1970.
 *
 * <p>{@code if_tsresol} says how many ticks a second has: 10 or 2 to the power n, 0 <= n. {@code if_tsoffset} is added
 * in seconds. The arithmetic is exact (fractions of a nanosecond are cut off); what a {@code long} cannot hold becomes
 * the nearest value that it can.
 */
final class TimeScale {
    /** Most digits that 64 bits of ticks can hold for one second. */
    static final int MAX_DECIMAL_EXPONENT = 19;

    /** Most bits that 64 bits of ticks can hold for one second, with one left for the seconds. */
    static final int MAX_BINARY_EXPONENT = 63;

    private static final long SECOND_NANOS = 1_000_000_000L;
    private static final int NANO_EXPONENT = 9;

    private final boolean binary;
    private final int exponent;
    private final long offsetSeconds;
    // The usual case, one multiplication: ticks up to maxTicks, none if negative.
    private final long multiplier;
    private final long offsetNanos;
    private final long maxTicks;

    private TimeScale(boolean binary, int exponent, long offsetSeconds) {
        this.binary = binary;
        this.exponent = exponent;
        this.offsetSeconds = offsetSeconds;
        boolean offsetFits =
                Math.abs(offsetSeconds) <= Long.MAX_VALUE / SECOND_NANOS && offsetSeconds != Long.MIN_VALUE;
        this.offsetNanos = offsetFits ? offsetSeconds * SECOND_NANOS : 0;
        this.multiplier = !binary && exponent <= NANO_EXPONENT ? power(10, NANO_EXPONENT - exponent) : 1;
        boolean simple = offsetFits && !binary && exponent <= NANO_EXPONENT;
        this.maxTicks = simple ? (Long.MAX_VALUE - Math.max(offsetNanos, 0)) / multiplier : -1;
    }

    /** Ticks of 10^-exponent seconds, exponent 0 to {@link #MAX_DECIMAL_EXPONENT}. */
    static TimeScale decimal(int exponent, long offsetSeconds) {
        requireUpTo(MAX_DECIMAL_EXPONENT, exponent);
        return new TimeScale(false, exponent, offsetSeconds);
    }

    /** Ticks of 2^-exponent seconds, exponent 0 to {@link #MAX_BINARY_EXPONENT}. */
    static TimeScale binary(int exponent, long offsetSeconds) {
        requireUpTo(MAX_BINARY_EXPONENT, exponent);
        return new TimeScale(true, exponent, offsetSeconds);
    }

    private static void requireUpTo(int most, int exponent) {
        if (exponent < 0 || exponent > most) {
            throw new IllegalArgumentException("exponent " + exponent + " is not between 0 and " + most);
        }
    }

    /** Nanoseconds since 1970 of an unsigned number of ticks. */
    long nanos(long ticks) {
        if (ticks >= 0 && ticks <= maxTicks) {
            return ticks * multiplier + offsetNanos;
        }
        return exactNanos(ticks);
    }

    private long exactNanos(long ticks) {
        long wholeSeconds;
        long fractionNanos;
        if (binary) {
            wholeSeconds = ticks >>> exponent;
            fractionNanos = exponent == 0 ? 0 : binaryFraction(ticks & ((1L << exponent) - 1));
        } else {
            long ticksPerSecond = power(10, exponent);
            wholeSeconds = Long.divideUnsigned(ticks, ticksPerSecond);
            long rest = Long.remainderUnsigned(ticks, ticksPerSecond);
            fractionNanos = exponent <= NANO_EXPONENT
                    ? rest * power(10, NANO_EXPONENT - exponent)
                    : Long.divideUnsigned(rest, power(10, exponent - NANO_EXPONENT));
        }
        return sum(wholeSeconds, fractionNanos);
    }

    private long binaryFraction(long rest) {
        long high = Math.multiplyHigh(rest, SECOND_NANOS);
        long low = rest * SECOND_NANOS;
        return high << (64 - exponent) | low >>> exponent;
    }

    /** Adds the offset; the seconds are unsigned. */
    private long sum(long wholeSeconds, long fractionNanos) {
        long seconds = wholeSeconds + offsetSeconds;
        // An unsigned and a signed number: what this sum cannot hold is always too large, never too small.
        boolean tooLarge = wholeSeconds < 0 ? offsetSeconds >= 0 || seconds < 0 : offsetSeconds > 0 && seconds < 0;
        if (tooLarge || seconds > Long.MAX_VALUE / SECOND_NANOS) {
            return Long.MAX_VALUE;
        }
        if (seconds < Long.MIN_VALUE / SECOND_NANOS) {
            return Long.MIN_VALUE;
        }
        long nanos = seconds * SECOND_NANOS + fractionNanos;
        return seconds > 0 && nanos < 0 ? Long.MAX_VALUE : nanos;
    }

    /** Wraps above 2^63 on purpose: 10^19 is used as an unsigned number. */
    private static long power(long number, int exponent) {
        long result = 1;
        for (int i = 0; i < exponent; i++) {
            result *= number;
        }
        return result;
    }
}
