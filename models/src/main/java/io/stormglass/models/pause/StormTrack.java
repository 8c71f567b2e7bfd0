package io.stormglass.models.pause;

import org.jspecify.annotations.Nullable;

/**
 * The one storm state of a priority and direction. Rules hold it open; the strongest is told. It stays open while a rule holds or the pause is above
 * the clear limit, whatever opened it.
 */
final class StormTrack {
    final TrackKey key;
    private final PauseSettings settings;
    private StormState state = StormState.NEVER;
    private boolean watchdogStormed;
    private long watchdogSinceNanos;
    private long watchdogSaidNanos;
    private long watchdogEndedNanos;
    private long reportedSinceNanos;
    private long reportedUntilNanos;

    StormTrack(TrackKey key, PauseSettings settings) {
        this.key = key;
        this.settings = settings;
    }

    StormTrack(PortPausesState.Storm stored, PauseSettings settings) {
        key = new TrackKey(stored.priority(), stored.direction());
        this.settings = settings;
        state = stored.state();
        watchdogStormed = stored.watchdogStormed();
        watchdogSinceNanos = stored.watchdogSinceNanos();
        watchdogSaidNanos = stored.watchdogSaidNanos();
        watchdogEndedNanos = stored.watchdogEndedNanos();
        reportedSinceNanos = stored.reportedSinceNanos();
        reportedUntilNanos = stored.reportedUntilNanos();
    }

    boolean open() {
        return state.open();
    }

    /** Opening of the state, null where none is open. */
    @Nullable
    Long sinceNanos() {
        return state.open() ? (Long) state.sinceNanos() : null;
    }

    void watchdog(long atNanos, boolean stormed) {
        if (stormed && !watchdogStormed) {
            watchdogSinceNanos = atNanos;
        }
        if (!stormed && watchdogStormed) {
            watchdogEndedNanos = atNanos;
        }
        watchdogSaidNanos = atNanos;
        watchdogStormed = stormed;
    }

    /** When the watchdog last said storm; null where it has restored since. */
    @Nullable
    Long watchdogStormedNanos() {
        return watchdogStormed ? (Long) watchdogSaidNanos : null;
    }

    /** True where the watchdog acted at some time after the given one. */
    boolean watchdogActedAfter(long nanos) {
        return watchdogStormed || watchdogEndedNanos > nanos;
    }

    /** The NIC reported a storm; what it said holds for the clear time. */
    void reported(long atNanos, long untilNanos) {
        if (atNanos >= reportedUntilNanos) {
            reportedSinceNanos = atNanos;
        }
        reportedUntilNanos = untilNanos;
    }

    boolean reportedAt(long atNanos) {
        return atNanos < reportedUntilNanos;
    }

    /** When time alone lets go of what the NIC or the watchdog said. */
    long timerNanos(long decidedNanos) {
        long reported = reportedAt(decidedNanos) ? reportedUntilNanos : Long.MAX_VALUE;
        long watchdog =
                watchdogStormed ? watchdogSaidNanos + settings.watchdog().longestNanos() : Long.MAX_VALUE;
        return Math.min(reported, watchdog);
    }

    /** What the device itself says. */
    @Nullable
    Finding device(long atNanos) {
        if (watchdogStormed) {
            return new Finding(
                    StormRule.WATCHDOG,
                    PauseChange.Source.DEVICE,
                    settings.windowNanos(),
                    PauseChange.CONFIDENCE_WITH_PROGRESS);
        }
        if (reportedAt(atNanos)) {
            return new Finding(
                    StormRule.NIC_REPORTED,
                    PauseChange.Source.DEVICE,
                    settings.windowNanos(),
                    PauseChange.CONFIDENCE_WITH_PROGRESS);
        }
        return null;
    }

    /** Where nothing but the device's word is known. */
    Sight deviceSight() {
        return new Sight(PauseChange.Source.DEVICE, 0, Math.max(watchdogSinceNanos, reportedSinceNanos), -1, 0);
    }

    /**
     * Decides.
     *
     * @param finding strongest rule that holds, null where none does
     * @param sight what is seen of the pause
     * @param paused true where a source sees it above the clear limit
     */
    @Nullable
    PauseChange judge(long atNanos, @Nullable Finding finding, Sight sight, boolean paused) {
        boolean moving = sight.sentPackets() > 0;
        StormState.Told by = finding == null ? state.told() : told(finding);
        if (state.open()) {
            if (finding == null && !paused) {
                state = state.cleared(atNanos);
                return change(PauseChange.Kind.CLEARED, atNanos, sight);
            }
            if (by.rule() == state.told().rule() && moving == state.moving()) {
                return null;
            }
            state = state.continued(moving, by.rule() == state.told().rule() ? state.told() : by);
            return change(PauseChange.Kind.CHANGED, atNanos, sight);
        }
        boolean clearing = state.clearing(atNanos, settings);
        if (finding == null && !(clearing && paused)) {
            return null;
        }
        state = clearing ? state.continued(moving, by) : state.opened(atNanos, moving, by);
        return change(PauseChange.Kind.OPENED, atNanos, sight);
    }

    private static StormState.Told told(Finding finding) {
        return new StormState.Told(finding.rule(), finding.source(), finding.detectionNanos(), finding.confidence());
    }

    private PauseChange change(PauseChange.Kind kind, long atNanos, Sight sight) {
        StormState.Told by = state.told();
        return new PauseChange(
                kind,
                atNanos,
                key.priority(),
                key.direction(),
                by.rule(),
                by.source(),
                sight.pausedRatio(),
                sight.pausedSinceNanos(),
                by.detectionNanos(),
                sight.sentPackets(),
                sight.frames(),
                by.confidence());
    }

    PortPausesState.Storm state() {
        return new PortPausesState.Storm(
                key.priority(),
                key.direction(),
                state,
                watchdogStormed,
                watchdogSinceNanos,
                watchdogSaidNanos,
                watchdogEndedNanos,
                reportedSinceNanos,
                reportedUntilNanos);
    }
}
