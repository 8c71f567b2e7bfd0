package io.stormglass.emulator.workload;

/**
 * Repetitions of something all hosts do together.
 *
 * @param bytes of it; the workload says of what
 * @param count repetitions; 0 goes on for as long as the workload does
 * @param gapPicos from the end of one to the start of the next (computing)
 * @param jitterPicos each host begins its part of a step up to so much later, uniformly
 */
public record Rounds(long bytes, int count, long gapPicos, long jitterPicos) {
    public Rounds {
        if (bytes < 1 || count < 0 || gapPicos < 0 || jitterPicos < 0) {
            throw new IllegalArgumentException(count + " rounds of " + bytes + " bytes, gap " + gapPicos + ", jitter "
                    + jitterPicos + " ps: bytes above 0, the others 0 and up are needed");
        }
    }

    /** One. */
    public static Rounds once(long bytes) {
        return new Rounds(bytes, 1, 0, 0);
    }
}
