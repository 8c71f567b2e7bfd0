package io.stormglass.emulator;

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
    private final @Nullable EcnMarker[] markers;
    private final boolean marksAtEnqueue;

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
            schedulers[index] = new Scheduler(settings.scheduler(), largest);
        }
        for (int at = 0; at < markers.length; at++) {
            boolean marked = Priorities.has(settings.ecn().priorities(), at % Priorities.COUNT);
            markers[at] = marked ? new EcnMarker(settings.ecn(), random.split()) : null;
        }
    }

    @Override
    public void receive(Packet packet, Port in) {
        Port out = ports[portTo(packet)];
        int priority = packet.priority;
        long queueBytes = out.queues[priority].bytes();
        if (marksAtEnqueue && !survivesMarking(packet, out, queueBytes)) {
            drop(packet, out);
            return;
        }
        if (!buffer.admit(in.index, priority, packet.wireBytes, queueBytes)) {
            drop(packet, out);
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
            drop(packet, out);
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
        packet.addHop(out.queues[packet.priority].bytes(), sent, engine.events.nowNanos(), out.bitsPerSecond);
    }

    private void drop(Packet packet, Port out) {
        out.counters.add(PortCounters.DROPPED, packet.priority, 1);
        Flow flow = packet.flow;
        if (flow != null) {
            flow.counts.dropped(packet.kind);
            engine.observer.dropped(node, out.index, packet.priority, flow.id, engine.events.now());
        }
        engine.pool.giveBack(packet);
    }
}
