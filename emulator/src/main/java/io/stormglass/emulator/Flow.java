package io.stormglass.emulator;

import io.stormglass.models.cc.LossEvent;
import org.jspecify.annotations.Nullable;

/**
 * A flow: a queue pair with the sender's end, its control law, its messages, and the {@link Receiver}. One object for both ends, because the emulator sees both;
 * each end acts only on what packets brought it.
 *
 * <p>Packets are numbered through all messages. A flow that is over and that no packet refers to any more is used again under another number, law and timers
 * included; timers of the past find another time here and do nothing.
 */
final class Flow implements Actor {
    private static final int START = 0;
    private static final int WAKE = 1;
    private static final int RETRANSMIT = 2;
    private static final int NOTIFY = 3;
    private static final int LOG_FLOW = 32;
    /** A sleeping sender looks at its rate at least so often: timers of a law may have raised it. */
    private static final long LONGEST_SLEEP_PICOS = 10 * Picos.PER_MICRO;
    /** Numbers start again at 0 at the next rest after so many. */
    private static final int MANY_PACKETS = 1 << 30;

    final Transport transport;
    final FlowControl control;
    final Receiver receiver;
    final @Nullable TcpRecovery tcp;
    final FlowCounts counts = new FlowCounts();

    int id;
    int priority;
    int forwardHash;
    int reverseHash;
    /** Packets that refer to it: in queues and on wires. */
    int packetsOut;

    private final Engine engine;
    private final FlowPool pool;
    private final EventQueue events;
    private final int actor;
    private final WindowLimit limit;
    private final boolean limited;
    private final boolean ecnCapable;
    private final int payloadBytes;

    private Host source;
    private Host destination;
    private boolean spacedAtSend;
    private boolean coalesces;
    private long originNanos;

    /** Next in the ring of flows that are ready, or among those that are over. */
    @Nullable
    Flow ringNext;

    boolean ready;
    private boolean closing;
    private boolean over;

    private final MessageQueue messages;

    /** Ends of the oldest message and of the one that is being sent, kept here for the packets inside; 0 where they must be looked up. */
    private int headEnd;

    private int sendingEnd;
    private int available;
    private int next;
    private int acknowledged;
    private int highest;
    private long sentBytes;
    private long acknowledgedBytes;
    private long lastSentPicos;
    private int lastSentBytes;
    private long spacingPicos;
    private long spacedRate;
    private int spacedBytes;
    private long spacedPicos;
    private long wakesAt = Picos.NEVER;
    private long timerAt = Picos.NEVER;
    private long progressPicos;
    private long completedPicos;

    Flow(Engine engine, FlowPool pool, Transport transport, Host source, Host destination) {
        this.engine = engine;
        this.pool = pool;
        this.events = engine.events;
        this.transport = transport;
        this.source = source;
        this.destination = destination;
        this.limit = transport.window();
        this.limited = limit.bytes() != Long.MAX_VALUE;
        this.ecnCapable = transport.ecn() == Transport.Ecn.CAPABLE;
        this.payloadBytes = engine.wireFormat.payloadBytes();
        messages = new MessageQueue(payloadBytes);
        control = FlowControl.start(transport.control(), engine.wireFormat);
        TcpSettings settings = transport.control().tcpSettings();
        tcp = settings == null ? null : new TcpRecovery(settings);
        int held = settings == null ? destination.settings.reorderPackets() : settings.receivePackets();
        receiver = new Receiver(transport.control(), held);
        actor = events.register(this);
    }

    /** Becomes the flow of a number, from a host to another; it has sent nothing. */
    void open(int number, int dataPriority, Host from, Host to) {
        id = number;
        priority = dataPriority;
        source = from;
        destination = to;
        coalesces = to.settings.packetsPerAck() > 1;
        spacedAtSend = from.settings.spacing() == NicSettings.Spacing.RATE_AT_SEND;
        int sourcePort = 0xc000 | (id & 0x3fff);
        forwardHash = Routes.pathHash(from.node, to.node, sourcePort);
        reverseHash = Routes.pathHash(to.node, from.node, sourcePort);
        closing = false;
        over = false;
        messages.restart();
        originNanos = events.nowNanos();
        lastSentPicos = -1;
        lastSentBytes = 0;
        spacedRate = -1;
        spacedBytes = 0;
        wakesAt = Picos.NEVER;
        progressPicos = 0;
        completedPicos = -1;
        counts.clear();
        renumber();
    }

    /** Numbers start at 0: nothing is in flight and no message waits. */
    private void renumber() {
        messages.renumber();
        headEnd = 0;
        sendingEnd = 0;
        available = 0;
        next = 0;
        acknowledged = 0;
        highest = 0;
        sentBytes = messages.bytes();
        acknowledgedBytes = messages.bytes();
        receiver.restart();
        if (tcp != null) {
            tcp.restart();
        }
    }

    int source() {
        return source.node;
    }

    int destination() {
        return destination.node;
    }

    // ---- messages

    /**
     * Adds a message behind all others.
     *
     * @return its number in this flow
     */
    int append(long bytes, long startPicos, FlowListener listener) {
        if (closing) {
            throw new IllegalArgumentException("flow " + id + " is closed");
        }
        if (messages.head() == null && packetsOut == 0 && !receiver.owes() && messages.end() > MANY_PACKETS) {
            renumber();
        }
        if (messages.count() == 0) {
            originNanos = startPicos / Picos.PER_NANO;
        }
        Message message = messages.add(bytes, startPicos, listener);
        headEnd = messages.headEnd();
        engine.openMessages++;
        completedPicos = -1;
        events.at(startPicos, actor, START);
        return message.index;
    }

    /** No message follows. */
    void close() {
        closing = true;
        settle();
    }

    private void complete(Message message) {
        completedPicos = events.now();
        engine.openMessages--;
        FlowCompletion completion = engine.completion.set(this, message, completedPicos);
        FlowListener listener = message.listener;
        message.listener = FlowListener.NONE;
        messages.removeHead(message);
        headEnd = messages.headEnd();
        engine.observer.completed(completion);
        listener.completed(completion);
    }

    /** Gives the flow back if it is over and nothing refers to it. */
    void settle() {
        if (closing && messages.head() == null && packetsOut == 0 && !ready && !over && !receiver.owes()) {
            over = true;
            pool.over(this);
        }
    }

    // ---- events

    @Override
    public void act(int what) {
        switch (what) {
            case START -> start();
            case WAKE -> wake();
            case RETRANSMIT -> retransmit();
            case NOTIFY -> notifySender();
            default -> throw new IllegalStateException("flow " + id + " knows no event " + what);
        }
    }

    private void log(int what) {
        events.log(LOG_FLOW + what, source.node, id, next);
    }

    private void start() {
        log(START);
        available = messages.start().end;
        source.consider(this);
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
        events.at((receiver.timerNanos() + 1) * Picos.PER_NANO, actor, NOTIFY);
    }

    private void notifySender() {
        if (!receiver.owes() || (receiver.timerNanos() + 1) * Picos.PER_NANO != events.now()) {
            return;
        }
        log(NOTIFY);
        destination.notify(this, receiver.timer(events.nowNanos()));
        settle();
    }

    // ---- sender

    /** The law's clock. */
    long lawNanos() {
        return events.nowNanos() - originNanos;
    }

    /** Rate that the law allows now. */
    long rateBitsPerSecond() {
        return control.rateBitsPerSecond(lawNanos());
    }

    /** True where data is left and the windows let it go. */
    boolean open() {
        return (next < available && inFlightBytes() < windowBytes()) || (tcp != null && tcp.resends());
    }

    /** True where everything that is there has been sent. */
    boolean isOutOfData() {
        return next >= available;
    }

    private long windowBytes() {
        long lawBytes = control.windowBytes();
        if (tcp != null) {
            lawBytes = Math.min(lawBytes, receiver.windowPackets() * (long) payloadBytes);
        }
        if (!limited) {
            return lawBytes;
        }
        return switch (limit.scaling()) {
            case FIXED -> Math.min(limit.bytes(), lawBytes);
            case WITH_RATE -> Math.min(scaledWindowBytes(), lawBytes);
        };
    }

    private long scaledWindowBytes() {
        double share = (double) rateBitsPerSecond() / source.bitsPerSecond();
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
        long rate = rateBitsPerSecond();
        if (rate != spacedRate || lastSentBytes != spacedBytes) {
            spacedRate = rate;
            spacedBytes = lastSentBytes;
            spacedPicos = source.spacingPicos(lastSentBytes, rate);
        }
        return spacedPicos;
    }

    /** The next data packet, as it starts to leave. */
    Packet send() {
        Packet packet = engine.pool.take(PacketKind.DATA, this);
        if (control.stampsPackets()) {
            control.stamp(packet.stamp(), lawNanos(), inFlightBytes());
        }
        if (tcp != null && tcp.resends()) {
            fill(packet, acknowledged, (int) (bytesBefore(acknowledged + 1) - acknowledgedBytes));
            tcp.resent();
            counts.retransmitted++;
            engine.observer.sentAgain(id, packet.wireBytes, events.now());
        } else {
            sendNext(packet);
        }
        counts.sent(PacketKind.DATA);
        lastSentPicos = events.now();
        lastSentBytes = packet.wireBytes;
        control.sent(lawNanos(), packet.wireBytes);
        spacingPicos = currentSpacingPicos();
        if (timerAt == Picos.NEVER || tcp != null) {
            watch();
        }
        return packet;
    }

    private void sendNext(Packet packet) {
        if (next == acknowledged) {
            progressPicos = events.now();
        }
        long after = bytesAfterNext();
        fill(packet, next, (int) (after - sentBytes));
        if (next < highest) {
            counts.retransmitted++;
            engine.observer.sentAgain(id, packet.wireBytes, events.now());
        } else {
            highest = next + 1;
            engine.observer.sent(id, packet.wireBytes, events.now());
        }
        next++;
        sentBytes = after;
        if (next == available) {
            control.outOfData(inFlightBytes());
        }
        packet.asks = coalesces && inFlightBytes() >= windowBytes();
    }

    private void fill(Packet packet, int number, int payload) {
        packet.number = number;
        packet.destination = destination.node;
        packet.priority = priority;
        packet.wireBytes = payload + engine.wireFormat.overheadBytes();
        packet.sentPicos = events.now();
        packet.ecnCapable = ecnCapable;
        packet.pathHash = forwardHash;
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
        long before = number < headEnd
                ? acknowledgedBytes + (long) (number - acknowledged) * payloadBytes
                : bytesBefore(number);
        long bytes = before - acknowledgedBytes;
        acknowledged = number;
        acknowledgedBytes = before;
        if (next < number) {
            next = number;
            sentBytes = before;
            sendingEnd = 0;
        }
        progressPicos = events.now();
        if (number >= headEnd) {
            completeUpTo(number);
        }
        return bytes;
    }

    private void completeUpTo(int number) {
        for (Message message = messages.head(); message != null && number >= message.end; message = messages.head()) {
            complete(message);
        }
    }

    /** What an acknowledgement says of losses; the sender has taken what it acknowledges. */
    LossEvent losses(Packet answer, long newBytes) {
        if (tcp == null) {
            return answer.kind == PacketKind.NAK ? LossEvent.FAST_RETRANSMIT : LossEvent.NONE;
        }
        if (answer.number < acknowledged) {
            return LossEvent.NONE;
        }
        int packets = (int) Math.ceilDiv(newBytes, payloadBytes);
        return tcp.acknowledged(packets, acknowledged, next, events.now() - answer.sentPicos);
    }

    /** The receiver misses a number and has refused what came after it. */
    void goBackTo(int number) {
        next = Math.max(number, acknowledged);
        sentBytes = bytesBefore(next);
        messages.goBack();
        sendingEnd = 0;
        if (next < highest) {
            engine.observer.wentBack(id, next, highest, events.now());
        }
    }

    private long timeoutPicos() {
        return tcp == null ? source.settings.retransmitPicos() : tcp.timeoutPicos();
    }

    /** Sees to it that the retransmission timer runs. */
    private void watch() {
        long due = progressPicos + timeoutPicos();
        if (due < timerAt) {
            timerAt = due;
            events.at(due, actor, RETRANSMIT);
        }
    }

    private void retransmit() {
        if (events.now() != timerAt) {
            return;
        }
        timerAt = Picos.NEVER;
        if (messages.head() == null || next == acknowledged) {
            return;
        }
        if (progressPicos + timeoutPicos() > events.now()) {
            watch();
            return;
        }
        log(RETRANSMIT);
        counts.timeouts++;
        engine.observer.timedOut(id, events.now());
        if (tcp != null) {
            tcp.timedOut(highest);
        }
        progressPicos = events.now();
        watch();
        long inFlight = inFlightBytes();
        goBackTo(acknowledged);
        source.timedOut(this, inFlight);
    }

    private long bytesAfterNext() {
        if (next + 1 < sendingEnd) {
            return sentBytes + payloadBytes;
        }
        long after = bytesBefore(next + 1);
        sendingEnd = messages.sendingEnd();
        return after;
    }

    /** Payload of the flow before a packet that is not acknowledged yet, or after the last one. */
    private long bytesBefore(int number) {
        return messages.bytesBefore(number, next);
    }

    /** Payload in flight. */
    long inFlightBytes() {
        long bytes = sentBytes - acknowledgedBytes;
        return tcp == null ? bytes : Math.max(0, bytes - (long) tcp.leftThePath() * payloadBytes);
    }

    long acknowledgedBytes() {
        return acknowledgedBytes;
    }

    long sentBytes() {
        return sentBytes;
    }

    /** When the sender had the last ACK of its last message; -1 while one is missing. */
    long completedPicos() {
        return completedPicos;
    }

    // ---- receiver

    /** True where what the receiver has ends a message that it has not acknowledged as a whole. */
    boolean receivedMessage() {
        return messages.endsBy(receiver.expected);
    }

    int payloadBytes(Packet data) {
        return data.wireBytes - engine.wireFormat.overheadBytes();
    }
}
