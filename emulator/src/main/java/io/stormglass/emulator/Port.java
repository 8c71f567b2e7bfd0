package io.stormglass.emulator;

import org.jspecify.annotations.Nullable;

/**
 * One end of a cable: the queues that wait to leave by it, the transmitter, the wire to the peer, and both halves of PFC.
 *
 * <p>A packet crosses with one event, its arrival: transmission and propagation are added at its start. A second event, at the end of the transmission, is scheduled
 * only while something waits. Arrivals of a wire stay in order, so only the first is in the event queue.
 *
 * <p>Pause frames overtake every packet that has not started. What they say takes effect when their last bit has arrived.
 */
final class Port implements Actor {
    private static final int ARRIVE = 0;
    private static final int FREE = 1;
    private static final int EXPIRE = 2;
    private static final int REFRESH = 3;
    /** Quanta of an XOFF: the most that fit the field. */
    private static final int XOFF_QUANTA = 65_535;
    /** A quantum is 512 bit times. */
    private static final int QUANTUM_BYTES = 64;
    /** Kinds of the event log past those of packets. */
    private static final int LOG_TIMER = 16;

    final int node;
    final int index;
    final long bitsPerSecond;
    final long delayPicos;
    final PortCounters counters = new PortCounters();
    final PacketQueue[] queues = new PacketQueue[Priorities.COUNT];

    private final Engine engine;
    private final EventQueue events;
    private final Device owner;
    private final int actor;
    private final long picosPerByte;
    private final long gridPicos;

    private @Nullable Port peer;
    private int waiting;
    private long freeAtPicos;
    private boolean wakes;
    private final PacketQueue urgent = new PacketQueue();
    private @Nullable Packet wireHead;
    private @Nullable Packet wireTail;

    private int paused;
    private final long[] pausedUntil = new long[Priorities.COUNT];
    private final long[] pausedSince = new long[Priorities.COUNT];
    private long expiresAt = Picos.NEVER;
    private int pausing;
    private final long[] pausingSince = new long[Priorities.COUNT];
    private boolean refreshes;
    private @Nullable WireTap tap;
    private final WirePacket tapped = new WirePacket();

    Port(Engine engine, Device owner, int node, int index, Cable cable) {
        this.engine = engine;
        this.events = engine.events;
        this.owner = owner;
        this.node = node;
        this.index = index;
        this.bitsPerSecond = cable.bitsPerSecond();
        this.delayPicos = cable.delayPicos();
        this.picosPerByte = Picos.perByte(cable.bitsPerSecond());
        this.gridPicos = engine.gridPicos;
        for (int priority = 0; priority < Priorities.COUNT; priority++) {
            queues[priority] = new PacketQueue();
        }
        this.actor = events.register(this);
    }

    void connect(Port other) {
        peer = other;
    }

    @Override
    public void act(int what) {
        switch (what) {
            case ARRIVE -> arrive();
            case FREE -> {
                wakes = false;
                sendNext();
            }
            case EXPIRE -> expire();
            case REFRESH -> refresh();
            default -> throw new IllegalStateException("port " + node + "/" + index + " knows no event " + what);
        }
    }

    /** Shows everything that crosses from now on. */
    void tap(WireTap other) {
        tap = other;
    }

    /** Puts a packet at the end of its priority's queue; {@link #kick} starts it. */
    void enqueue(Packet packet) {
        queues[packet.priority].add(packet);
        waiting |= 1 << packet.priority;
        counters.add(PortCounters.ENQUEUED_PACKETS, packet.priority, 1);
    }

    /** Takes the first packet of a priority that {@link #sendable} names. */
    Packet dequeue(int priority) {
        PacketQueue queue = queues[priority];
        Packet packet = queue.poll();
        if (packet == null) {
            throw new IllegalStateException("queue " + node + "/" + index + "/" + priority + " is empty");
        }
        if (queue.isEmpty()) {
            waiting &= ~(1 << priority);
        }
        counters.add(PortCounters.DEQUEUED_PACKETS, priority, 1);
        return packet;
    }

    /** Priorities with a packet in the queue that the peer lets pass. */
    int sendable() {
        return waiting & ~paused;
    }

    /** Priorities that the peer forbids. */
    int paused() {
        return paused;
    }

    /** Time that the peer forbade to send, the pause that lasts included. */
    long pausedPicos(int priority) {
        long lasting = Priorities.has(paused, priority) ? events.now() - pausedSince[priority] : 0;
        return counters.pausedPicos(priority) + lasting;
    }

    /** Time that the peer was forbidden to send, the pause that lasts included. */
    long pausingPicos(int priority) {
        long lasting = Priorities.has(pausing, priority) ? events.now() - pausingSince[priority] : 0;
        return counters.pausingPicos(priority) + lasting;
    }

    /** When the transmitter is free. */
    long freeAtPicos() {
        return freeAtPicos;
    }

    /** There may be something to send: now, or as soon as the transmitter is free. */
    void kick() {
        if (wakes) {
            return;
        }
        if (freeAtPicos > events.now()) {
            wakeWhenFree();
            return;
        }
        sendNext();
    }

    private void wakeWhenFree() {
        wakes = true;
        events.at(freeAtPicos, actor, FREE);
    }

    private void sendNext() {
        Packet packet = urgent.isEmpty() ? owner.next(this) : urgent.poll();
        if (packet == null) {
            return;
        }
        transmit(packet);
        if (!wakes && (!urgent.isEmpty() || owner.hasNext(this))) {
            wakeWhenFree();
        }
    }

    private void transmit(Packet packet) {
        if (tap != null) {
            tap.crossed(WireTap.Direction.OUT, tapped.copy(packet), events.now());
        }
        if (packet.kind != PacketKind.PFC) {
            counters.add(PortCounters.SENT_BYTES, packet.priority, packet.wireBytes);
            counters.add(PortCounters.SENT_PACKETS, packet.priority, 1);
        } else {
            engine.observer.pauseSent(node, index, packet.priority, packet.number, events.now());
        }
        freeAtPicos = events.now() + serializationPicos(packet.wireBytes);
        packet.arrivalPicos = freeAtPicos + delayPicos;
        packet.arrivalSequence = events.nextSequence();
        packet.next = null;
        if (wireTail == null) {
            wireHead = packet;
            events.at(packet.arrivalPicos, packet.arrivalSequence, actor, ARRIVE);
        } else {
            wireTail.next = packet;
        }
        wireTail = packet;
    }

    /** How long bytes take to leave. */
    long serializationPicos(int bytes) {
        long picos = bytes * picosPerByte;
        return gridPicos == 1 ? picos : picos - picos % gridPicos;
    }

    private void arrive() {
        Packet packet = wireHead;
        Port to = peer;
        if (packet == null || to == null) {
            throw new IllegalStateException("nothing is on the wire of port " + node + "/" + index);
        }
        Packet following = packet.next;
        wireHead = following;
        if (following == null) {
            wireTail = null;
        } else {
            packet.next = null;
            events.at(following.arrivalPicos, following.arrivalSequence, actor, ARRIVE);
        }
        int flow = packet.flow == null ? -1 : packet.flow.id;
        events.log(packet.kind.code, to.node, flow, packet.number);
        if (to.tap != null) {
            to.tap.crossed(WireTap.Direction.IN, to.tapped.copy(packet), events.now());
        }
        if (packet.kind == PacketKind.PFC) {
            to.pauseArrived(packet);
            return;
        }
        engine.packetHops++;
        to.counters.add(PortCounters.RECEIVED_BYTES, packet.priority, packet.wireBytes);
        to.counters.add(PortCounters.RECEIVED_PACKETS, packet.priority, 1);
        to.owner.receive(packet, to);
    }

    /** First of the packets between the two ends, pause frames among them. */
    @Nullable
    Packet firstOnWire() {
        return wireHead;
    }

    // ---- PFC: the half that pauses the peer

    /** Forbids the peer to send a priority, unless it is forbidden already. */
    void pausePeer(int priority) {
        if (Priorities.has(pausing, priority)) {
            return;
        }
        pausing |= 1 << priority;
        pausingSince[priority] = events.now();
        counters.add(PortCounters.XOFF_SENT, priority, 1);
        sendPause(priority, XOFF_QUANTA);
        if (!refreshes) {
            refreshes = true;
            events.at(events.now() + quantaPicos(XOFF_QUANTA) / 2, actor, REFRESH);
        }
    }

    /** Lets the peer send a priority again, if it was forbidden. */
    void resumePeer(int priority) {
        if (!Priorities.has(pausing, priority)) {
            return;
        }
        pausing &= ~(1 << priority);
        counters.add(PortCounters.PAUSING_PICOS, priority, events.now() - pausingSince[priority]);
        counters.add(PortCounters.XON_SENT, priority, 1);
        sendPause(priority, 0);
    }

    /** Priorities that the peer is told not to send. */
    int pausing() {
        return pausing;
    }

    /** Half of the time that a frame lasts has gone since the last round: every pause is told again. */
    private void refresh() {
        events.log(LOG_TIMER + REFRESH, node, index, pausing);
        refreshes = pausing != 0;
        if (!refreshes) {
            return;
        }
        for (int priority = 0; priority < Priorities.COUNT; priority++) {
            if (Priorities.has(pausing, priority)) {
                counters.add(PortCounters.XOFF_REFRESHED, priority, 1);
                sendPause(priority, XOFF_QUANTA);
            }
        }
        events.at(events.now() + quantaPicos(XOFF_QUANTA) / 2, actor, REFRESH);
    }

    private void sendPause(int priority, int quanta) {
        Packet frame = engine.pool.take(PacketKind.PFC, null);
        frame.priority = priority;
        frame.number = quanta;
        frame.wireBytes = engine.wireFormat.pauseBytes();
        urgent.add(frame);
        kick();
    }

    private long quantaPicos(int quanta) {
        return picosPerByte * QUANTUM_BYTES * quanta;
    }

    // ---- PFC: the half that obeys the peer

    private void pauseArrived(Packet frame) {
        int priority = frame.priority;
        int quanta = frame.number;
        engine.pool.giveBack(frame);
        engine.observer.pauseReceived(node, index, priority, quanta, events.now());
        if (quanta == 0) {
            counters.add(PortCounters.XON_RECEIVED, priority, 1);
            allow(priority);
            kick();
            return;
        }
        counters.add(PortCounters.XOFF_RECEIVED, priority, 1);
        if (!Priorities.has(paused, priority)) {
            paused |= 1 << priority;
            pausedSince[priority] = events.now();
        }
        pausedUntil[priority] = events.now() + quantaPicos(quanta);
        if (expiresAt == Picos.NEVER) {
            expiresAt = pausedUntil[priority];
            events.at(expiresAt, actor, EXPIRE);
        }
    }

    private void allow(int priority) {
        if (!Priorities.has(paused, priority)) {
            return;
        }
        paused &= ~(1 << priority);
        counters.add(PortCounters.PAUSED_PICOS, priority, events.now() - pausedSince[priority]);
        counters.add(PortCounters.RESUMED, priority, 1);
    }

    private void expire() {
        expiresAt = Picos.NEVER;
        for (int priority = 0; priority < Priorities.COUNT; priority++) {
            if (!Priorities.has(paused, priority)) {
                continue;
            }
            if (pausedUntil[priority] <= events.now()) {
                allow(priority);
            } else {
                expiresAt = Math.min(expiresAt, pausedUntil[priority]);
            }
        }
        events.log(LOG_TIMER + EXPIRE, node, index, paused);
        if (expiresAt != Picos.NEVER) {
            events.at(expiresAt, actor, EXPIRE);
        }
        kick();
    }
}
