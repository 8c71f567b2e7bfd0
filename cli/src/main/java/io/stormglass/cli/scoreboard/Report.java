package io.stormglass.cli.scoreboard;

import io.stormglass.cli.scoreboard.Row.Outcome;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What a scoreboard says. A share of nothing is 1: nothing was wrong.
 *
 * @param runs scenarios times seeds
 * @param ownTelemetry scenarios that kept the telemetry of their file, and why
 * @param rows by scenario, seed and label
 */
public record Report(int runs, SortedMap<String, String> ownTelemetry, List<Row> rows) {
    private static final double MILLI = 1e6;

    public Report {
        ownTelemetry = new TreeMap<>(ownTelemetry);
        rows = List.copyOf(rows);
    }

    /**
     * How long it took to find storms, event time, ms.
     *
     * @param p50 median, the mean of the two middle ones
     * @param p99 99 of 100 were found in this time
     * @param max the slowest
     */
    public record Detection(double p50, double p99, double max) {}

    /** Different scenarios. */
    public int scenarios() {
        return (int) rows.stream().map(Row::scenario).distinct().count();
    }

    /** Different scenarios in which nothing is wrong. */
    public int healthy() {
        Map<String, Boolean> labelled = new TreeMap<>();
        rows.forEach(row -> labelled.merge(row.scenario(), row.label() != null, Boolean::logicalOr));
        return (int) labelled.values().stream().filter(each -> !each).count();
    }

    /** Rows of an outcome. */
    public int count(Outcome outcome) {
        return count(row -> row.outcome() == outcome);
    }

    private int count(Predicate<Row> which) {
        return (int) rows.stream().filter(which).count();
    }

    /** Of what was told, the share that was there. */
    public double precision() {
        return share(count(Outcome.FOUND), count(Outcome.FOUND) + count(Outcome.FALSE));
    }

    /** Of the storms that can be seen, the share that was found. */
    public double recall() {
        return share(count(Outcome.FOUND), count(Outcome.FOUND) + count(Outcome.MISSED));
    }

    /** Of the storms that were found, the share whose incident names whom it should. */
    public double originAccuracy() {
        return shareOfFound(Row.Found::originRight);
    }

    /** Of the storms that were found, the share with the right cause. */
    public double causeAccuracy() {
        return shareOfFound(Row.Found::causeRight);
    }

    private double shareOfFound(Predicate<Row.Found> right) {
        List<Row.Found> found = found();
        return share(found.stream().filter(right).count(), found.size());
    }

    private List<Row.Found> found() {
        return rows.stream()
                .filter(row -> row.outcome() == Outcome.FOUND)
                .map(row -> Objects.requireNonNull(row.found()))
                .toList();
    }

    private static double share(long part, long whole) {
        return whole == 0 ? 1 : (double) part / whole;
    }

    /** Pages of storms that ask for one, per storm; null where none does. */
    public @Nullable Double pagesPerStorm() {
        List<Row> wanted = rows.stream().filter(Row::pageWanted).toList();
        return wanted.isEmpty()
                ? null
                : (double) wanted.stream().mapToInt(Row::pages).sum() / wanted.size();
    }

    /** Rows whose number of pages is wrong. */
    public int wrongPages() {
        return count(Row::isPageWrong);
    }

    /** Pages where nothing asks for one. */
    public int falsePages() {
        return rows.stream()
                .filter(row -> row.outcome() == Outcome.FALSE)
                .mapToInt(Row::pages)
                .sum();
    }

    /** Storms that were found later than they should. */
    public int late() {
        return (int) found().stream().filter(Row.Found::isLate).count();
    }

    /** Null where no storm was found. */
    public @Nullable Detection detection() {
        double[] millis = found().stream()
                .mapToDouble(each -> each.detectNanos() / MILLI)
                .sorted()
                .toArray();
        int count = millis.length;
        if (count == 0) {
            return null;
        }
        double median = (millis[(count - 1) / 2] + millis[count / 2]) / 2;
        int p99 = (int) Math.ceil(0.99 * count) - 1;
        return new Detection(median, millis[p99], millis[count - 1]);
    }
}
