package io.stormglass.emulator.workload;

/**
 * Bursts of an incast.
 *
 * @param leastBytes smallest message; all senders of one burst send as much
 * @param mostBytes largest; sizes between the two are drawn so that each doubling is equally likely
 * @param count bursts; 0 goes on for as long as the workload does
 * @param periodPicos from the start of one to the start of the next; 0 begins the next when the last is acknowledged
 * @param jitterPicos each sender begins up to so much later, uniformly
 */
public record Bursts(long leastBytes, long mostBytes, int count, long periodPicos, long jitterPicos) {
    public Bursts {
        if (leastBytes < 1 || mostBytes < leastBytes || count < 0 || periodPicos < 0 || jitterPicos < 0) {
            throw new IllegalArgumentException(count + " bursts of " + leastBytes + " to " + mostBytes
                    + " bytes, period " + periodPicos + ", jitter " + jitterPicos
                    + " ps: bytes above 0 and rising, the others 0 and up are needed");
        }
    }

    /** One. */
    public static Bursts once(long bytes, long jitterPicos) {
        return new Bursts(bytes, bytes, 1, 0, jitterPicos);
    }
}
