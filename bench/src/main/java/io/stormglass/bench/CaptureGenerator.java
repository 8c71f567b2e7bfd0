package io.stormglass.bench;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

/**
 * Writes a RoCEv2 capture of any size for the benchmarks: an incast of {@code flows} senders into one receiver at 100 Gb/s, seen at
 * the receiver's port. Every fourth data packet of a flow is acknowledged by the next frame, 30 % of the data carries CE,
 * a marked flow gets a CNP at most every 50 us, and about each thousandth frame is a PFC frame of priority 3.
 *
 * <p>The same arguments give the same bytes. Usage: {@code CaptureGenerator FILE PACKETS [FLOWS] [PAYLOAD_BYTES]}.
 */
public final class CaptureGenerator {
    private static final int HEADERS_BYTES = 14 + 20 + 8 + 12;
    private static final int ICRC_BYTES = 4;
    private static final long START_NANOS = 1_760_000_000_000_000_000L;
    private static final long CNP_INTERVAL_NANOS = 50_000;
    private static final int RC_SEND_MIDDLE = 0x01;
    private static final int RC_ACK = 0x11;
    private static final int CNP = 0x81;

    private final OutputStream out;
    private final int flows;
    private final int payloadBytes;
    private final SplittableRandom random = new SplittableRandom(1);
    private final int[] psn;
    private final long[] lastCnpNanos;
    private final ByteBuffer record;
    private long written;

    private CaptureGenerator(OutputStream out, int flows, int payloadBytes) {
        this.out = out;
        this.flows = flows;
        this.payloadBytes = payloadBytes;
        this.psn = new int[flows];
        this.lastCnpNanos = new long[flows];
        this.record = ByteBuffer.allocate(16 + HEADERS_BYTES + payloadBytes + ICRC_BYTES);
    }

    public static void main(String[] args) throws IOException {
        if (args.length < 2) {
            throw new IllegalArgumentException("usage: CaptureGenerator FILE PACKETS [FLOWS] [PAYLOAD_BYTES]");
        }
        int flows = args.length > 2 ? Integer.parseInt(args[2]) : 64;
        int payloadBytes = args.length > 3 ? Integer.parseInt(args[3]) : 1024;
        write(Path.of(args[0]), Long.parseLong(args[1]), flows, payloadBytes);
    }

    /**
     * Writes the capture (nanosecond pcap, little endian).
     *
     * @param packets frames in the file
     * @param flows senders, 1..65000
     * @param payloadBytes payload of a data packet, 16..4096
     */
    public static void write(Path file, long packets, int flows, int payloadBytes) throws IOException {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 20)) {
            ByteBuffer header = ByteBuffer.allocate(24).order(ByteOrder.LITTLE_ENDIAN);
            header.putInt(0xa1b23c4d)
                    .putShort((short) 2)
                    .putShort((short) 4)
                    .putLong(0)
                    .putInt(262144)
                    .putInt(1);
            out.write(header.array());
            new CaptureGenerator(out, flows, payloadBytes).run(packets);
        }
    }

    private void run(long packets) throws IOException {
        long nanosPerPacket = Math.max(1, (HEADERS_BYTES + payloadBytes + ICRC_BYTES + 20) * 8L / 100);
        long now = START_NANOS;
        while (written < packets) {
            int flow = (int) (written % flows);
            boolean marked = random.nextInt(10) < 3;
            frame(now, flow, RC_SEND_MIDDLE, psn[flow], marked);
            now += nanosPerPacket;
            if (written < packets && psn[flow] % 4 == 3) {
                frame(now, flow, RC_ACK, psn[flow], false);
            }
            if (written < packets && marked && now - lastCnpNanos[flow] >= CNP_INTERVAL_NANOS) {
                lastCnpNanos[flow] = now;
                frame(now, flow, CNP, 0, false);
            }
            if (written < packets && written % 1000 == 999) {
                pfc(now);
            }
            psn[flow] = (psn[flow] + 1) & 0xffffff;
        }
    }

    private void recordHeader(long nanos, int bytes) {
        record.clear().order(ByteOrder.LITTLE_ENDIAN);
        record.putInt((int) (nanos / 1_000_000_000L)).putInt((int) (nanos % 1_000_000_000L));
        record.putInt(bytes).putInt(bytes).order(ByteOrder.BIG_ENDIAN);
    }

    private void frame(long nanos, int flow, int opcode, int sequence, boolean marked) throws IOException {
        boolean data = opcode == RC_SEND_MIDDLE;
        int body = data ? payloadBytes : opcode == RC_ACK ? 4 : 16;
        int bytes = HEADERS_BYTES + body + ICRC_BYTES;
        recordHeader(nanos, bytes);
        int sender = 0x0a000001 + flow;
        int receiver = 0x0aff0001;
        record.putShort((short) 0x0200).putInt(data ? receiver : sender);
        record.putShort((short) 0x0200).putInt(data ? sender : receiver).putShort((short) 0x0800);
        int dscp = opcode == CNP ? 48 : 26;
        record.put((byte) 0x45).put((byte) (dscp << 2 | (marked ? 3 : 2))).putShort((short) (bytes - 14));
        record.putInt(0x00004000).put((byte) 64).put((byte) 17).putShort((short) 0);
        record.putInt(data ? sender : receiver).putInt(data ? receiver : sender);
        record.putShort((short) (0xc000 + flow % 0x3fff)).putShort((short) 4791);
        record.putShort((short) (bytes - 34)).putShort((short) 0);
        record.put((byte) opcode).put((byte) 0x40).putShort((short) 0xffff);
        record.putInt(opcode == CNP ? 0x40000000 | (0x100 + flow) : data ? 0x200 + flow : 0x100 + flow);
        record.putInt(sequence);
        if (opcode == RC_ACK) {
            record.putInt(0x1f000000 | sequence);
        }
        out.write(record.array(), 0, 16 + bytes);
        written++;
    }

    private void pfc(long nanos) throws IOException {
        recordHeader(nanos, 60);
        java.util.Arrays.fill(record.array(), 16, 76, (byte) 0);
        record.putShort((short) 0x0180)
                .putInt(0xc2000001)
                .putShort((short) 0x0200)
                .putInt(0x0a000001);
        record.putShort((short) 0x8808).putShort((short) 0x0101).putShort((short) 0x0008);
        record.putShort(16 + 14 + 4 + 6, (short) (written % 2000 < 1000 ? 0xffff : 0));
        out.write(record.array(), 0, 76);
        written++;
    }
}
