package io.stormglass.capture;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.capture.file.PacketCursor;
import io.stormglass.capture.synthetic.FrameBuilder;
import io.stormglass.models.event.EventSink;
import io.stormglass.models.event.FlowAttributes;
import io.stormglass.models.event.FlowEvent;
import io.stormglass.models.event.FlowKey;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.PortEvent;
import io.stormglass.models.event.PortKey;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Prints how many packets per second each pass takes over a file in the page cache; not part of a normal build. Run with
 * {@code -Dtest=InspectionSpeed}, {@code -Dspeed.packets=2000000}, {@code -Dspeed.capturedBytes=128},
 * {@code -Dspeed.flows=64}.
 */
final class InspectionSpeed {
    private static final int PACKETS = Integer.getInteger("speed.packets", 2_000_000);
    private static final int CAPTURED = Integer.getInteger("speed.capturedBytes", 128);
    private static final int FLOWS = Integer.getInteger("speed.flows", 64);
    private static final int ON_THE_WIRE = 1106;
    private static final long START = 1_760_000_000_000_000_000L;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    void packetsPerSecondOfBothPasses() throws IOException {
        Path file = folder.resolve("speed.pcap");
        write(file);
        for (int round = 0; round < 6; round++) {
            long start = cpuNanos();
            Inspection inspection = CaptureFixtures.inspect(CaptureFixtures.open(file));
            print("pass 1", start);
            assertThat(inspection.counts().packets()).isEqualTo(PACKETS);
            assertThat(inspection.flows()).hasSize(FLOWS);
            Counting counting = new Counting();
            start = cpuNanos();
            try (PacketCursor cursor = CaptureFixtures.open(file)) {
                CaptureEvents.emit(inspection, cursor, CaptureFixtures::unplaced, counting, timeNanos -> {});
            }
            print("pass 2, " + counting.events + " events", start);
        }
    }

    /** Other work on the machine must not count. */
    private static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static void print(String pass, long startNanos) {
        double seconds = (cpuNanos() - startNanos) / 1e9;
        System.out.printf("%s: %.2f million packets per second of one core%n", pass, PACKETS / seconds / 1e6);
    }

    /** Of ten packets seven are data, every other one marked, two are ACKs, one is a CNP. */
    private static void write(Path file) throws IOException {
        ByteBuffer record = ByteBuffer.allocate(16 + CAPTURED).order(ByteOrder.LITTLE_ENDIAN);
        byte[][] data = new byte[FLOWS][];
        byte[][] back = new byte[FLOWS][];
        for (int flow = 0; flow < FLOWS; flow++) {
            String sender = "10.0." + flow / 200 + "." + (flow % 200 + 1);
            data[flow] = FrameBuilder.ethernet()
                    .ecn(2)
                    .ipv4(sender, "10.9.9.9")
                    .udp(49_152, 4791)
                    .bth(7, 0x200 + flow, 0)
                    .payload(ON_THE_WIRE - 58)
                    .icrc()
                    .build();
            back[flow] = FrameBuilder.ethernet()
                    .ecn(2)
                    .ipv4("10.9.9.9", sender)
                    .udp(49_152, 4791)
                    .bth(0x11, 0x100 + flow, 0)
                    .aeth(0x1f)
                    .icrc()
                    .build();
        }
        int[] psn = new int[FLOWS];
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 20)) {
            out.write(ByteBuffer.allocate(24)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putInt(0xa1b23c4d)
                    .putShort((short) 2)
                    .putShort((short) 4)
                    .putLong(0)
                    .putInt(262_144)
                    .putInt(1)
                    .array());
            for (int i = 0; i < PACKETS; i++) {
                int flow = i * 31 / 10 % FLOWS;
                int kind = i % 10;
                byte[] frame = kind < 7 ? data[flow] : back[flow];
                ByteBuffer header = ByteBuffer.wrap(frame);
                if (kind < 7) {
                    psn[flow] = psn[flow] + 1 & 0xffffff;
                    frame[15] = (byte) (104 | (i & 1) + 2);
                }
                frame[42] = (byte) (kind < 7 ? 7 : kind == 9 ? 0x81 : 0x11);
                header.putInt(50, psn[flow]);
                int captured = Math.min(frame.length, CAPTURED);
                record.clear();
                long nanos = START + i * 90L;
                record.putInt((int) (nanos / 1_000_000_000)).putInt((int) (nanos % 1_000_000_000));
                record.putInt(captured).putInt(frame.length).put(frame, 0, captured);
                out.write(record.array(), 0, record.position());
            }
        }
    }

    /** Counts events and keeps none. */
    private static final class Counting implements EventSink {
        long events;

        @Override
        public void flowEvent(FlowKey flow, FlowAttributes attributes, FlowEvent event) {
            events++;
        }

        @Override
        public void portEvent(PortKey port, PortEvent event) {
            events++;
        }

        @Override
        public void linkFacts(PortKey port, LinkFacts facts, long atNanos) {
            events++;
        }

        @Override
        public void refused(String key, String reason, String detail) {
            events++;
        }
    }
}
