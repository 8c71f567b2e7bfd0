package io.stormglass.cli;

import io.stormglass.emulator.measure.RunMeasures;
import io.stormglass.emulator.measure.Summary;
import io.stormglass.emulator.scenario.Scenario;
import io.stormglass.emulator.workload.StepTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One emulator run and what it was like.
 *
 * @param scenario what ran, with every setting
 * @param cc the law of its flows
 * @param seed of its random numbers
 * @param params every setting by its key
 * @param measures of the run
 * @param steps of bulk-synchronous workloads
 * @param ended the run ended as the scenario says; false where it should have been done and was not
 * @param wallNanos how long it took
 */
record Emulated(
        Scenario scenario,
        String cc,
        long seed,
        SortedMap<String, String> params,
        RunMeasures measures,
        List<StepTime> steps,
        boolean ended,
        long wallNanos) {
    private static final double PICOS_PER_MICRO = 1e6;

    Emulated {
        params = new TreeMap<>(params);
        steps = List.copyOf(steps);
    }

    /**
     * Steps in short.
     *
     * @param micros how long they took
     * @param busGbps bytes that each host's link had to carry over the time that the steps took: bus bandwidth as NCCL's tests have it
     */
    record Steps(Summary micros, double busGbps) {}

    /** Null where no workload goes by steps. */
    @Nullable
    Steps stepTimes() {
        if (steps.isEmpty()) {
            return null;
        }
        double[] picos = steps.stream()
                .mapToDouble(step -> step.endPicos() - step.startPicos())
                .toArray();
        double total = 0;
        double bytes = 0;
        for (int i = 0; i < picos.length; i++) {
            total += picos[i];
            bytes += steps.get(i).busBytes();
        }
        Arrays.sort(picos);
        int middle = picos.length / 2;
        double median = picos.length % 2 == 1 ? picos[middle] : (picos[middle - 1] + picos[middle]) / 2;
        double p99 = picos[picos.length - picos.length / 100 - 1];
        double max = picos[picos.length - 1];
        Summary summary = new Summary(picos.length, Math.min(total / picos.length, max), median, p99, max);
        return new Steps(summary.dividedBy(PICOS_PER_MICRO), total == 0 ? 0 : bytes * 8 / total * 1e3);
    }

    /** What a reader of the result has to know about it. */
    List<String> notes() {
        List<String> notes = new ArrayList<>();
        if (!scenario.script().spans().isEmpty()) {
            notes.add(
                    "the scenario is told at the level of telemetry: no packet is emulated, --events has what agents say");
        } else if (measures.times().probeRtt() == null) {
            notes.add("no probe: every host takes part in a workload, so none is idle");
        }
        if (!ended) {
            notes.add("the workloads are not done at the end of the scenario (durationMicros "
                    + params.get("durationMicros") + ")");
        }
        return notes;
    }

    double packetHopsPerSecond() {
        return wallNanos <= 0 ? 0 : measures.run().packetHops() / (wallNanos / 1e9);
    }

    double simulatedMicros() {
        return measures.run().nowPicos() / PICOS_PER_MICRO;
    }
}
