package io.stormglass.models.pause;

import io.stormglass.models.event.Direction;

/**
 * A storm state of one priority and direction opened or cleared.
 *
 * @param opened true: opened (or continued within the clear time); false: the ratio fell below the clear limit
 * @param atNanos boundary at which it was decided; for counters the time of the read
 * @param priority 0..7, -1 is 802.3x
 * @param direction RX: the peer pauses this port; TX: this port pauses its peer
 * @param rule rule that fired
 * @param pausedRatio share of the window
 * @param pausedSinceNanos start of the pause; interruptions shorter than a bucket do not end it
 * @param sentPackets packets sent in the paused direction in the window, -1 where not observable
 * @param frames pause frames in the window
 * @param confidence 0..1
 */
public record PauseChange(
        boolean opened,
        long atNanos,
        int priority,
        Direction direction,
        String rule,
        double pausedRatio,
        long pausedSinceNanos,
        long sentPackets,
        long frames,
        double confidence) {
    /** Rule: paused for the whole window and nothing sent, seen in frames. */
    public static final String SUSTAINED = "sustained";

    /** The same rule over counters, whose interval is the source's refresh. */
    public static final String SUSTAINED_COUNTERS = "sustained-counters";

    /** Confidence where traffic proves that nothing was sent. */
    public static final double CONFIDENCE_WITH_PROGRESS = 0.9;

    /** Confidence where only pauses can be seen. */
    public static final double CONFIDENCE_PAUSE_ALONE = 0.5;
}
