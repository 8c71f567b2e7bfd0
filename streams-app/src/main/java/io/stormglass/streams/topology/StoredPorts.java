package io.stormglass.streams.topology;

import io.stormglass.models.event.Direction;
import io.stormglass.models.pause.PortPausesState;
import io.stormglass.models.pause.StormState;
import io.stormglass.streams.state.StoredCounter;
import io.stormglass.streams.state.StoredFrames;
import io.stormglass.streams.state.StoredPort;
import io.stormglass.streams.state.StoredQueue;
import io.stormglass.streams.state.StoredStorm;
import io.stormglass.streams.state.StoredTraffic;

/** Pause ledger of a port as the store holds it. */
final class StoredPorts {
    private StoredPorts() {}

    static PortPausesState state(StoredPort stored) {
        return new PortPausesState(
                stored.getNowNanos(),
                stored.getLinkBitsPerSecond(),
                stored.getLate(),
                stored.getFrames().stream().map(StoredPorts::frames).toList(),
                stored.getTraffic().stream().map(StoredPorts::traffic).toList(),
                stored.getCounters().stream().map(StoredPorts::counter).toList(),
                stored.getQueues().stream().map(StoredPorts::queue).toList(),
                stored.getQuality());
    }

    static StoredPort store(PortPausesState state) {
        StoredPort stored = new StoredPort();
        stored.setNowNanos(state.nowNanos());
        stored.setLinkBitsPerSecond(state.linkBitsPerSecond());
        stored.setLate(state.late());
        stored.setFrames(state.frames().stream().map(StoredPorts::frames).toList());
        stored.setTraffic(state.traffic().stream().map(StoredPorts::traffic).toList());
        stored.setCounters(state.counters().stream().map(StoredPorts::counter).toList());
        stored.setQueues(state.queues().stream().map(StoredPorts::queue).toList());
        stored.setQuality(state.quality());
        return stored;
    }

    private static PortPausesState.Frames frames(StoredFrames stored) {
        return new PortPausesState.Frames(
                stored.getPriority(),
                Direction.valueOf(stored.getDirection()),
                stored.getUntilNanos(),
                stored.getSinceNanos(),
                stored.getLastPausedNanos(),
                stored.getFrames(),
                stored.getPausedNanos(),
                stored.getPausedBuckets(),
                stored.getFrameBuckets(),
                stored.getRatio(),
                storm(stored.getStorm()));
    }

    private static StoredFrames frames(PortPausesState.Frames frames) {
        return new StoredFrames(
                frames.priority(),
                frames.direction().name(),
                frames.untilNanos(),
                frames.sinceNanos(),
                frames.lastPausedNanos(),
                frames.frames(),
                frames.pausedNanos(),
                frames.pausedBuckets(),
                frames.frameBuckets(),
                frames.ratio(),
                storm(frames.storm()));
    }

    private static PortPausesState.Traffic traffic(StoredTraffic stored) {
        return new PortPausesState.Traffic(
                stored.getPriority(),
                Direction.valueOf(stored.getDirection()),
                stored.getLastNanos(),
                stored.getPacketBuckets());
    }

    private static StoredTraffic traffic(PortPausesState.Traffic traffic) {
        return new StoredTraffic(
                traffic.priority(), traffic.direction().name(), traffic.lastNanos(), traffic.packetBuckets());
    }

    private static PortPausesState.Counter counter(StoredCounter stored) {
        return new PortPausesState.Counter(
                stored.getPriority(),
                Direction.valueOf(stored.getDirection()),
                stored.getRefreshedNanos(),
                stored.getTotal(),
                stored.getFrames(),
                stored.getRunStartNanos(),
                stored.getRunSamples(),
                stored.getRatio(),
                stored.getIntervalNanos(),
                stored.getNominalIntervalNanos(),
                stored.getPausedNanos(),
                storm(stored.getStorm()));
    }

    private static StoredCounter counter(PortPausesState.Counter counter) {
        return new StoredCounter(
                counter.priority(),
                counter.direction().name(),
                counter.refreshedNanos(),
                counter.total(),
                counter.frames(),
                counter.runStartNanos(),
                counter.runSamples(),
                counter.ratio(),
                counter.intervalNanos(),
                counter.nominalIntervalNanos(),
                counter.pausedNanos(),
                storm(counter.storm()));
    }

    private static PortPausesState.Queue queue(StoredQueue stored) {
        return new PortPausesState.Queue(
                stored.getPriority(),
                stored.getRefreshedNanos(),
                stored.getSentPackets(),
                stored.getUnchangedSinceNanos(),
                stored.getLastMovedNanos(),
                stored.getDepthBytes());
    }

    private static StoredQueue queue(PortPausesState.Queue queue) {
        return new StoredQueue(
                queue.priority(),
                queue.refreshedNanos(),
                queue.sentPackets(),
                queue.unchangedSinceNanos(),
                queue.lastMovedNanos(),
                queue.depthBytes());
    }

    private static StormState storm(StoredStorm stored) {
        return new StormState(
                stored.getOpen(), stored.getSinceNanos(), stored.getClearedNanos(), stored.getConfidence());
    }

    private static StoredStorm storm(StormState storm) {
        return new StoredStorm(storm.open(), storm.sinceNanos(), storm.clearedNanos(), storm.confidence());
    }
}
