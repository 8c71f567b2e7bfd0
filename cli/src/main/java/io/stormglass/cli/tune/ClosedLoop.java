package io.stormglass.cli.tune;

import io.stormglass.emulator.queue.FabricQueue;
import io.stormglass.emulator.scenario.Scenario;
import io.stormglass.fabric.publish.FabricSource;
import io.stormglass.models.advice.Advice;
import io.stormglass.models.ecn.Profile;
import io.stormglass.models.ecn.Thresholds;
import io.stormglass.models.load.QueueLoad;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.DoubleConsumer;

/** Emulates, has advice given on the telemetry, applies it to every switch, and again. */
final class ClosedLoop {
    /** Steps that may be taken. */
    static final int MOST_STEPS = 5;
    /** Between two steps, event time: nothing of it is emulated. */
    private static final long BETWEEN_NANOS = 60_000_000_000L;

    private static final long SECOND = 1_000_000_000L;
    private static final long TICK = 50_000_000L;
    private static final long FIRST_SEED = 1_001;

    /** What a fabric publishes: the scenario through the topologies. */
    @FunctionalInterface
    interface Telemetry {
        /**
         * Windows of queues.
         *
         * @param startNanos event time of the scenario's time 0
         */
        List<QueueLoad> loads(Scenario scenario, long seed, long startNanos);
    }

    private final Telemetry telemetry;

    private final DoubleConsumer progress;

    ClosedLoop(Telemetry telemetry, DoubleConsumer progress) {
        this.telemetry = telemetry;
        this.progress = progress;
    }

    /**
     * Runs to where nothing is advised any more.
     *
     * @param scenario lasts for the warm-up and what is measured in each step
     * @param warmUpNanos of the scenario
     * @param start thresholds
     */
    List<TuneStep> run(Scenario scenario, long warmUpNanos, Thresholds start, Profile profile) {
        Recommender recommender = new Recommender(profile);
        long measured = scenario.ending().durationPicos() / 1000 - warmUpNanos;
        List<TuneStep> steps = new ArrayList<>();
        Thresholds current = start;
        for (int number = 1; number <= MOST_STEPS + 1; number++) {
            long begin = FabricSource.DEFAULT_START_NANOS + number * BETWEEN_NANOS;
            List<QueueLoad> loads = telemetry
                    .loads(FabricQueue.with(scenario, current), FIRST_SEED + number, warmStart(begin, warmUpNanos))
                    .stream()
                    .filter(load -> load.fromNanos() >= begin && load.toNanos() <= begin + measured)
                    .toList();
            List<Advice> all = recommender.advise(loads);
            progress.accept((double) number / (MOST_STEPS + 1));
            if (all.isEmpty()) {
                throw new IllegalStateException("the topologies published no window of any queue");
            }
            TuneStep step = new TuneStep(number, current, all.getFirst());
            steps.add(step);
            if (step.isLast() || number > MOST_STEPS) {
                break;
            }
            current = Objects.requireNonNull(step.advice().step());
        }
        return List.copyOf(steps);
    }

    /** Windows begin at whole seconds: the warm-up ends where one begins, and those before are left out. */
    private static long warmStart(long begin, long warmUpNanos) {
        long ticks = (warmUpNanos + TICK - 1) / TICK;
        if (begin % SECOND != 0) {
            throw new IllegalArgumentException("a step begins at " + begin + " ns, a whole second is needed");
        }
        return begin - ticks * TICK;
    }
}
