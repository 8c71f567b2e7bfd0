package io.stormglass.models.pause;

import io.stormglass.models.event.PortEvent;
import org.jspecify.annotations.Nullable;

/** Pause of one priority and direction as the source's counters tell it. */
final class CounterTrack {
    final TrackKey key;
    private final PauseSettings settings;
    private long refreshedNanos;
    private @Nullable Long total;
    private @Nullable Long frames;
    private long runStartNanos;
    private int runSamples;
    private double ratio;
    private long intervalNanos;
    private @Nullable Long nominalIntervalNanos;
    private long pausedNanos;
    private StormState storm = StormState.NEVER;

    CounterTrack(TrackKey key, PauseSettings settings) {
        this.key = key;
        this.settings = settings;
    }

    CounterTrack(PortPausesState.Counter state, PauseSettings settings) {
        key = new TrackKey(state.priority(), state.direction());
        this.settings = settings;
        refreshedNanos = state.refreshedNanos();
        total = state.total();
        frames = state.frames();
        runStartNanos = state.runStartNanos();
        runSamples = state.runSamples();
        ratio = state.ratio();
        intervalNanos = state.intervalNanos();
        nominalIntervalNanos = state.nominalIntervalNanos();
        pausedNanos = state.pausedNanos();
        storm = state.storm();
    }

    /** What a read brought. */
    enum Outcome {
        /** The same snapshot again, or an older one. */
        NO_SAMPLE,
        /** First read, from which the next is measured. */
        BASELINE,
        /** A ratio over the source's own interval. */
        SAMPLE,
        /** More paused than time passed: not used. */
        BAD_SAMPLE,
        /** The source started anew. */
        RESET,
        /** The source has no pause duration: frames alone open nothing. */
        NO_DURATION
    }

    Outcome sample(PortEvent.PauseCounters counters) {
        long at = counters.refresh().refreshedNanos();
        if (at <= refreshedNanos) {
            return Outcome.NO_SAMPLE;
        }
        CounterDelta delta = CounterDelta.of(total, counters.pausedNanos(), 64);
        nominalIntervalNanos = counters.refresh().intervalNanos();
        long interval = at - refreshedNanos;
        boolean first = total == null;
        long before = refreshedNanos;
        refreshedNanos = at;
        total = counters.pausedNanos();
        frames = counters.frames();
        if (counters.pausedNanos() == null) {
            endRun();
            return Outcome.NO_DURATION;
        }
        if (!delta.known()) {
            endRun();
            return first ? Outcome.BASELINE : Outcome.RESET;
        }
        double sampled = (double) delta.value() / interval;
        if (sampled > settings.maxCounterRatio()) {
            endRun();
            return Outcome.BAD_SAMPLE;
        }
        ratio = sampled;
        intervalNanos = interval;
        pausedNanos += delta.value();
        continueRun(before);
        return Outcome.SAMPLE;
    }

    private void continueRun(long startNanos) {
        if (ratio < settings.openRatio()) {
            endRun();
            return;
        }
        if (runSamples == 0) {
            runStartNanos = startNanos;
        }
        runSamples++;
    }

    private void endRun() {
        runStartNanos = 0;
        runSamples = 0;
    }

    long runStartNanos() {
        return runStartNanos;
    }

    long runEndNanos() {
        return refreshedNanos;
    }

    /** How long the pause must hold: the source's refreshes, never less than the window. */
    long needNanos() {
        long interval = nominalIntervalNanos == null ? intervalNanos : nominalIntervalNanos;
        return Math.max(settings.windowNanos(), settings.counterRefreshes() * interval);
    }

    /** True where the run of high samples is long enough. Where the nominal interval is unknown, samples are counted. */
    boolean sustained() {
        if (runSamples == 0) {
            return false;
        }
        boolean enough = nominalIntervalNanos != null || runSamples >= settings.counterRefreshes();
        return enough && refreshedNanos - runStartNanos >= needNanos();
    }

    boolean stormOpen() {
        return storm.open();
    }

    /** Decides after a sample. */
    @Nullable
    PauseChange evaluate(long atNanos, Progress progress) {
        if (storm.open()) {
            if (ratio >= settings.clearRatio()) {
                return null;
            }
            storm = storm.cleared(atNanos);
            return change(PauseChange.Kind.CLEARED, atNanos, progress);
        }
        if (storm.clearing(atNanos, settings) && ratio >= settings.clearRatio()) {
            storm = storm.continued();
            return change(PauseChange.Kind.OPENED, atNanos, progress);
        }
        if (sustained() && progress.opens()) {
            storm = storm.opened(atNanos, progress.confidence());
            return change(PauseChange.Kind.OPENED, atNanos, progress);
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
                PauseChange.Source.COUNTERS,
                ratio,
                runStartNanos == 0 ? refreshedNanos : runStartNanos,
                needNanos(),
                progress.sentPackets(),
                0,
                storm.confidence());
    }

    PauseReading reading() {
        return new PauseReading(
                key.priority(),
                key.direction(),
                ratio,
                frames == null ? 0 : frames,
                pausedNanos,
                -1,
                storm.open() ? storm.sinceNanos() : null);
    }

    PortPausesState.Counter state() {
        return new PortPausesState.Counter(
                key.priority(),
                key.direction(),
                refreshedNanos,
                total,
                frames,
                runStartNanos,
                runSamples,
                ratio,
                intervalNanos,
                nominalIntervalNanos,
                pausedNanos,
                storm);
    }
}
