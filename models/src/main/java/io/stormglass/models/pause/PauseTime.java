package io.stormglass.models.pause;

/** The length of a pause. One quantum is 512 bit times at the link's speed (IEEE 802.3 annex 31B, 802.1Qbb). */
public final class PauseTime {
    /** Bits that a quantum lasts. */
    public static final int BITS_PER_QUANTUM = 512;

    /** Largest quanta of a frame. */
    public static final int MAX_QUANTA = 65_535;

    /** Speed that is assumed where none is known: 100 Gb/s. */
    public static final long DEFAULT_LINK_BITS_PER_SECOND = 100_000_000_000L;

    private PauseTime() {}

    /**
     * Length of a pause in ns, rounded to the nearest (a half goes up). 65,535 quanta at 100 Gb/s are 335,539 ns.
     *
     * @param quanta 0..65535
     * @param linkBitsPerSecond above 0
     * @throws IllegalArgumentException if a value is out of its range
     */
    public static long nanos(int quanta, long linkBitsPerSecond) {
        if (quanta < 0 || quanta > MAX_QUANTA) {
            throw new IllegalArgumentException("quanta " + quanta + " are not within 0..65535");
        }
        if (linkBitsPerSecond <= 0) {
            throw new IllegalArgumentException("link speed " + linkBitsPerSecond + " bit/s must be above 0");
        }
        // At most 3.4e16: no overflow.
        long bitNanos = (long) quanta * BITS_PER_QUANTUM * 1_000_000_000L;
        return (bitNanos + linkBitsPerSecond / 2) / linkBitsPerSecond;
    }
}
