package io.stormglass.models.pause;

import io.stormglass.models.event.Direction;
import io.stormglass.models.pause.PortPausesState.Trend;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Trends of a port's pauses. Priorities of which the same is known, as of all that are read together and never paused, are stored once.
 */
final class PauseTrends {
    /** In the order of their bits. */
    private static final List<Direction> DIRECTIONS = List.of(Direction.UNKNOWN, Direction.RX, Direction.TX);

    private final PauseSettings.Rising settings;
    private final TreeMap<TrackKey, PauseTrend> trends = new TreeMap<>();
    private List<TrendChange> changes = new ArrayList<>();

    PauseTrends(PauseSettings.Rising settings, List<Trend> states) {
        this.settings = settings;
        for (Trend state : states) {
            for (int bit = 0; bit < Integer.SIZE; bit++) {
                if ((state.keys() >>> bit & 1) != 0) {
                    TrackKey key = new TrackKey(bit / DIRECTIONS.size() - 1, DIRECTIONS.get(bit % DIRECTIONS.size()));
                    trends.put(key, new PauseTrend(key, settings, state));
                }
            }
        }
    }

    private static int bit(TrackKey key) {
        return 1 << ((key.priority() + 1) * DIRECTIONS.size() + DIRECTIONS.indexOf(key.direction()));
    }

    List<Trend> state() {
        Map<Trend, Integer> keysByState = new LinkedHashMap<>();
        trends.forEach((key, trend) -> keysByState.merge(trend.state(0), bit(key), (one, other) -> one | other));
        List<Trend> states = new ArrayList<>(keysByState.size());
        keysByState.forEach((state, keys) -> states.add(state.of(keys)));
        return states;
    }

    private PauseTrend of(TrackKey key) {
        return trends.computeIfAbsent(key, k -> new PauseTrend(k, settings, Trend.NONE));
    }

    void sampled(CounterTrack track, long pausedNanos, long nowNanos) {
        long to = track.refreshedNanos();
        add(of(track.key).sampled(to - track.intervalNanos(), to, pausedNanos, nowNanos));
    }

    /** A tap has told of the port: also of the priorities that it has seen paused before. */
    void heard(Iterable<TrackKey> seenPaused, long atNanos) {
        for (TrackKey key : seenPaused) {
            add(of(key).heard(atNanos));
        }
    }

    void paused(TrackKey key, long fromNanos, long toNanos) {
        if (toNanos > fromNanos) {
            add(of(key).paused(fromNanos, toNanos));
        }
    }

    void expire(long nowNanos) {
        for (PauseTrend trend : trends.values()) {
            add(trend.expire(nowNanos));
        }
    }

    long timerNanos() {
        long timer = Long.MAX_VALUE;
        for (PauseTrend trend : trends.values()) {
            timer = Math.min(timer, trend.timerNanos());
        }
        return timer;
    }

    private void add(@Nullable TrendChange change) {
        if (change != null) {
            changes.add(change);
        }
    }

    List<TrendChange> drain() {
        List<TrendChange> drained = changes;
        if (!drained.isEmpty()) {
            changes = new ArrayList<>();
        }
        return drained;
    }
}
