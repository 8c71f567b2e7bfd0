package io.stormglass.models.congestion;

import io.stormglass.models.congestion.PortCongestionState.NicInterval;
import io.stormglass.models.event.PortEvent;
import io.stormglass.models.pause.CounterDelta;
import io.stormglass.models.shadow.QueueSign;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Congestion counters of a NIC port over the newest intervals between two refreshes of the source. */
final class NicTrack {
    private static final double GIGABYTE = 1e9;
    /** Above this two counters of one snapshot contradict each other. */
    private static final double MOST_CNPS_PER_CE = 1.02;

    private final CongestionSettings settings;
    private final CounterMemory ce;
    private final CounterMemory sent;
    private final CounterMemory handled;
    private final CounterMemory ignored;
    private final CounterMemory slow;
    private final List<NicInterval> intervals = new ArrayList<>();
    private long refreshedNanos;
    private @Nullable Long nominalNanos;
    private long pendingBytes;
    private boolean bytesSeen;

    NicTrack(CongestionSettings settings) {
        this.settings = settings;
        ce = new CounterMemory();
        sent = new CounterMemory();
        handled = new CounterMemory();
        ignored = new CounterMemory();
        slow = new CounterMemory();
    }

    NicTrack(CongestionSettings settings, PortCongestionState.Nic state) {
        this.settings = settings;
        List<PortCongestionState.Counter> counters = state.counters();
        ce = new CounterMemory(counters.get(0));
        sent = new CounterMemory(counters.get(1));
        handled = new CounterMemory(counters.get(2));
        ignored = new CounterMemory(counters.get(3));
        slow = new CounterMemory(counters.get(4));
        intervals.addAll(state.intervals());
        refreshedNanos = state.refreshedNanos();
        nominalNanos = state.nominalNanos();
        pendingBytes = state.pendingBytes();
        bytesSeen = state.bytesSeen();
    }

    PortCongestionState.Nic state() {
        return new PortCongestionState.Nic(
                refreshedNanos,
                nominalNanos,
                pendingBytes,
                bytesSeen,
                Stream.of(ce, sent, handled, ignored, slow)
                        .map(CounterMemory::state)
                        .toList(),
                intervals);
    }

    void sentBytes(long bytes) {
        pendingBytes += bytes;
        bytesSeen = true;
    }

    /** What comes next has another beginning. */
    void begin() {
        List.of(ce, sent, handled, ignored, slow).forEach(CounterMemory::begin);
        refreshedNanos = 0;
    }

    void sample(PortEvent.NicCongestion read) {
        long at = read.refresh().refreshedNanos();
        if (at <= refreshedNanos) {
            return;
        }
        CounterDelta ceDelta = sample(ce, at, read.ceReceived());
        CounterDelta sentDelta = sample(sent, at, read.cnpSent());
        CounterDelta handledDelta = sample(handled, at, read.cnpHandled());
        CounterDelta ignoredDelta = sample(ignored, at, read.cnpIgnored());
        CounterDelta slowDelta = sample(slow, at, read.slowRestartCnps());
        if (refreshedNanos != 0) {
            intervals.add(new NicInterval(
                    refreshedNanos,
                    at,
                    Windows.known(ceDelta),
                    Windows.known(sentDelta),
                    Windows.known(handledDelta),
                    Windows.known(ignoredDelta),
                    Windows.known(slowDelta),
                    bytesSeen ? pendingBytes : null,
                    Stream.of(ceDelta, sentDelta, handledDelta, ignoredDelta, slowDelta)
                            .anyMatch(delta -> delta.kind() == CounterDelta.Kind.RESET)));
            Windows.expire(intervals, NicInterval::toNanos, settings);
        }
        pendingBytes = 0;
        refreshedNanos = at;
        nominalNanos = read.refresh().intervalNanos();
    }

    private CounterDelta sample(CounterMemory counter, long atNanos, @Nullable Long value) {
        return counter.sample(atNanos, value, settings.counterWidthBits());
    }

    boolean isStale(long atNanos) {
        return Windows.staleNanos(atNanos, refreshedNanos, nominalNanos, settings) > 0;
    }

    NicReading reading(long atNanos, QueueSign queue) {
        NicVerdict verdict = NicClassifier.classify(evidence(atNanos, queue));
        long covered =
                intervals.stream().mapToLong(i -> i.toNanos() - i.fromNanos()).sum();
        return new NicReading(
                verdict.nicClass(),
                verdict.evidence(),
                verdict.missing(),
                refreshedNanos,
                covered,
                Windows.sum(intervals, NicInterval::ceReceived),
                Windows.sum(intervals, NicInterval::cnpSent),
                Windows.sum(intervals, NicInterval::cnpHandled),
                Windows.sum(intervals, NicInterval::cnpIgnored),
                Windows.sum(intervals, NicInterval::slowRestartCnps),
                Windows.sum(intervals, NicInterval::sentBytes),
                cnpsPerCe(),
                perGigabyte(this::handled),
                perGigabyte(NicInterval::cnpIgnored));
    }

    private NicEvidence evidence(long atNanos, QueueSign queue) {
        return new NicEvidence(
                Windows.staleNanos(atNanos, refreshedNanos, nominalNanos, settings),
                intervals.size(),
                receiver(),
                sender(),
                queue,
                settings.enough());
    }

    private NicEvidence.Receiver receiver() {
        boolean both = ce.sight() != Sight.ABSENT && sent.sight() != Sight.ABSENT;
        List<NicInterval> told = both ? told(NicTrack::tellsReceiver) : intervals;
        boolean twice = false;
        for (int i = 1; i < told.size(); i++) {
            twice |= told.get(i - 1).toNanos() == told.get(i).fromNanos()
                    && Windows.orZero(told.get(i - 1).ceReceived()) > 0
                    && Windows.orZero(told.get(i).ceReceived()) > 0;
        }
        return new NicEvidence.Receiver(
                ce.sight(),
                sent.sight(),
                Windows.orZero(Windows.sum(told, NicInterval::ceReceived)),
                Windows.orZero(Windows.sum(told, NicInterval::cnpSent)),
                twice);
    }

    private NicEvidence.Sender sender() {
        boolean both = handled.sight() != Sight.ABSENT && ignored.sight() != Sight.ABSENT;
        List<NicInterval> told = both ? told(i -> handled(i) != null && i.cnpIgnored() != null) : intervals;
        return new NicEvidence.Sender(
                handled.sight(),
                ignored.sight(),
                slow.sight(),
                Math.max(0, Windows.orZero(Windows.sum(told, this::handled))),
                Windows.orZero(Windows.sum(told, NicInterval::cnpIgnored)));
    }

    private List<NicInterval> told(Predicate<NicInterval> both) {
        return intervals.stream().filter(both).toList();
    }

    private static boolean tellsReceiver(NicInterval interval) {
        return interval.ceReceived() != null && interval.cnpSent() != null;
    }

    /**
     * CNPs handled but for those of slow restart; null where one of them is counted and not known. It may be below 0 where a read fell between the
     * two counters, and is right in the sum.
     */
    private @Nullable Long handled(NicInterval interval) {
        Long all = interval.cnpHandled();
        Long slowRestart = interval.slowRestartCnps();
        if (all == null || slow.sight() == Sight.ABSENT) {
            return all;
        }
        return slowRestart == null ? null : (Long) (all - slowRestart);
    }

    private @Nullable Double cnpsPerCe() {
        List<NicInterval> told = told(NicTrack::tellsReceiver);
        long marks = Windows.orZero(Windows.sum(told, NicInterval::ceReceived));
        return marks == 0 ? null : (Double) (Windows.orZero(Windows.sum(told, NicInterval::cnpSent)) / (double) marks);
    }

    private @Nullable Double perGigabyte(Function<NicInterval, @Nullable Long> count) {
        List<NicInterval> told = told(i -> i.sentBytes() != null && count.apply(i) != null);
        long bytes = Windows.orZero(Windows.sum(told, NicInterval::sentBytes));
        if (bytes == 0) {
            return null;
        }
        return Math.max(0, Windows.orZero(Windows.sum(told, count))) * GIGABYTE / bytes;
    }

    void quality(List<String> quality) {
        if (intervals.stream().anyMatch(NicInterval::reset)) {
            quality.add("congestion-counter-reset");
        }
        Double ratio = cnpsPerCe();
        if (ratio != null && ratio > MOST_CNPS_PER_CE) {
            quality.add("more-cnps-than-ce");
        }
    }
}
