package io.stormglass.models.pause;

/** Packets of one priority and direction: in the window, by seconds, in total. */
final class TrafficTrack {
    final TrackKey key;
    final Ring packets;
    final MovedSeconds moved;
    long lastNanos;
    long total;

    TrafficTrack(TrackKey key, PauseSettings settings) {
        this.key = key;
        packets = new Ring(settings.windowBuckets());
        moved = new MovedSeconds();
    }

    TrafficTrack(PortPausesState.Traffic state, PauseSettings settings) {
        key = new TrackKey(state.priority(), state.direction());
        packets = Ring.of(state.packetBuckets(), settings.windowBuckets());
        moved = new MovedSeconds(state.movedNewest(), state.movedBits());
        lastNanos = state.lastNanos();
        total = state.total();
    }

    void passed(long bucket, long atNanos, long count) {
        packets.add(bucket, count);
        // What an event tells of passed before its time.
        moved.mark((atNanos - 1) / SecondSums.NANOS);
        lastNanos = atNanos;
        total += count;
    }

    PortPausesState.Traffic state() {
        return new PortPausesState.Traffic(
                key.priority(), key.direction(), lastNanos, total, packets.values(), moved.newest(), moved.bits());
    }
}
