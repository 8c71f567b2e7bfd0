package io.stormglass.models.pause;

import io.stormglass.models.event.CounterGroup;
import io.stormglass.models.event.Direction;
import io.stormglass.models.event.PortEvent;
import io.stormglass.models.event.Refresh;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Pause ledger, storm states, signs and trends of one port.
 *
 * <p>Frames: pause time is kept as intervals on the event-time axis. A frame pauses its priority for quanta x 512 bit times
 * from its own time on, a later frame replaces what is left, 0 quanta end it; an 802.3x frame (priority -1) pauses every
 * priority. Paused time is summed into buckets aligned to event time, and a window of whole buckets is judged at each
 * bucket's end, so calls in between change nothing. Silence costs at most one window, however long it is.
 *
 * <p>Counters: the interval of a sample is the time between two refreshes at the source, not between two reads. The same
 * snapshot read again is no sample; a ratio above the limit is a bad one: named, never clipped.
 *
 * <p>There is one storm state per priority and direction ({@link StormTrack}). Tracks measure ({@link FrameTrack}, {@link CounterTrack}), {@link PortTraffic}
 * knows what moves, the device may speak for itself; of the rules that hold the strongest is told ({@link StormRule}). A state clears when no rule holds and
 * no source sees a pause above the clear limit.
 *
 * <p>What time alone changes (a second ends, a report of the NIC or a sign has had its time) is decided at the first bucket's end after it.
 *
 * <p>Not thread-safe. Event times may run backwards: a late event counts as if it happened at the time reached.
 */
public final class PortPauses {
    private final PauseSettings settings;
    private final TreeMap<TrackKey, FrameTrack> frames = new TreeMap<>();
    private final TreeMap<TrackKey, CounterTrack> counters = new TreeMap<>();
    private final TreeMap<TrackKey, StormTrack> storms = new TreeMap<>();
    private final PortTraffic traffic;
    private final PortSigns signs;
    private final GrowthTrack reported;
    private final PauseTrends trends;
    private final QualityFlags quality;
    private List<PauseSpan> spans = new ArrayList<>();
    private int reportedPriority;
    private int losslessPriorities;
    private long nowNanos;
    private long linkBitsPerSecond;
    private long late;

    /** A port of which nothing is known. */
    public PortPauses(PauseSettings settings) {
        this(settings, PortPausesState.empty());
    }

    /** Continues from a stored state. */
    public PortPauses(PauseSettings settings, PortPausesState state) {
        this.settings = settings;
        nowNanos = state.nowNanos();
        linkBitsPerSecond = state.linkBitsPerSecond();
        losslessPriorities = state.losslessPriorities();
        late = state.late();
        quality = new QualityFlags(state.quality());
        state.frames().forEach(s -> {
            FrameTrack track = new FrameTrack(s, settings);
            frames.put(track.key, track);
        });
        state.counters().forEach(s -> {
            CounterTrack track = new CounterTrack(s, settings);
            counters.put(track.key, track);
        });
        state.storms().forEach(s -> {
            StormTrack track = new StormTrack(s, settings);
            storms.put(track.key, track);
        });
        traffic = new PortTraffic(settings, state.traffic(), state.queues());
        signs = new PortSigns(settings, state.signs());
        reported = new GrowthTrack(2, settings.clearNanos(), state.reported());
        reportedPriority = state.reportedPriority();
        trends = new PauseTrends(settings.rising(), state.trends());
    }

    /** State to store. Signs and trends that were not drained are not part of it. */
    public PortPausesState state() {
        return new PortPausesState(
                nowNanos,
                linkBitsPerSecond,
                losslessPriorities,
                late,
                frames.values().stream().map(FrameTrack::state).toList(),
                traffic.trafficState(),
                counters.values().stream().map(CounterTrack::state).toList(),
                traffic.queueState(),
                storms.values().stream().map(StormTrack::state).toList(),
                reported.state(),
                reportedPriority,
                signs.state(),
                trends.state(),
                quality.state(nowNanos));
    }

    /** Event time reached, ns; 0 before the first event. */
    public long nowNanos() {
        return nowNanos;
    }

    /** Events that came behind the time reached by more than a bucket. */
    public long late() {
        return late;
    }

    /** Speed of the link in bit/s, 0 where unknown. */
    public long linkBitsPerSecond() {
        return linkBitsPerSecond;
    }

    /** Sets the link's speed for what follows; 0 keeps the one known. */
    public void linkSpeed(long bitsPerSecond) {
        if (bitsPerSecond > 0) {
            linkBitsPerSecond = bitsPerSecond;
        }
    }

    /** Sets which priorities link facts call lossless (bit p of priority p); null where they do not say. */
    public void losslessPriorities(@Nullable Integer mask) {
        losslessPriorities = mask == null ? 0 : mask;
    }

    /** What was wrong with the telemetry of this port within the last hour of event time, sorted. */
    public List<String> quality() {
        return quality.names(nowNanos);
    }

    /** True where time alone changes nothing: nothing is paused, no storm state or trend is open, no rule or sign is pending. */
    public boolean quiet() {
        return !busy() && !stormOpen() && timerNanos() == Long.MAX_VALUE;
    }

    /** True where a storm state is open. */
    public boolean stormOpen() {
        for (StormTrack storm : storms.values()) {
            if (storm.open()) {
                return true;
            }
        }
        return false;
    }

    /** Pauses at the newest boundary, sorted by priority, then direction; frames stand for counters of the same. */
    public List<PauseReading> readings() {
        List<PauseReading> readings = new ArrayList<>();
        for (StormTrack storm : storms.values()) {
            FrameTrack frame = frames.get(storm.key);
            CounterTrack counter = counters.get(storm.key);
            if (frame != null) {
                long sent = progress(frame, nowNanos).sentPackets();
                readings.add(frame.reading(sent, storm.sinceNanos()));
            } else if (counter != null) {
                readings.add(counter.reading(storm.sinceNanos()));
            } else if (storm.open()) {
                TrackKey key = storm.key;
                readings.add(new PauseReading(key.priority(), key.direction(), 0, 0, 0, -1, storm.sinceNanos()));
            }
        }
        return readings;
    }

    /**
     * Takes the port's next event and decides every boundary up to its time.
     *
     * @return what opened, changed and cleared, in order
     */
    public List<PauseChange> accept(PortEvent event) {
        if (nowNanos == 0) {
            nowNanos = event.timeNanos();
        }
        if (nowNanos - event.timeNanos() > settings.bucketNanos()) {
            late++;
        }
        List<PauseChange> changes = new ArrayList<>();
        advance(event.timeNanos(), changes);
        int before = changes.size();
        apply(event, changes);
        if (changes.size() > before) {
            signs.waiting(traffic, stormOpen(), nowNanos);
        }
        return changes;
    }

    /**
     * Decides every boundary up to a time. Before the first event nothing happens.
     *
     * @return what opened, changed and cleared, in order
     */
    public List<PauseChange> advanceTo(long timeNanos) {
        List<PauseChange> changes = new ArrayList<>();
        if (nowNanos != 0) {
            advance(timeNanos, changes);
        }
        return changes;
    }

    /** Counters of a group come from another agent from now on: its first totals say nothing of what was before. */
    public void begin(CounterGroup group) {
        switch (group) {
            case RECEIVED_PAUSES, SENT_PAUSES, OTHER_PAUSES -> {
                for (CounterTrack track : counters.values()) {
                    if (CounterGroup.ofPauses(track.key.direction()) == group) {
                        track.begin();
                    }
                }
            }
            case QUEUES -> traffic.queues().forEach(QueueTrack::begin);
            case BACK_PRESSURE -> {
                signs.beginBackPressure();
                reported.begin();
            }
            case LINK_HEALTH -> signs.beginHealth();
            case NIC_CONGESTION, TRANSPORT_ERRORS -> {}
        }
    }

    /** Signs that began, ended or changed since the last call, in order of time. */
    public List<PortSign> drainSigns() {
        return signs.drain();
    }

    /** Trends that began or ended since the last call, in order of time. */
    public List<TrendChange> drainTrends() {
        return trends.drain();
    }

    /** What counters told of pauses since the last call, in order; not part of {@link #state()}. */
    public List<PauseSpan> drainSpans() {
        List<PauseSpan> drained = spans;
        spans = new ArrayList<>();
        return drained;
    }

    /** What frames tell of a second of event time, one of the newest 16; of each priority and direction of which there ever was one. */
    public List<PauseSpan> ofFrames(long second) {
        return frames.values().stream().map(track -> track.span(second)).toList();
    }

    private void advance(long toNanos, List<PauseChange> changes) {
        while (nowNanos < toNanos) {
            if (busy()) {
                long boundary = boundaryAfter(nowNanos);
                long next = Math.min(boundary, toNanos);
                frames.forEach((key, track) ->
                        trends.paused(key, nowNanos, track.accrue(nowNanos, next, effectiveUntil(key, track))));
                nowNanos = next;
                if (next == boundary) {
                    decide(boundary, changes);
                }
                continue;
            }
            long timer = timerNanos();
            long boundary = timer == Long.MAX_VALUE ? timer : boundaryAfter(Math.max(timer - 1, nowNanos));
            skipTo(Math.min(boundary, toNanos));
            if (nowNanos == boundary) {
                decide(boundary, changes);
            }
        }
    }

    private long boundaryAfter(long nanos) {
        return (nanos / settings.bucketNanos() + 1) * settings.bucketNanos();
    }

    /** True where the next boundary may see something else than the one before. */
    private boolean busy() {
        boolean open = false;
        for (FrameTrack track : frames.values()) {
            if (!track.quiet(nowNanos)) {
                return true;
            }
            open |= storm(track.key).open();
        }
        return open && traffic.inWindow();
    }

    /** When time alone changes something next; what had its time since the newest boundary is still to be decided. */
    private long timerNanos() {
        long decided = nowNanos / settings.bucketNanos() * settings.bucketNanos();
        long timer = Math.min(signs.timerNanos(decided), trends.timerNanos());
        for (FrameTrack track : frames.values()) {
            timer = Math.min(timer, track.timerNanos(decided));
        }
        for (StormTrack storm : storms.values()) {
            timer = Math.min(timer, storm.timerNanos(decided));
        }
        return timer;
    }

    private long effectiveUntil(TrackKey key, FrameTrack track) {
        FrameTrack all = frames.get(new TrackKey(TrackKey.ALL, key.direction()));
        return all == null ? track.untilNanos() : Math.max(track.untilNanos(), all.untilNanos());
    }

    private void decide(long boundaryNanos, List<PauseChange> changes) {
        long bucket = boundaryNanos / settings.bucketNanos();
        boolean secondEnds =
                boundaryNanos / SecondSums.NANOS != (boundaryNanos - settings.bucketNanos()) / SecondSums.NANOS;
        traffic.openBucket(bucket);
        for (FrameTrack track : frames.values()) {
            track.measure(boundaryNanos, bucket);
            if (secondEnds) {
                track.judgeSeconds(boundaryNanos, traffic);
            }
        }
        int before = changes.size();
        for (StormTrack storm : storms.values()) {
            judge(storm, changes);
        }
        signs.expire(boundaryNanos, linkBitsPerSecond);
        trends.expire(boundaryNanos);
        if (changes.size() > before) {
            signs.waiting(traffic, stormOpen(), boundaryNanos);
        }
    }

    /** Nothing can happen in a silence, so its boundaries need not be visited: only the windows run empty. */
    private void skipTo(long toNanos) {
        long passed = toNanos / settings.bucketNanos() - nowNanos / settings.bucketNanos();
        long from = nowNanos / settings.bucketNanos() + 1;
        long buckets = Math.min(passed, settings.windowBuckets() + 1L);
        for (long bucket = from; bucket < from + buckets; bucket++) {
            traffic.openBucket(bucket);
            for (FrameTrack track : frames.values()) {
                track.openBucket(bucket);
            }
        }
        nowNanos = toNanos;
    }

    /** Decides the state of one priority and direction as of now. */
    private void judge(StormTrack storm, List<PauseChange> changes) {
        FrameTrack frame = frames.get(storm.key);
        CounterTrack counter = counters.get(storm.key);
        Long stormedNanos = storm.watchdogStormedNanos();
        if (stormedNanos != null && isOver(stormedNanos, storm.key)) {
            endWithoutWord(storm);
        }
        Finding finding = storm.device(nowNanos);
        Sight sight = null;
        boolean paused = false;
        if (frame != null && (storm.open() || counter != null || finding != null || !frame.calm())) {
            Progress progress = progress(frame, nowNanos);
            finding = Finding.stronger(finding, frame.finding(progress));
            sight = frame.sight(progress.sentPackets());
            paused = frame.paused();
        }
        if (counter != null) {
            Progress progress = traffic.inRun(counter);
            finding = Finding.stronger(finding, named(counter, counter.finding(progress)));
            sight = sight == null || !paused ? counter.sight(progress.sentPackets()) : sight;
            paused |= counter.paused();
        }
        if (sight == null) {
            sight = storm.deviceSight();
        }
        PauseChange change = storm.judge(nowNanos, finding, sight, paused);
        if (change != null) {
            changes.add(change);
        }
    }

    /** True where a watchdog that never said restored is not in storm any more, or has been for too long to be believed. */
    private boolean isOver(long stormedNanos, TrackKey key) {
        PauseSettings.Watchdog limits = settings.watchdog();
        if (nowNanos >= stormedNanos + limits.longestNanos()) {
            return true;
        }
        long passing = stormedNanos + limits.passingNanos();
        long lately = Math.max(passing, nowNanos - settings.clearNanos());
        CounterTrack counter = counters.get(key);
        FrameTrack frame = frames.get(key);
        return nowNanos >= passing
                && counter != null
                && counter.calmSince(lately - settings.clearNanos())
                && (frame == null || !frame.paused())
                && traffic.lastPassedNanos(key) >= lately;
    }

    private void endWithoutWord(StormTrack storm) {
        storm.watchdog(nowNanos, false);
        quality.add("watchdog-not-restored", nowNanos);
    }

    /** Counters that began anew are of a device that did: what its watchdog said before holds no more. */
    private void startedAnew(Refresh refresh, List<PauseChange> changes) {
        for (StormTrack storm : storms.values()) {
            Long stormedNanos = storm.watchdogStormedNanos();
            if (stormedNanos != null && stormedNanos < refresh.refreshedNanos()) {
                endWithoutWord(storm);
                judge(storm, changes);
            }
        }
    }

    private Progress progress(FrameTrack track, long atNanos) {
        return traffic.inWindow(track.key, track.stretchSinceNanos(atNanos), atNanos);
    }

    /** A pause that was released for a moment is a storm with interruptions, not a healthy port. */
    private @Nullable Finding named(CounterTrack counter, @Nullable Finding finding) {
        if (finding != null && finding.rule() == StormRule.SUSTAINED && counter.interrupted()) {
            quality.add("storm-interrupted", nowNanos);
        }
        return finding;
    }

    private void apply(PortEvent event, List<PauseChange> changes) {
        switch (event) {
            case PortEvent.PfcFrame pfc -> {
                frame(pfc.priority(), pfc.direction(), pfc.quanta());
                trends.heard(frames.keySet(), nowNanos);
            }
            case PortEvent.PauseFrame pause -> {
                pauseFrame(pause);
                trends.heard(frames.keySet(), nowNanos);
            }
            case PortEvent.Traffic passed -> {
                traffic(passed);
                trends.heard(frames.keySet(), nowNanos);
            }
            case PortEvent.PauseCounters read -> pauseCounters(read, changes);
            case PortEvent.QueueSample sample -> queueSample(sample, changes);
            case PortEvent.HostBackPressure read -> backPressure(read, changes);
            case PortEvent.LinkHealth read -> signs.health(read, nowNanos, quality);
            case PortEvent.Watchdog spoke -> watchdog(spoke, changes);
            case PortEvent.NicCongestion unused -> {}
            case PortEvent.TransportErrors unused -> {}
        }
    }

    private void frame(int priority, Direction direction, int quanta) {
        long speed = linkBitsPerSecond;
        if (speed == 0) {
            quality.add("link-speed-assumed", nowNanos);
            speed = PauseTime.DEFAULT_LINK_BITS_PER_SECOND;
        }
        frameTrack(new TrackKey(priority, direction)).frame(nowNanos, PauseTime.nanos(quanta, speed));
    }

    private void pauseFrame(PortEvent.PauseFrame pause) {
        frame(TrackKey.ALL, pause.direction(), pause.quanta());
        // The pause holds every priority that is known to be used in that direction.
        Direction held = new TrackKey(TrackKey.ALL, pause.direction()).held();
        for (TrackKey key : traffic.used()) {
            if (held != Direction.UNKNOWN && key.direction() == held && key.priority() != TrackKey.ALL) {
                frameTrack(new TrackKey(key.priority(), pause.direction()));
            }
        }
    }

    private void traffic(PortEvent.Traffic passed) {
        if (passed.packets() > 0) {
            traffic.passed(passed, nowNanos);
            signs.passed(passed, nowNanos, linkBitsPerSecond);
        }
    }

    private FrameTrack frameTrack(TrackKey key) {
        FrameTrack track = frames.get(key);
        if (track == null) {
            track = new FrameTrack(key, settings);
            frames.put(key, track);
            storm(key);
        }
        return track;
    }

    private StormTrack storm(TrackKey key) {
        return storms.computeIfAbsent(key, k -> new StormTrack(k, settings));
    }

    private void pauseCounters(PortEvent.PauseCounters read, List<PauseChange> changes) {
        TrackKey key = new TrackKey(read.priority(), read.direction());
        CounterTrack track = counters.computeIfAbsent(key, k -> new CounterTrack(k, settings));
        StormTrack storm = storm(key);
        long pausedNanos = track.pausedNanos();
        switch (track.sample(read, traffic.seenPackets(key))) {
            case NO_SAMPLE, BASELINE -> {}
            case SAMPLE -> {
                track.judgeSeconds(traffic, nowNanos);
                judge(storm, changes);
                trends.sampled(track, track.pausedNanos() - pausedNanos, nowNanos);
                spans.add(track.span(track.pausedNanos() - pausedNanos));
            }
            case BAD_SAMPLE -> quality.add("pause-ratio-above-1", nowNanos);
            case RESET -> {
                quality.add("counter-reset", nowNanos);
                startedAnew(read.refresh(), changes);
            }
            case SATURATED -> quality.add("counter-saturated", nowNanos);
            case NO_DURATION -> {
                quality.add("pause-duration-not-observable", nowNanos);
                PauseSpan still = track.still();
                if (still != null) {
                    spans.add(still);
                }
            }
        }
    }

    private void queueSample(PortEvent.QueueSample sample, List<PauseChange> changes) {
        QueueTrack queue = traffic.queue(sample.priority(), sample.queue());
        signs.sent(queue, sample, nowNanos, linkBitsPerSecond);
        drops(queue, sample);
        if (!queue.sample(sample)) {
            return;
        }
        if (queue.reset()) {
            startedAnew(sample.refresh(), changes);
        }
        signs.waiting(traffic, stormOpen(), nowNanos);
        progressed(new TrackKey(sample.priority(), Direction.RX), changes);
        progressed(new TrackKey(TrackKey.ALL, Direction.RX), changes);
    }

    /** A queue told of its progress: what rests on it is judged again. */
    private void progressed(TrackKey key, List<PauseChange> changes) {
        FrameTrack frame = frames.get(key);
        CounterTrack counter = counters.get(key);
        if (frame != null) {
            frame.judgeSeconds(nowNanos, traffic);
        }
        if (counter != null) {
            counter.judgeSeconds(traffic, nowNanos);
        }
        if (frame != null || counter != null) {
            judge(storm(key), changes);
        }
    }

    private void drops(QueueTrack queue, PortEvent.QueueSample sample) {
        CounterDelta delta = queue.dropped.sample(sample.refresh(), sample.dropped());
        if (delta == null || !delta.known() || delta.value() == 0) {
            return;
        }
        StormTrack storm = storms.get(new TrackKey(sample.priority(), Direction.RX));
        long fromNanos = queue.dropped.refreshedNanos() - queue.dropped.intervalNanos();
        if (storm != null && storm.watchdogActedAfter(fromNanos)) {
            signs.dropped(PortSign.Kind.WATCHDOG_DROPS, queue, delta.value(), nowNanos);
        } else if (lossless(sample.priority())) {
            signs.dropped(PortSign.Kind.LOSSLESS_DROPS, queue, delta.value(), nowNanos);
        }
    }

    /** Link facts call it lossless, or it has been seen paused. */
    private boolean lossless(int priority) {
        if ((losslessPriorities >>> priority & 1) != 0) {
            return true;
        }
        for (FrameTrack track : frames.values()) {
            if (track.key.priority() == priority && track.frames() > 0) {
                return true;
            }
        }
        for (CounterTrack track : counters.values()) {
            if (track.key.priority() == priority && track.everPaused()) {
                return true;
            }
        }
        return false;
    }

    private void watchdog(PortEvent.Watchdog spoke, List<PauseChange> changes) {
        StormTrack storm = storm(new TrackKey(spoke.priority(), Direction.RX));
        storm.watchdog(nowNanos, spoke.stormed());
        judge(storm, changes);
    }

    private void backPressure(PortEvent.HostBackPressure read, List<PauseChange> changes) {
        signs.backPressure(read, nowNanos, quality);
        boolean holds = nowNanos < reported.untilNanos();
        boolean grew = reported.sample(nowNanos, read.refresh(), read.pauseStormWarnings(), read.pauseStormErrors());
        PortSigns.name(reported, nowNanos, quality);
        if (grew) {
            reportedPriority = holds ? reportedPriority : pausingPriority();
            StormTrack storm = storm(new TrackKey(reportedPriority, Direction.TX));
            storm.reported(nowNanos, reported.untilNanos());
            judge(storm, changes);
        }
    }

    /** The only priority that the port pauses now, -1 where it is none or several. */
    private int pausingPriority() {
        int only = TrackKey.ALL;
        for (StormTrack storm : storms.values()) {
            TrackKey key = storm.key;
            FrameTrack frame = frames.get(key);
            CounterTrack counter = counters.get(key);
            boolean pausing = (frame != null && frame.paused()) || (counter != null && counter.paused());
            if (key.direction() != Direction.TX || key.priority() == TrackKey.ALL || !pausing) {
                continue;
            }
            if (only != TrackKey.ALL) {
                return TrackKey.ALL;
            }
            only = key.priority();
        }
        return only;
    }
}
