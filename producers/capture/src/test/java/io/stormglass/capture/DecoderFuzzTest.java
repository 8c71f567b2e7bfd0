package io.stormglass.capture;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.stormglass.capture.file.CaptureFiles;
import io.stormglass.capture.file.CaptureInput;
import io.stormglass.capture.file.CaptureInterface;
import io.stormglass.capture.file.PacketCursor;
import io.stormglass.capture.file.ReaderLimits;
import io.stormglass.capture.synthetic.FrameBuilder;
import io.stormglass.capture.synthetic.PcapWriter;
import io.stormglass.models.event.EventSink;
import io.stormglass.models.event.FlowAttributes;
import io.stormglass.models.event.FlowEvent;
import io.stormglass.models.event.FlowKey;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.PortEvent;
import io.stormglass.models.event.PortKey;
import io.stormglass.testkit.Property;
import java.io.ByteArrayInputStream;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The whole decoder, from the container to the events, over damaged captures. */
final class DecoderFuzzTest {
    private static final int CASES = Boolean.getBoolean("stormglass.full") ? 200_000 : 10_000;
    private static final long MOST_BYTES = 64L << 20;
    private static final ReaderLimits LIMITS = new ReaderLimits(262_144, 16 << 20, 1 << 20, 4096);
    private static final int[] ODD = {0, 1, 4, 8, 0x45, 0x60, 0x81, 0x88, 0x12, 0xb5, 0xb7, 0x7f, 0x80, 0xff};

    private final List<byte[]> fixtures = fixtures();
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private long mostAllocated;
    private long packets;
    private long events;

    private static List<byte[]> fixtures() {
        List<byte[]> all = new ArrayList<>();
        for (String name : List.of("mirrors.pcap", "nasty.pcap", "nasty.pcapng", "small.pcap")) {
            all.add(CaptureFixtures.bytes(name));
        }
        for (String name : List.of("ng_cut_in_epb.pcapng", "incl_len_1GiB.pcap", "rec_data_cut.pcap")) {
            all.add(CaptureFixtures.bytes("fatal/" + name));
        }
        // The first packets of a long one: eight flows, repeats, reads, IPv6, VLAN.
        all.add(Arrays.copyOf(CaptureFixtures.bytes("medium_snap96_ns_le.pcap"), 6_000));
        all.add(everyHeader());
        for (int linkType : new int[] {101, 113, 276}) {
            all.add(withLinkType(linkType));
        }
        return all;
    }

    /** One packet of each kind that the other fixtures lack. */
    private static byte[] everyHeader() {
        PcapWriter file = new PcapWriter();
        long nanos = 1_760_000_000_000_000_000L;
        for (byte[] frame : List.of(
                FrameBuilder.rocev2("10.0.0.1", "10.0.0.2", 0x64, 1, 0)
                        .connectionManager(0x0010, 5, 0, 0x100)
                        .build(),
                FrameBuilder.rocev2("10.0.0.2", "10.0.0.1", 0x64, 1, 0)
                        .connectionManager(0x0013, 6, 5, 0x200)
                        .build(),
                FrameBuilder.rocev2("10.0.0.1", "10.0.0.2", 0x07, 0x200, 9)
                        .payload(40)
                        .build(),
                FrameBuilder.rocev2("10.0.0.2", "10.0.0.1", 0x11, 0x100, 9)
                        .aeth(0x1f)
                        .build(),
                FrameBuilder.rocev2("10.0.0.2", "10.0.0.1", 0x0c, 0x100, 70)
                        .payload(16)
                        .build(),
                FrameBuilder.rocev2("10.0.0.1", "10.0.0.2", 0x0d, 0x200, 70)
                        .aeth(0)
                        .build(),
                tunnel().gre(0x1000, 0x22eb, FrameBuilder.hex("00000001 200000010000000000000001 0011223344556677"))
                        .andEthernet()
                        .ipv4("10.0.0.1", "10.0.0.2")
                        .udp(1, 4791)
                        .bth(7, 0x200, 10)
                        .build(),
                tunnel().udp(1, 6081)
                        .geneve(new byte[8])
                        .andEthernet()
                        .mpls(3, true)
                        .ipv6("2001:db8::1", "2001:db8::2")
                        .extension(0, new byte[6])
                        .fragment(1)
                        .udp(1, 4791)
                        .bth(7, 3, 4)
                        .build(),
                FrameBuilder.ethernet()
                        .tag(0xd28b, new byte[] {0, 1, 0, 0x10, 0, 0, 0, 0, 0, 0, 0, 0})
                        .globalRoute("fe80::1", "fe80::2")
                        .bth(0x81, 0x140, 5, 0)
                        .build())) {
            file.add(nanos, frame);
            nanos += 3_000_000;
        }
        return file.toByteArray();
    }

    private static FrameBuilder tunnel() {
        return FrameBuilder.ethernet().vlan(3, 1).ipv4("192.0.2.1", "192.0.2.2");
    }

    private static byte[] withLinkType(int linkType) {
        FrameBuilder start = linkType == 101
                ? FrameBuilder.raw()
                : linkType == 113 ? FrameBuilder.cooked(0) : FrameBuilder.cooked2(4);
        byte[] frame = start.ipv4("10.0.0.1", "10.0.0.2")
                .udp(1, 4791)
                .bth(7, 5, 6)
                .payload(30)
                .build();
        return new PcapWriter(linkType)
                .add(1_760_000_000_000_000_000L, frame)
                .add(1_760_000_000_000_100_000L, frame, 900)
                .toByteArray();
    }

    @Test
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    void noDamagedCaptureMakesAnExceptionEndlessWorkOrLargeMemory() {
        Property.check("both passes over a damaged capture end quietly and agree", CASES, random -> {
            byte[] bytes = damaged(random);
            long before = threads.getCurrentThreadAllocatedBytes();
            check(bytes);
            long allocated = threads.getCurrentThreadAllocatedBytes() - before;
            mostAllocated = Math.max(mostAllocated, allocated);
            assertThat(allocated).isLessThan(MOST_BYTES);
        });
        System.out.println(
                "most memory of one input " + mostAllocated + " bytes, " + packets + " packets, " + events + " events");
        // The damage must leave most of it readable, or nothing behind the first header would be reached.
        assertThat(packets).isGreaterThan(10L * CASES);
        assertThat(events).isGreaterThan(10L * CASES);
    }

    private void check(byte[] bytes) {
        Inspection inspection;
        try (PacketCursor cursor = open(bytes)) {
            inspection = CaptureInspector.inspect(cursor, DecoderFuzzTest::point);
        }
        Tally tally = new Tally();
        long[] reached = {Long.MIN_VALUE};
        try (PacketCursor cursor = open(bytes)) {
            CaptureEvents.emit(inspection, cursor, DecoderFuzzTest::point, tally, timeNanos -> {
                if (timeNanos < reached[0]) {
                    throw new IllegalStateException("progress fell to " + timeNanos);
                }
                reached[0] = timeNanos;
            });
        }
        packets += inspection.counts().packets();
        events += tally.all;
        long samples = 0;
        long sent = 0;
        long cnp = 0;
        for (FlowSummary flow : inspection.flows()) {
            RttSummary rtt = flow.rtt();
            samples += rtt == null ? 0 : rtt.count();
            sent += flow.packets();
            cnp += flow.cnp();
        }
        assertThat(tally.samples).isEqualTo(samples);
        assertThat(tally.data).isBetween(sent - tally.refused, sent);
        assertThat(tally.cnp).isBetween(cnp - tally.refused, cnp);
        PacketCounts counts = inspection.counts();
        assertThat(counts.cnp()).isBetween(cnp, cnp + counts.copies() + counts.untracked());
        assertThat(inspection.counts().packets()).isLessThanOrEqualTo(bytes.length / 12);
    }

    private static PacketCursor open(byte[] bytes) {
        return CaptureFiles.open(List.of(CaptureInput.stream("fuzz", () -> new ByteArrayInputStream(bytes))), LIMITS);
    }

    /** Names of interfaces come from the file and may hold anything. */
    private static CapturePoint point(CaptureInterface captureInterface) {
        String name = captureInterface.name().replace('|', '_');
        return CapturePoint.unplaced(
                new PortKey("default", "device", name.isEmpty() ? "_" : name), LinkFacts.speedOnly(1, true));
    }

    private byte[] damaged(SplittableRandom random) {
        byte[] bytes = fixtures.get(random.nextInt(fixtures.size())).clone();
        // Damage to the file's own header ends most runs at once.
        int from = random.nextInt(4) == 0 ? 0 : Math.min(24, bytes.length - 1);
        for (int i = random.nextInt(12); i >= 0; i--) {
            int at = from + random.nextInt(bytes.length - from);
            switch (random.nextInt(8)) {
                case 0, 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                case 2, 3 -> bytes[at] = (byte) ODD[random.nextInt(ODD.length)];
                case 4 -> bytes[at] = (byte) random.nextInt();
                case 5 -> {
                    int source = random.nextInt(bytes.length);
                    int length = random.nextInt(Math.min(80, bytes.length - Math.max(at, source)));
                    System.arraycopy(bytes, source, bytes, at, length);
                }
                case 6 -> Arrays.fill(bytes, at, Math.min(bytes.length, at + 4), (byte) random.nextInt(-1, 1));
                default -> {
                    if (random.nextInt(16) == 0) {
                        return Arrays.copyOf(bytes, at);
                    }
                }
            }
        }
        return bytes;
    }

    /** Counts events and keeps none. */
    private static final class Tally implements EventSink {
        long all;
        long data;
        long cnp;
        long samples;
        long refused;

        @Override
        public void flowEvent(FlowKey flow, FlowAttributes attributes, FlowEvent event) {
            all++;
            switch (event.kind()) {
                case SENT, CE_MARKED -> data += event.packets();
                case CNP_SEEN -> cnp++;
                case RTT_SAMPLE -> samples++;
                case UNKNOWN,
                        DELIVERED,
                        CNP_SENT,
                        CNP_HANDLED,
                        CNP_IGNORED,
                        RETRANSMITTED,
                        REORDERED,
                        NAK,
                        RNR,
                        TIMEOUT,
                        PAUSED -> {}
            }
        }

        @Override
        public void portEvent(PortKey port, PortEvent event) {
            all++;
        }

        @Override
        public void linkFacts(PortKey port, LinkFacts facts, long atNanos) {
            all++;
        }

        @Override
        public void refused(String key, String reason, String detail) {
            refused++;
        }
    }
}
