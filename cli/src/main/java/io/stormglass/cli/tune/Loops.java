package io.stormglass.cli.tune;

import io.stormglass.emulator.scenario.Scenario;
import io.stormglass.fabric.scenario.ScenarioFile;
import io.stormglass.fabric.scenario.ScenarioFileException;
import io.stormglass.models.ecn.Profile;
import io.stormglass.models.load.QueueLoad;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleConsumer;

/** The closed loop of a scenario with the telemetry that it is judged by: counters every second, a mirror at each sender. */
public final class Loops {
    /** Emulated in each step behind the warm-up: the first whole second with new thresholds is not looked at, and the next has counters of both its ends. */
    private static final long STEP_NANOS = 2_000_000_000L;

    private static final List<String> COUNTERS = List.of("port", "queue", "watermark");

    private final ClosedLoop.Telemetry telemetry;
    private final DoubleConsumer progress;
    /** The first step is the same for every weight profile, and sometimes another one. */
    private final Map<Asked, List<QueueLoad>> told = new HashMap<>();

    private record Asked(Scenario scenario, long seed, long startNanos) {}

    /**
     * A loop.
     *
     * @param progress is given 0 to 1 while one is run
     */
    public Loops(DriverTelemetry telemetry, DoubleConsumer progress) {
        this((ClosedLoop.Telemetry) telemetry, progress);
    }

    Loops(ClosedLoop.Telemetry telemetry, DoubleConsumer progress) {
        this.telemetry = telemetry;
        this.progress = progress;
    }

    /**
     * Runs it.
     *
     * @throws ScenarioFileException if the scenario cannot be told so
     */
    public List<TuneStep> run(TuningScenario scenario, Profile profile) throws ScenarioFileException {
        long warmUp = scenario.queue().span().warmUpNanos();
        ScenarioFile longer =
                TuningScenario.lasting(scenario.file(), warmUp + STEP_NANOS).with(seen());
        return new ClosedLoop(this::loads, progress)
                .run(longer.scenario(), warmUp, scenario.queue().start(), profile);
    }

    private List<QueueLoad> loads(Scenario scenario, long seed, long startNanos) {
        Asked asked = new Asked(scenario, seed, startNanos);
        List<QueueLoad> known = told.get(asked);
        if (known == null) {
            known = telemetry.loads(scenario, seed, startNanos);
            told.put(asked, known);
        }
        return known;
    }

    private static Map<String, String> seen() {
        Map<String, String> values = new HashMap<>();
        values.put("mirrors", "senders");
        values.put("nicPollMillis", "1000");
        for (String counters : COUNTERS) {
            values.put(counters + "RefreshMillis", "1000");
            values.put(counters + "ReadMillis", "1000");
        }
        return values;
    }
}
