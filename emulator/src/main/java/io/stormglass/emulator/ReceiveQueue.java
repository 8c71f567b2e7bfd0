package io.stormglass.emulator;

/**
 * A {@link ReceiveBuffer} at work: one server that takes data out at the drain rate, highest priority first. It can be slowed, stopped for a part of each
 * period, or stopped altogether.
 */
final class ReceiveQueue implements Actor {
    /** Share of the buffer from which on it counts as nearly full. */
    private static final double NEARLY_FULL = 0.85;

    private static final int DRAINED = 0;
    private static final int STALL_ENDS = 1;
    private static final int LOG_RECEIVE = 24;
    private static final int IDLE = -1;

    private final EventQueue events;
    private final Host host;
    private final ReceiveBuffer settings;
    private final int actor;
    private final PacketQueue[] queues = new PacketQueue[Priorities.COUNT];
    private int waiting;
    private long heldBytes;
    private boolean nearlyFull;

    private long drainBitsPerSecond;
    private boolean stopped;
    private boolean goesWhenEmpty;
    private long stallPicos;
    private long periodPicos;
    private long stallsSince;

    /** Priority of the packet that is being taken, or {@link #IDLE}. */
    private int serving = IDLE;
    /** Time of the only event that counts; one that a change has replaced finds another. */
    private long dueAt = Picos.NEVER;

    private long stalledSince = Picos.NEVER;

    ReceiveQueue(Engine engine, Host host, ReceiveBuffer settings) {
        this.events = engine.events;
        this.host = host;
        this.settings = settings;
        this.drainBitsPerSecond = settings.drainBitsPerSecond();
        for (int priority = 0; priority < Priorities.COUNT; priority++) {
            queues[priority] = new PacketQueue();
        }
        actor = events.register(this);
    }

    /** A packet has come through the port. */
    void arrived(Packet packet) {
        int priority = packet.priority;
        if (packet.kind != PacketKind.DATA && !Priorities.has(waiting, priority)) {
            host.take(packet);
            return;
        }
        if (heldBytes + packet.wireBytes > settings.bytes()) {
            host.dropReceived(packet);
            return;
        }
        queues[priority].add(packet);
        waiting |= 1 << priority;
        heldBytes += packet.wireBytes;
        boolean full = heldBytes >= NEARLY_FULL * settings.bytes();
        if (full && !nearlyFull) {
            host.counters.receiveBufferOverThreshold++;
        }
        nearlyFull = full;
        if (wantsPause(priority)) {
            host.port.pausePeer(priority);
        }
        serve();
    }

    /** True where a priority holds enough for XOFF. */
    boolean wantsPause(int priority) {
        return Priorities.has(settings.pauses(), priority) && queues[priority].bytes() >= settings.xoffBytes();
    }

    /** True where a priority that was paused holds too much for XON still. */
    boolean keepsPause(int priority) {
        return Priorities.has(settings.pauses(), priority) && queues[priority].bytes() > settings.xonBytes();
    }

    private void serve() {
        if (serving != IDLE || stopped || waiting == 0 || stalledSince != Picos.NEVER) {
            return;
        }
        long stallEnds = stallEnds();
        if (stallEnds > events.now()) {
            stalledSince = events.now();
            host.counters.pcieStalls++;
            schedule(stallEnds, STALL_ENDS);
            return;
        }
        serving = 31 - Integer.numberOfLeadingZeros(waiting);
        Packet first = queues[serving].head();
        int bytes = first == null ? 0 : first.wireBytes;
        schedule(events.now() + Picos.of(bytes, drainBitsPerSecond), DRAINED);
    }

    private void schedule(long picos, int what) {
        dueAt = picos;
        events.at(picos, actor, what);
    }

    /** End of the stall that the present is in; the present where it is in none. */
    private long stallEnds() {
        long now = events.now();
        if (periodPicos == 0) {
            return now;
        }
        long phase = (now - stallsSince) % periodPicos;
        return phase < stallPicos ? now + stallPicos - phase : now;
    }

    @Override
    public void act(int what) {
        if (events.now() != dueAt) {
            return;
        }
        dueAt = Picos.NEVER;
        events.log(LOG_RECEIVE + what, host.node, waiting, serving);
        switch (what) {
            case DRAINED -> drained();
            case STALL_ENDS -> stallIsOver();
            default -> throw new IllegalStateException("receive buffer of host " + host.node + " knows no " + what);
        }
        serve();
    }

    private void drained() {
        int priority = serving;
        serving = IDLE;
        PacketQueue queue = queues[priority];
        do {
            Packet packet = queue.poll();
            if (packet == null) {
                throw new IllegalStateException("receive buffer of host " + host.node + " is empty");
            }
            heldBytes -= packet.wireBytes;
            host.take(packet);
        } while (startsWithControl(queue));
        if (queue.isEmpty()) {
            waiting &= ~(1 << priority);
        }
        nearlyFull &= heldBytes >= NEARLY_FULL * settings.bytes();
        if (!keepsPause(priority)) {
            host.port.resumePeer(priority);
        }
        goIfEmpty();
    }

    private static boolean startsWithControl(PacketQueue queue) {
        Packet head = queue.head();
        return head != null && head.kind != PacketKind.DATA;
    }

    private void stallIsOver() {
        host.counters.pcieStalledPicos += events.now() - stalledSince;
        stalledSince = Picos.NEVER;
    }

    /** Drains as a fault says from now on; what was begun begins again. */
    void drain(long bitsPerSecond, long stallOfPeriodPicos, long stallEveryPicos) {
        drainBitsPerSecond = bitsPerSecond;
        stallPicos = stallOfPeriodPicos;
        periodPicos = stallEveryPicos;
        stallsSince = events.now();
        stopped = false;
        goesWhenEmpty = false;
        again();
    }

    /** It is not needed any longer. */
    void goesWhenEmpty() {
        goesWhenEmpty = true;
        goIfEmpty();
    }

    private void goIfEmpty() {
        if (goesWhenEmpty && waiting == 0) {
            host.withoutReceiveQueue();
        }
    }

    /** Drains as the settings say. */
    void drainAsSet() {
        drain(settings.drainBitsPerSecond(), 0, 0);
    }

    /** Drains no more. */
    void stop() {
        stopped = true;
        goesWhenEmpty = false;
        again();
    }

    private void again() {
        if (stalledSince != Picos.NEVER) {
            stallIsOver();
        }
        serving = IDLE;
        dueAt = Picos.NEVER;
        serve();
    }

    /** Everything in it is gone. */
    void clear() {
        for (int priority = 0; priority < Priorities.COUNT; priority++) {
            for (Packet packet = queues[priority].poll(); packet != null; packet = queues[priority].poll()) {
                host.dropReceived(packet);
            }
        }
        waiting = 0;
        heldBytes = 0;
        nearlyFull = false;
        again();
        goIfEmpty();
    }

    long heldBytes() {
        return heldBytes;
    }

    /** Packets of a priority, first to last. */
    PacketQueue queue(int priority) {
        return queues[priority];
    }
}
