package io.stormglass.models.pause;

import io.stormglass.models.event.PortEvent;
import org.jspecify.annotations.Nullable;

/** Pause of one priority and direction as the source's counters tell it. */
final class CounterTrack {
    final TrackKey key;
    private final PauseSettings settings;
    private final SecondSums pausedSeconds;
    private long refreshedNanos;
    private @Nullable Long total;
    private @Nullable Long frames;
    private @Nullable Long on2Off;
    private long newFrames;
    private boolean interrupted;
    private long runStartNanos;
    private int runSamples;
    private double ratio;
    private long intervalNanos;
    private @Nullable Long nominalIntervalNanos;
    private long pausedNanos;
    private long seenPackets = -1;
    private long seenInSample = -1;
    private long lastSeenInSample;
    private long stillSinceNanos;
    private boolean choppy;
    private @Nullable PauseSpan still;

    CounterTrack(TrackKey key, PauseSettings settings) {
        this.key = key;
        this.settings = settings;
        pausedSeconds = new SecondSums();
    }

    CounterTrack(PortPausesState.Counter state, PauseSettings settings) {
        key = new TrackKey(state.priority(), state.direction());
        this.settings = settings;
        pausedSeconds = new SecondSums(state.pausedSeconds());
        refreshedNanos = state.refreshedNanos();
        total = state.total();
        frames = state.frames();
        on2Off = state.on2Off();
        newFrames = state.newFrames();
        interrupted = state.interrupted();
        runStartNanos = state.runStartNanos();
        runSamples = state.runSamples();
        ratio = state.ratio();
        intervalNanos = state.intervalNanos();
        nominalIntervalNanos = state.nominalIntervalNanos();
        pausedNanos = state.pausedNanos();
        seenPackets = state.seenPackets();
        seenInSample = state.seenInSample();
        lastSeenInSample = state.lastSeenInSample();
        stillSinceNanos = state.stillSinceNanos();
        choppy = state.choppy();
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
        /** The counter counts no more: nothing is known of the interval. */
        SATURATED,
        /** The source has no pause duration: frames alone open nothing. */
        NO_DURATION
    }

    /**
     * Takes a read.
     *
     * @param seenNow packets of what the pause holds up that were ever seen at the port, -1 where none can be
     */
    Outcome sample(PortEvent.PauseCounters read, long seenNow) {
        long at = read.refresh().refreshedNanos();
        if (at <= refreshedNanos && !begins()) {
            return Outcome.NO_SAMPLE;
        }
        CounterDelta delta = CounterDelta.ofNanos(total, read.pausedNanos());
        long before = refreshedNanos;
        boolean first = total == null;
        Long framesBefore = frames;
        counts(read, seenNow, at);
        if (read.pausedNanos() == null) {
            boolean none = framesBefore != null && framesBefore.equals(read.frames());
            still = none ? new PauseSpan(key.priority(), key.direction(), before, at, 0, false) : null;
            endRun();
            return Outcome.NO_DURATION;
        }
        if (!delta.known()) {
            endRun();
            return delta.kind() == CounterDelta.Kind.SATURATED
                    ? Outcome.SATURATED
                    : first ? Outcome.BASELINE : Outcome.RESET;
        }
        double sampled = (double) delta.value() / (at - before);
        if (sampled > settings.maxCounterRatio()) {
            endRun();
            return Outcome.BAD_SAMPLE;
        }
        ratio = sampled;
        intervalNanos = at - before;
        pausedNanos += delta.value();
        pausedSeconds.spread(before, at, delta.value());
        continueRun(before);
        return Outcome.SAMPLE;
    }

    /** What comes next has another beginning. */
    void begin() {
        total = null;
        frames = null;
        on2Off = null;
    }

    private boolean begins() {
        return total == null && frames == null && on2Off == null;
    }

    private void counts(PortEvent.PauseCounters read, long seenNow, long at) {
        CounterDelta more = CounterDelta.of(frames, read.frames(), 64);
        CounterDelta resumed = CounterDelta.of(on2Off, read.on2Off(), 64);
        nominalIntervalNanos = read.refresh().intervalNanos();
        newFrames = more.known() ? more.value() : 0;
        interrupted = resumed.known() && resumed.value() > 0;
        refreshedNanos = at;
        total = read.pausedNanos();
        frames = read.frames();
        on2Off = read.on2Off();
        seenInSample = seenNow < 0 ? -1 : seenNow - Math.max(0, seenPackets);
        lastSeenInSample = seenInSample > 0 ? seenInSample : lastSeenInSample;
        seenPackets = seenNow;
    }

    private void continueRun(long startNanos) {
        if (ratio < settings.openRatio()) {
            endRun();
            return;
        }
        if (runSamples == 0) {
            runStartNanos = startNanos;
            stillSinceNanos = startNanos;
        }
        if (seenInSample > 0) {
            stillSinceNanos = refreshedNanos;
        }
        runSamples++;
    }

    private void endRun() {
        runStartNanos = 0;
        runSamples = 0;
        stillSinceNanos = 0;
    }

    long runStartNanos() {
        return runStartNanos;
    }

    long runEndNanos() {
        return refreshedNanos;
    }

    /** Start of the part of the run in which no packet was seen. */
    long stillSinceNanos() {
        return stillSinceNanos;
    }

    /** Packets seen in the newest interval, -1 where none can be. */
    long seenInSample() {
        return seenInSample;
    }

    /** Those of the newest interval in which there were some. */
    long lastSeenInSample() {
        return lastSeenInSample;
    }

    long refreshedNanos() {
        return refreshedNanos;
    }

    /** Interval of the newest good sample. */
    long intervalNanos() {
        return intervalNanos;
    }

    /** Paused so far, as far as good samples tell. */
    long pausedNanos() {
        return pausedNanos;
    }

    /** The newest interval, if there is no duration in it but that no frame came says enough; null else. */
    @Nullable
    PauseSpan still() {
        return still;
    }

    /** The newest good sample. */
    PauseSpan span(long pausedInIt) {
        return new PauseSpan(
                key.priority(), key.direction(), refreshedNanos - intervalNanos, refreshedNanos, pausedInIt, false);
    }

    boolean everPaused() {
        return pausedNanos > 0 || (frames != null && frames > 0);
    }

    /** True where the pause was released within the newest interval, although it was paused enough to open. */
    boolean interrupted() {
        return interrupted && runSamples > 0;
    }

    /**
     * How long the pause must hold: the source's refreshes, never less than the window. Refreshes that came early are refreshes; a late poll is as long as
     * several where the source names its interval.
     */
    long needNanos() {
        long nominal = nominalIntervalNanos == null ? intervalNanos : nominalIntervalNanos;
        long need = settings.counterRefreshes() * nominal;
        if (runSamples >= settings.counterRefreshes()) {
            need = Math.min(need, refreshedNanos - runStartNanos);
        }
        return Math.max(settings.windowNanos(), need);
    }

    private boolean lasts(long needNanos) {
        boolean enough = nominalIntervalNanos != null || runSamples >= settings.counterRefreshes();
        return runSamples > 0 && enough && refreshedNanos - runStartNanos >= needNanos;
    }

    /** Judges the seconds that the newest sample has completed; a source that refreshes more slowly cannot tell seconds. */
    void judgeSeconds(PortTraffic traffic, long nowNanos) {
        long interval = nominalIntervalNanos == null ? intervalNanos : nominalIntervalNanos;
        choppy = interval > 0
                && interval <= QueueTrack.SECOND_TOLD_NANOS
                && traffic.choppy(key, pausedSeconds, refreshedNanos, nowNanos);
    }

    /** The strongest rule that holds as of the newest sample. */
    @Nullable
    Finding finding(Progress progress) {
        long need = needNanos();
        if (lasts(need) && progress.opens(need)) {
            return finding(StormRule.SUSTAINED, need, progress.confidence());
        }
        if (choppy) {
            return finding(StormRule.CHOPPY, settings.choppy().windowNanos(), PauseChange.CONFIDENCE_WITH_PROGRESS);
        }
        long idle = Math.max(settings.idleNanos(), need);
        if (lasts(idle) && progress.idle(idle)) {
            return finding(StormRule.IDLE_PAUSE, idle, PauseChange.CONFIDENCE_WITH_PROGRESS);
        }
        return null;
    }

    private static Finding finding(StormRule rule, long detectionNanos, double confidence) {
        return new Finding(rule, PauseChange.Source.COUNTERS, detectionNanos, confidence);
    }

    Sight sight(long sentPackets) {
        return new Sight(
                PauseChange.Source.COUNTERS,
                ratio,
                runStartNanos == 0 ? refreshedNanos : runStartNanos,
                sentPackets,
                newFrames);
    }

    /** True where a good sample of the time after shows less than the clear limit. */
    boolean calmSince(long nanos) {
        return intervalNanos > 0 && refreshedNanos - intervalNanos >= nanos && !paused();
    }

    boolean paused() {
        return ratio >= settings.clearRatio();
    }

    PauseReading reading(@Nullable Long stormSinceNanos) {
        return new PauseReading(
                key.priority(), key.direction(), ratio, frames == null ? 0 : frames, pausedNanos, -1, stormSinceNanos);
    }

    PortPausesState.Counter state() {
        return new PortPausesState.Counter(
                key.priority(),
                key.direction(),
                refreshedNanos,
                total,
                frames,
                on2Off,
                newFrames,
                interrupted,
                runStartNanos,
                runSamples,
                ratio,
                intervalNanos,
                nominalIntervalNanos,
                pausedNanos,
                seenPackets,
                seenInSample,
                lastSeenInSample,
                stillSinceNanos,
                choppy,
                pausedSeconds.state());
    }
}
