package io.stormglass.cli;

import io.stormglass.cli.tune.TuneReport;
import io.stormglass.cli.tune.TuneRow;
import io.stormglass.cli.tune.TuneStep;
import io.stormglass.models.advice.Advice;
import io.stormglass.models.advice.Prediction;
import io.stormglass.models.ecn.Cost;
import io.stormglass.models.ecn.Evaluation;
import io.stormglass.models.ecn.NamedProfile;
import io.stormglass.models.ecn.Outcome;
import io.stormglass.models.ecn.Profile;
import io.stormglass.models.ecn.QueueFacts;
import io.stormglass.models.ecn.Thresholds;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** What tuning came to, for people. */
final class TuneText {
    private TuneText() {}

    /** One scenario for one weight profile. */
    static String of(TuneRow row, String queue) {
        QueueFacts facts = row.before().facts();
        StringBuilder text = new StringBuilder();
        text.append(say(
                "%s at %s, %.0f Gb/s, base round trip %.1f us; cost for %s, 1 is on target%n%n",
                row.scenario(),
                queue,
                facts.lineBitsPerSecond() / 1e9,
                facts.baseRttNanos() / 1e3,
                row.profile().text()));
        text.append("Steps\n").append(steps(row)).append('\n');
        text.append(Words.wrapped(lastWord(row))).append('\n');
        text.append("Measured, ")
                .append(Words.plural(row.before().outcomes().size(), "seed", "seeds"))
                .append(" that chose nothing\n")
                .append(settings(row))
                .append('\n');
        text.append(say(
                "  regret %.3f +- %.3f; the sweep's worst setting costs %s times its best%s%n",
                row.regret(),
                row.regretMargin(),
                factor(row.spread()),
                row.counts() ? "" : ": thresholds decide little here"));
        held(row, text);
        text.append("\nPublished settings\n").append(named(row));
        return text.toString();
    }

    private static Table steps(TuneRow row) {
        Table table = new Table("rlllr").row("step", "runs with", "advice", "next", "predicted");
        for (TuneStep step : row.steps()) {
            Advice advice = step.advice();
            Prediction prediction = advice.prediction();
            table.row(
                    String.valueOf(step.number()),
                    thresholds(step.current()),
                    verdict(advice),
                    advice.step() == null ? "-" : thresholds(advice.step()),
                    prediction == null
                            ? "-"
                            : say(
                                    "%.2f -> %.2f",
                                    prediction.current().mean(),
                                    (advice.step() == null ? prediction.current() : prediction.step()).mean()));
        }
        return table;
    }

    private static String verdict(Advice advice) {
        return advice.decline() == null
                ? Json.word(advice.status())
                : Json.word(advice.decline().reason());
    }

    private static String lastWord(TuneRow row) {
        Advice advice = row.lastAdvice();
        return advice.decline() == null
                ? "It would go on: " + String.join(" ", advice.reasons())
                : advice.decline().words();
    }

    private static Table settings(TuneRow row) {
        Table table = new Table("llrrrrrrrr")
                .row(
                        "",
                        "Kmin / Kmax / Pmax",
                        "cost",
                        "waste",
                        "delay",
                        "pause",
                        "slow",
                        "waste %",
                        "mean us",
                        "p99 us");
        setting(table, "before", row, row.before());
        setting(table, "after", row, row.after());
        setting(table, "best of sweep", row, row.best());
        setting(table, "worst of sweep", row, row.worst());
        return table;
    }

    private static void setting(Table table, String name, TuneRow row, Evaluation made) {
        table.row(
                name,
                thresholds(made.thresholds()),
                say("%.3f", row.cost(made)),
                term(made, Cost::waste),
                term(made, Cost::delay),
                term(made, Cost::pause),
                term(made, Cost::slowdown),
                say("%.1f", 100 * mean(made, Outcome::wasteRatio)),
                say("%.1f", mean(made, Outcome::meanDelayNanos) / 1e3),
                say("%.1f", mean(made, Outcome::p99DelayNanos) / 1e3));
    }

    private static String term(Evaluation made, ToDoubleFunction<Cost> of) {
        double mean = mean(made, outcome -> of.applyAsDouble(Cost.of(outcome, made.facts())));
        return Double.isNaN(mean) ? "-" : say("%.2f", mean);
    }

    private static double mean(Evaluation made, ToDoubleFunction<Outcome> of) {
        return made.outcomes().stream().mapToDouble(of).average().orElse(0);
    }

    private static void held(TuneRow row, StringBuilder text) {
        Prediction.Cost predicted = row.predicted();
        if (predicted != null) {
            text.append(say(
                    "  predicted for what it ended with: %.2f (%.2f to %.2f), measured %.2f: %s%n",
                    predicted.mean(),
                    predicted.low(),
                    predicted.high(),
                    row.cost(row.after()),
                    Boolean.TRUE.equals(row.held()) ? "within" : "outside"));
        }
    }

    private static Table named(TuneRow row) {
        Table table = new Table("llr");
        for (Map.Entry<NamedProfile, Evaluation> each : row.named().entrySet()) {
            table.row(
                    each.getKey().text(),
                    thresholds(each.getValue().thresholds()),
                    say("%.3f", row.cost(each.getValue())));
        }
        return table;
    }

    /** Such as {@code 100 kB / 1.2 MB / 20 %}. */
    static String thresholds(Thresholds of) {
        return bytes(of.kminBytes()) + " / " + bytes(of.kmaxBytes()) + " / "
                + say("%.3g %%", 100 * of.maxProbability());
    }

    private static String bytes(long bytes) {
        return bytes < 1_000_000 ? say("%.4g kB", bytes / 1e3) : say("%.4g MB", bytes / 1e6);
    }

    private static String factor(double value) {
        return value >= 100 ? say("%.0f", value) : say("%.2f", value);
    }

    // ---- the library

    /** All of it: a row each, then what each weight profile came to. */
    static String of(TuneReport report) {
        Table table = new Table("llrrrrrrrrl")
                .row(
                        "scenario",
                        "profile",
                        "before",
                        "after",
                        "best",
                        "worst/best",
                        "regret",
                        "+-",
                        "steps",
                        "held",
                        "last word");
        for (TuneRow row : report.rows()) {
            Boolean held = row.held();
            table.row(
                    row.scenario(),
                    row.profile().text(),
                    say("%.3f", row.cost(row.before())),
                    say("%.3f", row.cost(row.after())),
                    say("%.3f", row.cost(row.best())),
                    factor(row.spread()) + (row.counts() ? "" : " *"),
                    say("%.3f", row.regret()),
                    say("%.3f", row.regretMargin()),
                    String.valueOf(row.steps().size() - 1),
                    held == null ? "-" : held ? "yes" : "no",
                    verdict(row.lastAdvice()));
        }
        StringBuilder text = new StringBuilder().append(table);
        text.append("  * thresholds decide little: the regret does not count\n\n");
        text.append(figures(report)).append('\n');
        text.append("Mean cost over the scenarios\n").append(means(report));
        return text.toString();
    }

    private static Table figures(TuneReport report) {
        Table table = new Table("lrrrr")
                .row("profile", "scenarios that count", "regret, median", "regret, worst", "declined");
        for (Profile profile : Profile.values()) {
            List<TuneRow> rows = report.of(profile);
            if (!rows.isEmpty()) {
                double[] regrets = TuneReport.regrets(rows);
                table.row(
                        profile.text(),
                        String.valueOf(regrets.length),
                        say("%.3f", TuneReport.median(regrets)),
                        regrets.length == 0 ? "-" : say("%.3f", regrets[regrets.length - 1]),
                        percent(new TuneReport(rows).declinedRatio()));
            }
        }
        return table.row("predicted intervals that hold", "", "", "", percent(report.heldRatio()));
    }

    private static Table means(TuneReport report) {
        List<Profile> profiles = List.of(Profile.values()).stream()
                .filter(each -> !report.of(each).isEmpty())
                .toList();
        Table table = new Table("l" + "r".repeat(profiles.size()));
        line(table, "setting", profiles, Profile::text);
        line(table, "best of sweep", profiles, each -> say("%.3f", report.meanCost(each, row -> row.cost(row.best()))));
        line(table, "ours", profiles, each -> say("%.3f", report.meanCost(each, row -> row.cost(row.after()))));
        line(table, "as it began", profiles, each -> say("%.3f", report.meanCost(each, row -> row.cost(row.before()))));
        for (NamedProfile named : NamedProfile.values()) {
            line(table, named.text(), profiles, each -> say("%.3f", report.meanCost(each, named)));
        }
        return table;
    }

    private static void line(Table table, String name, List<Profile> profiles, Function<Profile, String> cell) {
        String[] cells = new String[1 + profiles.size()];
        cells[0] = name;
        for (int i = 0; i < profiles.size(); i++) {
            cells[i + 1] = cell.apply(profiles.get(i));
        }
        table.row(cells);
    }

    private static String percent(double ratio) {
        return Double.isNaN(ratio) ? "-" : say("%.0f %%", 100 * ratio);
    }

    // The annotation that is asked for is of a library; formats are literals.
    @SuppressWarnings("AnnotateFormatMethod")
    private static String say(String words, @Nullable Object... values) {
        return String.format(Locale.ROOT, words, values);
    }
}
