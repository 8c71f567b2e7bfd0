package io.stormglass.cli;

import io.stormglass.cli.scoreboard.Refresh;
import io.stormglass.cli.scoreboard.Report;
import io.stormglass.cli.scoreboard.Row;
import io.stormglass.emulator.fault.FaultLabel;
import java.util.Locale;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A scoreboard for people: the figures, every storm, and what was told of nothing. Runs in which nothing happened are counted. */
final class ScoreboardText {
    private static final double MILLI = 1e6;

    private ScoreboardText() {}

    static String of(Report report, Refresh refresh) {
        StringBuilder text = new StringBuilder();
        text.append(Words.plural(report.scenarios(), "scenario", "scenarios"))
                .append(", ")
                .append(report.healthy())
                .append(" healthy; ")
                .append(Words.plural(report.runs(), "run", "runs"))
                .append("; refresh ")
                .append(refresh.text())
                .append("\n\n")
                .append(figures(report))
                .append('\n')
                .append(rows(report));
        notObservable(report, text);
        if (!report.ownTelemetry().isEmpty()) {
            text.append("\nWith the telemetry of their file\n");
            Table own = new Table("ll");
            report.ownTelemetry().forEach(own::row);
            text.append(own);
        }
        return text.toString();
    }

    private static Table figures(Report report) {
        Double pages = report.pagesPerStorm();
        Report.Detection detection = report.detection();
        return new Table("lr")
                .row("storms found", Words.count(report.count(Row.Outcome.FOUND)))
                .row("storms missed", Words.count(report.count(Row.Outcome.MISSED)))
                .row("told of nothing", Words.count(report.count(Row.Outcome.FALSE)))
                .row("precision", ratio(report.precision()))
                .row("recall", ratio(report.recall()))
                .row("origin accuracy", ratio(report.originAccuracy()))
                .row("cause accuracy", ratio(report.causeAccuracy()))
                .row("pages per storm", pages == null ? "-" : ratio(pages))
                .row("rows with wrong pages", Words.count(report.wrongPages()))
                .row(
                        "found after, p50 / p99 / max",
                        detection == null
                                ? "-"
                                : millis(detection.p50()) + " / " + millis(detection.p99()) + " / "
                                        + millis(detection.max()) + " ms")
                .row("found late", Words.count(report.late()));
    }

    private static Table rows(Report report) {
        Table table = new Table("lrlllllrrr")
                .row("scenario", "seed", "outcome", "fault", "told", "rule", "cause", "pages", "after ms", "wrong");
        for (Row row : report.rows()) {
            boolean told = row.outcome() == Row.Outcome.FOUND
                    || row.outcome() == Row.Outcome.MISSED
                    || row.outcome() == Row.Outcome.FALSE
                    || row.outcome() == Row.Outcome.TOLD;
            if (told) {
                Row.Found found = row.found();
                table.row(
                        row.scenario(),
                        String.valueOf(row.seed()),
                        Json.word(row.outcome()),
                        label(row.label()),
                        found == null ? "-" : place(found),
                        found == null ? "-" : found.rule(),
                        found == null ? "-" : found.cause() + ", " + found.severity(),
                        row.pages() + (row.pageWanted() ? " of 1" : ""),
                        found == null || row.label() == null ? "-" : millis(found.detectNanos() / MILLI),
                        row.wrong());
            }
        }
        return table;
    }

    private static String place(Row.Found found) {
        String entity = found.entity().isEmpty() ? "?" : found.entity();
        return entity + " at " + found.device() + "/" + found.port();
    }

    private static void notObservable(Report report, StringBuilder text) {
        TreeMap<String, String> brief = new TreeMap<>();
        for (Row row : report.rows()) {
            if (row.outcome() == Row.Outcome.NOT_OBSERVABLE) {
                FaultLabel label = Objects.requireNonNull(row.label());
                brief.put(
                        row.scenario() + " " + label(label),
                        millis((label.toMicros() - label.fromMicros()) / 1e3) + " ms");
            }
        }
        if (!brief.isEmpty()) {
            text.append("\nNot observable: too short for this refresh\n");
            Table table = new Table("lr");
            brief.forEach(table::row);
            text.append(table);
        }
    }

    private static String label(@Nullable FaultLabel label) {
        return label == null ? "-" : label.kind() + " " + label.device();
    }

    private static String ratio(double value) {
        return String.format(Locale.ROOT, "%.4f", value);
    }

    private static String millis(double value) {
        return String.format(Locale.ROOT, "%.0f", value);
    }
}
