package io.stormglass.models.load;

/**
 * How messages and bursts are told from each other.
 *
 * @param idleNanos a flow that nobody slows down and that sends nothing for so long has come to the end of a message
 * @param idleSpacings if that is so many times the distance of its newest packets as well
 * @param slowedNanos for so long after a CNP a flow is slowed down
 * @param slowedIdleNanos how long a flow that is slowed down must send nothing instead
 * @param alonePauseNanos how long nothing must come after a packet that came alone, of which no distance is known; longer than the packets of a flow at its least
 *     rate are apart (4 kB at 40 Mb/s: 800 us)
 * @param togetherNanos messages that begin so close to the first of them began together
 * @param leastFanIn so many messages that began together are a burst
 * @param mostMessages that a window keeps; of more, the rest is counted only
 */
public record LoadSettings(
        long idleNanos,
        int idleSpacings,
        long slowedNanos,
        long slowedIdleNanos,
        long alonePauseNanos,
        long togetherNanos,
        int leastFanIn,
        int mostMessages) {
    public LoadSettings {
        if (idleNanos < 1 || idleSpacings < 1 || slowedNanos < 0 || togetherNanos < 0) {
            throw new IllegalArgumentException("idle " + idleNanos + " ns and " + idleSpacings
                    + " spacings must be above 0, slowed " + slowedNanos + " ns and together " + togetherNanos
                    + " ns not negative");
        }
        if (slowedIdleNanos < idleNanos || alonePauseNanos < slowedIdleNanos) {
            throw new IllegalArgumentException("idle " + idleNanos + " ns, of a flow that is slowed down "
                    + slowedIdleNanos + " ns and after a packet alone " + alonePauseNanos
                    + " ns: each must be at least the one before");
        }
        if (leastFanIn < 2 || mostMessages < 1) {
            throw new IllegalArgumentException("a burst of " + leastFanIn + " messages and " + mostMessages
                    + " messages in a window: at least 2 and 1 are needed");
        }
    }

    /** 50 us, 8 spacings, 2 ms after a CNP 500 us, 2 ms alone, 20 us, fan-in 3, 20,000 messages. */
    public static LoadSettings defaults() {
        return new LoadSettings(50_000, 8, 2_000_000, 500_000, 2_000_000, 20_000, 3, 20_000);
    }
}
