package io.stormglass.emulator.scenario;

import io.stormglass.emulator.Emulation;
import io.stormglass.emulator.FabricObserver;
import io.stormglass.emulator.FlowSpec;
import io.stormglass.emulator.fault.FaultLabel;
import io.stormglass.emulator.workload.Message;
import io.stormglass.emulator.workload.StepTime;
import io.stormglass.emulator.workload.Traffic;
import io.stormglass.emulator.workload.TrafficTerms;
import io.stormglass.emulator.workload.Workload;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;

/**
 * One run of a scenario. Scenario, seed and nothing else decide what happens: the seed is split for the fabric, then for each workload in turn, so a workload
 * that is added at the end leaves the others as they were. Not thread-safe.
 */
public final class ScenarioRun {
    private final Scenario scenario;
    private final Emulation emulation;
    private final List<Job> jobs = new ArrayList<>();
    private final List<Integer> jobOfFlow = new ArrayList<>();
    private final Map<Integer, LongConsumer> waiting = new HashMap<>();
    private final List<StepTime> steps = new ArrayList<>();
    /** Times of what workloads will still do; the one that comes next is done first. */
    private final PriorityQueue<Long> planned = new PriorityQueue<>();

    private int unfinished;
    private boolean started;

    private ScenarioRun(Scenario scenario, long seed, List<FabricObserver> observers) {
        this.scenario = scenario;
        SplittableRandom random = new SplittableRandom(seed);
        List<FabricObserver> all = new ArrayList<>(observers);
        all.add(new Completions());
        emulation = new Emulation(scenario.topology(), scenario.settings(), random.split(), new ObserverList(all));
        for (int number = 0; number < scenario.workloads().size(); number++) {
            Workload workload = scenario.workloads().get(number);
            Job job = new Job(number, workload);
            jobs.add(job);
            workload.start(number, job, random.split());
        }
        started = true;
    }

    /**
     * A run at time 0.
     *
     * @param seed any
     * @param observers told of everything that happens
     */
    public static ScenarioRun start(Scenario scenario, long seed, List<FabricObserver> observers) {
        return new ScenarioRun(scenario, seed, observers);
    }

    /** The fabric. Running it on its own is the same as {@link #runUntil}. */
    public Emulation emulation() {
        return emulation;
    }

    /** What runs. */
    public Scenario scenario() {
        return scenario;
    }

    /** Names of nodes and ports. */
    public FabricNames names() {
        return scenario.names();
    }

    /** When the run is over at the latest. */
    public long durationPicos() {
        return scenario.ending().durationPicos();
    }

    /** What is wrong, for whoever judges a diagnosis: one label per fault, NICs of one server that fail together in one. None: a healthy fabric. */
    public List<FaultLabel> labels() {
        return Labels.of(scenario);
    }

    /** Number of the workload that a flow belongs to. */
    public int workloadOf(int flow) {
        return jobOfFlow.get(flow);
    }

    /** True for the flows of probes. */
    public boolean isProbe(int flow) {
        return scenario.workloads().get(workloadOf(flow)) instanceof Workload.Probe;
    }

    /** Steps of bulk-synchronous workloads that are over, in that order. */
    public List<StepTime> steps() {
        return List.copyOf(steps);
    }

    /** True where every workload but the probes has sent what it has to. */
    public boolean isDone() {
        return unfinished == 0;
    }

    /** Handles everything up to a time, inclusive. */
    public void runUntil(long picos) {
        emulation.runUntil(picos);
    }

    /**
     * Goes on to the end of the scenario.
     *
     * @return true where the run ended as the scenario says; false where it should have been done and the time came first
     */
    public boolean runToEnd() {
        long end = durationPicos();
        return switch (scenario.ending().kind()) {
            case AT_TIME -> {
                runUntil(end);
                yield true;
            }
            case WHEN_DONE -> runUntilDone(end);
        };
    }

    private boolean runUntilDone(long end) {
        while (emulation.runToQuiet(end)) {
            if (isDone()) {
                return true;
            }
            Long next = planned.peek();
            if (next == null || next > end) {
                break;
            }
            emulation.runUntil(next);
        }
        return false;
    }

    private final class Completions implements FabricObserver {
        @Override
        public void completed(int flow, long startPicos, long nowPicos) {
            LongConsumer then = waiting.remove(flow);
            if (then != null) {
                then.accept(nowPicos);
            }
        }
    }

    /** A workload at work. */
    private final class Job implements Traffic {
        private final int number;
        private final TrafficTerms terms;
        private final boolean counts;

        Job(int number, Workload workload) {
            this.number = number;
            this.terms = workload.terms();
            this.counts = !(workload instanceof Workload.Probe);
        }

        private boolean ended() {
            return !counts && started && unfinished == 0 && scenario.ending().kind() == Scenario.Ending.Kind.WHEN_DONE;
        }

        @Override
        public long nowPicos() {
            return emulation.nowPicos();
        }

        @Override
        public void at(long picos, Runnable action) {
            if (ended()) {
                return;
            }
            if (counts) {
                unfinished++;
                planned.add(picos);
            }
            emulation.at(picos, () -> {
                action.run();
                if (counts) {
                    unfinished--;
                    planned.remove();
                }
            });
        }

        @Override
        public void send(Message message, LongConsumer whenAcknowledged) {
            if (ended()) {
                return;
            }
            FlowSpec spec = new FlowSpec(
                    message.source(),
                    message.destination(),
                    message.bytes(),
                    message.startPicos(),
                    terms.priority(),
                    terms.transport());
            unfinished += counts ? 1 : 0;
            jobOfFlow.add(number);
            int flow = emulation.add(spec);
            waiting.put(flow, picos -> {
                whenAcknowledged.accept(picos);
                unfinished -= counts ? 1 : 0;
            });
        }

        @Override
        public void stepped(StepTime step) {
            steps.add(step);
        }
    }
}
