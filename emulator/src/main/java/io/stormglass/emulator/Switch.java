package io.stormglass.emulator;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * An output-queued switch with a shared buffer. A packet is admitted, waits in its egress queue, and leaves when the port's scheduler picks its priority; the
 * buffer is freed when it starts to leave. Forwarding takes no time.
 */
final class Switch implements Device {
    final int node;
    final Port[] ports;
    final SharedBuffer buffer;

    private final Engine engine;
    private final Routes routes;
    private final int[] onlyPorts;
    private final Spreading spreading;
    private final SplittableRandom random;
    private final Scheduler[] schedulers;
    /** By port and priority; the markers that work, which a fault may have taken out or replaced. */
    private final @Nullable EcnMarker[] markers;

    private final @Nullable EcnMarker[] markersAsSet;
    private final @Nullable EcnMarker[] markersOfFaults;
    private boolean marksNothing;
    private final boolean marksAtEnqueue;
    /** Class of each priority; null where each has its own. */
    private int @Nullable [] classes;

    Switch(Engine engine, int node, SwitchSettings settings, Routes routes, SplittableRandom random) {
        this.engine = engine;
        this.node = node;
        this.routes = routes;
        this.onlyPorts = routes.onlyPorts(node);
        this.spreading = settings.spreading();
        this.random = random;
        marksAtEnqueue = settings.ecn().point() == EcnSettings.Point.ENQUEUE;
        List<Cable> cables = routes.cablesOf(node);
        int largest = engine.wireFormat.fullBytes();
        buffer = new SharedBuffer(settings.buffer(), settings.lossless(), cables, largest);
        ports = new Port[cables.size()];
        schedulers = new Scheduler[ports.length];
        markers = new EcnMarker[ports.length * Priorities.COUNT];
        for (int index = 0; index < ports.length; index++) {
            ports[index] = new Port(engine, this, node, index, cables.get(index));
            ports[index].limit(settings.scheduler());
            schedulers[index] = new Scheduler(settings.scheduler(), largest);
        }
        for (int at = 0; at < markers.length; at++) {
            boolean marked = Priorities.has(settings.ecn().priorities(), at % Priorities.COUNT);
            markers[at] = marked ? new EcnMarker(settings.ecn(), random.split()) : null;
        }
        markersAsSet = markers.clone();
        markersOfFaults = new EcnMarker[markers.length];
    }

    @Override
    public void receive(Packet packet, Port in) {
        Port out = ports[portTo(packet)];
        if (out.isDown()) {
            out.dropWithoutLink(packet);
            return;
        }
        if (classes != null) {
            packet.saidPriority = packet.priority;
            packet.priority = classes[packet.priority];
        }
        int priority = packet.priority;
        long queueBytes = out.queues[priority].bytes();
        if (marksAtEnqueue && !survivesMarking(packet, out, queueBytes)) {
            out.counters.countWredDropped(priority);
            out.drop(packet);
            return;
        }
        if (!buffer.admit(in.index, priority, packet.wireBytes, queueBytes)) {
            out.drop(packet);
            return;
        }
        packet.ingress = in.index;
        out.enqueue(packet);
        engine.observer.queueChanged(node, out.index, priority, out.queues[priority].bytes(), engine.events.now());
        if (buffer.wantsPause(in.index, priority)) {
            in.pausePeer(priority);
        }
        out.kick();
    }

    /** The port by which a flow's packets leave for a host; -1 where each takes its own. */
    int portTo(int destination, int pathHash) {
        int only = onlyPorts[destination];
        if (only >= 0) {
            return only;
        }
        return switch (spreading) {
            case FLOW_HASH -> routes.portTo(node, destination, pathHash);
            case PER_PACKET -> -1;
        };
    }

    private int portTo(Packet packet) {
        int only = onlyPorts[packet.destination];
        if (only >= 0) {
            return only;
        }
        return switch (spreading) {
            case FLOW_HASH -> routes.portTo(node, packet.destination, packet.pathHash);
            case PER_PACKET -> routes.anyPortTo(node, packet.destination, random);
        };
    }

    @Override
    public @Nullable Packet next(Port out) {
        while (true) {
            int ready = out.sendable();
            if (ready == 0) {
                return null;
            }
            int priority = schedulers[out.index].pick(ready);
            Packet packet = out.dequeue(priority);
            free(packet, out);
            if (marksAtEnqueue || survivesMarking(packet, out, out.queues[priority].bytes())) {
                schedulers[out.index].sent(priority, packet.wireBytes);
                tellHop(packet, out);
                return packet;
            }
            out.counters.countWredDropped(priority);
            out.drop(packet);
        }
    }

    @Override
    public boolean hasNext(Port out) {
        return out.sendable() != 0;
    }

    private void free(Packet packet, Port out) {
        int priority = packet.priority;
        engine.observer.queueChanged(node, out.index, priority, out.queues[priority].bytes(), engine.events.now());
        buffer.release(packet.ingress, priority, packet.wireBytes);
        Port in = ports[packet.ingress];
        if (Priorities.has(in.pausing(), priority) && buffer.mayResume(packet.ingress, priority)) {
            in.resumePeer(priority);
        }
    }

    /** Marks the packet where the curve says so; false where it should be marked and cannot be. */
    private boolean survivesMarking(Packet packet, Port out, long queueBytes) {
        EcnMarker marker = markers[out.index * Priorities.COUNT + packet.priority];
        if (marker == null || !marker.marks(queueBytes)) {
            return true;
        }
        if (!packet.ecnCapable) {
            return false;
        }
        packet.marked = true;
        out.counters.add(PortCounters.MARKED, packet.priority, 1);
        return true;
    }

    private void tellHop(Packet packet, Port out) {
        Flow flow = packet.flow;
        if (packet.kind != PacketKind.DATA || flow == null || !flow.control.readsHops()) {
            return;
        }
        long sent = 0;
        for (int priority = 0; priority < Priorities.COUNT; priority++) {
            sent += out.counters.sentBytes(priority);
        }
        packet.addHop(out.queues[packet.priority].bytes(), sent, engine.events.nowNanos(), out.bitsPerSecond());
    }

    // ---- what can go wrong with a switch

    /** What waits for a cable that carries nothing is dropped, as the MAC of a real port does it. */
    @Override
    public void lostSignal(Port lost) {
        for (int priority = 0; priority < Priorities.COUNT; priority++) {
            while (!lost.queues[priority].isEmpty()) {
                Packet packet = lost.dequeue(priority);
                free(packet, lost);
                lost.dropWithoutLink(packet);
            }
        }
    }

    /** The routes have changed. */
    void rerouted() {
        System.arraycopy(routes.onlyPorts(node), 0, onlyPorts, 0, onlyPorts.length);
    }

    /** Marks nothing at any port. */
    void markNothing() {
        marksNothing = true;
        chooseMarkers();
    }

    /** Marks as the ports are set. */
    void markAgain() {
        marksNothing = false;
        chooseMarkers();
    }

    /** Marks by other thresholds at one port. */
    void thresholds(int port, EcnSettings ecn) {
        if ((ecn.point() == EcnSettings.Point.ENQUEUE) != marksAtEnqueue) {
            throw new IllegalArgumentException("switch " + node + " marks at "
                    + (marksAtEnqueue ? EcnSettings.Point.ENQUEUE : EcnSettings.Point.DEQUEUE)
                    + ", thresholds of one port cannot change that to " + ecn.point());
        }
        for (int priority = 0; priority < Priorities.COUNT; priority++) {
            boolean marked = Priorities.has(ecn.priorities(), priority);
            markersOfFaults[port * Priorities.COUNT + priority] =
                    marked ? new EcnMarker(ecn, engine.faultRandom.split()) : null;
        }
        chooseMarkers();
    }

    /** Marks as set at one port. */
    void thresholdsAsSet(int port) {
        Arrays.fill(markersOfFaults, port * Priorities.COUNT, (port + 1) * Priorities.COUNT, null);
        chooseMarkers();
    }

    private void chooseMarkers() {
        for (int at = 0; at < markers.length; at++) {
            EcnMarker ofFault = markersOfFaults[at];
            markers[at] = marksNothing ? null : ofFault != null ? ofFault : markersAsSet[at];
        }
    }

    /** Puts what says a priority into the class of another from now on; into its own: the fault is mended. */
    void classOf(int saidPriority, int priority) {
        int[] map = classes;
        if (map == null) {
            map = new int[] {0, 1, 2, 3, 4, 5, 6, 7};
            classes = map;
            for (Port port : ports) {
                for (PacketQueue queue : port.queues) {
                    for (Packet packet = queue.head(); packet != null; packet = packet.next) {
                        packet.saidPriority = packet.priority;
                    }
                }
                port.restoresPriority();
            }
        }
        map[saidPriority] = priority;
    }
}
