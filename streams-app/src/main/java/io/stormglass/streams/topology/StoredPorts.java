package io.stormglass.streams.topology;

import io.stormglass.models.congestion.PortCongestionState;
import io.stormglass.models.congestion.QueueThresholds;
import io.stormglass.models.event.Direction;
import io.stormglass.models.pause.PortPausesState;
import io.stormglass.models.pause.StormState;
import io.stormglass.streams.state.StoredCounter;
import io.stormglass.streams.state.StoredFrames;
import io.stormglass.streams.state.StoredNic;
import io.stormglass.streams.state.StoredNicInterval;
import io.stormglass.streams.state.StoredPort;
import io.stormglass.streams.state.StoredQueue;
import io.stormglass.streams.state.StoredQueueCongestion;
import io.stormglass.streams.state.StoredQueueInterval;
import io.stormglass.streams.state.StoredQueuePeak;
import io.stormglass.streams.state.StoredStorm;
import io.stormglass.streams.state.StoredTotal;
import io.stormglass.streams.state.StoredTraffic;
import org.jspecify.annotations.Nullable;

/** Pause ledger and congestion counters of a port as the store holds them. */
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

    static PortCongestionState congestion(StoredPort stored) {
        StoredNic nic = stored.getNic();
        return new PortCongestionState(
                nic == null ? null : nic(nic),
                stored.getQueueCongestion().stream()
                        .map(StoredPorts::queueCongestion)
                        .toList());
    }

    static void store(PortCongestionState state, StoredPort stored) {
        PortCongestionState.Nic nic = state.nic();
        stored.setNic(nic == null ? null : nic(nic));
        stored.setQueueCongestion(
                state.queues().stream().map(StoredPorts::queueCongestion).toList());
    }

    private static PortCongestionState.Nic nic(StoredNic stored) {
        return new PortCongestionState.Nic(
                stored.getRefreshedNanos(),
                stored.getNominalNanos(),
                stored.getPendingBytes(),
                stored.getBytesSeen(),
                stored.getCounters().stream().map(StoredPorts::total).toList(),
                stored.getIntervals().stream().map(StoredPorts::nicInterval).toList());
    }

    private static StoredNic nic(PortCongestionState.Nic nic) {
        return new StoredNic(
                nic.refreshedNanos(),
                nic.nominalNanos(),
                nic.pendingBytes(),
                nic.bytesSeen(),
                nic.counters().stream().map(StoredPorts::total).toList(),
                nic.intervals().stream().map(StoredPorts::nicInterval).toList());
    }

    private static PortCongestionState.NicInterval nicInterval(StoredNicInterval stored) {
        return new PortCongestionState.NicInterval(
                stored.getFromNanos(),
                stored.getToNanos(),
                stored.getCeReceived(),
                stored.getCnpSent(),
                stored.getCnpHandled(),
                stored.getCnpIgnored(),
                stored.getSlowRestartCnps(),
                stored.getSentBytes(),
                stored.getReset());
    }

    private static StoredNicInterval nicInterval(PortCongestionState.NicInterval interval) {
        return new StoredNicInterval(
                interval.fromNanos(),
                interval.toNanos(),
                interval.ceReceived(),
                interval.cnpSent(),
                interval.cnpHandled(),
                interval.cnpIgnored(),
                interval.slowRestartCnps(),
                interval.sentBytes(),
                interval.reset());
    }

    private static PortCongestionState.Queue queueCongestion(StoredQueueCongestion stored) {
        return new PortCongestionState.Queue(
                stored.getPriority(),
                stored.getQueue(),
                stored.getRefreshedNanos(),
                stored.getNominalNanos(),
                stored.getDepthBytes(),
                stored.getWatermarkBytes(),
                stored.getWatermarkNanos(),
                thresholds(stored.getKminBytes(), stored.getKmaxBytes()),
                stored.getCounters().stream().map(StoredPorts::total).toList(),
                stored.getIntervals().stream().map(StoredPorts::queueInterval).toList(),
                stored.getPeaks().stream().map(StoredPorts::peak).toList());
    }

    private static StoredQueueCongestion queueCongestion(PortCongestionState.Queue queue) {
        QueueThresholds thresholds = queue.thresholds();
        return new StoredQueueCongestion(
                queue.priority(),
                queue.queue(),
                queue.refreshedNanos(),
                queue.nominalNanos(),
                queue.depthBytes(),
                queue.watermarkBytes(),
                queue.watermarkNanos(),
                thresholds == null ? null : thresholds.kminBytes(),
                thresholds == null ? null : thresholds.kmaxBytes(),
                queue.counters().stream().map(StoredPorts::total).toList(),
                queue.intervals().stream().map(StoredPorts::queueInterval).toList(),
                queue.peaks().stream().map(StoredPorts::peak).toList());
    }

    private static @Nullable QueueThresholds thresholds(@Nullable Long kminBytes, @Nullable Long kmaxBytes) {
        return kminBytes == null || kmaxBytes == null ? null : new QueueThresholds(kminBytes, kmaxBytes);
    }

    private static PortCongestionState.QueueInterval queueInterval(StoredQueueInterval stored) {
        return new PortCongestionState.QueueInterval(
                stored.getToNanos(),
                stored.getSentPackets(),
                stored.getMarked(),
                stored.getDropped(),
                stored.getWredDropped(),
                stored.getReset());
    }

    private static StoredQueueInterval queueInterval(PortCongestionState.QueueInterval interval) {
        return new StoredQueueInterval(
                interval.toNanos(),
                interval.sentPackets(),
                interval.marked(),
                interval.dropped(),
                interval.wredDropped(),
                interval.reset());
    }

    private static PortCongestionState.QueuePeak peak(StoredQueuePeak stored) {
        return new PortCongestionState.QueuePeak(
                stored.getFromNanos(),
                stored.getToNanos(),
                stored.getLowBytes(),
                stored.getHighBytes(),
                stored.getPausedPeers());
    }

    private static StoredQueuePeak peak(PortCongestionState.QueuePeak peak) {
        return new StoredQueuePeak(
                peak.fromNanos(), peak.toNanos(), peak.lowBytes(), peak.highBytes(), peak.pausedPeers());
    }

    private static PortCongestionState.Counter total(StoredTotal stored) {
        return new PortCongestionState.Counter(
                stored.getTotal(),
                stored.getRefreshedNanos(),
                stored.getUnchangedSinceNanos(),
                stored.getGrewNanos(),
                stored.getCounted());
    }

    private static StoredTotal total(PortCongestionState.Counter counter) {
        return new StoredTotal(
                counter.total(),
                counter.refreshedNanos(),
                counter.unchangedSinceNanos(),
                counter.grewNanos(),
                counter.counted());
    }
}
