package io.stormglass.cli.tune;

import io.stormglass.emulator.queue.FabricQueue;
import io.stormglass.emulator.queue.Span;
import io.stormglass.emulator.scenario.Scenario;
import io.stormglass.emulator.workload.Workload;
import io.stormglass.fabric.scenario.ScenarioFile;
import io.stormglass.fabric.scenario.ScenarioFileException;
import java.util.HashMap;
import java.util.Map;

/** A scenario that goes on for as long as it is measured, and its most congested queue. */
public final class TuningScenario {
    private static final long LEAST_WARM_UP_NANOS = 20_000_000;
    /** After the last long flow has begun. */
    private static final long SETTLE_NANOS = 16_000_000;

    private static final long FIRST_SEED = 1;

    private final ScenarioFile file;
    private final FabricQueue queue;

    private TuningScenario(ScenarioFile file, FabricQueue queue) {
        this.file = file;
        this.queue = queue;
    }

    /**
     * Prepares a scenario.
     *
     * @throws ScenarioFileException if it cannot go on for so long
     * @throws IllegalArgumentException if nothing waits in any queue, or nothing is marked by thresholds
     */
    public static TuningScenario of(ScenarioFile file, TuneSize size) throws ScenarioFileException {
        Scenario as = file.scenario();
        if (as.settings().switches().ecn().priorities() == 0) {
            throw new IllegalArgumentException("scenario " + file.name() + " marks nothing: there is nothing to tune");
        }
        if (!as.script().spans().isEmpty()) {
            throw new IllegalArgumentException(
                    "scenario " + file.name() + " is told at the level of telemetry: no packet is emulated");
        }
        long warmUp = warmUpNanos(as);
        ScenarioFile longer = lasting(file, warmUp + size.longestNanos());
        FabricQueue queue =
                FabricQueue.mostCongested(longer.scenario(), FIRST_SEED, new Span(warmUp, size.measuredNanos()));
        return new TuningScenario(longer, queue);
    }

    /** The same for so long, whatever its workloads have left to do. */
    static ScenarioFile lasting(ScenarioFile file, long nanos) throws ScenarioFileException {
        Map<String, String> values = new HashMap<>();
        values.put("durationMicros", String.valueOf((nanos + 999) / 1000));
        values.put("ending", "at-time");
        return file.with(values);
    }

    /** Flows of which there is one each begin one after another; what follows is measured. */
    static long warmUpNanos(Scenario scenario) {
        long latest = 0;
        for (Workload workload : scenario.workloads()) {
            if (workload instanceof Workload.Incast incast && incast.bursts().count() == 1) {
                long picos = incast.terms().fromPicos() + incast.bursts().jitterPicos();
                latest = Math.max(latest, picos / 1000);
            }
        }
        return Math.max(LEAST_WARM_UP_NANOS, latest + SETTLE_NANOS);
    }

    /** Its file, with the time that it takes. */
    public ScenarioFile file() {
        return file;
    }

    /** Its queue. */
    public FabricQueue queue() {
        return queue;
    }
}
