package io.stormglass.bench;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/**
 * Writes {@code examples/storm.pcapng.gz}: in-line probes on two ports of switch {@code leaf1}, 6 s.
 *
 * <p>Two senders feed host3, which hangs off {@code Ethernet12}; the probe on the uplink {@code Ethernet48} keeps MAC control frames only. From
 * second 1 to second 3 host3 sends PFC for priority 3 all the time; from 1.05 s on leaf1, its buffer full, pauses spine1 in turn. After that the
 * backlog drains with CE marks and CNPs. Packets are cut to 96 bytes. The same arguments give the same bytes.
 */
public final class ExampleCapture {
    private static final long START_NANOS = 1_767_225_600_000_000_000L;
    private static final long MILLISECOND = 1_000_000L;
    private static final long STORM_FROM = 1_000 * MILLISECOND;
    private static final long STORM_TO = 3_000 * MILLISECOND;
    private static final long END = 6_000 * MILLISECOND;
    private static final int DATA_BYTES = 1086;
    private static final int CAPTURED_BYTES = 96;
    private static final int HOST_PORT = 0;
    private static final int UPLINK = 1;
    private static final int INBOUND = 1;
    private static final int OUTBOUND = 2;
    private static final int ADDRESS_HOST2 = 0x0a000002;
    private static final int ADDRESS_HOST3 = 0x0a000003;
    private static final int ADDRESS_REMOTE = 0x0a000109;
    private static final long MAC_HOST3 = 0x020000000003L;
    private static final long MAC_LEAF = 0x0200000000a1L;

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Packet(long nanos, int port, int direction, int originalBytes, byte[] bytes) {}

    private final List<Packet> packets = new ArrayList<>();

    private ExampleCapture() {}

    public static void main(String[] args) throws IOException {
        if (args.length != 1) {
            throw new IllegalArgumentException("usage: ExampleCapture FILE.pcapng.gz");
        }
        ExampleCapture capture = new ExampleCapture();
        capture.traffic();
        capture.storm();
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(Path.of(args[0])))) {
            capture.write(out);
        }
    }

    private void traffic() {
        int local = 0;
        int remote = 0;
        for (long at = 0; at < END; at += MILLISECOND) {
            boolean held = at >= STORM_FROM && at < STORM_TO;
            if (held) {
                continue;
            }
            boolean draining = at >= STORM_TO && at < STORM_TO + 500 * MILLISECOND;
            exchange(at, false, local++, draining);
            exchange(at + MILLISECOND / 2, true, remote++, draining);
        }
    }

    /** One data packet to host3 and its ACK; a CNP for every tenth marked one. */
    private void exchange(long at, boolean fromUplink, int psn, boolean marked) {
        int sender = fromUplink ? ADDRESS_REMOTE : ADDRESS_HOST2;
        int dataQp = fromUplink ? 0x2009 : 0x2002;
        int returnQp = fromUplink ? 0x1009 : 0x1002;
        byte[] data =
                roce(MAC_LEAF, MAC_HOST3, sender, ADDRESS_HOST3, 26, marked ? 3 : 2, 0x04, dataQp, psn, DATA_BYTES);
        byte[] ack = roce(MAC_HOST3, MAC_LEAF, ADDRESS_HOST3, sender, 26, 2, 0x11, returnQp, psn, 62);
        byte[] cnp = roce(MAC_HOST3, MAC_LEAF, ADDRESS_HOST3, sender, 48, 0, 0x81, returnQp, 0, 74);
        long reaction = 6_000 + psn % 7 * 250L;
        add(at, HOST_PORT, OUTBOUND, DATA_BYTES, data);
        add(at + reaction, HOST_PORT, INBOUND, 62, ack);
        if (marked && psn % 10 == 0) {
            add(at + reaction + 2_000, HOST_PORT, INBOUND, 74, cnp);
        }
    }

    private void storm() {
        for (long at = STORM_FROM; at < STORM_TO; at += 300_000) {
            add(at, HOST_PORT, INBOUND, 60, pfc(MAC_HOST3, 0xffff));
        }
        add(STORM_TO, HOST_PORT, INBOUND, 60, pfc(MAC_HOST3, 0));
        for (long at = STORM_FROM + 50 * MILLISECOND; at < STORM_TO; at += 300_000) {
            add(at + 7, UPLINK, OUTBOUND, 60, pfc(MAC_LEAF, 0xffff));
        }
        add(STORM_TO + 20_000, UPLINK, OUTBOUND, 60, pfc(MAC_LEAF, 0));
    }

    private void add(long at, int port, int direction, int originalBytes, byte[] bytes) {
        packets.add(new Packet(START_NANOS + at, port, direction, originalBytes, bytes));
    }

    private static byte[] roce(
            long sourceMac,
            long targetMac,
            int source,
            int target,
            int dscp,
            int ecn,
            int opcode,
            int qp,
            int psn,
            int bytes) {
        ByteBuffer frame = ByteBuffer.allocate(bytes);
        frame.putShort((short) (targetMac >> 32)).putInt((int) targetMac);
        frame.putShort((short) (sourceMac >> 32)).putInt((int) sourceMac).putShort((short) 0x0800);
        frame.put((byte) 0x45).put((byte) (dscp << 2 | ecn)).putShort((short) (bytes - 14));
        frame.putInt(0x4000)
                .put((byte) 64)
                .put((byte) 17)
                .putShort((short) 0)
                .putInt(source)
                .putInt(target);
        frame.putShort((short) 49_152)
                .putShort((short) 4791)
                .putShort((short) (bytes - 34))
                .putShort((short) 0);
        frame.put((byte) opcode).put((byte) 0x40).putShort((short) 0xffff);
        frame.putInt(opcode == 0x81 ? 0x4000_0000 | qp : qp).putInt((opcode == 0x04 ? 0x8000_0000 : 0) | psn);
        if (opcode == 0x11) {
            frame.putInt(0x1f00_0000 | psn);
        }
        return frame.array();
    }

    private static byte[] pfc(long sourceMac, int quanta) {
        ByteBuffer frame = ByteBuffer.allocate(60);
        frame.putShort((short) 0x0180).putInt(0xc2000001);
        frame.putShort((short) (sourceMac >> 32)).putInt((int) sourceMac);
        frame.putShort((short) 0x8808).putShort((short) 0x0101).putShort((short) 0x0008);
        frame.putShort(18 + 2 * 3, (short) quanta);
        return frame.array();
    }

    private void write(OutputStream out) throws IOException {
        packets.sort(Comparator.comparingLong(Packet::nanos).thenComparingInt(Packet::port));
        out.write(block(
                0x0a0d0d0a,
                body -> body.putInt(0x1a2b3c4d)
                        .putShort((short) 1)
                        .putShort((short) 0)
                        .putLong(-1)));
        for (String name : List.of("Ethernet12", "Ethernet48")) {
            out.write(block(1, body -> {
                body.putShort((short) 1).putShort((short) 0).putInt(CAPTURED_BYTES);
                option(body, 2, name.getBytes(StandardCharsets.UTF_8));
                option(body, 9, new byte[] {9});
                body.putInt(0);
            }));
        }
        for (Packet packet : packets) {
            int captured = Math.min(packet.bytes().length, CAPTURED_BYTES);
            out.write(block(6, body -> {
                body.putInt(packet.port()).putInt((int) (packet.nanos() >>> 32)).putInt((int) packet.nanos());
                body.putInt(captured).putInt(packet.originalBytes());
                padded(body, packet.bytes(), captured);
                option(
                        body,
                        2,
                        ByteBuffer.allocate(4)
                                .order(ByteOrder.LITTLE_ENDIAN)
                                .putInt(packet.direction())
                                .array());
                body.putInt(0);
            }));
        }
    }

    private interface Body {
        void writeTo(ByteBuffer body);
    }

    private static byte[] block(int type, Body content) {
        ByteBuffer body = ByteBuffer.allocate(512).order(ByteOrder.LITTLE_ENDIAN);
        content.writeTo(body);
        int total = body.position() + 12;
        ByteBuffer frame = ByteBuffer.allocate(8)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(type)
                .putInt(total);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(total);
        try {
            bytes.write(frame.array());
            bytes.write(body.array(), 0, body.position());
            bytes.write(frame.array(), 4, 4);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static void option(ByteBuffer body, int code, byte[] value) {
        body.putShort((short) code).putShort((short) value.length);
        padded(body, value, value.length);
    }

    private static void padded(ByteBuffer body, byte[] bytes, int length) {
        body.put(bytes, 0, length);
        body.position((body.position() + 3) & ~3);
    }
}
