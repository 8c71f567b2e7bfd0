package io.stormglass.models.pause;

import io.stormglass.models.event.Direction;
import io.stormglass.models.event.PortEvent;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/** Facts of a port that tell congestion from faults: line rate, what waits, back pressure of the host, errors of the link, drops. */
final class PortSigns {
    private static final int STALLED_NANOS = 1;

    private final PauseSettings settings;
    private final SignBoard board;
    private final RateMeter traffic;
    private final RateMeter queues;
    private final GrowthTrack backPressure;
    private final GrowthTrack linkErrors;
    private final TreeMap<DropKey, DropTrack> drops = new TreeMap<>();
    private long errors;

    private record DropKey(PortSign.Kind kind, int priority) implements Comparable<DropKey> {
        private static final Comparator<DropKey> ORDER =
                Comparator.comparing(DropKey::kind).thenComparingInt(DropKey::priority);

        @Override
        public int compareTo(DropKey other) {
            return ORDER.compare(this, other);
        }
    }

    PortSigns(PauseSettings settings, PortPausesState.Signs state) {
        this.settings = settings;
        PauseSettings.Signs limits = settings.signs();
        board = new SignBoard(limits, state.told());
        traffic = new RateMeter(settings, state.traffic());
        queues = new RateMeter(settings, state.queues());
        backPressure = new GrowthTrack(3, limits.backPressureNanos(), state.backPressure());
        linkErrors = new GrowthTrack(3, limits.linkErrorsNanos(), state.linkErrors());
        errors = state.errors();
        state.drops().forEach(stored -> {
            DropTrack track = new DropTrack(stored);
            drops.put(new DropKey(track.kind, track.priority), track);
        });
    }

    PortPausesState.Signs state() {
        return new PortPausesState.Signs(
                board.state(),
                traffic.state(),
                queues.state(),
                backPressure.state(),
                linkErrors.state(),
                errors,
                drops.values().stream().map(DropTrack::state).toList());
    }

    List<PortSign> drain() {
        return board.drain();
    }

    void passed(PortEvent.Traffic passed, long nowNanos, long bitsPerSecond) {
        if (passed.direction() == Direction.TX) {
            traffic.add(nowNanos, passed.bytes(), bitsPerSecond);
            lineRate(traffic, nowNanos, nowNanos, bitsPerSecond);
        }
    }

    void sent(QueueTrack queue, PortEvent.QueueSample read, long nowNanos, long bitsPerSecond) {
        CounterDelta delta = queue.bytes.sample(read.refresh(), read.sentBytes());
        if (delta != null) {
            long at = read.refresh().refreshedNanos();
            queues.add(at, delta.value(), bitsPerSecond);
            lineRate(queues, at, nowNanos, bitsPerSecond);
        }
    }

    private void lineRate(RateMeter meter, long reportNanos, long nowNanos, long bitsPerSecond) {
        boolean told = board.isPresent(PortSign.Kind.LINE_RATE, TrackKey.ALL);
        if (meter.full() && !told) {
            double share = meter.share(reportNanos, bitsPerSecond);
            board.present(
                    PortSign.Kind.LINE_RATE,
                    nowNanos,
                    TrackKey.ALL,
                    share,
                    () -> "sends at " + percent(share) + " of its line rate");
        } else if (told && !traffic.full() && !queues.full()) {
            board.absent(
                    PortSign.Kind.LINE_RATE,
                    nowNanos,
                    TrackKey.ALL,
                    "sends below " + percent(settings.signs().lineRateEnds()) + " of its line rate");
        }
    }

    /** Tells of what waits, as long as a storm state of the port is open. */
    void waiting(PortTraffic port, boolean stormOpen, long nowNanos) {
        if (!stormOpen && !board.isPresent(PortSign.Kind.WAITING)) {
            return;
        }
        TreeMap<Integer, Depth> depths = new TreeMap<>();
        for (QueueTrack queue : port.queues()) {
            Long bytes = queue.depthBytes();
            boolean empty = !stormOpen || queue.emptyFor(settings.windowNanos());
            depths.merge(queue.key.priority(), new Depth(bytes == null ? 0 : bytes, empty), Depth::and);
        }
        depths.forEach((priority, depth) -> {
            if (depth.empty) {
                board.absent(
                        PortSign.Kind.WAITING,
                        nowNanos,
                        priority,
                        stormOpen ? "nothing waits" : "nothing is paused any more");
            } else if (depth.bytes > 0) {
                long bytes = depth.bytes;
                board.present(PortSign.Kind.WAITING, nowNanos, priority, (double) bytes, () -> bytes + " bytes wait");
            }
        });
    }

    private record Depth(long bytes, boolean empty) {
        Depth and(Depth other) {
            return new Depth(bytes + other.bytes, empty && other.empty);
        }
    }

    void backPressure(PortEvent.HostBackPressure read, long nowNanos, QualityFlags quality) {
        boolean grew = backPressure.sample(
                nowNanos,
                read.refresh(),
                read.pcieStalls(),
                read.pcieStalledNanos(),
                read.receiveBufferOverThreshold());
        name(backPressure, nowNanos, quality);
        if (!grew) {
            return;
        }
        long stalled = backPressure.grown(STALLED_NANOS);
        if (stalled > 0 && backPressure.intervalNanos(STALLED_NANOS) > 0) {
            double share = (double) stalled / backPressure.intervalNanos(STALLED_NANOS);
            tell(nowNanos, share, "PCIe stalled " + percent(share) + " of the time");
        } else {
            double perSecond = perSecond(0) + perSecond(2);
            tell(
                    nowNanos,
                    perSecond,
                    String.format(
                            Locale.ROOT,
                            "%.1f PCIe stalls and %.1f times a receive buffer over its threshold per second",
                            perSecond(0),
                            perSecond(2)));
        }
    }

    private void tell(long nowNanos, double value, String text) {
        board.present(PortSign.Kind.BACK_PRESSURE, nowNanos, TrackKey.ALL, value, () -> text);
    }

    private double perSecond(int counter) {
        long interval = backPressure.intervalNanos(counter);
        return interval == 0 ? 0 : backPressure.grown(counter) * 1e9 / interval;
    }

    void health(PortEvent.LinkHealth read, long nowNanos, QualityFlags quality) {
        boolean grew = linkErrors.sample(
                nowNanos, read.refresh(), read.fecUncorrected(), read.symbolErrors(), read.linkDowned());
        name(linkErrors, nowNanos, quality);
        if (grew) {
            errors += linkErrors.grown(0) + linkErrors.grown(1) + linkErrors.grown(2);
            long count = errors;
            board.present(
                    PortSign.Kind.LINK_ERRORS,
                    nowNanos,
                    TrackKey.ALL,
                    (double) count,
                    () -> count + " events since it began; newest: " + linkErrors.grown(0)
                            + " blocks that FEC could not correct, " + linkErrors.grown(1) + " wrong symbols, "
                            + linkErrors.grown(2) + " times down");
        }
    }

    /** What comes next of the host's back pressure has another beginning. */
    void beginBackPressure() {
        backPressure.begin();
    }

    /** What comes next of the link's health has another beginning. */
    void beginHealth() {
        linkErrors.begin();
    }

    static void name(GrowthTrack track, long nowNanos, QualityFlags quality) {
        if (track.reset()) {
            quality.add("counter-reset", nowNanos);
        }
        if (track.saturated()) {
            quality.add("counter-saturated", nowNanos);
        }
    }

    /** Packets of a lossless priority were dropped in the newest interval of the queue's counter. */
    void dropped(PortSign.Kind kind, QueueTrack queue, long packets, long nowNanos) {
        int priority = queue.key.priority();
        DropTrack track = drops.computeIfAbsent(new DropKey(kind, priority), key -> new DropTrack(kind, priority));
        PauseSettings.Signs limits = settings.signs();
        track.dropped(nowNanos, packets, Math.max(limits.dropNanos(), 2 * queue.dropped.intervalNanos()));
        long lately = track.packets(nowNanos, limits.dropSeconds());
        board.present(
                kind,
                nowNanos,
                priority,
                (double) lately,
                () -> lately + " packets of priority " + priority + " dropped in " + limits.dropSeconds() + " s"
                        + (kind == PortSign.Kind.WATCHDOG_DROPS ? " by the watchdog" : ""));
    }

    /** When time alone ends a sign. */
    long timerNanos(long decidedNanos) {
        long timer = Math.min(traffic.timerNanos(), queues.timerNanos());
        if (!board.isEmpty()) {
            timer = Math.min(timer, pending(backPressure.untilNanos(), decidedNanos));
            timer = Math.min(timer, pending(linkErrors.untilNanos(), decidedNanos));
            for (DropTrack track : drops.values()) {
                timer = Math.min(timer, pending(track.untilNanos(), decidedNanos));
            }
        }
        return timer;
    }

    private static long pending(long untilNanos, long decidedNanos) {
        return untilNanos > decidedNanos ? untilNanos : Long.MAX_VALUE;
    }

    /** Ends what has had its time. */
    void expire(long nowNanos, long bitsPerSecond) {
        traffic.expire(nowNanos, bitsPerSecond);
        queues.expire(nowNanos, bitsPerSecond);
        lineRate(traffic, nowNanos, nowNanos, bitsPerSecond);
        if (board.isEmpty()) {
            return;
        }
        if (nowNanos >= backPressure.untilNanos()) {
            board.absent(PortSign.Kind.BACK_PRESSURE, nowNanos, TrackKey.ALL, "the host takes what its NIC receives");
        }
        if (nowNanos >= linkErrors.untilNanos()) {
            errors = 0;
            board.absent(PortSign.Kind.LINK_ERRORS, nowNanos, TrackKey.ALL, "no errors any more");
        }
        for (DropTrack track : List.copyOf(drops.values())) {
            if (nowNanos >= track.untilNanos()) {
                board.absent(track.kind, nowNanos, track.priority, "nothing is dropped any more");
                drops.remove(new DropKey(track.kind, track.priority));
            }
        }
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", share * 100);
    }
}
