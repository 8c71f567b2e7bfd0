package io.stormglass.models.pause;

import org.jspecify.annotations.Nullable;

/** Pause of one priority and direction as the frames tell it. */
final class FrameTrack {
    final TrackKey key;
    private final PauseSettings settings;
    private final Ring paused;
    private final Ring frames;
    private long untilNanos;
    private long sinceNanos;
    private long lastPausedNanos;
    private long frameCount;
    private long pausedNanos;
    private double ratio;
    private StormState storm = StormState.NEVER;

    FrameTrack(TrackKey key, PauseSettings settings) {
        this.key = key;
        this.settings = settings;
        paused = new Ring(settings.windowBuckets());
        frames = new Ring(settings.windowBuckets());
    }

    FrameTrack(PortPausesState.Frames state, PauseSettings settings) {
        key = new TrackKey(state.priority(), state.direction());
        this.settings = settings;
        paused = Ring.of(state.pausedBuckets(), settings.windowBuckets());
        frames = Ring.of(state.frameBuckets(), settings.windowBuckets());
        untilNanos = state.untilNanos();
        sinceNanos = state.sinceNanos();
        lastPausedNanos = state.lastPausedNanos();
        frameCount = state.frames();
        pausedNanos = state.pausedNanos();
        ratio = state.ratio();
        storm = state.storm();
    }

    long untilNanos() {
        return untilNanos;
    }

    double ratio() {
        return ratio;
    }

    boolean stormOpen() {
        return storm.open();
    }

    /** A frame replaces what was left of the pause; 0 quanta end it. */
    void frame(long atNanos, long lengthNanos) {
        frameCount++;
        frames.add(atNanos / settings.bucketNanos(), 1);
        untilNanos = atNanos + lengthNanos;
    }

    /** Counts what of [from, to) is paused; both lie in one bucket. */
    void accrue(long fromNanos, long toNanos, long effectiveUntilNanos) {
        long end = Math.min(toNanos, effectiveUntilNanos);
        if (end <= fromNanos) {
            return;
        }
        if (sinceNanos == 0 || fromNanos - lastPausedNanos > settings.bucketNanos()) {
            sinceNanos = fromNanos;
        }
        lastPausedNanos = end;
        pausedNanos += end - fromNanos;
        paused.add(fromNanos / settings.bucketNanos(), end - fromNanos);
    }

    /** Decides at a boundary, which starts the given bucket. */
    @Nullable
    PauseChange evaluate(long boundaryNanos, Progress progress) {
        ratio = (double) paused.sum() / settings.windowNanos();
        if (storm.open()) {
            if (ratio >= settings.clearRatio()) {
                return null;
            }
            storm = storm.cleared(boundaryNanos);
            return change(PauseChange.Kind.CLEARED, boundaryNanos, progress);
        }
        if (storm.clearing(boundaryNanos, settings) && ratio >= settings.clearRatio()) {
            storm = storm.continued();
            return change(PauseChange.Kind.OPENED, boundaryNanos, progress);
        }
        if (ratio >= settings.openRatio() && progress.opens()) {
            storm = storm.opened(boundaryNanos, progress.confidence());
            return change(PauseChange.Kind.OPENED, boundaryNanos, progress);
        }
        return null;
    }

    private PauseChange change(PauseChange.Kind kind, long atNanos, Progress progress) {
        return new PauseChange(
                kind,
                atNanos,
                key.priority(),
                key.direction(),
                StormRule.SUSTAINED,
                PauseChange.Source.FRAMES,
                ratio,
                sinceNanos,
                settings.windowNanos(),
                progress.sentPackets(),
                frames.sum(),
                storm.confidence());
    }

    void openBucket(long bucket) {
        paused.open(bucket);
        frames.open(bucket);
    }

    /** True where nothing can happen until the next frame. */
    boolean quiet(long nowNanos) {
        return !storm.open() && untilNanos <= nowNanos && paused.sum() == 0;
    }

    /** A boundary passed over an empty window. */
    void ranEmpty() {
        ratio = 0;
    }

    PauseReading reading(long sentPackets) {
        return new PauseReading(
                key.priority(),
                key.direction(),
                ratio,
                frameCount,
                pausedNanos,
                sentPackets,
                storm.open() ? storm.sinceNanos() : null);
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
                ratio,
                storm);
    }
}
