package io.stormglass.models.pause;

import org.jspecify.annotations.Nullable;

/** Pause of one priority and direction as the frames tell it. */
final class FrameTrack {
    final TrackKey key;
    private final PauseSettings settings;
    private final Ring paused;
    private final Ring frames;
    private final SecondSums pausedSeconds;
    private long untilNanos;
    private long sinceNanos;
    private long lastPausedNanos;
    private long frameCount;
    private long pausedNanos;
    private double ratio;
    private long highSinceNanos;
    private boolean choppy;

    FrameTrack(TrackKey key, PauseSettings settings) {
        this.key = key;
        this.settings = settings;
        paused = new Ring(settings.windowBuckets());
        frames = new Ring(settings.windowBuckets());
        pausedSeconds = new SecondSums();
    }

    FrameTrack(PortPausesState.Frames state, PauseSettings settings) {
        key = new TrackKey(state.priority(), state.direction());
        this.settings = settings;
        paused = Ring.of(state.pausedBuckets(), settings.windowBuckets());
        frames = Ring.of(state.frameBuckets(), settings.windowBuckets());
        pausedSeconds = new SecondSums(state.pausedSeconds());
        untilNanos = state.untilNanos();
        sinceNanos = state.sinceNanos();
        lastPausedNanos = state.lastPausedNanos();
        frameCount = state.frames();
        pausedNanos = state.pausedNanos();
        ratio = state.ratio();
        highSinceNanos = state.highSinceNanos();
        choppy = state.choppy();
    }

    long untilNanos() {
        return untilNanos;
    }

    long frames() {
        return frameCount;
    }

    /** One of the newest seconds. */
    PauseSpan span(long second) {
        long from = second * SecondSums.NANOS;
        long sum = Math.min(pausedSeconds.of(second), SecondSums.NANOS);
        return new PauseSpan(key.priority(), key.direction(), from, from + SecondSums.NANOS, sum, true);
    }

    /** A frame replaces what was left of the pause; 0 quanta end it. */
    void frame(long atNanos, long lengthNanos) {
        frameCount++;
        frames.add(atNanos / settings.bucketNanos(), 1);
        untilNanos = atNanos + lengthNanos;
    }

    /**
     * Counts what of [from, to) is paused; both lie in one bucket.
     *
     * @return end of that
     */
    long accrue(long fromNanos, long toNanos, long effectiveUntilNanos) {
        long end = Math.min(toNanos, effectiveUntilNanos);
        if (end <= fromNanos) {
            return fromNanos;
        }
        if (sinceNanos == 0 || fromNanos - lastPausedNanos > settings.bucketNanos()) {
            sinceNanos = fromNanos;
        }
        lastPausedNanos = end;
        pausedNanos += end - fromNanos;
        paused.add(fromNanos / settings.bucketNanos(), end - fromNanos);
        pausedSeconds.add(fromNanos / SecondSums.NANOS, end - fromNanos);
        return end;
    }

    /** Measures the window that ends at a boundary, which starts the given bucket. */
    void measure(long boundaryNanos, long bucket) {
        openBucket(bucket);
        ratio = (double) paused.sum() / settings.windowNanos();
        if (ratio < settings.openRatio()) {
            highSinceNanos = 0;
        } else if (highSinceNanos == 0) {
            highSinceNanos = boundaryNanos - settings.windowNanos();
        }
    }

    void openBucket(long bucket) {
        paused.open(bucket);
        frames.open(bucket);
    }

    /** Judges the seconds up to a boundary at which one ends. */
    void judgeSeconds(long boundaryNanos, PortTraffic traffic) {
        choppy = traffic.choppy(key, pausedSeconds, boundaryNanos, boundaryNanos);
    }

    /** The strongest rule that holds at the newest boundary. */
    @Nullable
    Finding finding(Progress progress) {
        if (highSinceNanos != 0 && progress.opens(settings.windowNanos())) {
            return finding(StormRule.SUSTAINED, settings.windowNanos(), progress.confidence());
        }
        if (choppy) {
            return finding(StormRule.CHOPPY, settings.choppy().windowNanos(), PauseChange.CONFIDENCE_WITH_PROGRESS);
        }
        if (highSinceNanos != 0 && progress.idle(settings.idleNanos())) {
            return finding(StormRule.IDLE_PAUSE, settings.idleNanos(), PauseChange.CONFIDENCE_WITH_PROGRESS);
        }
        return null;
    }

    private static Finding finding(StormRule rule, long detectionNanos, double confidence) {
        return new Finding(rule, PauseChange.Source.FRAMES, detectionNanos, confidence);
    }

    /** Start of the stretch in which every window was paused enough to open; of the newest window where there is none. */
    long stretchSinceNanos(long atNanos) {
        return highSinceNanos != 0 ? highSinceNanos : atNanos - settings.windowNanos();
    }

    Sight sight(long sentPackets) {
        return new Sight(PauseChange.Source.FRAMES, ratio, sinceNanos, sentPackets, frames.sum());
    }

    boolean paused() {
        return ratio >= settings.clearRatio();
    }

    /** True where no rule can hold and none can continue: progress need not be looked for. */
    boolean calm() {
        return !choppy && highSinceNanos == 0 && !paused();
    }

    /** True where nothing is paused and the newest boundary has seen that. */
    boolean quiet(long nowNanos) {
        return ratio == 0 && untilNanos <= nowNanos && paused.sum() == 0;
    }

    /** End of the running second where the rule {@code choppy} may begin or end there without another frame. */
    long timerNanos(long decidedNanos) {
        long second = decidedNanos / SecondSums.NANOS;
        boolean ends = choppy && pausedSeconds.newest() + settings.choppy().ofSeconds() >= second;
        boolean begins = pausedSeconds.of(second) >= settings.choppy().pausedNanos();
        return ends || begins ? (second + 1) * SecondSums.NANOS : Long.MAX_VALUE;
    }

    PauseReading reading(long sentPackets, @Nullable Long stormSinceNanos) {
        return new PauseReading(
                key.priority(), key.direction(), ratio, frameCount, pausedNanos, sentPackets, stormSinceNanos);
    }

    PortPausesState.Frames state() {
        return new PortPausesState.Frames(
                key.priority(),
                key.direction(),
                untilNanos,
                sinceNanos,
                lastPausedNanos,
                frameCount,
                pausedNanos,
                paused.values(),
                frames.values(),
                pausedSeconds.state(),
                ratio,
                highSinceNanos,
                choppy);
    }
}
