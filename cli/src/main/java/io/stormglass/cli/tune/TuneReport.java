package io.stormglass.cli.tune;

import io.stormglass.models.ecn.Evaluation;
import io.stormglass.models.ecn.NamedProfile;
import io.stormglass.models.ecn.Profile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * Many scenarios tuned.
 *
 * @param rows a scenario and weight profile each
 */
public record TuneReport(List<TuneRow> rows) {
    private static final double MEDIAN_REGRET = 0.05;
    private static final double WORST_REGRET = 0.15;
    private static final double LEAST_HELD = 0.8;
    private static final int LEAST_COUNTED = 12;

    public TuneReport {
        rows = List.copyOf(rows);
    }

    /** Rows of a weight profile. */
    public List<TuneRow> of(Profile profile) {
        return rows.stream().filter(row -> row.profile() == profile).toList();
    }

    /** Regrets of the rows that count, sorted. */
    public static double[] regrets(Collection<TuneRow> rows) {
        return rows.stream()
                .filter(TuneRow::counts)
                .mapToDouble(TuneRow::regret)
                .sorted()
                .toArray();
    }

    /** Of sorted values; NaN of none. */
    public static double median(double[] sorted) {
        int middle = sorted.length / 2;
        if (sorted.length == 0) {
            return Double.NaN;
        }
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /** Share of rows in which nothing was changed. */
    public double declinedRatio() {
        return share(rows.stream().map(TuneRow::declined).toList());
    }

    /** Share of predicted intervals that hold what was measured; NaN where nothing was predicted. */
    public double heldRatio() {
        List<Boolean> held = new ArrayList<>();
        for (TuneRow row : rows) {
            Boolean one = row.held();
            if (one != null) {
                held.add(one);
            }
        }
        return share(held);
    }

    private static double share(List<Boolean> of) {
        return of.isEmpty()
                ? Double.NaN
                : (double) of.stream().filter(each -> each).count() / of.size();
    }

    /** Mean J over the scenarios of a weight profile. */
    public double meanCost(Profile profile, ToDoubleFunction<TuneRow> cost) {
        return of(profile).stream().mapToDouble(cost).average().orElse(Double.NaN);
    }

    /** Mean J of a published setting. */
    public double meanCost(Profile profile, NamedProfile named) {
        return meanCost(profile, row -> {
            Evaluation made = row.named().get(named);
            return made == null ? Double.NaN : row.cost(made);
        });
    }

    /** What is promised. */
    public enum Promise {
        /** Everything. */
        ALL,
        /** Where facts are hidden, or switches are unlike the model: nothing ends worse, or with more pauses, than it began. */
        NEVER_WORSE
    }

    /** What was not reached, in words; empty where all was. */
    public List<String> missed(Promise promise) {
        List<String> missed = new ArrayList<>();
        if (promise == Promise.ALL) {
            for (Profile profile : Profile.values()) {
                List<TuneRow> of = of(profile);
                if (!of.isEmpty()) {
                    regrets(profile, of, missed);
                    published(profile, missed);
                }
            }
        }
        worse(missed);
        double held = heldRatio();
        if (promise == Promise.ALL && held < LEAST_HELD) {
            missed.add(say(
                    "predicted intervals hold %.0f %% of what was measured, %.0f %% are needed",
                    100 * held, 100 * LEAST_HELD));
        }
        return missed;
    }

    private void worse(List<String> missed) {
        for (TuneRow row : rows) {
            if (row.isWorse()) {
                missed.add(name(row) + " ends more than 2 % worse than it began");
            }
            if (row.pausesMore()) {
                missed.add(say(
                        "%s pauses more than it began with: %.5f of the time after %.5f",
                        name(row), row.after().pausedRatio(), row.before().pausedRatio()));
            }
        }
    }

    private static void regrets(Profile profile, List<TuneRow> of, List<String> missed) {
        double[] regrets = regrets(of);
        if (regrets.length < LEAST_COUNTED) {
            missed.add(say(
                    "%s: thresholds decide in %d scenarios, %d are needed",
                    profile.text(), regrets.length, LEAST_COUNTED));
        }
        if (median(regrets) > MEDIAN_REGRET) {
            missed.add(say(
                    "%s: median regret is %.3f, at most %.2f is allowed",
                    profile.text(), median(regrets), MEDIAN_REGRET));
        }
        double worst = Arrays.stream(regrets).max().orElse(0);
        if (worst > WORST_REGRET) {
            missed.add(say("%s: worst regret is %.3f, at most %.2f is allowed", profile.text(), worst, WORST_REGRET));
        }
    }

    private void published(Profile profile, List<String> missed) {
        double ours = meanCost(profile, row -> row.cost(row.after()));
        for (NamedProfile named : NamedProfile.values()) {
            double theirs = meanCost(profile, named);
            if (theirs <= ours) {
                missed.add(
                        say("%s: mean cost of %s is %.3f, of ours %.3f", profile.text(), named.text(), theirs, ours));
            }
        }
    }

    private static String name(TuneRow row) {
        return row.scenario() + " for " + row.profile().text();
    }

    // The annotation that is asked for is of a library; formats are literals.
    @SuppressWarnings("AnnotateFormatMethod")
    private static String say(String words, Object... values) {
        return String.format(Locale.ROOT, words, values);
    }
}
