package io.stormglass.cli.tune;

import io.stormglass.emulator.queue.FabricQueue;
import io.stormglass.models.ecn.Evaluation;
import io.stormglass.models.ecn.Outcome;
import io.stormglass.models.ecn.SeedSet;
import io.stormglass.models.ecn.Thresholds;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Emulations of settings on several threads; no result depends on how many. */
public final class FabricRuns implements AutoCloseable {
    private final ExecutorService pool;
    private final Runnable done;

    /**
     * Threads that wait for work.
     *
     * @param done told after each run, on the caller's thread
     */
    public FabricRuns(int threads, Runnable done) {
        pool = Executors.newFixedThreadPool(threads);
        this.done = done;
    }

    /** Runs each setting with all seeds; in the order of the settings. */
    Map<Thresholds, Evaluation> evaluate(FabricQueue queue, Collection<Thresholds> settings, SeedSet seeds)
            throws InterruptedException {
        Set<Thresholds> each = new LinkedHashSet<>(settings);
        Map<Thresholds, List<Future<Outcome>>> started = new LinkedHashMap<>();
        for (Thresholds thresholds : each) {
            List<Future<Outcome>> runs = new ArrayList<>();
            for (int i = 0; i < seeds.count(); i++) {
                long seed = seeds.first() + i;
                runs.add(pool.submit(() -> queue.run(thresholds, seed)));
            }
            started.put(thresholds, runs);
        }
        Map<Thresholds, Evaluation> made = new LinkedHashMap<>();
        for (Map.Entry<Thresholds, List<Future<Outcome>>> runs : started.entrySet()) {
            List<Outcome> outcomes = new ArrayList<>();
            for (Future<Outcome> run : runs.getValue()) {
                outcomes.add(await(run));
                done.run();
            }
            made.put(runs.getKey(), new Evaluation(runs.getKey(), queue.facts(), outcomes));
        }
        return made;
    }

    private static Outcome await(Future<Outcome> run) throws InterruptedException {
        try {
            return run.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("an emulation failed: " + e.getCause(), e.getCause());
        }
    }

    @Override
    public void close() {
        pool.shutdownNow();
    }
}
