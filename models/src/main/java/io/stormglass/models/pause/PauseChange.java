package io.stormglass.models.pause;

import io.stormglass.models.event.Direction;

/**
 * The storm state of one priority and direction of a port opened, changed or cleared.
 *
 * @param kind what happened
 * @param atNanos boundary at which it was decided; for counters and devices' own words the time of the event
 * @param priority 0..7, -1 is 802.3x
 * @param direction RX: the peer pauses this port; TX: this port pauses its peer
 * @param rule rule that holds the state open, the strongest where several do; when cleared the one that held it last
 * @param source what the rule was judged from
 * @param pausedRatio share of the window or interval, 0..1; of {@link StormRule#WATCHDOG} and {@link StormRule#NIC_REPORTED} as far as known
 * @param pausedSinceNanos start of the pause; interruptions shorter than a bucket do not end it
 * @param detectionNanos how long the rule had to hold before it opened: its window, or the source's refreshes
 * @param sentPackets packets sent in the paused direction in the window, -1 where not observable
 * @param frames pause frames in the window
 * @param confidence 0..1
 */
public record PauseChange(
        Kind kind,
        long atNanos,
        int priority,
        Direction direction,
        StormRule rule,
        Source source,
        double pausedRatio,
        long pausedSinceNanos,
        long detectionNanos,
        long sentPackets,
        long frames,
        double confidence) {
    /** Confidence where traffic proves that nothing was sent. */
    public static final double CONFIDENCE_WITH_PROGRESS = 0.9;

    /** Confidence where only pauses can be seen. */
    public static final double CONFIDENCE_PAUSE_ALONE = 0.5;

    /** True where the state opened. */
    public boolean opened() {
        return kind == Kind.OPENED;
    }

    /** What happened to a storm state. */
    public enum Kind {
        /** It opened, or came back within the clear time. */
        OPENED,
        /** Another rule holds it open, or packets began or ceased to pass. */
        CHANGED,
        /** No rule holds it open. */
        CLEARED
    }

    /** What a rule was judged from. */
    public enum Source {
        /** Pause frames on the wire. */
        FRAMES,
        /** Counters that the source refreshes. */
        COUNTERS,
        /** The device's own verdict. */
        DEVICE
    }
}
