package io.stormglass.models.advice;

import io.stormglass.models.ecn.Profile;
import io.stormglass.models.ecn.Thresholds;
import io.stormglass.models.event.QueueMarking;
import io.stormglass.models.load.QueueLoad;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the read-back says of changes, and how the time after an advised one compares with that before. */
final class Trials {
    private static final double LEAST_RISE = 0.05;
    private static final double DEVIATIONS = 2;
    /** Share of a predicted change by which it may be wrong. */
    private static final double MODEL_ERROR = 0.25;

    /** Share of the gain that what shows may take back: what does not show is not known to have come at all. */
    private static final double LOST_GAIN = 0.5;

    private static final double MORE_SWING = 1.25;
    private static final double LEAST_SWING = 0.1;
    /** In the unit of the cost: one per cent of the ingress ports' time. */
    private static final double MORE_PAUSED = 1;

    private Trials() {}

    /** The memory with what was read now. */
    static Memory readBack(Memory memory, Thresholds current, ObjectLoads loads, @Nullable Advice before) {
        Thresholds last = memory.lastRead();
        if (last == null) {
            return new Memory(
                    current,
                    memory.changedNanos(),
                    memory.environment(),
                    memory.measured(),
                    memory.trial(),
                    memory.rejected());
        }
        if (ReadBack.same(last, current)) {
            return memory;
        }
        Thresholds advised = before == null ? null : before.step();
        boolean ours = before != null
                && before.status() == Advice.Status.CHANGE
                && advised != null
                && ReadBack.same(advised, current);
        Prediction prediction = before == null ? null : before.prediction();
        Trial trial = ours
                ? new Trial(
                        last,
                        current,
                        memory.measured(),
                        prediction == null ? 0 : prediction.change(),
                        prediction == null ? 0 : prediction.changeDeviation(),
                        prediction == null
                                ? 0
                                : prediction.current().mean()
                                        - prediction.step().mean(),
                        Trial.State.PENDING,
                        "")
                : null;
        return memory.changed(current, changedNanos(loads), trial);
    }

    /** End of the first windows with the thresholds of the newest ones. */
    private static long changedNanos(ObjectLoads loads) {
        long latest = Long.MIN_VALUE;
        for (List<QueueLoad> queue : loads.queues()) {
            QueueLoad first = queue.getLast();
            for (QueueLoad window : queue.reversed()) {
                if (!sameSetting(window, queue.getLast())) {
                    break;
                }
                first = window;
            }
            latest = Math.max(latest, first.toNanos());
        }
        return latest;
    }

    private static boolean sameSetting(QueueLoad a, QueueLoad b) {
        QueueMarking one = a.settings().marking();
        QueueMarking other = b.settings().marking();
        return Objects.equals(a.settings().ecn(), b.settings().ecn())
                && (one == null) == (other == null)
                && (one == null
                        || other == null
                        || (Objects.equals(one.minimum(), other.minimum())
                                && Objects.equals(one.maximum(), other.maximum())
                                && Objects.equals(one.maxProbability(), other.maxProbability())));
    }

    /** The trial with what came of it; itself while there is nothing to compare. */
    static Trial judge(Trial trial, @Nullable Measured after, Profile profile) {
        Measured before = trial.before();
        if (before == null) {
            return trial.judged(
                    Trial.State.INCONCLUSIVE, "nothing was measured before the change that could be compared");
        }
        if (after == null || !before.isLike(after)) {
            return trial;
        }
        EnumSet<Measured.Term> terms = EnumSet.copyOf(before.terms());
        terms.retainAll(after.terms());
        if (terms.isEmpty()) {
            return trial.judged(Trial.State.INCONCLUSIVE, "before and after the change different things were measured");
        }
        return compare(trial, before, after, terms, profile);
    }

    private static Trial compare(
            Trial trial, Measured before, Measured after, Set<Measured.Term> terms, Profile profile) {
        double was = before.total(terms, profile);
        double is = after.total(terms, profile);
        double change = trial.predictedChange();
        double most = Math.max(was, was + change);
        double chance = DEVIATIONS
                * Math.sqrt(
                        square(before.deviation()) + square(after.deviation()) + square(trial.predictedDeviation()));
        double margin = Math.max(Math.max(LEAST_RISE * Math.max(1, most), chance), MODEL_ERROR * Math.abs(change));
        String numbers = Words.of(
                "at equal load (%s) the part of the cost that shows (%s) was %.2f before and is %.2f since; predicted was a change of %+.2f",
                after.queue(), terms.toString().toLowerCase(Locale.ROOT), was, is, change);
        double lost = Measured.share(terms, profile) * (is - (was + change));
        boolean gains = lost <= LOST_GAIN * trial.predictedGain();
        if (is - most > margin && !gains) {
            return trial.judged(
                    Trial.State.WORSE, Words.of("%s; that is more than %.2f above what was expected", numbers, margin));
        }
        Double pausedBefore = before.pause();
        Double pausedAfter = after.pause();
        if (pausedBefore != null && pausedAfter != null && pausedAfter - pausedBefore > MORE_PAUSED) {
            return trial.judged(
                    Trial.State.WORSE,
                    Words.of(
                            "%s; ingress ports are paused for %.1f %% of their time, before it was %.1f %%",
                            numbers, pausedAfter, pausedBefore));
        }
        boolean better = was - is > Math.max(LEAST_RISE * Math.max(1, was), chance);
        boolean expected = says(terms) && (gains || is - (was + change) <= margin);
        if (!better && !expected && swingsMore(before, after)) {
            return trial.judged(
                    Trial.State.WORSE,
                    Words.of(
                            "%s; CNPs swing more: by %.2f of their mean, before by %.2f",
                            numbers, after.oscillation(), before.oscillation()));
        }
        return trial.judged(Trial.State.GOOD, numbers);
    }

    /** What swings and costs shows in waste or delay: where those fell or came as predicted, swinging is no reason of its own. */
    private static boolean says(Set<Measured.Term> terms) {
        return terms.contains(Measured.Term.WASTE) || terms.contains(Measured.Term.DELAY);
    }

    private static boolean swingsMore(Measured before, Measured after) {
        double swing = after.oscillation() - before.oscillation();
        return swing > LEAST_SWING && after.oscillation() > MORE_SWING * before.oscillation();
    }

    private static double square(double value) {
        return value * value;
    }
}
