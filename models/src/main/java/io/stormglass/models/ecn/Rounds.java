package io.stormglass.models.ecn;

/**
 * Steps of a collective: all senders send one message each, and when the last is through, the next round starts after a gap. One queue pair per sender for all rounds.
 *
 * @param senders 0 for no rounds
 * @param bytesEach of a message
 * @param gapNanos between two rounds
 * @param jitterNanos each sender starts within so much of the round's start, uniformly
 */
public record Rounds(int senders, long bytesEach, long gapNanos, long jitterNanos) {
    /** No rounds. */
    public static final Rounds NONE = new Rounds(0, 0, 0, 0);

    public Rounds {
        Checks.atLeast("senders of rounds", senders, 0);
        Checks.atLeast("bytes of a round's message", bytesEach, senders == 0 ? 0 : 1);
        Checks.atLeast("gap of rounds in ns", gapNanos, 0);
        Checks.atLeast("jitter of rounds in ns", jitterNanos, 0);
    }

    /** True where there are any. */
    public boolean any() {
        return senders > 0;
    }
}
