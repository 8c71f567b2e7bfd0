package io.stormglass.emulator.telemetry;

import io.stormglass.emulator.FabricObserver;
import io.stormglass.emulator.FlowCompletion;
import io.stormglass.emulator.FlowSpec;
import io.stormglass.emulator.Picos;
import io.stormglass.emulator.WireFormat;
import io.stormglass.models.event.FlowAttributes;
import io.stormglass.models.event.FlowEvent;
import io.stormglass.models.event.FlowEventKind;
import io.stormglass.models.event.FlowKey;
import io.stormglass.models.event.Pairing;
import io.stormglass.models.event.PathHop;
import io.stormglass.models.event.Transport;
import io.stormglass.models.event.Vantage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Mirrors of hosts' packets at the ports that they are cabled to: what a flow sends and what comes back to it, at its sender; what arrives of it with and without
 * marks, and its CNPs, at its receiver. Data packets gather until something else is said of the flow, none comes for a while or the slice ends.
 */
final class FlowMirrors implements FabricObserver {
    /** AETH syndrome of a NAK for a wrong sequence number. */
    private static final int NAK_SEQUENCE = 0x60;
    /** Packets farther apart are not of one event, which has one time only: two messages would become one. */
    private static final long GATHERED_WITHIN_PICOS = 50 * Picos.PER_MICRO;

    private final Desk desk;
    private final FabricIdentity identity;
    private final WireFormat wire;
    private final List<Agent> agents;
    private final Paths paths;
    private final TelemetrySettings.FlowSight sight;
    private final boolean bothEnds;
    private final long ackSpanPicos;
    private final SenderPauses pauses;
    private final Map<Integer, View> views = new HashMap<>();
    private final List<View> live = new ArrayList<>();
    private final List<View> touched = new ArrayList<>();

    /** Finds the way of a flow. */
    interface Paths {
        List<PathHop> of(int flow, int priority);
    }

    /** What one flow's mirrors know. */
    private static final class View {
        private final int flow;
        private final int source;
        private final int destination;
        private final int priority;
        private final FlowKey key;
        private final FlowAttributes atSender;
        private final FlowAttributes atReceiver;
        private final Gathered sent = new Gathered();
        private final Gathered sentAgain = new Gathered();
        private final Gathered acknowledged = new Gathered();
        private final Gathered arrived = new Gathered();
        private long rttPicos;
        private boolean started;
        private boolean touched;
        private int messages = 1;

        View(int flow, FlowSpec spec, FlowKey key, FlowAttributes atSender, FlowAttributes atReceiver) {
            this.flow = flow;
            source = spec.source();
            destination = spec.destination();
            priority = spec.priority();
            this.key = key;
            this.atSender = atSender;
            this.atReceiver = atReceiver;
        }
    }

    /** Packets that wait to become one event. */
    private static final class Gathered {
        private long packets;
        private long bytes;
        private long firstPicos;
        private long lastPicos;

        void add(long morePackets, long moreBytes, long nowPicos) {
            if (packets == 0) {
                firstPicos = nowPicos;
            }
            packets += morePackets;
            bytes += moreBytes;
            lastPicos = nowPicos;
        }

        void clear() {
            packets = 0;
            bytes = 0;
        }
    }

    /**
     * The mirrors of a fabric.
     *
     * @param agents of each host
     * @param paths hops of a flow, empty where they are not told
     */
    FlowMirrors(Desk desk, FabricIdentity identity, WireFormat wire, List<Agent> agents, Paths paths) {
        this.desk = desk;
        this.identity = identity;
        this.wire = wire;
        this.agents = List.copyOf(agents);
        this.paths = paths;
        sight = desk.settings().flows();
        bothEnds = sight.mirrors() == TelemetrySettings.Mirrors.BOTH_ENDS;
        ackSpanPicos = sight.ackSpanNanos() * Picos.PER_NANO;
        pauses = new SenderPauses(desk);
    }

    @Override
    public void added(int flow, FlowSpec spec) {
        View open = views.get(flow);
        if (open != null) {
            open.messages++;
            return;
        }
        FlowKey key = key(flow, spec);
        List<PathHop> path =
                sight.paths() == TelemetrySettings.Paths.KNOWN ? paths.of(flow, spec.priority()) : List.of();
        View view = new View(
                flow,
                spec,
                key,
                attributes(flow, spec, Vantage.SENDER, path),
                attributes(flow, spec, Vantage.RECEIVER, path));
        views.put(flow, view);
        live.add(view);
    }

    private FlowKey key(int flow, FlowSpec spec) {
        String fabric = desk.settings().fabric();
        String source = identity.address(spec.source());
        String destination = identity.address(spec.destination());
        if (spec.transport().control().tcpSettings() != null) {
            return FlowKey.tcp(fabric, source, identity.sourcePort(flow), destination, identity.destinationPort(flow));
        }
        return FlowKey.roce(fabric, Transport.ROCEV2, source, destination, identity.destinationQueuePair(flow));
    }

    private FlowAttributes attributes(int flow, FlowSpec spec, Vantage vantage, List<PathHop> path) {
        return new FlowAttributes(
                identity.sourceQueuePair(flow),
                spec.priority(),
                8 * spec.priority(),
                desk.map().bitsPerSecond(spec.source(), 0),
                vantage,
                Pairing.PSN,
                true,
                path);
    }

    // ---- at the sender

    @Override
    public void sent(int flow, int wireBytes, long nowPicos) {
        View view = views.get(flow);
        if (view != null && sampled(view.source)) {
            touch(view);
            view.started = true;
            if (view.sent.packets > 0 && nowPicos - view.sent.lastPicos > GATHERED_WITHIN_PICOS) {
                tellSender(view);
            }
            view.sent.add(1, wireBytes, nowPicos);
        }
    }

    @Override
    public void sentAgain(int flow, int wireBytes, long nowPicos) {
        View view = views.get(flow);
        if (view != null && sampled(view.source)) {
            touch(view);
            view.sent.add(1, wireBytes, nowPicos);
            view.sentAgain.add(1, wireBytes, nowPicos);
        }
    }

    @Override
    public void acknowledged(int flow, long newBytes, long rttPicos, long nowPicos) {
        View view = views.get(flow);
        // A sampler that sees one of n packets cannot tell which ACK answers which.
        if (view == null || newBytes == 0 || sight.sampledOneIn() > 1) {
            return;
        }
        touch(view);
        long packets = Math.ceilDiv(newBytes, (long) wire.payloadBytes());
        view.acknowledged.add(packets, newBytes + packets * wire.overheadBytes(), nowPicos);
        view.rttPicos = rttPicos;
        if (nowPicos - view.acknowledged.firstPicos >= ackSpanPicos) {
            tellSender(view);
        }
    }

    @Override
    public void nakReceived(int flow, long nowPicos) {
        View view = views.get(flow);
        if (view != null && sampled(view.source)) {
            tellSent(view);
            atSender(view, new FlowEvent(FlowEventKind.NAK, desk.nanos(nowPicos), 1, wire.ackBytes(), 0, NAK_SEQUENCE));
        }
    }

    @Override
    public void cnpReceived(int flow, long nowPicos) {
        View view = views.get(flow);
        if (view != null && sampled(view.source)) {
            tellSent(view);
            say(view, FlowEventKind.CNP_SEEN, nowPicos, 1, wire.cnpBytes());
        }
    }

    @Override
    public void pauseReceived(int device, int port, int priority, int quanta, long nowPicos) {
        pauses.frame(device, priority, quanta, nowPicos);
    }

    @Override
    public void completed(FlowCompletion completion) {
        View view = views.get(completion.flow());
        if (view != null) {
            touch(view);
            view.messages--;
        }
    }

    // ---- at the receiver

    @Override
    public void received(int flow, int wireBytes, long nowPicos) {
        View view = views.get(flow);
        if (bothEnds && view != null && sampled(view.destination)) {
            touch(view);
            view.arrived.add(1, wireBytes, nowPicos);
        }
    }

    @Override
    public void receivedMarked(int flow, int wireBytes, long nowPicos) {
        View view = views.get(flow);
        if (bothEnds && view != null && sampled(view.destination)) {
            tellReceiver(view);
            atReceiver(view, new FlowEvent(FlowEventKind.CE_MARKED, desk.nanos(nowPicos), 1, wireBytes, 0, 0));
        }
    }

    @Override
    public void cnpSent(int flow, long nowPicos) {
        View view = views.get(flow);
        if (bothEnds && view != null && sampled(view.destination)) {
            tellReceiver(view);
            atReceiver(view, new FlowEvent(FlowEventKind.CNP_SENT, desk.nanos(nowPicos), 1, wire.cnpBytes(), 0, 0));
        }
    }

    // ---- telling

    /** The slice ends: everything that was gathered is told. */
    void leave(long nowPicos) {
        for (View view : live) {
            // A flow that is held up says nothing else of itself.
            if (view.started && pauses.any(view.source, view.priority, nowPicos)) {
                tellPauses(view, nowPicos);
            }
        }
        pauses.told(nowPicos);
        // Telling touches nothing that is not touched yet.
        for (View view : touched) {
            tellSender(view);
            tellReceiver(view);
            view.touched = false;
            if (view.messages == 0) {
                views.remove(view.flow);
            }
        }
        touched.clear();
        live.removeIf(view -> view.messages == 0);
    }

    private void tellPauses(View view, long nowPicos) {
        pauses.since(view.source, view.priority, nowPicos, (fromPicos, lengthPicos) -> {
            long nanos = lengthPicos / Picos.PER_NANO;
            atSender(view, new FlowEvent(FlowEventKind.PAUSED, desk.nanos(fromPicos), 0, 0, nanos, 0));
        });
    }

    private void tellSent(View view) {
        touch(view);
        Gathered sent = view.sent;
        if (sent.packets > 0) {
            say(view, FlowEventKind.SENT, sent.lastPicos, sent.packets, sent.bytes);
            sent.clear();
        }
        Gathered again = view.sentAgain;
        if (again.packets > 0) {
            say(view, FlowEventKind.RETRANSMITTED, again.lastPicos, again.packets, again.bytes);
            again.clear();
        }
    }

    private void tellSender(View view) {
        tellSent(view);
        Gathered acks = view.acknowledged;
        if (acks.packets > 0) {
            atSender(
                    view,
                    new FlowEvent(
                            FlowEventKind.RTT_SAMPLE,
                            desk.nanos(acks.lastPicos),
                            acks.packets,
                            acks.bytes,
                            view.rttPicos / Picos.PER_NANO,
                            0));
            acks.clear();
        }
    }

    private void tellReceiver(View view) {
        touch(view);
        Gathered arrived = view.arrived;
        if (arrived.packets > 0) {
            atReceiver(
                    view,
                    new FlowEvent(
                            FlowEventKind.SENT, desk.nanos(arrived.lastPicos), arrived.packets, arrived.bytes, 0, 0));
            arrived.clear();
        }
    }

    private void say(View view, FlowEventKind kind, long atPicos, long packets, long bytes) {
        atSender(view, new FlowEvent(kind, desk.nanos(atPicos), packets, bytes, 0, 0));
    }

    private void atSender(View view, FlowEvent event) {
        tell(agents.get(view.source), view.key, view.atSender, event);
    }

    private void atReceiver(View view, FlowEvent event) {
        tell(agents.get(view.destination), view.key, view.atReceiver, event);
    }

    /** The agent stamps what happened with its own clock. */
    private void tell(Agent agent, FlowKey key, FlowAttributes attributes, FlowEvent event) {
        FlowEvent stamped = new FlowEvent(
                event.kind(),
                agent.clock(event.timeNanos()),
                event.packets(),
                event.bytes(),
                event.rttNanos(),
                event.detail());
        desk.outbox().flow(agent, key, attributes, stamped, event.timeNanos());
    }

    private void touch(View view) {
        if (!view.touched) {
            view.touched = true;
            touched.add(view);
        }
    }

    private boolean sampled(int host) {
        int oneIn = sight.sampledOneIn();
        return oneIn == 1 || agents.get(host).random.nextInt(oneIn) == 0;
    }
}
