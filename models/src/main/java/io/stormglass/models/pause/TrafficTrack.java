package io.stormglass.models.pause;

/** Packets of one priority and direction in the window. */
final class TrafficTrack {
    final TrackKey key;
    final Ring packets;
    long lastNanos;

    TrafficTrack(TrackKey key, PauseSettings settings) {
        this.key = key;
        packets = new Ring(settings.windowBuckets());
    }

    TrafficTrack(PortPausesState.Traffic state, PauseSettings settings) {
        key = new TrackKey(state.priority(), state.direction());
        packets = Ring.of(state.packetBuckets(), settings.windowBuckets());
        lastNanos = state.lastNanos();
    }

    PortPausesState.Traffic state() {
        return new PortPausesState.Traffic(key.priority(), key.direction(), lastNanos, packets.values());
    }
}
