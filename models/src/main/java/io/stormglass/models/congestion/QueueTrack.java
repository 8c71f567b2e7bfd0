package io.stormglass.models.congestion;

import io.stormglass.models.congestion.PortCongestionState.QueueInterval;
import io.stormglass.models.congestion.PortCongestionState.QueuePeak;
import io.stormglass.models.event.PortEvent;
import io.stormglass.models.pause.CounterDelta;
import io.stormglass.models.shadow.QueueSign;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Counters and peaks of one egress queue over the newest intervals between two refreshes of their sources. */
final class QueueTrack {
    final QueueKey key;
    private final CongestionSettings settings;
    private final CounterMemory packets;
    private final CounterMemory marked;
    private final CounterMemory dropped;
    private final CounterMemory wredDropped;
    private final CounterMemory bytes;
    private final List<QueueInterval> intervals = new ArrayList<>();
    private final List<QueuePeak> peaks = new ArrayList<>();
    private long refreshedNanos;
    private @Nullable Long nominalNanos;
    private @Nullable Long depthBytes;
    private @Nullable Long watermarkBytes;
    private long watermarkNanos;
    private @Nullable QueueThresholds thresholds;

    QueueTrack(QueueKey key, CongestionSettings settings) {
        this.key = key;
        this.settings = settings;
        packets = new CounterMemory();
        marked = new CounterMemory();
        dropped = new CounterMemory();
        wredDropped = new CounterMemory();
        bytes = new CounterMemory();
    }

    QueueTrack(PortCongestionState.Queue state, CongestionSettings settings) {
        key = new QueueKey(state.priority(), state.queue());
        this.settings = settings;
        List<PortCongestionState.Counter> counters = state.counters();
        packets = new CounterMemory(counters.get(0));
        marked = new CounterMemory(counters.get(1));
        dropped = new CounterMemory(counters.get(2));
        wredDropped = new CounterMemory(counters.get(3));
        bytes = counters.size() > 4 ? new CounterMemory(counters.get(4)) : new CounterMemory();
        intervals.addAll(state.intervals());
        peaks.addAll(state.peaks());
        refreshedNanos = state.refreshedNanos();
        nominalNanos = state.nominalNanos();
        depthBytes = state.depthBytes();
        watermarkBytes = state.watermarkBytes();
        watermarkNanos = state.watermarkNanos();
        thresholds = state.thresholds();
    }

    PortCongestionState.Queue state() {
        return new PortCongestionState.Queue(
                key.priority(),
                key.queue(),
                refreshedNanos,
                nominalNanos,
                depthBytes,
                watermarkBytes,
                watermarkNanos,
                thresholds,
                Stream.of(packets, marked, dropped, wredDropped, bytes)
                        .map(CounterMemory::state)
                        .toList(),
                intervals,
                peaks);
    }

    void thresholds(@Nullable QueueThresholds known) {
        thresholds = known;
    }

    void pausedPeers(long fromNanos, long toNanos) {
        addPeak(new QueuePeak(fromNanos, toNanos, 0, null, true));
    }

    /** What comes next has another beginning. */
    void begin() {
        List.of(packets, marked, dropped, wredDropped, bytes).forEach(CounterMemory::begin);
        watermarkBytes = null;
    }

    /** A value that is null was not read with this refresh: groups of counters have refreshes of their own. */
    QueueGrowth sample(PortEvent.QueueSample read) {
        long at = read.refresh().refreshedNanos();
        Long newDepth = at > refreshedNanos ? read.depthBytes() : null;
        Long newWatermark = at > watermarkNanos ? read.watermarkBytes() : null;
        depth(read, at);
        QueueGrowth growth = counters(read, at, newWatermark, newDepth);
        if (at > refreshedNanos) {
            refreshedNanos = at;
            nominalNanos = read.refresh().intervalNanos();
        }
        return growth;
    }

    private QueueGrowth counters(
            PortEvent.QueueSample read, long atNanos, @Nullable Long newWatermark, @Nullable Long newDepth) {
        List<CounterMemory> memories = List.of(bytes, packets, marked, dropped, wredDropped);
        List<Long> before = memories.stream().map(CounterMemory::refreshedNanos).toList();
        CounterDelta bytesDelta = sample(bytes, atNanos, read.sentBytes());
        CounterDelta packetsDelta = sample(packets, atNanos, read.sentPackets());
        CounterDelta markedDelta = sample(marked, atNanos, read.marked());
        CounterDelta droppedDelta = sample(dropped, atNanos, read.dropped());
        CounterDelta wredDelta = sample(wredDropped, atNanos, read.wredDropped());
        List<CounterDelta> deltas = List.of(packetsDelta, markedDelta, droppedDelta, wredDelta);
        List<CounterDelta> all = List.of(bytesDelta, packetsDelta, markedDelta, droppedDelta, wredDelta);
        long from = atNanos;
        for (int i = 0; i < all.size(); i++) {
            from = all.get(i).known() ? Math.min(from, before.get(i)) : from;
        }
        QueueGrowth growth = new QueueGrowth(
                key.priority(),
                key.queue(),
                from,
                atNanos,
                Windows.known(packetsDelta),
                Windows.known(bytesDelta),
                Windows.known(markedDelta),
                Windows.known(droppedDelta),
                Windows.known(wredDelta),
                newWatermark,
                newDepth);
        if (deltas.stream().allMatch(delta -> delta.kind() == CounterDelta.Kind.ABSENT)) {
            return growth;
        }
        intervals.add(new QueueInterval(
                atNanos,
                Windows.known(packetsDelta),
                Windows.known(markedDelta),
                Windows.known(droppedDelta),
                Windows.known(wredDelta),
                deltas.stream().anyMatch(delta -> delta.kind() == CounterDelta.Kind.RESET)));
        Windows.expire(intervals, QueueInterval::toNanos, settings);
        return growth;
    }

    private CounterDelta sample(CounterMemory counter, long atNanos, @Nullable Long value) {
        if (value == null || atNanos <= counter.refreshedNanos()) {
            return new CounterDelta(CounterDelta.Kind.ABSENT, 0);
        }
        return counter.sample(atNanos, value, settings.counterWidthBits());
    }

    private void depth(PortEvent.QueueSample read, long atNanos) {
        Long depth = read.depthBytes();
        Long mark = read.watermarkBytes();
        if (depth != null && atNanos > refreshedNanos) {
            depthBytes = depth;
        }
        if (mark != null && atNanos > watermarkNanos) {
            watermark(mark, Windows.orZero(depth), atNanos);
        } else if (depth != null && depth > 0 && watermarkNanos == 0 && atNanos > refreshedNanos) {
            // Without a watermark a poll proves only what it saw.
            addPeak(new QueuePeak(atNanos, atNanos, depth, null, false));
        }
    }

    private void watermark(long bytes, long depth, long atNanos) {
        Long before = watermarkBytes;
        if (before != null) {
            long dated = bytes == before ? 0 : bytes;
            addPeak(new QueuePeak(watermarkNanos, atNanos, Math.max(dated, depth), Math.max(bytes, depth), false));
        }
        watermarkBytes = bytes;
        watermarkNanos = atNanos;
    }

    private void addPeak(QueuePeak peak) {
        int place = peaks.size();
        while (place > 0 && peaks.get(place - 1).toNanos() > peak.toNanos()) {
            place--;
        }
        peaks.add(place, peak);
        Windows.expire(peaks, QueuePeak::toNanos, settings);
    }

    boolean marksCount() {
        return marked.sight() == Sight.COUNTS;
    }

    boolean isStale(long atNanos) {
        return Windows.staleNanos(atNanos, refreshedNanos, nominalNanos, settings) > 0;
    }

    /**
     * The queue at a moment.
     *
     * @param marksOfPort COUNTS where marks of any queue of this port are known to be counted
     */
    QueueReading reading(long atNanos, Sight marksOfPort) {
        QueueEvidence evidence = evidence(atNanos, marksOfPort);
        QueueVerdict verdict = QueueClassifier.classify(evidence);
        QueueSign sign = sign(evidence, verdict);
        return new QueueReading(
                key.priority(),
                key.queue(),
                verdict.queueClass(),
                sign,
                signNanos(sign),
                verdict.evidence(),
                verdict.missing(),
                refreshedNanos,
                depthBytes,
                watermarkBytes,
                evidence.peakBytes(),
                thresholds,
                Windows.sum(intervals, QueueInterval::sentPackets),
                Windows.sum(intervals, QueueInterval::marked),
                Windows.sum(intervals, QueueInterval::dropped),
                Windows.sum(intervals, QueueInterval::wredDropped));
    }

    /** What flows through the queue may take from it. */
    QueueSpell spell(long atNanos, Sight marksOfPort) {
        QueueEvidence evidence = evidence(atNanos, marksOfPort);
        QueueSign sign = sign(evidence, QueueClassifier.classify(evidence));
        List<QueuePeak> deep = peaks.stream()
                .filter(peak -> isPast(peak) || peak.pausedPeers())
                .toList();
        return switch (sign) {
            case UNKNOWN -> new QueueSpell(key.priority(), key.queue(), sign, 0, 0, 0);
            case BETWEEN -> new QueueSpell(key.priority(), key.queue(), sign, refreshedNanos, refreshedNanos, 0);
            case BELOW_KMIN ->
                new QueueSpell(
                        key.priority(), key.queue(), sign, peaks.getLast().fromNanos(), signNanos(sign), 0);
            case PASSED_KMAX ->
                new QueueSpell(
                        key.priority(),
                        key.queue(),
                        sign,
                        deep.getLast().fromNanos(),
                        signNanos(sign),
                        deep.size() < 2 ? 0 : deep.get(deep.size() - 2).fromNanos());
        };
    }

    private QueueEvidence evidence(long atNanos, Sight marksOfPort) {
        boolean read = marked.sight() != Sight.ABSENT;
        return new QueueEvidence(
                Windows.staleNanos(atNanos, refreshedNanos, nominalNanos, settings),
                watermarkNanos != 0 || !peaks.isEmpty(),
                peaks.size(),
                read && marksOfPort == Sight.COUNTS ? Sight.COUNTS : marked.sight(),
                Windows.orZero(Windows.sum(intervals, QueueInterval::marked)),
                peaks.stream().mapToLong(QueuePeak::lowBytes).max().orElse(0),
                high(),
                thresholds,
                (int) peaks.stream().filter(this::isPast).count(),
                (int) peaks.stream().filter(QueuePeak::pausedPeers).count(),
                read && marksOfPort == Sight.COUNTS
                        ? (int) peaks.stream().filter(this::isUnmarked).count()
                        : 0);
    }

    private @Nullable Long high() {
        long high = -1;
        for (QueuePeak peak : peaks) {
            if (peak.pausedPeers()) {
                continue;
            }
            Long bound = peak.highBytes();
            if (bound == null) {
                return null;
            }
            high = Math.max(high, bound);
        }
        return high < 0 ? null : (Long) high;
    }

    private boolean isPast(QueuePeak peak) {
        return thresholds != null && peak.lowBytes() > thresholds.kmaxBytes();
    }

    private boolean isUnmarked(QueuePeak peak) {
        return (isPast(peak) || peak.pausedPeers())
                && marked.stoodStill(peak.fromNanos(), peak.toNanos())
                && packets.grewAfter(peak.fromNanos());
    }

    private QueueSign sign(QueueEvidence e, QueueVerdict verdict) {
        if (e.staleNanos() > 0) {
            return QueueSign.UNKNOWN;
        }
        if (e.past() + e.pausing() > 0) {
            return QueueSign.PASSED_KMAX;
        }
        if (verdict.queueClass() == QueueClass.NOT_CONGESTED) {
            return QueueSign.BELOW_KMIN;
        }
        boolean pastKmin = thresholds != null && e.peakBytes() >= thresholds.kminBytes() && e.peakBytes() > 0;
        return e.marked() > 0 || pastKmin ? QueueSign.BETWEEN : QueueSign.UNKNOWN;
    }

    private long signNanos(QueueSign sign) {
        return switch (sign) {
            case UNKNOWN -> 0;
            case BETWEEN -> refreshedNanos;
            case BELOW_KMIN -> watermarkNanos;
            case PASSED_KMAX ->
                peaks.stream()
                        .filter(peak -> isPast(peak) || peak.pausedPeers())
                        .mapToLong(QueuePeak::toNanos)
                        .max()
                        .orElse(0);
        };
    }

    void quality(List<String> quality) {
        if (intervals.stream().anyMatch(QueueInterval::reset)) {
            quality.add("queue-counter-reset");
        }
    }
}
