package io.stormglass.models.pause;

import io.stormglass.models.event.Direction;
import org.jspecify.annotations.Nullable;

/**
 * Pause of one priority in one direction at the newest boundary.
 *
 * @param priority 0..7, -1 is 802.3x
 * @param pausedRatio share of the window, or of the source's interval for counters
 * @param frames pause frames so far
 * @param pausedNanos time paused so far
 * @param sentPackets packets of the priority sent in the paused direction in the window, -1 where not observable
 * @param stormSinceNanos opening of the storm state, null where none is open
 */
public record PauseReading(
        int priority,
        Direction direction,
        double pausedRatio,
        long frames,
        long pausedNanos,
        long sentPackets,
        @Nullable Long stormSinceNanos) {}
