package io.stormglass.models.pause;

import io.stormglass.models.event.Direction;

/**
 * How much of a time one priority of a port was paused.
 *
 * @param priority 0..7; -1: all of them
 * @param direction RX: the port's own egress was paused; TX: it paused its peer
 * @param fromNanos of the time
 * @param toNanos of the time
 * @param pausedNanos within it
 * @param frames true where frames tell, false where counters do
 */
public record PauseSpan(
        int priority, Direction direction, long fromNanos, long toNanos, long pausedNanos, boolean frames) {}
