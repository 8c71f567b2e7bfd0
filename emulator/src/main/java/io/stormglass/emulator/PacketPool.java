package io.stormglass.emulator;

import org.jspecify.annotations.Nullable;

/** Packets that are not in use. It grows to the most that were ever in use at once and never shrinks. */
final class PacketPool {
    private @Nullable Packet free;
    private int made;
    private int inUse;

    /** A packet with no mark, no telemetry, capable of nothing. */
    Packet take(PacketKind kind) {
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
        packet.ecnCapable = false;
        packet.marked = false;
        packet.notifies = false;
        packet.markedBytes = 0;
        packet.hops = 0;
        return packet;
    }

    void giveBack(Packet packet) {
        inUse--;
        packet.flow = null;
        packet.next = free;
        free = packet;
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
