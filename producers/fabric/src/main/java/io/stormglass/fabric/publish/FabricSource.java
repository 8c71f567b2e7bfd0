package io.stormglass.fabric.publish;

import io.stormglass.emulator.Picos;
import io.stormglass.emulator.scenario.Scenario;
import io.stormglass.emulator.scenario.ScenarioRun;
import io.stormglass.emulator.telemetry.EmulatedAgents;
import io.stormglass.emulator.telemetry.TelemetryOutput;
import java.util.List;
import java.util.SplittableRandom;

/** One run of a scenario with its agents: time passes when it is told to, and the agents speak. Not thread-safe. */
public final class FabricSource {
    /** Event time of a scenario's time 0 where nothing else is wished: 2024-01-01T00:00:00Z. */
    public static final long DEFAULT_START_NANOS = 1_704_067_200_000_000_000L;

    /** Keeps what agents draw apart from what the fabric draws. */
    private static final long AGENTS_SALT = 0x5465_6c65_6d65_7472L;

    private final Scenario scenario;
    private final ScenarioRun run;
    private final EmulatedAgents agents;
    private final boolean scripted;

    private FabricSource(Scenario scenario, ScenarioRun run, EmulatedAgents agents) {
        this.scenario = scenario;
        this.run = run;
        this.agents = agents;
        scripted = !scenario.script().spans().isEmpty();
    }

    /**
     * A run at time 0. A scenario with a script is told by its script; one without is emulated.
     *
     * @param seed decides everything random, of fabric and agents
     * @param startNanos event time of the scenario's time 0, ns since 1970 UTC; a multiple of 50 ms keeps ticks at round times
     * @param output takes what the agents say
     */
    public static FabricSource start(Scenario scenario, long seed, long startNanos, TelemetryOutput output) {
        EmulatedAgents agents = new EmulatedAgents(
                new EmulatedAgents.Fabric(
                        scenario.topology(),
                        scenario.settings(),
                        scenario.names(),
                        scenario.faults(),
                        scenario.nicControls(),
                        startNanos),
                scenario.telemetry(),
                new SplittableRandom(seed ^ AGENTS_SALT),
                output);
        ScenarioRun run = ScenarioRun.start(scenario, seed, List.of(agents.observer()));
        FabricSource source = new FabricSource(scenario, run, agents);
        if (source.scripted) {
            agents.attach(scenario.script());
        } else {
            agents.attach(run.emulation());
        }
        return source;
    }

    /** The scenario. */
    public Scenario scenario() {
        return scenario;
    }

    /** The run; of a scenario with a script, its time stands still. */
    public ScenarioRun run() {
        return run;
    }

    /** When it is over, ps. */
    public long durationPicos() {
        return run.durationPicos();
    }

    /** The present, ps. */
    public long nowPicos() {
        return agents.nowPicos();
    }

    /** Lets time pass up to a time, inclusive. */
    public void runUntil(long picos) {
        agents.runUntil(picos, scripted ? nothing -> {} : run::runUntil);
    }

    /** True where the scenario is over: at its time, or when everything has been sent and nothing is left in the fabric. */
    public boolean isOver() {
        if (nowPicos() >= durationPicos()) {
            return true;
        }
        return !scripted
                && scenario.ending().kind() == Scenario.Ending.Kind.WHEN_DONE
                && run.isDone()
                && run.emulation().packetsInside() == 0;
    }

    /** Runs to the end, slice by slice, and lets the agents say what they still hold. */
    public void runToEnd() {
        while (!isOver()) {
            runUntil(Math.min(durationPicos(), nowPicos() + EmulatedAgents.SLICE_NANOS * Picos.PER_NANO));
        }
        end();
    }

    /** The run is over: the agents say what they still hold. */
    public void end() {
        agents.end();
    }
}
