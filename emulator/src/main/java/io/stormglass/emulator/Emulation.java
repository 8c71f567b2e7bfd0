package io.stormglass.emulator;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * One emulated fabric. Several may live in one process; they share nothing. Every number comes from the topology, the settings, the flows and the random source
 * that was handed in, so the same four give the same {@link #eventLogHash}. Not thread-safe.
 */
public final class Emulation {
    private final Engine engine;
    private final Agenda agenda;
    private final Topology topology;
    private final Routes routes;
    private final long reroutePicos;
    private long reroutesAtPicos = -1;
    private final FabricActions actions = new FabricActions(this);
    private final List<Host> hosts = new ArrayList<>();
    private final List<Switch> switches = new ArrayList<>();
    private final FlowPool flows;

    /**
     * A fabric at time 0 with nothing in it.
     *
     * @param random forked for the choice of paths, for marking and for faults
     */
    public Emulation(Topology topology, FabricSettings settings, SplittableRandom random, FabricObserver observer) {
        this.topology = Objects.requireNonNull(topology, "topology");
        engine = new Engine(
                settings.wireFormat(),
                settings.grid(),
                Objects.requireNonNull(observer, "observer"),
                eventDistancePicos(topology, settings.wireFormat().fullBytes()));
        routes = new Routes(topology, random.split());
        for (int node = 0; node < topology.hosts(); node++) {
            Cable cable = routes.cablesOf(node).getFirst();
            ReceiveBuffer bufferOfFaults = ReceiveBuffer.standard(
                    cable,
                    settings.wireFormat().fullBytes(),
                    settings.switches().lossless());
            hosts.add(new Host(engine, node, settings.nics(), cable, bufferOfFaults));
        }
        for (int node = topology.hosts(); node < topology.nodes(); node++) {
            switches.add(new Switch(engine, node, settings.switches(), routes, random.split()));
        }
        engine.faultRandom = random.split();
        reroutePicos = settings.switches().reroutePicos();
        connect();
        agenda = new Agenda(engine.events);
        // The last draw, so that it moves none of the others.
        flows = new FlowPool(engine, random.nextLong());
    }

    /** A fabric is rarely busier than an eighth: with every link full both ways, full packets would start so much closer. */
    private static long eventDistancePicos(Topology topology, int packetBytes) {
        double packetsPerPico = 0;
        for (Cable cable : topology.cables()) {
            packetsPerPico += 2.0 / packetBytes / Picos.perByte(cable.bitsPerSecond());
        }
        return (long) (8 / packetsPerPico);
    }

    private void connect() {
        int[] used = new int[topology.nodes()];
        for (Cable cable : topology.cables()) {
            Port a = port(cable.a(), used[cable.a()]++);
            Port b = port(cable.b(), used[cable.b()]++);
            a.connect(b);
            b.connect(a);
        }
    }

    Port port(int node, int index) {
        if (node < topology.hosts()) {
            Objects.checkIndex(index, 1);
            return host(node).port;
        }
        Port[] ports = switchAt(node).ports;
        return ports[Objects.checkIndex(index, ports.length)];
    }

    Host host(int node) {
        return hosts.get(Objects.checkIndex(node, topology.hosts()));
    }

    Switch switchAt(int node) {
        return switches.get(Objects.checkIndex(node - topology.hosts(), topology.switches()));
    }

    boolean isHost(int node) {
        return Objects.checkIndex(node, topology.nodes()) < topology.hosts();
    }

    /** Finds paths anew when a change of a link has become known. */
    void reroute() {
        long due = nowPicos() + reroutePicos;
        if (due == reroutesAtPicos) {
            return;
        }
        reroutesAtPicos = due;
        at(due, () -> {
            reroutesAtPicos = -1;
            routes.avoid((node, port) -> port(node, port).isDown());
            switches.forEach(Switch::rerouted);
        });
    }

    /** What defects and operators do to this fabric. */
    public FabricActions actions() {
        return actions;
    }

    /**
     * Adds a flow of one message; its start must not be in the past. It is over when the message is complete.
     *
     * @return its number: flows are counted from 0 and no number comes again
     */
    public int add(FlowSpec spec) {
        return add(spec, FlowListener.NONE);
    }

    /**
     * Adds a flow of one message and says who is told when it is complete.
     *
     * @return its number
     */
    public int add(FlowSpec spec, FlowListener listener) {
        Flow flow = opened(new Connection(spec.source(), spec.destination(), spec.priority(), spec.transport()));
        flow.append(spec.bytes(), spec.startPicos(), Objects.requireNonNull(listener, "listener"));
        flow.close();
        engine.observer.added(flow.id, spec);
        return flow.id;
    }

    /**
     * Opens a flow that stays until it is {@link #close closed}: a queue pair for many messages.
     *
     * @return its number
     */
    public int open(Connection connection) {
        return opened(connection).id;
    }

    private Flow opened(Connection connection) {
        Host source = hosts.get(Objects.checkIndex(connection.source(), topology.hosts()));
        Host destination = hosts.get(Objects.checkIndex(connection.destination(), topology.hosts()));
        return flows.open(connection, source, destination);
    }

    /**
     * Sends a message on an open flow, behind those that are on it.
     *
     * @param startPicos when it is there: now or later, not before the message before it
     * @return its number in the flow, from 0
     */
    public int send(int flow, long bytes, long startPicos, FlowListener listener) {
        Flow to = flows.get(flow);
        int message = to.append(bytes, startPicos, Objects.requireNonNull(listener, "listener"));
        engine.observer.added(
                flow, new FlowSpec(to.source(), to.destination(), bytes, startPicos, to.priority, to.transport));
        return message;
    }

    /** Closes a flow: it is over when its messages are complete. */
    public void close(int flow) {
        flows.get(flow).close();
    }

    /**
     * From now on flows that are over stay readable by their number. Without that they are forgotten, and memory does not grow with their number.
     *
     * @return this
     */
    public Emulation keepFinishedFlows() {
        flows.keep();
        return this;
    }

    /**
     * Has something done when the clock stands at a time, behind all that was scheduled for that time before. It is part of the {@link #eventLogHash}, and
     * {@link #runToQuiet} does not wait for it.
     *
     * @param picos not in the past
     * @param action may add flows and further actions, and must draw nothing from outside the run
     */
    public void at(long picos, Runnable action) {
        agenda.at(picos, Objects.requireNonNull(action, "action"));
    }

    /** Handles everything up to a time, inclusive; the clock then stands there. */
    public void runUntil(long picos) {
        EventQueue events = engine.events;
        boolean more = true;
        while (more) {
            more = events.step(picos);
        }
        events.passTo(picos);
    }

    /**
     * Handles everything until every flow is complete and no packet is left in a queue or on a wire, or up to a time.
     *
     * @return true where nothing is left; false where the time came first
     */
    public boolean runToQuiet(long latestPicos) {
        EventQueue events = engine.events;
        boolean more = true;
        while (more && !isQuiet()) {
            more = events.step(latestPicos);
        }
        return isQuiet();
    }

    private boolean isQuiet() {
        return engine.openMessages == 0 && engine.pool.inUse() == 0;
    }

    /** The present. */
    public long nowPicos() {
        return engine.events.now();
    }

    /** Hash of every packet's every arrival and every timer that did something, in order. */
    public long eventLogHash() {
        return engine.events.hash();
    }

    /** Links that data, ACK, NAK and CNP packets have crossed. */
    public long packetHops() {
        return engine.packetHops;
    }

    /** Events handled. */
    public long events() {
        return engine.events.handled();
    }

    /** Packets that exist, in use or in the pool: what memory grows with. */
    public int packetsMade() {
        return engine.pool.made();
    }

    /** Packets in queues and on wires, pause frames among them. */
    public int packetsInside() {
        return engine.pool.inUse();
    }

    /** Flows opened so far: their numbers are below. */
    public int flows() {
        return flows.numbers();
    }

    /** Flows that exist in memory, open or to be used again. */
    public int flowsMade() {
        return flows.made();
    }

    /** What became of the packets of all flows, of those that are over as well: a copy. */
    public FlowCounts totals() {
        return flows.totals();
    }

    /**
     * What became of a flow's packets; goes on counting while the flow is open.
     *
     * @throws IllegalArgumentException if the flow is over and not {@link #keepFinishedFlows kept}
     */
    public FlowCounts flowCounts(int flow) {
        return flows.get(flow).counts;
    }

    /**
     * When the sender had the last acknowledgement of the flow's last message, or -1.
     *
     * @throws IllegalArgumentException if the flow is over and not {@link #keepFinishedFlows kept}
     */
    public long completedPicos(int flow) {
        return flows.get(flow).completedPicos();
    }

    /**
     * Rate that the flow's law allows now; {@link Long#MAX_VALUE} where it has none.
     *
     * @throws IllegalArgumentException if the flow is over and not {@link #keepFinishedFlows kept}
     */
    public long rateBitsPerSecond(int flow) {
        return flows.get(flow).rateBitsPerSecond();
    }

    /** The law of a flow at work. */
    FlowControl control(int flow) {
        return flows.get(flow).control;
    }

    /** A port that packets leave by. */
    public record Hop(int node, int port) {}

    /**
     * The switch ports that a flow's data leaves by, in order, as paths are now; empty where each packet takes its own.
     *
     * @throws IllegalArgumentException if the flow is over and not {@link #keepFinishedFlows kept}
     */
    public List<Hop> path(int flow) {
        Flow of = flows.get(flow);
        List<Hop> hops = new ArrayList<>();
        int node = hosts.get(of.source()).port.peerNode();
        while (node != of.destination()) {
            int port = switchAt(node).portTo(of.destination(), of.forwardHash);
            if (port < 0) {
                return List.of();
            }
            hops.add(new Hop(node, port));
            node = port(node, port).peerNode();
        }
        return hops;
    }

    /** A port's counters. */
    public PortCounters counters(int node, int port) {
        return port(node, port).counters;
    }

    /** Shows everything that crosses a port from now on; several taps are shown it in the order in which they came. */
    public void tap(int node, int port, WireTap tap) {
        port(node, port).tap(Objects.requireNonNull(tap, "tap"));
    }

    /** A host's NIC counters. */
    public NicCounters nicCounters(int host) {
        return host(host).counters;
    }

    /** Bytes that wait in a queue now. */
    public long queueBytes(int node, int port, int priority) {
        return port(node, port).queues[priority].bytes();
    }

    /** Most bytes that a queue held. */
    public long watermarkBytes(int node, int port, int priority) {
        return port(node, port).queues[priority].watermarkBytes();
    }

    /** Packets that wait in a queue now. */
    public int queuePackets(int node, int port, int priority) {
        return port(node, port).queues[priority].packets();
    }

    /** Bytes that a switch holds of what came in by a port. */
    public long heldBytes(int node, int port, int priority) {
        return switchAt(node).buffer.heldBytes(port, priority);
    }

    /** Priorities that a port's peer forbids it to send, as bits. */
    public int paused(int node, int port) {
        return port(node, port).paused();
    }

    /** Time that a port's peer forbade it to send a priority, the pause that lasts included. */
    public long pausedPicos(int node, int port, int priority) {
        return port(node, port).pausedPicos(priority);
    }

    /** Time that a port forbade its peer to send a priority, the pause that lasts included. */
    public long pausingPicos(int node, int port, int priority) {
        return port(node, port).pausingPicos(priority);
    }

    /** Priorities that a port's peer is forbidden to send, as bits. */
    public int pausing(int node, int port) {
        return port(node, port).pausing();
    }

    /** True where a port's cable carries something. */
    public boolean isUp(int node, int port) {
        return !port(node, port).isDown();
    }

    /** Speed at which a port's cable runs now. */
    public long linkBitsPerSecond(int node, int port) {
        return port(node, port).bitsPerSecond();
    }

    /** Hosts; they are the first nodes. */
    public int hosts() {
        return topology.hosts();
    }

    /** Switches; they are the nodes after the hosts. */
    public int switches() {
        return topology.switches();
    }

    /** Ports of a node. */
    public int ports(int node) {
        return isHost(node) ? 1 : switchAt(node).ports.length;
    }

    /** Bytes in a host's receive buffer. */
    public long receiveBufferBytes(int host) {
        return host(host).receivedBytes();
    }

    /**
     * Counts a flow's packets of a kind that are in queues, on wires and in receive buffers, by looking at each.
     *
     * @return packets that were sent and neither received nor dropped
     */
    public long packetsOnTheWay(int flow, PacketKind kind) {
        long found = 0;
        for (Host host : hosts) {
            found += onTheWay(host.port, flow, kind);
            for (int priority = 0; priority < Priorities.COUNT; priority++) {
                found += count(host.firstReceived(priority), flow, kind);
            }
        }
        for (Switch each : switches) {
            for (Port port : each.ports) {
                found += onTheWay(port, flow, kind);
            }
        }
        return found;
    }

    private static long onTheWay(Port port, int flow, PacketKind kind) {
        long found = count(port.firstOnWire(), flow, kind);
        for (PacketQueue queue : port.queues) {
            found += count(queue.head(), flow, kind);
        }
        return found;
    }

    private static long count(@Nullable Packet first, int flow, PacketKind kind) {
        long found = 0;
        for (Packet packet = first; packet != null; packet = packet.next) {
            if (packet.kind == kind && packet.flow != null && packet.flow.id == flow) {
                found++;
            }
        }
        return found;
    }
}
