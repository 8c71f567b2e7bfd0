package io.stormglass.emulator;

import org.jspecify.annotations.Nullable;

/** Packets that are not in use. It grows to the most that were ever in use at once and never shrinks. */
final class PacketPool {
    private @Nullable Packet free;
    private int made;
    private int inUse;

    /** A packet with no mark, no telemetry, capable of nothing; it refers to a flow unless it is a pause frame. */
    Packet take(PacketKind kind, @Nullable Flow flow) {
        Packet packet = free;
        if (packet == null) {
            packet = new Packet();
            made++;
        } else {
            free = packet.next;
            packet.next = null;
        }
        inUse++;
        packet.kind = kind;
        packet.flow = flow;
        if (flow != null) {
            flow.packetsOut++;
        }
        packet.ecnCapable = false;
        packet.marked = false;
        packet.notifies = false;
        packet.asks = false;
        packet.markedBytes = 0;
        packet.hops = 0;
        return packet;
    }

    void giveBack(Packet packet) {
        inUse--;
        Flow flow = packet.flow;
        packet.flow = null;
        packet.next = free;
        free = packet;
        if (flow != null && --flow.packetsOut == 0) {
            flow.settle();
        }
    }

    /** Packets ever made. */
    int made() {
        return made;
    }

    /** Packets in queues and on wires. */
    int inUse() {
        return inUse;
    }
}
