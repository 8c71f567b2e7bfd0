package io.stormglass.emulator;

/**
 * A limit of the payload in flight besides that of the control law: a packet may leave while less than this is in flight.
 *
 * @param bytes above 0
 * @param scaling whether it follows the rate
 */
public record WindowLimit(long bytes, Scaling scaling) {
    /** How the limit follows the rate. */
    public enum Scaling {
        /** Not. */
        FIXED,
        /** {@code bytes * rate / line}, as the HPCC simulator's variable window. */
        WITH_RATE
    }

    public WindowLimit {
        if (bytes <= 0) {
            throw new IllegalArgumentException("window is " + bytes + " bytes, above 0 is needed");
        }
    }

    /** None. */
    public static WindowLimit none() {
        return new WindowLimit(Long.MAX_VALUE, Scaling.FIXED);
    }

    /** The same always. */
    public static WindowLimit fixed(long bytes) {
        return new WindowLimit(bytes, Scaling.FIXED);
    }

    /** Scaled with the rate. */
    public static WindowLimit withRate(long bytes) {
        return new WindowLimit(bytes, Scaling.WITH_RATE);
    }
}
