package io.stormglass.models.pause;

import io.stormglass.models.pause.PortPausesState.Trend;
import org.jspecify.annotations.Nullable;

/**
 * Whether the pauses of one priority and direction rise above what the port is used to.
 *
 * <p>Time is cut into windows at multiples of their length. What lies between two samples of counters, or between two events of a tap, is covered; a window of which
 * too little is covered is not counted, so a silence is never taken for time without pauses. Counters, once there, stand for frames. A window is judged against the
 * median of those before it, then becomes one of them.
 */
final class PauseTrend {
    private static final long DAY_NANOS = 86_400_000_000_000L;

    private final TrackKey key;
    private final PauseSettings.Rising settings;
    private boolean counters;
    private long reachedNanos;
    private long window;
    private long pausedNanos;
    private long coveredNanos;
    private long countedNanos;
    private TrendChange.@Nullable Rise rise;
    private PauseHistory history;

    PauseTrend(TrackKey key, PauseSettings.Rising settings, Trend state) {
        this.key = key;
        this.settings = settings;
        counters = state.counters();
        reachedNanos = state.reachedNanos();
        window = state.window();
        pausedNanos = state.pausedNanos();
        coveredNanos = state.coveredNanos();
        countedNanos = state.countedNanos();
        rise = state.rise();
        history = state.history();
    }

    Trend state(int keys) {
        return new Trend(keys, counters, reachedNanos, window, pausedNanos, coveredNanos, countedNanos, rise, history);
    }

    /**
     * A sample of counters: paused for so long somewhere in (from, to].
     *
     * @return what it has shown; null where that is nothing new
     */
    @Nullable
    TrendChange sampled(long fromNanos, long toNanos, long amountNanos, long nowNanos) {
        counters = true;
        long from = Math.max(fromNanos, reachedNanos);
        TrendChange change = null;
        if (toNanos > from && toNanos - fromNanos <= settings.windowNanos()) {
            double share = (double) amountNanos / (toNanos - fromNanos);
            change = take(from, toNanos, share, nowNanos);
        }
        reachedNanos = Math.max(reachedNanos, toNanos);
        return change;
    }

    /** A tap tells of the port: it has listened since it told before, unless that is long ago. */
    @Nullable
    TrendChange heard(long atNanos) {
        if (counters || atNanos <= reachedNanos) {
            return null;
        }
        boolean listened = reachedNanos != 0 && atNanos - reachedNanos <= settings.frameGapNanos();
        TrendChange change = listened ? take(reachedNanos, atNanos, 0, atNanos) : null;
        reachedNanos = atNanos;
        return change;
    }

    /** Frames paused it from a time that a tap told of. */
    @Nullable
    TrendChange paused(long fromNanos, long toNanos) {
        TrendChange change = heard(fromNanos);
        if (counters || toNanos <= reachedNanos) {
            return change;
        }
        TrendChange other = take(Math.max(fromNanos, reachedNanos), toNanos, 1, fromNanos);
        reachedNanos = toNanos;
        return change == null ? other : change;
    }

    /** When the port is forgotten although its pauses have not fallen; {@link Long#MAX_VALUE} where that is nobody's business. */
    long timerNanos() {
        return rise == null ? Long.MAX_VALUE : countedNanos + settings.days() * DAY_NANOS;
    }

    /** Time alone has passed. */
    @Nullable
    TrendChange expire(long nowNanos) {
        TrendChange.Rise was = rise;
        if (was == null || nowNanos < timerNanos()) {
            return null;
        }
        rise = null;
        return change(nowNanos, was, TrendChange.End.FORGOTTEN, 0);
    }

    /** Takes what was paused evenly; at most two windows long. */
    private @Nullable TrendChange take(long fromNanos, long toNanos, double share, long nowNanos) {
        TrendChange change = null;
        long from = fromNanos;
        while (from < toNanos) {
            long number = from / settings.windowNanos();
            if (number != window) {
                TrendChange closed = close(nowNanos);
                change = closed == null ? change : closed;
                window = number;
            }
            long to = Math.min(toNanos, (number + 1) * settings.windowNanos());
            coveredNanos += to - from;
            pausedNanos += Math.round(share * (to - from));
            from = to;
        }
        return change;
    }

    private @Nullable TrendChange close(long nowNanos) {
        long covered = coveredNanos;
        long paused = pausedNanos;
        coveredNanos = 0;
        pausedNanos = 0;
        if (covered < settings.coveredRatio() * settings.windowNanos()) {
            return null;
        }
        double ratio = (double) paused / covered;
        long startNanos = window * settings.windowNanos();
        TrendChange change = judge(ratio, startNanos, nowNanos);
        history = history.with(startNanos / DAY_NANOS, ratio, settings.days());
        countedNanos = startNanos + settings.windowNanos();
        return change;
    }

    private @Nullable TrendChange judge(double ratio, long startNanos, long nowNanos) {
        PauseHistory.Summary before = history.summary(startNanos / DAY_NANOS, settings.days());
        boolean known = before.windows() * settings.windowNanos() >= settings.historyNanos();
        double risen = Math.max(settings.pausedRatio(), known ? settings.ofMedian() * before.medianRatio() : 0);
        TrendChange.Rise was = rise;
        if (was != null) {
            if (ratio >= settings.fallenShare() * risen) {
                return null;
            }
            rise = null;
            return change(nowNanos, was, TrendChange.End.FELL, ratio);
        }
        if (!known || ratio < risen) {
            return null;
        }
        TrendChange.Rise now =
                new TrendChange.Rise(startNanos, ratio, before.medianRatio(), before.windows(), settings.days());
        rise = now;
        return change(nowNanos, now, TrendChange.End.NOT_YET, 0);
    }

    private TrendChange change(long nowNanos, TrendChange.Rise of, TrendChange.End end, double endedRatio) {
        return new TrendChange(nowNanos, key.priority(), key.direction(), of, end, endedRatio, settings.windowNanos());
    }
}
