package io.stormglass.emulator;

import java.util.Arrays;

/** What became of a flow's packets, by kind: data from its source; ACK, NAK and CNP from its destination. */
public final class FlowCounts {
    private static final int KINDS = PacketKind.values().length;

    private final long[] sent = new long[KINDS];
    private final long[] received = new long[KINDS];
    private final long[] dropped = new long[KINDS];
    long retransmitted;
    long acceptedBytes;
    long timeouts;
    long outOfSequence;
    long overtook;
    long markedReceived;

    FlowCounts() {}

    void clear() {
        Arrays.fill(sent, 0);
        Arrays.fill(received, 0);
        Arrays.fill(dropped, 0);
        retransmitted = 0;
        acceptedBytes = 0;
        timeouts = 0;
        outOfSequence = 0;
        overtook = 0;
        markedReceived = 0;
    }

    void add(FlowCounts other) {
        for (int kind = 0; kind < KINDS; kind++) {
            sent[kind] += other.sent[kind];
            received[kind] += other.received[kind];
            dropped[kind] += other.dropped[kind];
        }
        retransmitted += other.retransmitted;
        acceptedBytes += other.acceptedBytes;
        timeouts += other.timeouts;
        outOfSequence += other.outOfSequence;
        overtook += other.overtook;
        markedReceived += other.markedReceived;
    }

    void sent(PacketKind kind) {
        sent[kind.code]++;
    }

    void received(PacketKind kind) {
        received[kind.code]++;
    }

    void dropped(PacketKind kind) {
        dropped[kind.code]++;
    }

    /** Packets that were put into the sending NIC's queue or onto its wire. */
    public long sentPackets(PacketKind kind) {
        return sent[kind.code];
    }

    /** Packets that arrived at the other NIC. */
    public long receivedPackets(PacketKind kind) {
        return received[kind.code];
    }

    /** Packets that switches dropped, that a wire lost, or that a NIC's receive buffer had no room for. */
    public long droppedPackets(PacketKind kind) {
        return dropped[kind.code];
    }

    /** Data packets that had been sent before; part of those sent. */
    public long retransmitted() {
        return retransmitted;
    }

    /** Payload that the receiver took, each byte once. */
    public long acceptedBytes() {
        return acceptedBytes;
    }

    /** Times that the sender went back because nothing came. */
    public long timeouts() {
        return timeouts;
    }

    /** Data packets that the receiver refused because one before was missing, or had already. */
    public long outOfSequence() {
        return outOfSequence;
    }

    /** Data packets that came before one with a lower number and were held. */
    public long overtook() {
        return overtook;
    }

    /** Data packets that arrived with a mark. */
    public long markedReceived() {
        return markedReceived;
    }
}
