package io.stormglass.cli.scoreboard;

import io.stormglass.avro.StormIncident;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/** Runs cases and judges them. */
public final class Scoreboard {
    private final CaseRunner runner;
    private final int threads;

    /**
     * A case that has been run.
     *
     * @param versions of all incidents, as they were published
     * @param rows what was made of it
     */
    public record Run(Case judged, List<StormIncident> versions, List<Row> rows) {
        public Run {
            versions = List.copyOf(versions);
            rows = List.copyOf(rows);
        }
    }

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
     * @param done is told of each, in the order of cases, on this thread
     * @throws IllegalStateException if a case could not be run; the message names it
     */
    public Report run(List<Case> cases, Consumer<Run> done) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            Deque<Future<Run>> results = new ArrayDeque<>();
            cases.forEach(each -> results.add(pool.submit(() -> run(each))));
            List<Row> rows = new ArrayList<>();
            SortedMap<String, String> own = new TreeMap<>();
            for (Case each : cases) {
                Run run = await(each, results.remove());
                rows.addAll(run.rows());
                String why = each.ownTelemetry();
                if (why != null) {
                    own.put(each.name(), why);
                }
                done.accept(run);
            }
            return new Report(cases.size(), own, rows);
        } finally {
            pool.shutdownNow();
        }
    }

    private Run run(Case each) {
        List<StormIncident> versions = runner.run(each);
        return new Run(each, versions, Judge.rows(each, versions));
    }

    private static Run await(Case each, Future<Run> result) throws InterruptedException {
        try {
            return result.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(
                    "scenario " + each.name() + " with seed " + each.seed() + " could not be run: " + e.getCause(),
                    e.getCause());
        }
    }
}
