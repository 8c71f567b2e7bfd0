package io.stormglass.streams.topology;

import io.stormglass.models.congestion.PortCongestionState;
import io.stormglass.models.congestion.QueueThresholds;
import io.stormglass.models.event.CounterGroup;
import io.stormglass.models.event.Direction;
import io.stormglass.models.facts.FollowedAgent;
import io.stormglass.models.pause.PauseChange;
import io.stormglass.models.pause.PauseHistory;
import io.stormglass.models.pause.PortPausesState;
import io.stormglass.models.pause.PortSign;
import io.stormglass.models.pause.StormRule;
import io.stormglass.models.pause.StormState;
import io.stormglass.models.pause.TrendChange;
import io.stormglass.streams.state.StoredCounter;
import io.stormglass.streams.state.StoredDrops;
import io.stormglass.streams.state.StoredFlag;
import io.stormglass.streams.state.StoredFollowed;
import io.stormglass.streams.state.StoredFrames;
import io.stormglass.streams.state.StoredGrowth;
import io.stormglass.streams.state.StoredMeter;
import io.stormglass.streams.state.StoredNic;
import io.stormglass.streams.state.StoredNicInterval;
import io.stormglass.streams.state.StoredPort;
import io.stormglass.streams.state.StoredQueue;
import io.stormglass.streams.state.StoredQueueCongestion;
import io.stormglass.streams.state.StoredQueueInterval;
import io.stormglass.streams.state.StoredQueuePeak;
import io.stormglass.streams.state.StoredRise;
import io.stormglass.streams.state.StoredRunning;
import io.stormglass.streams.state.StoredSeconds;
import io.stormglass.streams.state.StoredSign;
import io.stormglass.streams.state.StoredStorm;
import io.stormglass.streams.state.StoredTotal;
import io.stormglass.streams.state.StoredTraffic;
import io.stormglass.streams.state.StoredTrend;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Pause ledger and congestion counters of a port as the store holds them. */
final class StoredPorts {
    private StoredPorts() {}

    static PortPausesState state(StoredPort stored) {
        return new PortPausesState(
                stored.getNowNanos(),
                stored.getLinkBitsPerSecond(),
                stored.getLosslessPriorities(),
                stored.getLate(),
                stored.getFrames().stream().map(StoredPorts::frames).toList(),
                stored.getTraffic().stream().map(StoredPorts::traffic).toList(),
                stored.getCounters().stream().map(StoredPorts::counter).toList(),
                stored.getQueues().stream().map(StoredPorts::queue).toList(),
                stored.getStorms().stream().map(StoredPorts::storm).toList(),
                growth(stored.getReported()),
                stored.getReportedPriority(),
                signs(stored),
                stored.getTrends().stream().map(StoredPorts::trend).toList(),
                stored.getQuality().stream()
                        .map(flag -> new PortPausesState.Flag(flag.getName(), flag.getAtNanos()))
                        .toList());
    }

    static StoredPort store(PortPausesState state) {
        StoredPort stored = new StoredPort();
        stored.setNowNanos(state.nowNanos());
        stored.setLinkBitsPerSecond(state.linkBitsPerSecond());
        stored.setLosslessPriorities(state.losslessPriorities());
        stored.setLate(state.late());
        stored.setFrames(state.frames().stream().map(StoredPorts::frames).toList());
        stored.setTraffic(state.traffic().stream().map(StoredPorts::traffic).toList());
        stored.setCounters(state.counters().stream().map(StoredPorts::counter).toList());
        stored.setQueues(state.queues().stream().map(StoredPorts::queue).toList());
        stored.setStorms(state.storms().stream().map(StoredPorts::storm).toList());
        stored.setReported(growth(state.reported()));
        stored.setReportedPriority(state.reportedPriority());
        store(state.signs(), stored);
        stored.setTrends(state.trends().stream().map(StoredPorts::trend).toList());
        stored.setQuality(state.quality().stream()
                .map(flag -> new StoredFlag(flag.name(), flag.atNanos()))
                .toList());
        return stored;
    }

    static List<FollowedAgent> followed(StoredPort stored) {
        return stored.getFollowed().stream()
                .map(each -> new FollowedAgent(
                        CounterGroup.valueOf(each.getGroup()),
                        each.getAgentId(),
                        each.getHeardNanos(),
                        each.getIntervalNanos(),
                        each.getOtherNanos()))
                .toList();
    }

    static List<StoredFollowed> followed(List<FollowedAgent> followed) {
        return followed.stream()
                .map(each -> new StoredFollowed(
                        each.group().name(),
                        each.agentId(),
                        each.heardNanos(),
                        each.intervalNanos(),
                        each.otherNanos()))
                .toList();
    }

    private static PortPausesState.Signs signs(StoredPort stored) {
        return new PortPausesState.Signs(
                stored.getSigns().stream().map(StoredPorts::sign).toList(),
                meter(stored.getTrafficMeter()),
                meter(stored.getQueueMeter()),
                growth(stored.getBackPressure()),
                growth(stored.getLinkErrors()),
                stored.getErrors(),
                stored.getDrops().stream().map(StoredPorts::drops).toList());
    }

    private static void store(PortPausesState.Signs signs, StoredPort stored) {
        stored.setSigns(signs.told().stream().map(StoredPorts::sign).toList());
        stored.setTrafficMeter(meter(signs.traffic()));
        stored.setQueueMeter(meter(signs.queues()));
        stored.setBackPressure(growth(signs.backPressure()));
        stored.setLinkErrors(growth(signs.linkErrors()));
        stored.setErrors(signs.errors());
        stored.setDrops(signs.drops().stream().map(StoredPorts::drops).toList());
    }

    private static PortPausesState.Sign sign(StoredSign stored) {
        return new PortPausesState.Sign(
                PortSign.Kind.valueOf(stored.getKind()), stored.getPriority(), stored.getValue(), stored.getAtNanos());
    }

    private static StoredSign sign(PortPausesState.Sign sign) {
        return new StoredSign(sign.kind().name(), sign.priority(), sign.value(), sign.atNanos());
    }

    private static PortPausesState.Trend trend(StoredTrend stored) {
        StoredRise rise = stored.getRise();
        byte[] history = new byte[stored.getHistory().remaining()];
        stored.getHistory().duplicate().get(history);
        return new PortPausesState.Trend(
                stored.getKeys(),
                stored.getCounters(),
                stored.getReachedNanos(),
                stored.getWindow(),
                stored.getPausedNanos(),
                stored.getCoveredNanos(),
                stored.getCountedNanos(),
                rise == null
                        ? null
                        : new TrendChange.Rise(
                                rise.getSinceNanos(),
                                rise.getPausedRatio(),
                                rise.getMedianRatio(),
                                rise.getWindows(),
                                rise.getDays()),
                PauseHistory.of(history));
    }

    private static StoredTrend trend(PortPausesState.Trend trend) {
        TrendChange.Rise rise = trend.rise();
        return new StoredTrend(
                trend.keys(),
                trend.counters(),
                trend.reachedNanos(),
                trend.window(),
                trend.pausedNanos(),
                trend.coveredNanos(),
                trend.countedNanos(),
                rise == null
                        ? null
                        : new StoredRise(
                                rise.sinceNanos(), rise.pausedRatio(), rise.medianRatio(), rise.windows(), rise.days()),
                ByteBuffer.wrap(trend.history().bytes()));
    }

    private static PortPausesState.Drops drops(StoredDrops stored) {
        return new PortPausesState.Drops(
                PortSign.Kind.valueOf(stored.getKind()),
                stored.getPriority(),
                seconds(stored.getSums()),
                stored.getUntilNanos());
    }

    private static StoredDrops drops(PortPausesState.Drops drops) {
        return new StoredDrops(drops.kind().name(), drops.priority(), seconds(drops.sums()), drops.untilNanos());
    }

    private static PortPausesState.Meter meter(StoredMeter stored) {
        return new PortPausesState.Meter(
                stored.getStartNanos(),
                stored.getLastNanos(),
                stored.getReports(),
                stored.getBytes(),
                stored.getSpanNanos(),
                stored.getFull());
    }

    private static StoredMeter meter(PortPausesState.Meter meter) {
        return new StoredMeter(
                meter.startNanos(), meter.lastNanos(), meter.reports(), meter.bytes(), meter.spanNanos(), meter.full());
    }

    private static PortPausesState.Growth growth(StoredGrowth stored) {
        return new PortPausesState.Growth(
                stored.getUntilNanos(),
                stored.getTotals().stream().map(StoredPorts::running).toList());
    }

    private static StoredGrowth growth(PortPausesState.Growth growth) {
        return new StoredGrowth(
                growth.untilNanos(),
                growth.totals().stream().map(StoredPorts::running).toList());
    }

    private static PortPausesState.Total running(StoredRunning stored) {
        return new PortPausesState.Total(stored.getTotal(), stored.getRefreshedNanos(), stored.getIntervalNanos());
    }

    private static StoredRunning running(PortPausesState.Total total) {
        return new StoredRunning(total.total(), total.refreshedNanos(), total.intervalNanos());
    }

    private static PortPausesState.Seconds seconds(StoredSeconds stored) {
        return new PortPausesState.Seconds(stored.getNewest(), stored.getSums());
    }

    private static StoredSeconds seconds(PortPausesState.Seconds seconds) {
        return new StoredSeconds(seconds.newest(), seconds.sums());
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
                seconds(stored.getPausedSeconds()),
                stored.getRatio(),
                stored.getHighSinceNanos(),
                stored.getChoppy());
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
                seconds(frames.pausedSeconds()),
                frames.ratio(),
                frames.highSinceNanos(),
                frames.choppy());
    }

    private static PortPausesState.Traffic traffic(StoredTraffic stored) {
        return new PortPausesState.Traffic(
                stored.getPriority(),
                Direction.valueOf(stored.getDirection()),
                stored.getLastNanos(),
                stored.getTotal(),
                stored.getPacketBuckets(),
                stored.getMovedNewest(),
                stored.getMovedBits());
    }

    private static StoredTraffic traffic(PortPausesState.Traffic traffic) {
        return new StoredTraffic(
                traffic.priority(),
                traffic.direction().name(),
                traffic.lastNanos(),
                traffic.total(),
                traffic.packetBuckets(),
                traffic.movedNewest(),
                traffic.movedBits());
    }

    private static PortPausesState.Counter counter(StoredCounter stored) {
        return new PortPausesState.Counter(
                stored.getPriority(),
                Direction.valueOf(stored.getDirection()),
                stored.getRefreshedNanos(),
                stored.getTotal(),
                stored.getFrames(),
                stored.getOn2Off(),
                stored.getNewFrames(),
                stored.getInterrupted(),
                stored.getRunStartNanos(),
                stored.getRunSamples(),
                stored.getRatio(),
                stored.getIntervalNanos(),
                stored.getNominalIntervalNanos(),
                stored.getPausedNanos(),
                stored.getSeenPackets(),
                stored.getSeenInSample(),
                stored.getLastSeenInSample(),
                stored.getStillSinceNanos(),
                stored.getChoppy(),
                seconds(stored.getPausedSeconds()));
    }

    private static StoredCounter counter(PortPausesState.Counter counter) {
        return new StoredCounter(
                counter.priority(),
                counter.direction().name(),
                counter.refreshedNanos(),
                counter.total(),
                counter.frames(),
                counter.on2Off(),
                counter.newFrames(),
                counter.interrupted(),
                counter.runStartNanos(),
                counter.runSamples(),
                counter.ratio(),
                counter.intervalNanos(),
                counter.nominalIntervalNanos(),
                counter.pausedNanos(),
                counter.seenPackets(),
                counter.seenInSample(),
                counter.lastSeenInSample(),
                counter.stillSinceNanos(),
                counter.choppy(),
                seconds(counter.pausedSeconds()));
    }

    private static PortPausesState.Queue queue(StoredQueue stored) {
        return new PortPausesState.Queue(
                stored.getPriority(),
                stored.getQueue(),
                running(stored.getSent()),
                running(stored.getBytes()),
                running(stored.getDropped()),
                stored.getSentPackets(),
                stored.getLastSentPackets(),
                stored.getUnchangedSinceNanos(),
                stored.getLastMovedNanos(),
                stored.getDepthBytes(),
                stored.getDepthNanos(),
                stored.getWaitedNanos(),
                stored.getMovedNewest(),
                stored.getMovedBits(),
                stored.getPerhapsNewest(),
                stored.getPerhapsBits());
    }

    private static StoredQueue queue(PortPausesState.Queue queue) {
        return new StoredQueue(
                queue.priority(),
                queue.queue(),
                running(queue.sent()),
                running(queue.bytes()),
                running(queue.dropped()),
                queue.sentPackets(),
                queue.lastSentPackets(),
                queue.unchangedSinceNanos(),
                queue.lastMovedNanos(),
                queue.depthBytes(),
                queue.depthNanos(),
                queue.waitedNanos(),
                queue.movedNewest(),
                queue.movedBits(),
                queue.perhapsNewest(),
                queue.perhapsBits());
    }

    private static PortPausesState.Storm storm(StoredStorm stored) {
        StormState.Told told = new StormState.Told(
                StormRule.valueOf(stored.getRule()),
                PauseChange.Source.valueOf(stored.getSource()),
                stored.getDetectionNanos(),
                stored.getConfidence());
        return new PortPausesState.Storm(
                stored.getPriority(),
                Direction.valueOf(stored.getDirection()),
                new StormState(
                        stored.getOpen(), stored.getSinceNanos(), stored.getClearedNanos(), stored.getMoving(), told),
                stored.getWatchdogStormed(),
                stored.getWatchdogSinceNanos(),
                stored.getWatchdogSaidNanos(),
                stored.getWatchdogEndedNanos(),
                stored.getReportedSinceNanos(),
                stored.getReportedUntilNanos());
    }

    private static StoredStorm storm(PortPausesState.Storm storm) {
        StormState state = storm.state();
        return new StoredStorm(
                storm.priority(),
                storm.direction().name(),
                state.open(),
                state.sinceNanos(),
                state.clearedNanos(),
                state.moving(),
                state.told().rule().name(),
                state.told().source().name(),
                state.told().detectionNanos(),
                state.told().confidence(),
                storm.watchdogStormed(),
                storm.watchdogSinceNanos(),
                storm.watchdogSaidNanos(),
                storm.watchdogEndedNanos(),
                storm.reportedSinceNanos(),
                storm.reportedUntilNanos());
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
