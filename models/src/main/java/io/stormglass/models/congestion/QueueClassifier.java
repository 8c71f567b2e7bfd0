package io.stormglass.models.congestion;

import org.jspecify.annotations.Nullable;

/**
 * From the counters of an egress queue to a class; a pure function.
 *
 * <p>A watermark is the highest depth since somebody cleared it. It dates a peak only where it moved: a rise or a fall (a clear) puts its value between
 * two refreshes; one that stands still says that nothing was higher. So an old peak is never joined with marks of today. In this order:
 *
 * <ol>
 *   <li>{@code unknown}: the newest refresh is too old.
 *   <li>Past Kmax, or its peers were paused because of it: {@code unmarked-past-kmax} where, in at least two such intervals, marks that are known to be
 *       counted stood still while packets left; else {@code pausing} or {@code past-kmax}. Two, because a switch may average the depth
 *       over more than one burst.
 *   <li>{@code marking}: marks grew.
 *   <li>{@code not-congested}: it was below Kmin throughout (or empty, whatever Kmin is).
 *   <li>{@code not-observable}: neither a watermark nor a counter of marks that was seen to count.
 *   <li>{@code unknown}, with what is missing. Between Kmin and Kmax no marks prove nothing.
 * </ol>
 *
 * <p>A peak that another reader cleared away between two of our reads is not seen; marks would be.
 *
 * <p>Worked number: Kmin 100 kB, Kmax 400 kB; watermarks 0, 450 kB, 470 kB, 30 kB at 10, 20, 30, 40 s. Peaks: 450 kB within 10..20 s, 470 kB within 20..30 s,
 * 30 kB within 30..40 s. Marks 900 at every refresh and packets growing: two unmarked intervals, unmarked-past-kmax.
 */
final class QueueClassifier {
    private static final int TWICE = 2;

    private QueueClassifier() {}

    static QueueVerdict classify(QueueEvidence e) {
        if (e.staleNanos() > 0) {
            return new QueueVerdict(
                    QueueClass.UNKNOWN, "newest refresh " + e.staleNanos() / 1_000_000_000L + " s ago", "a refresh");
        }
        if (e.past() + e.pausing() > 0) {
            return deep(e);
        }
        if (e.marked() > 0) {
            return new QueueVerdict(QueueClass.MARKING, seen(e), missingDepth(e));
        }
        Long high = e.highBytes();
        QueueThresholds thresholds = e.thresholds();
        if (high != null && (high == 0 || (thresholds != null && high < thresholds.kminBytes()))) {
            return new QueueVerdict(QueueClass.NOT_CONGESTED, "never deeper than " + high + " bytes", "");
        }
        return undecided(e, thresholds);
    }

    private static QueueVerdict undecided(QueueEvidence e, @Nullable QueueThresholds thresholds) {
        if (!e.watermarkSeen() && e.marks() != Sight.COUNTS) {
            return new QueueVerdict(QueueClass.NOT_OBSERVABLE, seen(e), "a watermark; " + missingMarks(e));
        }
        if (!e.watermarkSeen()) {
            return new QueueVerdict(QueueClass.UNKNOWN, seen(e), "a watermark");
        }
        if (e.looks() == 0) {
            return new QueueVerdict(QueueClass.UNKNOWN, "one refresh", "a second refresh");
        }
        String missing = missingMarks(e);
        String depth = thresholds == null
                ? "Kmin and Kmax of the queue"
                : "depth: past Kmin marks are possible, past Kmax they are certain";
        return new QueueVerdict(QueueClass.UNKNOWN, seen(e), missing.isEmpty() ? depth : depth + "; " + missing);
    }

    private static QueueVerdict deep(QueueEvidence e) {
        String seen = reached(e) + ", " + seen(e);
        if (e.unmarked() >= TWICE) {
            return new QueueVerdict(
                    QueueClass.UNMARKED_PAST_KMAX, seen + "; marking is off or its packets are not ECN-capable", "");
        }
        QueueClass deep = e.pausing() > 0 ? QueueClass.PAUSING : QueueClass.PAST_KMAX;
        return new QueueVerdict(deep, seen, e.marked() > 0 ? "" : missingMarks(e));
    }

    private static String reached(QueueEvidence e) {
        QueueThresholds thresholds = e.thresholds();
        String past = thresholds == null || e.past() == 0
                ? ""
                : "past Kmax " + thresholds.kmaxBytes() + " bytes in " + e.past() + " intervals";
        String paused = e.pausing() == 0 ? "" : "paused its peers in " + e.pausing() + " intervals";
        return past.isEmpty() || paused.isEmpty() ? past + paused : past + ", " + paused;
    }

    private static String seen(QueueEvidence e) {
        String peak = e.peakBytes() > 0 ? "peak " + e.peakBytes() + " bytes" : "no dated peak";
        return switch (e.marks()) {
            case ABSENT -> peak + ", marks not counted";
            case NEVER_COUNTED -> peak + ", marks constant 0";
            case COUNTS -> peak + ", " + e.marked() + " packets marked";
        };
    }

    private static String missingDepth(QueueEvidence e) {
        if (!e.watermarkSeen()) {
            return "a watermark";
        }
        return e.thresholds() == null ? "Kmin and Kmax of the queue" : "";
    }

    private static String missingMarks(QueueEvidence e) {
        return switch (e.marks()) {
            case ABSENT -> "a counter of marks (SONiC: group WRED_ECN_QUEUE, off by default)";
            case NEVER_COUNTED -> "a counter of marks that was seen to count";
            case COUNTS -> "";
        };
    }
}
