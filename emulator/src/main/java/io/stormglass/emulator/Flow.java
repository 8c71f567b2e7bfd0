package io.stormglass.emulator;

import org.jspecify.annotations.Nullable;

/**
 * A flow: the sender's end with its control law, and the {@link Receiver}. One object for both, because the emulator sees both; each end acts only on what
 * packets brought it.
 */
final class Flow implements Actor {
    private static final int START = 0;
    private static final int WAKE = 1;
    private static final int RETRANSMIT = 2;
    private static final int NOTIFY = 3;
    private static final int LOG_FLOW = 32;
    /** A sleeping sender looks at its rate at least so often: timers of a law may have raised it. */
    private static final long LONGEST_SLEEP_PICOS = 10 * Picos.PER_MICRO;

    final int id;
    final FlowSpec spec;
    final FlowControl control;
    final Receiver receiver;
    final FlowCounts counts = new FlowCounts();
    final int packets;
    final int forwardHash;
    final int reverseHash;

    private final Engine engine;
    private final EventQueue events;
    private final Host source;
    private final Host destination;
    private final int actor;
    private final WindowLimit limit;
    private final boolean spacedAtSend;

    /** Next in the ring of flows that are ready. */
    @Nullable
    Flow ringNext;

    boolean ready;

    private boolean started;
    private int next;
    private int acknowledged;
    private int highest;
    private long lastSentPicos = -1;
    private int lastSentBytes;
    private long spacingPicos;
    private long spacedRate = -1;
    private int spacedBytes;
    private long spacedPicos;
    private long wakesAt = Picos.NEVER;
    private boolean timed;
    private long progressPicos;
    private long completedPicos = -1;

    Flow(Engine engine, int id, FlowSpec spec, Host source, Host destination) {
        this.engine = engine;
        this.events = engine.events;
        this.id = id;
        this.spec = spec;
        this.source = source;
        this.destination = destination;
        this.limit = spec.transport().window();
        this.spacedAtSend = source.settings.spacing() == NicSettings.Spacing.RATE_AT_SEND;
        long count = Math.ceilDiv(spec.bytes(), engine.wireFormat.payloadBytes());
        if (count > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "a flow of " + spec.bytes() + " bytes has " + count + " packets, 2^31 - 1 are possible");
        }
        packets = (int) count;
        control = FlowControl.start(spec.transport().control(), engine.wireFormat, spec.startPicos() / Picos.PER_NANO);
        receiver = new Receiver(spec.transport().control(), destination.settings.reorderPackets());
        int sourcePort = 0xc000 | (id & 0x3fff);
        forwardHash = Routes.pathHash(spec.source(), spec.destination(), sourcePort);
        reverseHash = Routes.pathHash(spec.destination(), spec.source(), sourcePort);
        actor = events.register(this);
    }

    /** Puts the start of the flow among the events. */
    void schedule() {
        engine.openFlows++;
        events.at(spec.startPicos(), actor, START);
    }

    @Override
    public void act(int what) {
        switch (what) {
            case START -> {
                log(what);
                started = true;
                source.consider(this);
            }
            case WAKE -> wake();
            case RETRANSMIT -> retransmit();
            case NOTIFY -> {
                log(what);
                destination.notify(this, receiver.timer(events.nowNanos()));
            }
            default -> throw new IllegalStateException("flow " + id + " knows no event " + what);
        }
    }

    private void log(int what) {
        events.log(LOG_FLOW + what, spec.source(), id, next);
    }

    private void wake() {
        // A wake-up that an earlier one has replaced finds another time here.
        if (events.now() == wakesAt) {
            wakesAt = Picos.NEVER;
            source.consider(this);
        }
    }

    void sleepUntil(long picos) {
        long at = spacedAtSend ? picos : Math.min(picos, events.now() + LONGEST_SLEEP_PICOS);
        if (at < wakesAt) {
            wakesAt = at;
            events.at(at, actor, WAKE);
        }
    }

    /** The CNP that the receiver owes leaves a nanosecond after its timer: packets at the timer's time come first. */
    void scheduleNotification() {
        if (receiver.timerNanos() != Long.MAX_VALUE) {
            events.at((receiver.timerNanos() + 1) * Picos.PER_NANO, actor, NOTIFY);
        }
    }

    // ---- sender

    /** True where data is left and the windows let it go. */
    boolean open() {
        return started && next < packets && inFlightBytes() < windowBytes();
    }

    private long windowBytes() {
        long lawBytes = control.windowBytes();
        if (limit.bytes() == Long.MAX_VALUE) {
            return lawBytes;
        }
        return switch (limit.scaling()) {
            case FIXED -> Math.min(limit.bytes(), lawBytes);
            case WITH_RATE -> Math.min(scaledWindowBytes(), lawBytes);
        };
    }

    private long scaledWindowBytes() {
        double share = (double) control.rateBitsPerSecond(events.nowNanos()) / source.bitsPerSecond();
        return share >= 1 ? limit.bytes() : Math.max(1, (long) (limit.bytes() * share));
    }

    /** When the rate lets the next packet go. */
    long nextSendPicos() {
        if (lastSentPicos < 0) {
            return 0;
        }
        return lastSentPicos + (spacedAtSend ? spacingPicos : currentSpacingPicos());
    }

    private long currentSpacingPicos() {
        long rate = control.rateBitsPerSecond(events.nowNanos());
        if (rate != spacedRate || lastSentBytes != spacedBytes) {
            spacedRate = rate;
            spacedBytes = lastSentBytes;
            spacedPicos = source.spacingPicos(lastSentBytes, rate);
        }
        return spacedPicos;
    }

    /** The next data packet, as it starts to leave. */
    Packet send() {
        Packet packet = engine.pool.take(PacketKind.DATA);
        int payload = (int) (bytesBefore(next + 1) - bytesBefore(next));
        packet.flow = this;
        packet.number = next;
        packet.destination = spec.destination();
        packet.priority = spec.priority();
        packet.wireBytes = payload + engine.wireFormat.overheadBytes();
        packet.sentPicos = events.now();
        packet.ecnCapable = spec.transport().ecn() == Transport.Ecn.CAPABLE;
        packet.pathHash = forwardHash;
        if (next < highest) {
            counts.retransmitted++;
            engine.observer.sentAgain(id, packet.wireBytes, events.now());
        } else {
            highest = next + 1;
            engine.observer.sent(id, packet.wireBytes, events.now());
        }
        next++;
        counts.sent(PacketKind.DATA);
        lastSentPicos = events.now();
        lastSentBytes = packet.wireBytes;
        control.sent(events.nowNanos(), packet.wireBytes);
        spacingPicos = currentSpacingPicos();
        if (!timed) {
            timed = true;
            progressPicos = events.now();
            events.at(events.now() + source.settings.retransmitPicos(), actor, RETRANSMIT);
        }
        return packet;
    }

    /**
     * Everything before a number has arrived.
     *
     * @return payload bytes that this is news of
     */
    long acknowledge(int number) {
        if (number <= acknowledged) {
            return 0;
        }
        long bytes = bytesBefore(number) - bytesBefore(acknowledged);
        acknowledged = number;
        next = Math.max(next, number);
        progressPicos = events.now();
        if (acknowledged == packets) {
            completedPicos = events.now();
            engine.openFlows--;
            engine.observer.completed(id, spec.startPicos(), completedPicos);
        }
        return bytes;
    }

    /** The receiver misses a number and has refused what came after it. */
    void goBackTo(int number) {
        next = Math.max(number, acknowledged);
        if (next < highest) {
            engine.observer.wentBack(id, next, highest, events.now());
        }
    }

    private void retransmit() {
        timed = false;
        if (acknowledged == packets || next == acknowledged) {
            return;
        }
        long due = progressPicos + source.settings.retransmitPicos();
        timed = true;
        if (due > events.now()) {
            events.at(due, actor, RETRANSMIT);
            return;
        }
        log(RETRANSMIT);
        counts.timeouts++;
        engine.observer.timedOut(id, events.now());
        progressPicos = events.now();
        events.at(events.now() + source.settings.retransmitPicos(), actor, RETRANSMIT);
        goBackTo(acknowledged);
        source.timedOut(this);
    }

    long bytesBefore(int number) {
        return Math.min((long) number * engine.wireFormat.payloadBytes(), spec.bytes());
    }

    long inFlightBytes() {
        return bytesBefore(next) - bytesBefore(acknowledged);
    }

    long acknowledgedBytes() {
        return bytesBefore(acknowledged);
    }

    long sentBytes() {
        return bytesBefore(next);
    }

    boolean isComplete() {
        return completedPicos >= 0;
    }

    /** When the sender had the last ACK; -1 before. */
    long completedPicos() {
        return completedPicos;
    }
}
