package io.stormglass.cli.scoreboard;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;

/** Runs cases and judges them. */
public final class Scoreboard {
    private final CaseRunner runner;
    private final int threads;

    /**
     * A scoreboard.
     *
     * @param threads cases run at once; no result depends on it
     */
    public Scoreboard(CaseRunner runner, int threads) {
        this.runner = runner;
        this.threads = threads;
    }

    /**
     * Runs all cases.
     *
     * @param done is told how many are done, on any thread
     * @throws IllegalStateException if a case could not be run; the message names it
     */
    public Report run(List<Case> cases, IntConsumer done) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<List<Row>>> results = new ArrayList<>();
            cases.forEach(each -> results.add(pool.submit(() -> Judge.rows(each, runner.run(each)))));
            List<Row> rows = new ArrayList<>();
            SortedMap<String, String> own = new TreeMap<>();
            for (int i = 0; i < cases.size(); i++) {
                Case each = cases.get(i);
                rows.addAll(rows(each, results.get(i)));
                String why = each.ownTelemetry();
                if (why != null) {
                    own.put(each.name(), why);
                }
                done.accept(i + 1);
            }
            return new Report(cases.size(), own, rows);
        } finally {
            pool.shutdownNow();
        }
    }

    private static List<Row> rows(Case each, Future<List<Row>> result) throws InterruptedException {
        try {
            return result.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(
                    "scenario " + each.name() + " with seed " + each.seed() + " could not be run: " + e.getCause(),
                    e.getCause());
        }
    }
}
