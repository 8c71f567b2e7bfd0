package io.stormglass.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Writes pcapng captures with interfaces, nanosecond times and direction flags. */
final class CaptureWriter {
    /** Packet flags of pcapng. */
    enum Flow {
        INBOUND(1),
        OUTBOUND(2);

        private final int flags;

        Flow(int flags) {
            this.flags = flags;
        }
    }

    private static final class Packet {
        private final long timeNanos;
        private final int interfaceIndex;
        private final Flow flow;
        private final byte[] frame;

        Packet(long timeNanos, int interfaceIndex, Flow flow, byte[] frame) {
            this.timeNanos = timeNanos;
            this.interfaceIndex = interfaceIndex;
            this.flow = flow;
            this.frame = frame;
        }
    }

    private final List<String> interfaces;
    private final List<Packet> packets = new ArrayList<>();

    CaptureWriter(List<String> interfaces) {
        this.interfaces = List.copyOf(interfaces);
    }

    CaptureWriter add(long timeNanos, String interfaceName, Flow flow, byte[] frame) {
        packets.add(new Packet(timeNanos, interfaces.indexOf(interfaceName), flow, frame));
        return this;
    }

    /** Writes the packets in the order of their times; equal times in the order in which they were added. */
    Path write(Path file) {
        packets.sort(Comparator.comparingLong(packet -> packet.timeNanos));
        return writeAsAdded(file);
    }

    /** Writes the packets in the order in which they were added. */
    Path writeAsAdded(Path file) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        block(out, 0x0a0d0d0a, header());
        for (String name : interfaces) {
            block(out, 1, description(name));
        }
        for (Packet packet : packets) {
            block(out, 6, enhanced(packet));
        }
        try {
            return Files.write(file, out.toByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] header() {
        return little(16)
                .putInt(0x1a2b3c4d)
                .putShort((short) 1)
                .putShort((short) 0)
                .putLong(-1)
                .array();
    }

    private static byte[] description(String name) {
        byte[] text = name.getBytes(StandardCharsets.UTF_8);
        ByteBuffer body = ByteBuffer.allocate(8 + 4 + padded(text.length) + 8 + 4);
        body.order(ByteOrder.LITTLE_ENDIAN);
        body.putShort((short) 1).putShort((short) 0).putInt(0);
        body.putShort((short) 2).putShort((short) text.length).put(text).position(12 + padded(text.length));
        body.putShort((short) 9).putShort((short) 1).put((byte) 9).position(12 + padded(text.length) + 8);
        body.putInt(0);
        return body.array();
    }

    private static byte[] enhanced(Packet packet) {
        int length = packet.frame.length;
        ByteBuffer body = ByteBuffer.allocate(20 + padded(length) + 8 + 4);
        body.order(ByteOrder.LITTLE_ENDIAN);
        body.putInt(packet.interfaceIndex);
        body.putInt((int) (packet.timeNanos >>> 32)).putInt((int) packet.timeNanos);
        body.putInt(length).putInt(length).put(packet.frame).position(20 + padded(length));
        body.putShort((short) 2).putShort((short) 4).putInt(packet.flow.flags);
        body.putInt(0);
        return body.array();
    }

    private static void block(ByteArrayOutputStream out, int type, byte[] body) {
        int length = body.length + 12;
        out.writeBytes(little(8).putInt(type).putInt(length).array());
        out.writeBytes(body);
        out.writeBytes(little(4).putInt(length).array());
    }

    private static ByteBuffer little(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static int padded(int length) {
        return (length + 3) & ~3;
    }

    /**
     * A PFC frame for one priority.
     *
     * @param mac last byte of the sender's address
     * @param quanta 0 is XON
     */
    static byte[] pfc(int mac, int priority, int quanta) {
        ByteBuffer frame = ByteBuffer.allocate(60);
        frame.put(new byte[] {1, (byte) 0x80, (byte) 0xc2, 0, 0, 1}).put(mac(mac));
        frame.putShort((short) 0x8808).putShort((short) 0x0101).putShort((short) (1 << priority));
        frame.putShort(18 + 2 * priority, (short) quanta);
        return frame.array();
    }

    /**
     * A RoCEv2 data packet (RDMA WRITE only) of 1000 payload bytes.
     *
     * @param source last byte of the sender's MAC and IP address
     * @param target last byte of the receiver's
     * @param priority DSCP is eight times this
     */
    static byte[] data(int source, int target, int priority, int qp, int psn) {
        ByteBuffer frame = ByteBuffer.allocate(14 + 20 + 8 + 12 + 16 + 1000 + 4);
        frame.put(mac(target)).put(mac(source)).putShort((short) 0x0800);
        frame.put((byte) 0x45).put((byte) (priority << 5 | 2)).putShort((short) (frame.capacity() - 14));
        frame.putInt(0).put((byte) 64).put((byte) 17).putShort((short) 0);
        frame.put(new byte[] {10, 0, 0, (byte) source}).put(new byte[] {10, 0, 0, (byte) target});
        frame.putShort((short) 49152)
                .putShort((short) 4791)
                .putShort((short) (frame.capacity() - 34))
                .putShort((short) 0);
        frame.put((byte) 0x0a).put((byte) 0).putShort((short) 0xffff);
        frame.putInt(qp & 0xffffff).putInt(psn & 0xffffff);
        return frame.array();
    }

    private static byte[] mac(int last) {
        return new byte[] {2, 0, 0, 0, 0, (byte) last};
    }
}
