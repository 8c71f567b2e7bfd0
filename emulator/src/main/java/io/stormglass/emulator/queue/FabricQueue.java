package io.stormglass.emulator.queue;

import io.stormglass.emulator.BufferSettings;
import io.stormglass.emulator.Cable;
import io.stormglass.emulator.EcnSettings;
import io.stormglass.emulator.Emulation;
import io.stormglass.emulator.FabricObserver;
import io.stormglass.emulator.FabricSettings;
import io.stormglass.emulator.FlowSpec;
import io.stormglass.emulator.PauseThreshold;
import io.stormglass.emulator.Picos;
import io.stormglass.emulator.Topology;
import io.stormglass.emulator.WireFormat;
import io.stormglass.emulator.measure.PortName;
import io.stormglass.emulator.scenario.Scenario;
import io.stormglass.emulator.scenario.ScenarioRun;
import io.stormglass.models.dcqcn.MarkingCurve;
import io.stormglass.models.ecn.Buffer;
import io.stormglass.models.ecn.Evaluation;
import io.stormglass.models.ecn.Outcome;
import io.stormglass.models.ecn.QueueFacts;
import io.stormglass.models.ecn.SeedSet;
import io.stormglass.models.ecn.Thresholds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * One egress queue of a whole emulated fabric, measured by the same rules as {@link QueueModel}. Every switch of the fabric gets the thresholds; the queue stays the same for
 * all of them. A seed is the same traffic under every setting, as workloads draw from streams of their own.
 */
public final class FabricQueue {
    private final Scenario scenario;
    private final Span span;
    private final PortName at;
    private final int priority;
    private final QueueFacts facts;
    private final List<Integer> ingress;

    private FabricQueue(Scenario scenario, Span span, Found found) {
        this.scenario = scenario;
        this.span = span;
        at = found.at;
        priority = found.priority;
        facts = found.facts;
        ingress = found.ingress;
    }

    private record Found(PortName at, int priority, QueueFacts facts, List<Integer> ingress) {}

    /**
     * The egress queue that holds most under the thresholds that the scenario comes with.
     *
     * @param scenario that goes on for as long as the span
     * @param span of every run
     * @throws IllegalArgumentException if the scenario ends before the span, or no queue of its switches held anything
     */
    public static FabricQueue mostCongested(Scenario scenario, long seed, Span span) {
        long endPicos = picos(span.warmUpNanos() + span.measuredNanos());
        if (scenario.ending().kind() != Scenario.Ending.Kind.AT_TIME
                || scenario.ending().durationPicos() < endPicos) {
            throw new IllegalArgumentException("scenario " + scenario.name() + " must go on for " + endPicos
                    + " ps: its ending is " + scenario.ending());
        }
        Busiest busiest = new Busiest(scenario.topology().nodes(), picos(span.warmUpNanos()));
        ScenarioRun run = ScenarioRun.start(scenario, seed, List.of(busiest));
        run.runUntil(endPicos);
        return new FabricQueue(scenario, span, found(run, busiest.hottest(), busiest.sources));
    }

    private static Found found(ScenarioRun run, Busiest.Queue hottest, Map<Integer, Integer> sources) {
        Emulation emulation = run.emulation();
        Topology topology = run.scenario().topology();
        WireFormat format = run.scenario().settings().wireFormat();
        Ports ports = new Ports(topology);
        SortedSet<Integer> ingress = new TreeSet<>();
        long rttPicos = 0;
        for (Map.Entry<Integer, Integer> flow : sources.entrySet()) {
            Way way = Way.of(emulation, ports, flow.getKey(), flow.getValue());
            int in = way.ingressOf(hottest.node(), hottest.port());
            if (in >= 0 && !run.isProbe(flow.getKey())) {
                ingress.add(in);
                rttPicos = Math.max(rttPicos, way.baseRttPicos(format));
            }
        }
        if (ingress.isEmpty()) {
            throw new IllegalArgumentException(
                    "the queue that holds most in scenario " + run.scenario().name() + " is on the path of no flow");
        }
        long line = ports.of(hottest.node(), hottest.port()).cable().bitsPerSecond();
        FabricSettings settings = run.scenario().settings();
        QueueFacts facts = new QueueFacts(
                line, format.fullBytes(), rttPicos / Picos.PER_NANO, buffer(settings), marking(settings));
        return new Found(new PortName(hottest.node(), hottest.port()), hottest.priority(), facts, List.copyOf(ingress));
    }

    /** Where it is. */
    public PortName at() {
        return at;
    }

    /** Its priority. */
    public int priority() {
        return priority;
    }

    /** What the cost has to know of it. The shared part of the buffer is all of it: no cost depends on that. */
    public QueueFacts facts() {
        return facts;
    }

    /** How long its runs are. */
    public Span span() {
        return span;
    }

    /** The thresholds that the scenario comes with. */
    public Thresholds start() {
        MarkingCurve curve = scenario.settings().switches().ecn().curve();
        return new Thresholds(curve.kminBytes(), curve.kmaxBytes(), curve.maxProbability());
    }

    /** The same queue over another span, which the scenario must go on for. */
    public FabricQueue over(Span other) {
        if (picos(other.warmUpNanos() + other.measuredNanos())
                > scenario.ending().durationPicos()) {
            throw new IllegalArgumentException("scenario " + scenario.name() + " ends before " + other);
        }
        return new FabricQueue(scenario, other, new Found(at, priority, facts, ingress));
    }

    /** The scenario with other thresholds at every switch. */
    public static Scenario with(Scenario scenario, Thresholds thresholds) {
        FabricSettings settings = scenario.settings();
        EcnSettings ecn = settings.switches().ecn();
        EcnSettings other = new EcnSettings(thresholds.curve(), ecn.point(), ecn.averageWeight(), ecn.priorities());
        return new Scenario(
                scenario.name(),
                scenario.about(),
                scenario.fabric(),
                new FabricSettings(
                        settings.wireFormat(), settings.switches().with(other), settings.nics(), settings.grid()),
                scenario.workloads(),
                scenario.faults(),
                scenario.telemetry(),
                scenario.script(),
                scenario.ending());
    }

    /** One run. The same arguments give the same outcome. */
    public Outcome run(Thresholds thresholds, long seed) {
        Watch watch = new Watch(this);
        ScenarioRun run = ScenarioRun.start(with(scenario, thresholds), seed, List.of(watch));
        watch.of(run);
        long warmPicos = picos(span.warmUpNanos());
        run.runUntil(warmPicos);
        watch.begin(warmPicos);
        long endPicos = warmPicos + picos(span.measuredNanos());
        run.runUntil(endPicos);
        return watch.end(endPicos);
    }

    /** One run per seed. */
    public Evaluation evaluate(Thresholds thresholds, SeedSet seeds) {
        List<Outcome> outcomes = new ArrayList<>(seeds.count());
        for (int i = 0; i < seeds.count(); i++) {
            outcomes.add(run(thresholds, seeds.first() + i));
        }
        return new Evaluation(thresholds, facts, outcomes);
    }

    List<Integer> ingress() {
        return ingress;
    }

    Scenario scenario() {
        return scenario;
    }

    private static long picos(long nanos) {
        return nanos * Picos.PER_NANO;
    }

    private static Buffer buffer(FabricSettings settings) {
        BufferSettings buffer = settings.switches().buffer();
        Buffer.Xoff xoff =
                switch (buffer.threshold()) {
                    case PauseThreshold.Dynamic dynamic -> new Buffer.Dynamic(dynamic.alpha());
                    case PauseThreshold.Static fixed -> new Buffer.Fixed(fixed.xoffBytes());
                };
        return new Buffer(buffer.totalBytes(), buffer.reserveBytes(), xoff, buffer.xonOffsetBytes());
    }

    private static QueueFacts.Marking marking(FabricSettings settings) {
        EcnSettings ecn = settings.switches().ecn();
        QueueFacts.MarkingPoint point =
                switch (ecn.point()) {
                    case ENQUEUE -> QueueFacts.MarkingPoint.ENQUEUE;
                    case DEQUEUE -> QueueFacts.MarkingPoint.DEQUEUE;
                };
        return new QueueFacts.Marking(point, ecn.averageWeight());
    }

    /** Which cable each port has, and which port is at its other end. */
    static final class Ports {
        private final List<List<Port>> ports = new ArrayList<>();

        /** One end of a cable. */
        record Port(int node, Cable cable, int peer, int peerPort) {}

        Ports(Topology topology) {
            int[] next = new int[topology.nodes()];
            for (int node = 0; node < topology.nodes(); node++) {
                ports.add(new ArrayList<>());
            }
            for (Cable cable : topology.cables()) {
                int a = next[cable.a()]++;
                int b = next[cable.b()]++;
                ports.get(cable.a()).add(new Port(cable.a(), cable, cable.b(), b));
                ports.get(cable.b()).add(new Port(cable.b(), cable, cable.a(), a));
            }
        }

        Port of(int node, int port) {
            return ports.get(node).get(port);
        }
    }

    /** The ports that a flow's data leaves by, its host's first. */
    record Way(List<Ports.Port> ports, List<Emulation.Hop> hops) {
        static Way of(Emulation emulation, Ports ports, int flow, int source) {
            List<Emulation.Hop> hops = emulation.path(flow);
            List<Ports.Port> way = new ArrayList<>();
            if (!hops.isEmpty()) {
                way.add(ports.of(source, 0));
            }
            hops.forEach(hop -> way.add(ports.of(hop.node(), hop.port())));
            return new Way(way, hops);
        }

        /** The port by which the flow comes to the switch that it leaves by an egress; -1 where it does not pass that. */
        int ingressOf(int node, int port) {
            for (int hop = 0; hop < hops.size(); hop++) {
                if (hops.get(hop).node() == node && hops.get(hop).port() == port) {
                    return ports.get(hop).peerPort();
                }
            }
            return -1;
        }

        /** A full packet one way and its acknowledgement back, through empty queues. */
        long baseRttPicos(WireFormat format) {
            long picos = 0;
            for (Ports.Port port : ports) {
                picos += passPicos(port.cable(), format.fullBytes()) + passPicos(port.cable(), format.ackBytes());
            }
            return picos;
        }

        /** From when a full packet starts to leave an egress until its receiver has it. */
        long afterPicos(int node, int port, WireFormat format) {
            long picos = 0;
            for (int at = ports.size() - 1; at > 0; at--) {
                picos += passPicos(ports.get(at).cable(), format.fullBytes());
                if (hops.get(at - 1).node() == node && hops.get(at - 1).port() == port) {
                    return picos;
                }
            }
            return 0;
        }

        private static long passPicos(Cable cable, int bytes) {
            return cable.delayPicos() + bytes * Picos.perByte(cable.bitsPerSecond());
        }
    }

    /** How much each queue holds, over the measured span. */
    private static final class Busiest implements FabricObserver {
        private static final int PRIORITIES = 8;

        private final long fromPicos;
        private final TreeMap<Queue, Held> held = new TreeMap<>();
        private final List<List<Held>> fast = new ArrayList<>();
        /** Host by flow. */
        private final TreeMap<Integer, Integer> sources = new TreeMap<>();

        record Queue(int node, int port, int priority) implements Comparable<Queue> {
            @Override
            public int compareTo(Queue other) {
                int byNode = Integer.compare(node, other.node);
                int byPort = byNode != 0 ? byNode : Integer.compare(port, other.port);
                return byPort != 0 ? byPort : Integer.compare(priority, other.priority);
            }
        }

        private static final class Held {
            long bytes;
            long sincePicos;
            double bytePicos;
        }

        Busiest(int nodes, long fromPicos) {
            this.fromPicos = fromPicos;
            for (int node = 0; node < nodes; node++) {
                fast.add(new ArrayList<>());
            }
        }

        @Override
        public void added(int flow, FlowSpec spec) {
            sources.put(flow, spec.source());
        }

        @Override
        public void queueChanged(int device, int port, int priority, long queueBytes, long nowPicos) {
            List<Held> of = fast.get(device);
            int place = port * PRIORITIES + priority;
            while (of.size() <= place) {
                Held made = new Held();
                held.put(new Queue(device, of.size() / PRIORITIES, of.size() % PRIORITIES), made);
                of.add(made);
            }
            Held it = of.get(place);
            it.bytePicos += (double) it.bytes * Math.max(0, nowPicos - Math.max(fromPicos, it.sincePicos));
            it.bytes = queueBytes;
            it.sincePicos = nowPicos;
        }

        Queue hottest() {
            Queue found = null;
            double most = 0;
            for (Map.Entry<Queue, Held> each : held.entrySet()) {
                if (each.getValue().bytePicos > most) {
                    most = each.getValue().bytePicos;
                    found = each.getKey();
                }
            }
            if (found == null) {
                throw new IllegalArgumentException("no queue held anything while it was measured");
            }
            return found;
        }
    }
}
