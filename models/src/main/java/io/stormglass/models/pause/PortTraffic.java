package io.stormglass.models.pause;

import io.stormglass.models.event.Direction;
import io.stormglass.models.event.PortEvent;
import java.util.List;
import java.util.TreeMap;

/**
 * What a port sends and receives, and whether what is paused moves. Packets that were seen pass for progress of their direction; a queue's counters tell
 * it of what the port sends, where no packet was seen or the pause itself is told by counters.
 */
final class PortTraffic {
    private final PauseSettings settings;
    private final TreeMap<TrackKey, TrafficTrack> traffic = new TreeMap<>();
    private final TreeMap<QueueKey, QueueTrack> queues = new TreeMap<>();

    PortTraffic(PauseSettings settings, List<PortPausesState.Traffic> passed, List<PortPausesState.Queue> stored) {
        this.settings = settings;
        passed.forEach(state -> {
            TrafficTrack track = new TrafficTrack(state, settings);
            traffic.put(track.key, track);
        });
        stored.forEach(state -> {
            QueueTrack track = new QueueTrack(state);
            queues.put(track.key, track);
        });
    }

    List<PortPausesState.Traffic> trafficState() {
        return traffic.values().stream().map(TrafficTrack::state).toList();
    }

    List<PortPausesState.Queue> queueState() {
        return queues.values().stream().map(QueueTrack::state).toList();
    }

    Iterable<TrackKey> used() {
        return traffic.keySet();
    }

    Iterable<QueueTrack> queues() {
        return queues.values();
    }

    void passed(PortEvent.Traffic passed, long atNanos) {
        TrackKey key = new TrackKey(passed.priority(), passed.direction());
        TrafficTrack track = traffic.computeIfAbsent(key, k -> new TrafficTrack(k, settings));
        track.passed(atNanos / settings.bucketNanos(), atNanos, passed.packets());
    }

    QueueTrack queue(int priority, int queue) {
        return queues.computeIfAbsent(new QueueKey(priority, queue), QueueTrack::new);
    }

    void openBucket(long bucket) {
        for (TrafficTrack track : traffic.values()) {
            track.packets.open(bucket);
        }
    }

    /** True where the window holds packets, so that time alone changes what can be said of progress. */
    boolean inWindow() {
        for (TrafficTrack track : traffic.values()) {
            if (track.packets.sum() > 0) {
                return true;
            }
        }
        return false;
    }

    /** Packets of what the pause holds up that were ever seen, -1 where none of its direction was: then nothing can be said. */
    long seenPackets(TrackKey key) {
        Direction held = key.held();
        boolean seen = held == Direction.UNKNOWN;
        long total = 0;
        for (TrafficTrack track : traffic.values()) {
            seen |= track.key.direction() == held;
            total += holds(key, held, track) ? track.total : 0;
        }
        return seen ? total : -1;
    }

    /** Whose pause it is cannot be told where the direction is unknown: then whatever passes may be what the pause should hold. */
    private static boolean holds(TrackKey key, Direction held, TrafficTrack track) {
        return (held == Direction.UNKNOWN || track.key.direction() == held)
                && (key.priority() == TrackKey.ALL || track.key.priority() == key.priority());
    }

    private static boolean holds(TrackKey key, QueueTrack queue) {
        return key.held() == Direction.TX
                && queue.tellsProgress()
                && (key.priority() == TrackKey.ALL || queue.key.priority() == key.priority());
    }

    private boolean queueTells(TrackKey key) {
        for (QueueTrack queue : queues.values()) {
            if (holds(key, queue)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Progress in the window that ends at a boundary.
     *
     * @param sinceNanos start of the stretch that is paused enough to open
     */
    Progress inWindow(TrackKey key, long sinceNanos, long atNanos) {
        Direction held = key.held();
        boolean seen = false;
        long sent = 0;
        long last = 0;
        for (TrafficTrack track : traffic.values()) {
            seen |= held != Direction.UNKNOWN && track.key.direction() == held;
            if (holds(key, held, track)) {
                sent += track.packets.sum();
                last = Math.max(last, track.lastNanos);
            }
        }
        if (sent > 0) {
            return Progress.moves(sent);
        }
        if (!seen) {
            return queueTells(key) ? ofQueues(key, sinceNanos, atNanos, settings.windowNanos()) : Progress.UNSEEN;
        }
        return still(last, sinceNanos, atNanos - Math.max(sinceNanos, last), 0);
    }

    /** Progress over the run of a counter's samples. */
    Progress inRun(CounterTrack track) {
        TrackKey key = track.key;
        if (queueTells(key)) {
            return ofQueues(key, track.runStartNanos(), track.runEndNanos(), track.needNanos());
        }
        long sent = track.seenInSample();
        if (sent > 0) {
            return Progress.moves(sent);
        }
        if (key.held() == Direction.UNKNOWN || sent < 0) {
            return Progress.UNSEEN;
        }
        long last = lastOf(key);
        boolean lately = track.runEndNanos() - last < track.needNanos();
        return still(
                last,
                track.runStartNanos(),
                track.runEndNanos() - track.stillSinceNanos(),
                lately ? track.lastSeenInSample() : 0);
    }

    /** When packets of what the pause holds up passed last, 0 where none was ever seen. */
    long lastPassedNanos(TrackKey key) {
        long last = lastOf(key);
        for (QueueTrack queue : queues.values()) {
            last = holds(key, queue) ? Math.max(last, queue.lastMovedNanos()) : last;
        }
        return last;
    }

    private long lastOf(TrackKey key) {
        long last = 0;
        for (TrafficTrack track : traffic.values()) {
            last = holds(key, key.held(), track) ? Math.max(last, track.lastNanos) : last;
        }
        return last;
    }

    private Progress still(long lastNanos, long sinceNanos, long stillNanos, long sentPackets) {
        boolean lately = lastNanos != 0 && lastNanos >= sinceNanos - settings.recentNanos();
        return new Progress(lately ? Progress.Verdict.STUCK : Progress.Verdict.IDLE, sentPackets, stillNanos);
    }

    /**
     * Two counters with different refresh are joined only over what both cover.
     *
     * @param ceasedNanos packets are said to have ceased when none has passed for so long
     */
    private Progress ofQueues(TrackKey key, long sinceNanos, long untilNanos, long ceasedNanos) {
        long from = sinceNanos;
        long to = untilNanos;
        long sent = 0;
        long sentBefore = 0;
        boolean waiting = false;
        boolean depthKnown = false;
        long lastMoved = 0;
        for (QueueTrack queue : queues.values()) {
            if (!holds(key, queue)) {
                continue;
            }
            from = Math.max(from, queue.unchangedSinceNanos());
            to = Math.min(to, queue.sent.refreshedNanos());
            sent = queue.sentPackets() < 0 || sent < 0 ? -1 : sent + queue.sentPackets();
            boolean ceased = queue.sent.refreshedNanos() - queue.unchangedSinceNanos() >= ceasedNanos;
            sentBefore += ceased ? 0 : queue.lastSentPackets();
            Long depth = queue.depthBytes();
            depthKnown |= depth != null;
            waiting |= depth != null && depth > 0;
            lastMoved = Math.max(lastMoved, queue.lastMovedNanos());
        }
        if (sent != 0) {
            return Progress.moves(sent);
        }
        boolean lately = lastMoved != 0 && lastMoved >= sinceNanos - settings.recentNanos();
        boolean stuck = waiting || (!depthKnown && lately);
        return new Progress(stuck ? Progress.Verdict.STUCK : Progress.Verdict.IDLE, sentBefore, to - from);
    }

    /**
     * Rule {@code choppy} over the newest seconds of which both pause and progress are known. Seconds without packets of the priority do not count: without
     * progress it is another rule's case, and what cannot be seen opens nothing.
     *
     * @param pausedUntilNanos how far the pause is known
     */
    boolean choppy(TrackKey key, SecondSums paused, long pausedUntilNanos, long nowNanos) {
        PauseSettings.Choppy limits = settings.choppy();
        if (key.held() == Direction.UNKNOWN || paused.atLeast(limits.pausedNanos()) < limits.seconds()) {
            return false;
        }
        boolean seen = seenPackets(key) >= 0;
        if (!seen && !queueTells(key)) {
            return false;
        }
        long end = Math.min(pausedUntilNanos, seen ? nowNanos : queuesKnownUntil(key)) / SecondSums.NANOS;
        int choppy = 0;
        for (long second = end - limits.ofSeconds(); second < end; second++) {
            long pausedNanos = paused.of(second);
            if (pausedNanos >= limits.pausedNanos() && moved(key, second, pausedNanos)) {
                choppy++;
            }
        }
        return choppy >= limits.seconds();
    }

    private long queuesKnownUntil(TrackKey key) {
        long until = Long.MAX_VALUE;
        for (QueueTrack queue : queues.values()) {
            until = holds(key, queue) ? Math.min(until, queue.sent.refreshedNanos()) : until;
        }
        return until;
    }

    /** Where a queue's interval is too long to tell a second, something passed in it unless it was paused enough for a storm. */
    private boolean moved(TrackKey key, long second, long pausedNanos) {
        for (TrafficTrack track : traffic.values()) {
            if (holds(key, key.held(), track) && track.moved.at(second)) {
                return true;
            }
        }
        boolean opened = pausedNanos >= settings.openRatio() * SecondSums.NANOS;
        for (QueueTrack queue : queues.values()) {
            if (holds(key, queue) && (queue.moved.at(second) || (!opened && queue.perhapsMoved.at(second)))) {
                return true;
            }
        }
        return false;
    }
}
