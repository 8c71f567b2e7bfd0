package io.stormglass.emulator;

import org.jspecify.annotations.Nullable;

/** First in, first out, linked through the packets. */
final class PacketQueue {
    private @Nullable Packet head;
    private @Nullable Packet tail;
    private long bytes;
    private int packets;
    private long watermarkBytes;
    /** Read only so that the packet that comes next is in the cache by then: in a full buffer it was written a megabyte ago. */
    @SuppressWarnings("UnusedVariable")
    private int ahead;

    void add(Packet packet) {
        packet.next = null;
        if (tail == null) {
            head = packet;
        } else {
            tail.next = packet;
        }
        tail = packet;
        packets++;
        bytes += packet.wireBytes;
        if (bytes > watermarkBytes) {
            watermarkBytes = bytes;
        }
    }

    @Nullable
    Packet poll() {
        Packet packet = head;
        if (packet == null) {
            return null;
        }
        Packet following = packet.next;
        head = following;
        packet.next = null;
        if (following == null) {
            tail = null;
        } else {
            ahead = following.wireBytes + (following.next == null ? 0 : 1);
        }
        packets--;
        bytes -= packet.wireBytes;
        return packet;
    }

    @Nullable
    Packet head() {
        return head;
    }

    boolean isEmpty() {
        return head == null;
    }

    long bytes() {
        return bytes;
    }

    int packets() {
        return packets;
    }

    /** Most bytes since the start or the last {@link #clearWatermark}. */
    long watermarkBytes() {
        return watermarkBytes;
    }

    void clearWatermark() {
        watermarkBytes = bytes;
    }
}
