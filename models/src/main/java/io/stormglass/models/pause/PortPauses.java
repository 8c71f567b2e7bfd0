package io.stormglass.models.pause;

import io.stormglass.models.event.Direction;
import io.stormglass.models.event.PortEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Pause ledger and storm states of one port.
 *
 * <p>Frames: pause time is kept as intervals on the event-time axis. A frame pauses its priority for quanta x 512 bit times
 * from its own time on, a later frame replaces what is left, 0 quanta end it; an 802.3x frame (priority -1) pauses every
 * priority. Paused time is summed into buckets aligned to event time, and a window of whole buckets is judged at each
 * bucket's end, so calls in between change nothing. Silence costs at most one window, however long it is.
 *
 * <p>Counters: the interval of a sample is the time between two refreshes at the source, not between two reads. The same
 * snapshot read again is no sample; a ratio above the limit is a bad one: named, never clipped.
 *
 * <p>Rule {@code sustained}: paused for at least the opening ratio of the window, and nothing of the priority sent in the
 * direction that the pause holds up. Traffic of that direction ever seen at the port makes progress observable: then the
 * priority must have been sent lately, else the pause holds nobody up. Where no such traffic was ever seen, the pause alone
 * opens the state, with lower confidence.
 *
 * <p>Not thread-safe. Event times may run backwards: a late event counts as if it happened at the time reached.
 */
public final class PortPauses {
    private final PauseSettings settings;
    private final TreeMap<TrackKey, FrameTrack> frames = new TreeMap<>();
    private final TreeMap<TrackKey, TrafficTrack> traffic = new TreeMap<>();
    private final TreeMap<TrackKey, CounterTrack> counters = new TreeMap<>();
    private final TreeMap<Integer, QueueTrack> queues = new TreeMap<>();
    private final TreeSet<String> quality = new TreeSet<>();
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
        late = state.late();
        quality.addAll(state.quality());
        state.frames().forEach(s -> frames.put(new TrackKey(s.priority(), s.direction()), new FrameTrack(s, settings)));
        state.traffic()
                .forEach(s -> traffic.put(new TrackKey(s.priority(), s.direction()), new TrafficTrack(s, settings)));
        state.counters()
                .forEach(s -> counters.put(new TrackKey(s.priority(), s.direction()), new CounterTrack(s, settings)));
        state.queues().forEach(s -> queues.put(s.priority(), new QueueTrack(s)));
    }

    /** State to store. */
    public PortPausesState state() {
        return new PortPausesState(
                nowNanos,
                linkBitsPerSecond,
                late,
                frames.values().stream().map(FrameTrack::state).toList(),
                traffic.values().stream().map(TrafficTrack::state).toList(),
                counters.values().stream().map(CounterTrack::state).toList(),
                queues.values().stream().map(QueueTrack::state).toList(),
                List.copyOf(quality));
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

    /** Sets the link's speed for the frames that follow; 0 keeps the one known. */
    public void linkSpeed(long bitsPerSecond) {
        if (bitsPerSecond > 0) {
            linkBitsPerSecond = bitsPerSecond;
        }
    }

    /** What is wrong with the telemetry of this port, sorted. */
    public List<String> quality() {
        return List.copyOf(quality);
    }

    /** True where time alone changes nothing: no pause in force, none in the window, no storm state open. */
    public boolean quiet() {
        for (FrameTrack track : frames.values()) {
            if (!track.quiet(nowNanos)) {
                return false;
            }
        }
        return true;
    }

    /** True where a storm state is open. */
    public boolean stormOpen() {
        return frames.values().stream().anyMatch(FrameTrack::stormOpen)
                || counters.values().stream().anyMatch(CounterTrack::stormOpen);
    }

    /** Pauses at the newest boundary, sorted by priority, then direction; frames before counters of the same. */
    public List<PauseReading> readings() {
        List<PauseReading> readings = new ArrayList<>();
        frames.forEach((key, track) ->
                readings.add(track.reading(progress(key, nowNanos).sentPackets())));
        counters.forEach((key, track) -> {
            if (!frames.containsKey(key)) {
                readings.add(track.reading());
            }
        });
        readings.sort((a, b) -> a.priority() != b.priority()
                ? Integer.compare(a.priority(), b.priority())
                : a.direction().compareTo(b.direction()));
        return readings;
    }

    /**
     * Takes the port's next event and decides every boundary up to its time.
     *
     * @return what opened and cleared, in order
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
        apply(event, changes);
        return changes;
    }

    /**
     * Decides every boundary up to a time. Before the first event nothing happens.
     *
     * @return what opened and cleared, in order
     */
    public List<PauseChange> advanceTo(long timeNanos) {
        List<PauseChange> changes = new ArrayList<>();
        if (nowNanos != 0) {
            advance(timeNanos, changes);
        }
        return changes;
    }

    private void advance(long toNanos, List<PauseChange> changes) {
        while (nowNanos < toNanos) {
            if (quiet()) {
                skipTo(toNanos);
                return;
            }
            long boundary = (nowNanos / settings.bucketNanos() + 1) * settings.bucketNanos();
            long next = Math.min(boundary, toNanos);
            frames.forEach((key, track) -> track.accrue(nowNanos, next, effectiveUntil(key, track)));
            nowNanos = next;
            if (next == boundary) {
                decide(boundary, changes);
            }
        }
    }

    private long effectiveUntil(TrackKey key, FrameTrack track) {
        FrameTrack all = frames.get(new TrackKey(TrackKey.ALL, key.direction()));
        return all == null ? track.untilNanos() : Math.max(track.untilNanos(), all.untilNanos());
    }

    private void decide(long boundaryNanos, List<PauseChange> changes) {
        long bucket = boundaryNanos / settings.bucketNanos();
        traffic.values().forEach(track -> track.packets.open(bucket));
        frames.forEach((key, track) -> {
            track.openBucket(bucket);
            addChange(track.evaluate(boundaryNanos, progress(key, boundaryNanos)), changes);
        });
    }

    /** Nothing can open in a silence, so its boundaries need not be visited: only the windows run empty. */
    private void skipTo(long toNanos) {
        long passed = toNanos / settings.bucketNanos() - nowNanos / settings.bucketNanos();
        long from = nowNanos / settings.bucketNanos() + 1;
        long buckets = Math.min(passed, settings.windowBuckets() + 1L);
        for (long i = 0; i < buckets; i++) {
            long bucket = from + i;
            traffic.values().forEach(track -> track.packets.open(bucket));
            frames.values().forEach(track -> track.openBucket(bucket));
        }
        if (passed > 0) {
            frames.values().forEach(FrameTrack::ranEmpty);
        }
        nowNanos = toNanos;
    }

    private Progress progress(TrackKey key, long atNanos) {
        Direction held = key.held();
        boolean seen = false;
        long sent = 0;
        long last = 0;
        for (TrafficTrack track : traffic.values()) {
            if (held != Direction.UNKNOWN && track.key.direction() != held) {
                continue;
            }
            seen |= held != Direction.UNKNOWN;
            if (key.priority() == TrackKey.ALL || track.key.priority() == key.priority()) {
                sent += track.packets.sum();
                last = Math.max(last, track.lastNanos);
            }
        }
        // Whose pause it is cannot be told, but what passes may be what the pause should hold: no storm is claimed
        // then.
        if (sent > 0) {
            return new Progress(Progress.Verdict.MOVES, sent);
        }
        if (!seen) {
            return Progress.UNSEEN;
        }
        boolean lately = last != 0 && last >= atNanos - settings.recentNanos();
        return new Progress(lately ? Progress.Verdict.STUCK : Progress.Verdict.IDLE, 0);
    }

    private void apply(PortEvent event, List<PauseChange> changes) {
        switch (event) {
            case PortEvent.PfcFrame pfc -> frame(pfc.priority(), pfc.direction(), pfc.quanta());
            case PortEvent.PauseFrame pause -> pauseFrame(pause);
            case PortEvent.Traffic passed -> traffic(passed);
            case PortEvent.PauseCounters read -> pauseCounters(read, changes);
            case PortEvent.QueueSample sample -> queueSample(sample, changes);
            case PortEvent.NicCongestion unused -> {}
            case PortEvent.TransportErrors unused -> {}
            case PortEvent.HostBackPressure unused -> {}
            case PortEvent.LinkHealth unused -> {}
            case PortEvent.Watchdog unused -> {}
        }
    }

    private void frame(int priority, Direction direction, int quanta) {
        long speed = linkBitsPerSecond;
        if (speed == 0) {
            quality.add("link-speed-assumed");
            speed = PauseTime.DEFAULT_LINK_BITS_PER_SECOND;
        }
        frameTrack(new TrackKey(priority, direction)).frame(nowNanos, PauseTime.nanos(quanta, speed));
    }

    private void pauseFrame(PortEvent.PauseFrame pause) {
        frame(TrackKey.ALL, pause.direction(), pause.quanta());
        // The pause holds every priority that is known to be used in that direction.
        Direction held = new TrackKey(TrackKey.ALL, pause.direction()).held();
        for (TrackKey key : traffic.keySet()) {
            if (held != Direction.UNKNOWN && key.direction() == held && key.priority() != TrackKey.ALL) {
                frameTrack(new TrackKey(key.priority(), pause.direction()));
            }
        }
    }

    private void traffic(PortEvent.Traffic passed) {
        if (passed.packets() == 0) {
            return;
        }
        TrackKey key = new TrackKey(passed.priority(), passed.direction());
        TrafficTrack track = traffic.computeIfAbsent(key, k -> new TrafficTrack(k, settings));
        track.packets.add(nowNanos / settings.bucketNanos(), passed.packets());
        track.lastNanos = nowNanos;
    }

    private FrameTrack frameTrack(TrackKey key) {
        return frames.computeIfAbsent(key, k -> new FrameTrack(k, settings));
    }

    private void pauseCounters(PortEvent.PauseCounters read, List<PauseChange> changes) {
        TrackKey key = new TrackKey(read.priority(), read.direction());
        CounterTrack track = counters.computeIfAbsent(key, k -> new CounterTrack(k, settings));
        switch (track.sample(read)) {
            case NO_SAMPLE, BASELINE -> {}
            case SAMPLE -> judgeCounters(track, changes);
            case BAD_SAMPLE -> quality.add("pause-ratio-above-1");
            case RESET -> quality.add("counter-reset");
            case NO_DURATION -> quality.add("pause-duration-not-observable");
        }
    }

    private void queueSample(PortEvent.QueueSample sample, List<PauseChange> changes) {
        Long sent = sample.sentPackets();
        if (sent == null) {
            return;
        }
        queues.computeIfAbsent(sample.priority(), QueueTrack::new).sample(sample, sent);
        CounterTrack track = counters.get(new TrackKey(sample.priority(), Direction.RX));
        if (track != null && !track.stormOpen()) {
            judgeCounters(track, changes);
        }
    }

    private void judgeCounters(CounterTrack track, List<PauseChange> changes) {
        QueueTrack queue = track.key.direction() == Direction.RX ? queues.get(track.key.priority()) : null;
        Progress progress = queue == null
                ? progress(track.key, nowNanos)
                : queue.progress(track.runStartNanos(), track.runEndNanos(), track.needNanos(), settings);
        addChange(track.evaluate(nowNanos, progress), changes);
    }

    private static void addChange(@Nullable PauseChange change, List<PauseChange> changes) {
        if (change != null) {
            changes.add(change);
        }
    }
}
