package io.stormglass.emulator.scenario;

import io.stormglass.emulator.Connection;
import io.stormglass.emulator.Emulation;
import io.stormglass.emulator.FabricObserver;
import io.stormglass.emulator.fault.FaultLabel;
import io.stormglass.emulator.fault.FaultSchedule;
import io.stormglass.emulator.workload.Message;
import io.stormglass.emulator.workload.StepTime;
import io.stormglass.emulator.workload.Traffic;
import io.stormglass.emulator.workload.TrafficTerms;
import io.stormglass.emulator.workload.Workload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;

/**
 * One run of a scenario. Scenario, seed and nothing else decide what happens: the seed is split for the fabric, then for each workload in turn, so a workload
 * that is added at the end leaves the others as they were. Two hosts keep their queue pair from message to message of a workload, and have others while that one is busy,
 * up to {@value #MOST_QUEUE_PAIRS}; then messages wait behind each other. Not thread-safe.
 */
public final class ScenarioRun {
    /** Of one workload between two hosts: what is sent to a host that takes nothing piles up behind these, as on a NIC. */
    private static final int MOST_QUEUE_PAIRS = 8;

    private final Scenario scenario;
    private final Emulation emulation;
    private final List<Job> jobs = new ArrayList<>();
    /** By flow: the number of its workload. */
    private int[] workloads = new int[64];

    private final List<StepTime> steps = new ArrayList<>();
    /** Times of what workloads will still do; the one that comes next is done first. */
    private final PriorityQueue<Long> planned = new PriorityQueue<>();

    private int unfinished;
    private boolean started;

    private ScenarioRun(Scenario scenario, long seed, List<FabricObserver> observers) {
        this.scenario = scenario;
        SplittableRandom random = new SplittableRandom(seed);
        emulation = new Emulation(scenario.topology(), scenario.settings(), random.split(), ObserverList.of(observers));
        if (scenario.script().spans().isEmpty()) {
            new FaultSchedule(scenario.faults()).applyTo(emulation);
        }
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
        return scenario.labels();
    }

    /** Number of the workload that a flow belongs to. */
    public int workloadOf(int flow) {
        return workloads[flow];
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
     * Goes on to the end of the scenario. Where a script stands for packets nothing happens here.
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

    /** A queue pair and the messages that are on it. */
    private static final class QueuePair {
        final int flow;
        int messages;
        long lastStartPicos;

        QueuePair(int flow) {
            this.flow = flow;
        }
    }

    /** A workload at work. */
    private final class Job implements Traffic {
        private final int number;
        private final TrafficTerms terms;
        private final boolean counts;
        /** By both hosts. */
        private final Map<Long, List<QueuePair>> pairs = new HashMap<>();

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
            unfinished += counts ? 1 : 0;
            QueuePair to = queuePair(message);
            long start = Math.max(message.startPicos(), to.lastStartPicos);
            to.lastStartPicos = start;
            to.messages++;
            emulation.send(to.flow, message.bytes(), start, completion -> {
                to.messages--;
                whenAcknowledged.accept(completion.completedPicos());
                unfinished -= counts ? 1 : 0;
            });
        }

        /** One that is idle; else another one; where there are enough, the next in turn. */
        private QueuePair queuePair(Message message) {
            long hosts = (long) message.source() << 32 | message.destination();
            List<QueuePair> open = pairs.computeIfAbsent(hosts, none -> new ArrayList<>());
            for (QueuePair each : open) {
                if (each.messages == 0) {
                    return each;
                }
            }
            if (open.size() < MOST_QUEUE_PAIRS) {
                open.addFirst(new QueuePair(open(message)));
                return open.getFirst();
            }
            open.addFirst(open.removeLast());
            return open.getFirst();
        }

        private int open(Message message) {
            int flow = emulation.open(
                    new Connection(message.source(), message.destination(), terms.priority(), terms.transport()));
            if (flow == workloads.length) {
                workloads = Arrays.copyOf(workloads, 2 * flow);
            }
            workloads[flow] = number;
            return flow;
        }

        @Override
        public void stepped(StepTime step) {
            steps.add(step);
        }
    }
}
