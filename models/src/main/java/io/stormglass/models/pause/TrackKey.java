package io.stormglass.models.pause;

import io.stormglass.models.event.Direction;
import java.util.Comparator;

/** Priority and direction, in the order in which they are decided. */
record TrackKey(int priority, Direction direction) implements Comparable<TrackKey> {
    /** Priority of 802.3x. */
    static final int ALL = -1;

    private static final Comparator<TrackKey> ORDER =
            Comparator.comparingInt(TrackKey::priority).thenComparing(TrackKey::direction);

    /** Direction in which traffic is held up by a pause of this direction. */
    Direction held() {
        return switch (direction) {
            case RX -> Direction.TX;
            case TX -> Direction.RX;
            case UNKNOWN -> Direction.UNKNOWN;
        };
    }

    @Override
    public int compareTo(TrackKey other) {
        return ORDER.compare(this, other);
    }
}
