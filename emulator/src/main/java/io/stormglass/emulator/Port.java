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
    /** And the priority: it may send again as far as its rate goes. */
    private static final int RATE_LETS = 8;

    /** Quanta of an XOFF: the most that fit the field. */
    private static final int XOFF_QUANTA = 65_535;
    /** A quantum is 512 bit times. */
    private static final int QUANTUM_BYTES = 64;
    /** Kinds of the event log past those of packets. */
    private static final int LOG_LOST = 8;

    private static final int LOG_TIMER = 16;
    private static final int LOG_RATE = 20;

    final int node;
    final int index;
    final long delayPicos;
    final PortCounters counters = new PortCounters();
    final PacketQueue[] queues = new PacketQueue[Priorities.COUNT];

    private final Engine engine;
    private final EventQueue events;
    private final Device owner;
    private final int actor;
    private final long cableBitsPerSecond;
    private final long gridPicos;

    private @Nullable Port peer;
    private long bitsPerSecond;
    private long picosPerByte;
    /** What this end can do of the cable's speed. */
    private long mostBitsPerSecond;

    private int waiting;
    /** {@link #paused} and {@link #overRate}, or everything where there is no signal. */
    private int blocked;

    /** Priorities that wait until what they sent would have left at their rate. */
    private int overRate;

    private long @Nullable [] mostBitsPerSecondOf;

    private long freeAtPicos;
    private boolean wakes;
    private final PacketQueue urgent = new PacketQueue();
    private int urgentFrames;
    private @Nullable Packet wireHead;
    private @Nullable Packet wireTail;

    private int paused;
    private final long[] pausedUntil = new long[Priorities.COUNT];
    private final long[] pausedSince = new long[Priorities.COUNT];
    private long expiresAt = Picos.NEVER;
    private int pausing;
    private final long[] pausingSince = new long[Priorities.COUNT];
    private boolean refreshes;

    private int reasonsToBeDown;
    private boolean withoutPfc;
    /** Priorities whose pause is not ended whoever asks for it. */
    private int stuck;

    /** Priorities are limited in rate, or packets leave with another priority than that of their queue. */
    private boolean leavesSpecially;

    private boolean restoresPriority;
    private @Nullable WireFaults wireFaults;
    private @Nullable WireTap tap;
    private final WirePacket tapped = new WirePacket();

    Port(Engine engine, Device owner, int node, int index, Cable cable) {
        this.engine = engine;
        this.events = engine.events;
        this.owner = owner;
        this.node = node;
        this.index = index;
        this.cableBitsPerSecond = cable.bitsPerSecond();
        this.mostBitsPerSecond = cable.bitsPerSecond();
        this.bitsPerSecond = cable.bitsPerSecond();
        this.delayPicos = cable.delayPicos();
        this.picosPerByte = Picos.perByte(cable.bitsPerSecond());
        this.gridPicos = engine.gridPicos;
        for (int priority = 0; priority < Priorities.COUNT; priority++) {
            queues[priority] = new PacketQueue();
        }
        this.actor = events.register(this);
    }

    /** Node at the other end of the cable. */
    int peerNode() {
        Port other = peer;
        if (other == null) {
            throw new IllegalStateException("port " + node + "/" + index + " has no cable");
        }
        return other.node;
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
            default -> rateLets(what - RATE_LETS);
        }
    }

    /** Shows everything that crosses from now on. */
    void tap(WireTap other) {
        WireTap before = tap;
        tap = before == null
                ? other
                : (direction, packet, nowPicos) -> {
                    before.crossed(direction, packet, nowPicos);
                    other.crossed(direction, packet, nowPicos);
                };
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
        return waiting & ~blocked;
    }

    /** Priorities that may not leave: the peer forbids them, their rate does, or there is no signal. */
    int blocked() {
        return blocked;
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
        Packet packet = urgentFrames == 0 ? owner.next(this) : nextUrgent();
        if (packet == null) {
            return;
        }
        transmit(packet);
        if (!wakes && (urgentFrames > 0 || owner.hasNext(this))) {
            wakeWhenFree();
        }
    }

    private @Nullable Packet nextUrgent() {
        urgentFrames--;
        return urgent.poll();
    }

    private void transmit(Packet packet) {
        if (packet.kind != PacketKind.PFC) {
            counters.add(PortCounters.SENT_BYTES, packet.priority, packet.wireBytes);
            counters.add(PortCounters.SENT_PACKETS, packet.priority, 1);
            if (leavesSpecially) {
                leave(packet);
            }
        } else {
            engine.observer.pauseSent(node, index, packet.priority, packet.number, events.now());
        }
        if (tap != null) {
            tap.crossed(WireTap.Direction.OUT, tapped.copy(packet), events.now());
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

    private void leave(Packet packet) {
        long[] most = mostBitsPerSecondOf;
        int priority = packet.priority;
        if (most != null && most[priority] < bitsPerSecond) {
            overRate |= 1 << priority;
            block();
            events.at(events.now() + Picos.of(packet.wireBytes, most[priority]), actor, RATE_LETS + priority);
        }
        if (restoresPriority) {
            packet.priority = packet.saidPriority;
        }
    }

    private void rateLets(int priority) {
        overRate &= ~(1 << Priorities.check("priority whose rate lets it send", priority));
        block();
        events.log(LOG_RATE, node, index, priority);
        kick();
    }

    private void block() {
        blocked = reasonsToBeDown > 0 ? Priorities.ALL : paused | overRate;
    }

    /** Rates that priorities do not exceed. */
    void limit(SchedulerSettings settings) {
        if (settings.mostBitsPerSecond().stream().allMatch(most -> most == SchedulerSettings.UNLIMITED)) {
            return;
        }
        mostBitsPerSecondOf =
                settings.mostBitsPerSecond().stream().mapToLong(Long::longValue).toArray();
        leavesSpecially = true;
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
        if (wireFaults != null && isLost(packet, to, wireFaults)) {
            return;
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

    private boolean isLost(Packet packet, Port to, WireFaults faults) {
        boolean lost = faults.loses(packet, to.counters);
        if (!lost && faults.losesNotification(packet)) {
            to.owner.missesNotification();
            packet.notifies = false;
            lost = packet.kind == PacketKind.CNP;
        }
        if (!lost) {
            return false;
        }
        Flow flow = packet.flow;
        events.log(LOG_LOST + packet.kind.code, to.node, flow == null ? -1 : flow.id, packet.number);
        if (flow != null) {
            counters.countLostOnWire(packet.priority);
            flow.counts.dropped(packet.kind);
            engine.observer.dropped(node, index, packet.priority, flow.id, events.now());
        }
        engine.pool.giveBack(packet);
        return true;
    }

    /** First of the packets between the two ends, pause frames among them. */
    @Nullable
    Packet firstOnWire() {
        return wireHead;
    }

    // ---- PFC: the half that pauses the peer

    /** Forbids the peer to send a priority, unless it is forbidden already. */
    void pausePeer(int priority) {
        if (Priorities.has(pausing, priority) || withoutPfc || reasonsToBeDown > 0) {
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
        if (!Priorities.has(pausing & ~stuck, priority)) {
            return;
        }
        forgetPause(priority);
        counters.add(PortCounters.XON_SENT, priority, 1);
        sendPause(priority, 0);
    }

    /** The peer is no longer told not to send, and not told that it may. */
    private void forgetPause(int priority) {
        pausing &= ~(1 << priority);
        counters.add(PortCounters.PAUSING_PICOS, priority, events.now() - pausingSince[priority]);
    }

    /** Pauses priorities and does not let go of them; those that were held before and are not named may be resumed again. */
    void holdPauses(int priorities) {
        stuck = priorities;
        for (int priority = 0; priority < Priorities.COUNT; priority++) {
            if (Priorities.has(priorities, priority)) {
                pausePeer(priority);
            }
        }
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
        urgentFrames++;
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
        if (withoutPfc) {
            return;
        }
        if (!Priorities.has(paused, priority)) {
            paused |= 1 << priority;
            blocked |= 1 << priority;
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
        block();
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

    // ---- what can go wrong with a port and its cable

    /** One more reason for the cable to carry nothing; called at both ends. What is on the wire is lost, and PFC starts anew. */
    void loseSignal() {
        reasonsToBeDown++;
        if (reasonsToBeDown > 1) {
            return;
        }
        counters.linkWentDown();
        block();
        forgetPauses();
        urgentFrames = 0;
        for (Packet frame = urgent.poll(); frame != null; frame = urgent.poll()) {
            engine.pool.giveBack(frame);
        }
        wireFaults().loseBefore(events.nextSequence());
        owner.lostSignal(this);
    }

    /** One reason less; without any it carries again. */
    void findSignal() {
        if (reasonsToBeDown == 0) {
            throw new IllegalStateException("the cable of port " + node + "/" + index + " is not down");
        }
        reasonsToBeDown--;
        if (reasonsToBeDown > 0) {
            return;
        }
        block();
        holdPauses(stuck);
        kick();
    }

    boolean isDown() {
        return reasonsToBeDown > 0;
    }

    /** Takes everything out of the queues and drops it, because there is no link or no device. */
    void dropQueues() {
        for (int priority = 0; priority < Priorities.COUNT; priority++) {
            while (!queues[priority].isEmpty()) {
                dropWithoutLink(dequeue(priority));
            }
        }
    }

    void dropWithoutLink(Packet packet) {
        counters.countWithoutLink(packet.priority);
        drop(packet);
    }

    /** A packet that should have left here is gone. */
    void drop(Packet packet) {
        counters.add(PortCounters.DROPPED, packet.priority, 1);
        Flow flow = packet.flow;
        if (flow != null) {
            flow.counts.dropped(packet.kind);
            engine.observer.dropped(node, index, packet.priority, flow.id, events.now());
        }
        engine.pool.giveBack(packet);
    }

    private void forgetPauses() {
        for (int priority = 0; priority < Priorities.COUNT; priority++) {
            allow(priority);
            if (Priorities.has(pausing, priority)) {
                forgetPause(priority);
            }
        }
    }

    /** Neither obeys nor sends PFC. */
    void withoutPfc() {
        withoutPfc = true;
        forgetPauses();
        kick();
    }

    /** Obeys and sends PFC again. */
    void withPfc() {
        withoutPfc = false;
        holdPauses(stuck);
    }

    /** This end of the cable can do no more than this; the cable runs at what both ends can. */
    void limitSpeed(long bits) {
        mostBitsPerSecond = Math.min(bits, cableBitsPerSecond);
        long both = Math.min(mostBitsPerSecond, peer().mostBitsPerSecond);
        speed(both);
        peer().speed(both);
    }

    /** This end of the cable can do what the cable can. */
    void fullSpeed() {
        limitSpeed(cableBitsPerSecond);
    }

    private void speed(long bits) {
        bitsPerSecond = bits;
        picosPerByte = Picos.perByte(bits);
    }

    /** Speed now. */
    long bitsPerSecond() {
        return bitsPerSecond;
    }

    /** Packets leave with the priority that they say, whichever queue they were in. */
    void restoresPriority() {
        restoresPriority = true;
        leavesSpecially = true;
    }

    /** What happens on the wire that leaves here. */
    WireFaults wireFaults() {
        WireFaults faults = wireFaults;
        if (faults == null) {
            faults = new WireFaults(engine.faultRandom.split());
            wireFaults = faults;
        }
        return faults;
    }

    Port peer() {
        Port other = peer;
        if (other == null) {
            throw new IllegalStateException("port " + node + "/" + index + " has no cable");
        }
        return other;
    }
}
