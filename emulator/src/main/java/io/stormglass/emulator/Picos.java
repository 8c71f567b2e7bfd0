package io.stormglass.emulator;

/** Emulator time: a {@code long} of picoseconds; a byte at 400 Gb/s lasts 20 of them. */
public final class Picos {
    /** Picoseconds of a nanosecond. */
    public static final long PER_NANO = 1_000;
    /** Picoseconds of a microsecond. */
    public static final long PER_MICRO = 1_000_000;
    /** Picoseconds of a millisecond. */
    public static final long PER_MILLI = 1_000_000_000;
    /** Later than anything that happens. */
    static final long NEVER = Long.MAX_VALUE;

    private static final long BYTE_SECONDS = 8_000_000_000_000L;

    private Picos() {}

    /**
     * How long a byte lasts on a link.
     *
     * @param bitsPerSecond a rate at which a byte lasts whole picoseconds, as at 10, 25, 40, 50, 100, 200, 400, 800 Gb/s
     * @throws IllegalArgumentException if a byte would not last whole picoseconds
     */
    public static long perByte(long bitsPerSecond) {
        if (bitsPerSecond <= 0 || BYTE_SECONDS % bitsPerSecond != 0) {
            throw new IllegalArgumentException("link rate is " + bitsPerSecond
                    + " bit/s: a byte must last whole picoseconds, so 8e12 must be a multiple of it");
        }
        return BYTE_SECONDS / bitsPerSecond;
    }

    /**
     * How long bytes last at a rate that a sender is limited to, rounded down.
     *
     * @param bytes 0 to 1,000,000
     * @param bitsPerSecond above 0
     */
    static long of(int bytes, long bitsPerSecond) {
        return bytes * BYTE_SECONDS / bitsPerSecond;
    }
}
