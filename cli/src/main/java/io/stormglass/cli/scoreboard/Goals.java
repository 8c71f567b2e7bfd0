package io.stormglass.cli.scoreboard;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What a report must reach.
 *
 * @param precision at least
 * @param recall at least
 * @param origin accuracy of origins, at least
 * @param cause accuracy of causes, at least
 * @param strict whether each storm must page exactly once and be found in time
 */
public record Goals(double precision, double recall, double origin, double cause, boolean strict) {
    /** The library where counters come at least 5 times a second, or frame by frame. */
    static final Goals LIBRARY = new Goals(1, 1, 1, 0.95, true);
    /** Slower counters, agents of each file, and generated cases. */
    static final Goals COARSE = new Goals(0.98, 0.98, 0.95, 0.95, false);
    /** Records that get lost, come twice and late: no false page. */
    static final Goals LOSSY = new Goals(0, 0.95, 0, 0, false);

    /** What is asked for where this is seen. */
    public static Goals of(Refresh refresh, Perturbation perturbation, boolean generated) {
        if (perturbation.share() > 0) {
            return LOSSY;
        }
        return generated || !refresh.isFine() ? COARSE : LIBRARY;
    }

    /** What was not reached, in words; empty where all was. */
    public List<String> missedBy(Report report) {
        List<String> missed = new ArrayList<>();
        least(missed, "precision", report.precision(), precision);
        least(missed, "recall", report.recall(), recall);
        least(missed, "origin accuracy", report.originAccuracy(), origin);
        least(missed, "cause accuracy", report.causeAccuracy(), cause);
        if (report.falsePages() > 0) {
            missed.add("false pages: " + report.falsePages());
        }
        if (strict && report.wrongPages() > 0) {
            missed.add("rows with a wrong number of pages: " + report.wrongPages());
        }
        if (strict && report.late() > 0) {
            missed.add("storms that were found late: " + report.late());
        }
        return missed;
    }

    private static void least(List<String> missed, String what, double value, double least) {
        if (value < least) {
            missed.add(String.format(Locale.ROOT, "%s is %.4f, at least %.2f is needed", what, value, least));
        }
    }
}
