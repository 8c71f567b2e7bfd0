package io.stormglass.emulator;

import io.stormglass.models.cc.ControlSignal;
import io.stormglass.models.cc.LossEvent;
import org.jspecify.annotations.Nullable;

/**
 * A host with its NIC. ACKs and CNPs wait in the port's queues; data is made when its turn comes, from the flows that are ready, one packet each in turn. A flow
 * that is not ready either sleeps until its rate lets it send, or waits for an acknowledgement.
 */
final class Host implements Device {
    final int node;
    final NicSettings settings;
    final NicCounters counters = new NicCounters();
    final Port port;

    private final Engine engine;
    private final Scheduler scheduler;
    private final FlowRing[] rings = new FlowRing[Priorities.COUNT];
    private final ControlSignal signal = new ControlSignal();
    private final ReceiveBuffer bufferOfFaults;
    private int ready;
    /** Null where the host takes everything at once. */
    private @Nullable ReceiveQueue received;

    private boolean ignoresNotifications;

    Host(Engine engine, int node, NicSettings settings, Cable cable, ReceiveBuffer bufferOfFaults) {
        this.engine = engine;
        this.node = node;
        this.settings = settings;
        this.bufferOfFaults = bufferOfFaults;
        port = new Port(engine, this, node, 0, cable);
        port.limit(settings.scheduler());
        scheduler = new Scheduler(settings.scheduler(), engine.wireFormat.fullBytes());
        for (int priority = 0; priority < Priorities.COUNT; priority++) {
            rings[priority] = new FlowRing();
        }
        if (!settings.receiveBuffer().isEndless()) {
            received = new ReceiveQueue(engine, this, settings.receiveBuffer());
        }
    }

    long bitsPerSecond() {
        return port.bitsPerSecond();
    }

    /** Distance between the starts of two packets of a flow. */
    long spacingPicos(int bytes, long rateBitsPerSecond) {
        if (rateBitsPerSecond >= port.bitsPerSecond()) {
            return port.serializationPicos(bytes);
        }
        long picos = Picos.of(bytes, rateBitsPerSecond);
        return picos - picos % engine.gridPicos;
    }

    // ---- sending

    /** Puts a flow where it belongs after something changed: into its ring, to sleep, or aside until the next acknowledgement. */
    void consider(Flow flow) {
        if (flow.ready || !flow.open()) {
            return;
        }
        long at = flow.nextSendPicos();
        if (at > engine.events.now()) {
            flow.sleepUntil(at);
            return;
        }
        addReady(flow);
        port.kick();
    }

    private void addReady(Flow flow) {
        rings[flow.priority].add(flow);
        ready |= 1 << flow.priority;
    }

    @Override
    public @Nullable Packet next(Port out) {
        while (true) {
            int queued = out.sendable();
            int able = queued | (ready & ~out.blocked());
            if (able == 0) {
                return null;
            }
            int priority = scheduler.pick(able);
            Packet packet = Priorities.has(queued, priority) ? out.dequeue(priority) : data(priority);
            if (packet != null) {
                scheduler.sent(priority, packet.wireBytes);
                return packet;
            }
        }
    }

    @Override
    public boolean hasNext(Port out) {
        return (out.sendable() | (ready & ~out.blocked())) != 0;
    }

    /** A packet of the flow whose turn it is; null where that one may not send after all. */
    private @Nullable Packet data(int priority) {
        Flow flow = rings[priority].poll();
        if (rings[priority].isEmpty()) {
            ready &= ~(1 << priority);
        }
        if (flow == null) {
            return null;
        }
        if (!flow.open()) {
            flow.settle();
            return null;
        }
        long at = flow.nextSendPicos();
        if (at > engine.events.now()) {
            flow.sleepUntil(at);
            return null;
        }
        Packet packet = flow.send();
        if (!flow.open()) {
            return packet;
        }
        long following = flow.nextSendPicos();
        if (following <= engine.events.now() + port.serializationPicos(packet.wireBytes)) {
            addReady(flow);
        } else {
            flow.sleepUntil(following);
        }
        return packet;
    }

    // ---- receiving

    @Override
    public void receive(Packet packet, Port in) {
        if (received == null) {
            take(packet);
        } else {
            received.arrived(packet);
        }
    }

    /** A packet goes from the NIC to the host. */
    void take(Packet packet) {
        Flow flow = packet.flow;
        if (flow == null) {
            throw new IllegalStateException("a packet without flow at host " + node);
        }
        flow.counts.received(packet.kind);
        switch (packet.kind) {
            case DATA -> data(packet, flow);
            case ACK, NAK -> acknowledged(packet, flow);
            case CNP -> {
                engine.pool.giveBack(packet);
                notified(flow);
                consider(flow);
            }
            case PFC -> throw new IllegalStateException("a pause frame past the port of host " + node);
        }
    }

    private void data(Packet packet, Flow flow) {
        Receiver receiver = flow.receiver;
        long nowNanos = engine.events.nowNanos();
        engine.observer.delivered(flow.id, packet.number, packet.sentPicos, engine.events.now());
        if (packet.marked) {
            counters.markedReceived++;
            flow.counts.markedReceived++;
            engine.observer.receivedMarked(flow.id, packet.wireBytes, engine.events.now());
        } else {
            engine.observer.received(flow.id, packet.wireBytes, engine.events.now());
        }
        notify(flow, packet.marked, nowNanos);
        boolean overtook = packet.number > receiver.expected;
        if (!receiver.takes(packet.number)) {
            outOfSequence(packet, flow);
            return;
        }
        int payload = flow.payloadBytes(packet);
        flow.counts.acceptedBytes += payload;
        flow.counts.overtook += overtook ? 1 : 0;
        receiver.refused &= overtook;
        receiver.markedBytes += packet.marked ? payload : 0;
        receiver.unacknowledged++;
        boolean now = flow.receivedMessage() || packet.asks || (overtook && flow.tcp != null);
        if (now || receiver.unacknowledged >= settings.packetsPerAck()) {
            reply(packet, flow, PacketKind.ACK);
        } else {
            engine.pool.giveBack(packet);
        }
    }

    private void outOfSequence(Packet packet, Flow flow) {
        counters.outOfSequence++;
        flow.counts.outOfSequence++;
        if (flow.tcp != null || flow.receiver.knows(packet.number)) {
            reply(packet, flow, PacketKind.ACK);
            return;
        }
        if (flow.receiver.refused) {
            engine.pool.giveBack(packet);
            return;
        }
        flow.receiver.refused = true;
        counters.naksSent++;
        reply(packet, flow, PacketKind.NAK);
    }

    /** The data packet turns round as its own acknowledgement and keeps its time stamp and telemetry. */
    private void reply(Packet packet, Flow flow, PacketKind kind) {
        Receiver receiver = flow.receiver;
        packet.kind = kind;
        packet.number = receiver.expected;
        packet.priority = settings.ackPriority();
        packet.wireBytes = engine.wireFormat.ackBytes();
        packet.marked = false;
        packet.notifies = receiver.notifies;
        packet.markedBytes = receiver.markedBytes;
        if (receiver.notifies) {
            counters.cnpSent++;
            engine.observer.cnpSent(flow.id, engine.events.now());
        }
        receiver.notifies = false;
        receiver.markedBytes = 0;
        receiver.unacknowledged = 0;
        sendBack(packet, flow);
    }

    /** A data packet has come, marked or not: CNPs that its receiver's pacing lets go leave, and the one that it owes is seen to. */
    private void notify(Flow flow, boolean marked, long nowNanos) {
        boolean owed = flow.receiver.owes();
        notify(flow, flow.receiver.arrived(marked, nowNanos));
        if (!owed && flow.receiver.owes()) {
            flow.scheduleNotification();
        }
    }

    /** Sends the CNPs that a receiver's pacing let go. */
    void notify(Flow flow, int count) {
        for (int i = 0; i < count; i++) {
            Packet cnp = engine.pool.take(PacketKind.CNP, flow);
            cnp.number = flow.receiver.expected;
            cnp.priority = settings.cnpPriority();
            cnp.wireBytes = engine.wireFormat.cnpBytes();
            cnp.ecnCapable = true;
            counters.cnpSent++;
            engine.observer.cnpSent(flow.id, engine.events.now());
            sendBack(cnp, flow);
        }
    }

    private void sendBack(Packet packet, Flow flow) {
        packet.destination = flow.source();
        packet.pathHash = flow.reverseHash;
        flow.counts.sent(packet.kind);
        port.enqueue(packet);
        port.kick();
    }

    private void acknowledged(Packet packet, Flow flow) {
        int number = packet.number;
        boolean nak = packet.kind == PacketKind.NAK;
        long inFlight = flow.inFlightBytes();
        long news = flow.acknowledge(number);
        engine.observer.acknowledged(flow.id, news, engine.events.now() - packet.sentPicos, engine.events.now());
        LossEvent loss = flow.losses(packet, news);
        if (nak) {
            counters.naksReceived++;
            engine.observer.nakReceived(flow.id, engine.events.now());
            flow.goBackTo(number);
        }
        if (packet.notifies) {
            notified(flow);
        }
        if (flow.control.readsSignals()) {
            fill(flow, news, inFlight);
            signal.markedBytes = packet.markedBytes;
            signal.rttNanos = (engine.events.now() - packet.sentPicos) / Picos.PER_NANO;
            signal.loss = loss;
            packet.tellHops(signal);
            flow.control.signal(signal, flow.control.stampsPackets() ? packet.stamp() : null);
        }
        engine.pool.giveBack(packet);
        consider(flow);
    }

    private void fill(Flow flow, long ackedBytes, long inFlightBytes) {
        signal.clear();
        signal.nowNanos = flow.lawNanos();
        signal.ackedBytes = ackedBytes;
        signal.deliveredBytes = flow.acknowledgedBytes();
        signal.sentBytes = flow.sentBytes();
        signal.inflightBytes = inFlightBytes;
        signal.appLimited = flow.tcp != null && flow.isOutOfData();
    }

    private void notified(Flow flow) {
        engine.observer.cnpReceived(flow.id, engine.events.now());
        if (ignoresNotifications) {
            counters.cnpIgnored++;
            return;
        }
        counters.cnpHandled++;
        flow.control.notified(flow.lawNanos());
    }

    /**
     * A flow's retransmission timer ran out and it has gone back.
     *
     * @param inFlightBytes before it did
     */
    void timedOut(Flow flow, long inFlightBytes) {
        counters.timeouts++;
        if (flow.control.readsSignals()) {
            fill(flow, 0, inFlightBytes);
            signal.loss = LossEvent.TIMEOUT;
            flow.control.signal(signal, null);
        }
        consider(flow);
    }

    // ---- what can go wrong with a host

    /** A packet that arrived is gone. */
    void dropReceived(Packet packet) {
        counters.receiveDropped++;
        Flow flow = packet.flow;
        if (flow != null) {
            flow.counts.dropped(packet.kind);
            engine.observer.dropped(node, port.index, packet.priority, flow.id, engine.events.now());
        }
        engine.pool.giveBack(packet);
    }

    /** The receive buffer; a standard one is put in where the settings have an endless one. */
    ReceiveQueue receiveQueue() {
        ReceiveQueue queue = received;
        if (queue == null) {
            queue = new ReceiveQueue(engine, this, bufferOfFaults);
            received = queue;
        }
        return queue;
    }

    /** The fault of the receive buffer is over: it drains as set, and one that the settings do not have goes as soon as it is empty. */
    void mendReceiveQueue() {
        receiveQueue().drainAsSet();
        if (settings.receiveBuffer().isEndless()) {
            receiveQueue().goesWhenEmpty();
        }
    }

    void withoutReceiveQueue() {
        received = null;
    }

    /** Bytes in the receive buffer. */
    long receivedBytes() {
        return received == null ? 0 : received.heldBytes();
    }

    /** Packets of a priority in the receive buffer, the first of them. */
    @Nullable
    Packet firstReceived(int priority) {
        return received == null ? null : received.queue(priority).head();
    }

    /** Pauses priorities for good; none: what the receive buffer does not need paused is resumed. */
    void storm(int priorities) {
        port.holdPauses(priorities);
        for (int priority = 0; priority < Priorities.COUNT; priority++) {
            if (!Priorities.has(priorities, priority) && (received == null || !received.keepsPause(priority))) {
                port.resumePeer(priority);
            }
        }
    }

    void ignoreNotifications() {
        ignoresNotifications = true;
    }

    void hearNotifications() {
        ignoresNotifications = false;
    }

    @Override
    public void missesNotification() {
        counters.cnpLost++;
    }

    /** The host goes off: what waits in its NIC is gone. Its flows go on where they were when it is back. */
    void powerOff() {
        port.dropQueues();
        if (received != null) {
            received.clear();
        }
    }
}
