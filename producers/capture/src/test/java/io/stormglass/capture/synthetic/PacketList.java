package io.stormglass.capture.synthetic;

import io.stormglass.capture.file.CaptureFault;
import io.stormglass.capture.file.CaptureInterface;
import io.stormglass.capture.file.CaptureNotice;
import io.stormglass.capture.file.InterfaceDrops;
import io.stormglass.capture.file.LinkType;
import io.stormglass.capture.file.PacketCursor;
import io.stormglass.capture.file.PacketTime;
import io.stormglass.models.event.Direction;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** A capture that never was a file. */
public final class PacketList {
    private static final class Packet {
        final long timeNanos;
        final PacketTime kind;
        final byte[] bytes;
        final int originalLength;
        final int interfaceIndex;
        final Direction direction;

        Packet(
                long timeNanos,
                PacketTime kind,
                byte[] bytes,
                int originalLength,
                int interfaceIndex,
                Direction direction) {
            this.timeNanos = timeNanos;
            this.kind = kind;
            this.bytes = bytes;
            this.originalLength = originalLength;
            this.interfaceIndex = interfaceIndex;
            this.direction = direction;
        }
    }

    private final List<CaptureInterface> interfaces = new ArrayList<>();
    private final List<Packet> packets = new ArrayList<>();
    private int currentInterface;
    private Direction currentDirection = Direction.UNKNOWN;

    /** A capture on one Ethernet interface {@code eth0}. */
    public PacketList() {
        on("eth0", LinkType.ETHERNET);
    }

    /** A capture on one interface. */
    public PacketList(LinkType linkType) {
        on("eth0", linkType);
    }

    /** Adds an interface if there is none of this name; packets added from here on are from it. */
    public PacketList on(String name, LinkType linkType) {
        for (int i = 0; i < interfaces.size(); i++) {
            if (interfaces.get(i).name().equals(name)) {
                currentInterface = i;
                return this;
            }
        }
        currentInterface = interfaces.size();
        interfaces.add(new CaptureInterface("list", name, true, linkType, 1, 0, 0, ""));
        return this;
    }

    /** Packets added from here on bear this flag. */
    public PacketList flagged(Direction direction) {
        currentDirection = direction;
        return this;
    }

    /** Adds a whole packet. */
    public PacketList add(long timeNanos, byte[] bytes) {
        return add(timeNanos, bytes, bytes.length);
    }

    /** Adds a packet of which only the first bytes were captured. */
    public PacketList add(long timeNanos, byte[] captured, int originalLength) {
        return add(timeNanos, PacketTime.GIVEN, captured, originalLength);
    }

    /** Adds a packet whose time is worth what {@code kind} says. */
    public PacketList add(long timeNanos, PacketTime kind, byte[] captured, int originalLength) {
        packets.add(new Packet(timeNanos, kind, captured, originalLength, currentInterface, currentDirection));
        return this;
    }

    /** A fresh cursor over the packets. */
    public PacketCursor cursor() {
        return new Cursor(List.copyOf(packets), List.copyOf(interfaces));
    }

    private static final class Cursor implements PacketCursor {
        private final List<Packet> packets;
        private final List<CaptureInterface> interfaces;
        private int at = -1;
        private ByteBuffer buffer = ByteBuffer.allocate(0);

        Cursor(List<Packet> packets, List<CaptureInterface> interfaces) {
            this.packets = packets;
            this.interfaces = interfaces;
        }

        @Override
        public boolean next() {
            if (at + 1 >= packets.size()) {
                return false;
            }
            at++;
            buffer = ByteBuffer.wrap(packets.get(at).bytes).asReadOnlyBuffer();
            return true;
        }

        @Override
        public ByteBuffer buffer() {
            return buffer;
        }

        @Override
        public int offset() {
            return 0;
        }

        @Override
        public int capturedLength() {
            return packets.get(at).bytes.length;
        }

        @Override
        public int originalLength() {
            return packets.get(at).originalLength;
        }

        @Override
        public long timeNanos() {
            return packets.get(at).timeNanos;
        }

        @Override
        public PacketTime timeKind() {
            return packets.get(at).kind;
        }

        @Override
        public LinkType linkType() {
            return interfaces.get(interfaceIndex()).linkType();
        }

        @Override
        public int interfaceIndex() {
            return packets.get(at).interfaceIndex;
        }

        @Override
        public Direction direction() {
            return packets.get(at).direction;
        }

        @Override
        public long packetNumber() {
            return at + 1L;
        }

        @Override
        public List<CaptureInterface> interfaces() {
            return interfaces;
        }

        @Override
        public InterfaceDrops drops(int interfaceIndex) {
            return new InterfaceDrops(-1, -1, 0);
        }

        @Override
        public List<CaptureFault> faults() {
            return List.of();
        }

        @Override
        public List<CaptureNotice> notices() {
            return List.of();
        }

        @Override
        public void close() {
            at = packets.size();
        }
    }
}
