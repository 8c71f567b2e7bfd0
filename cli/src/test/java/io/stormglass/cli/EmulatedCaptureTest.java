package io.stormglass.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.stormglass.capture.FlowSummary;
import io.stormglass.capture.Inspection;
import io.stormglass.emulator.BufferSettings;
import io.stormglass.emulator.CongestionControl;
import io.stormglass.emulator.EcnSettings;
import io.stormglass.emulator.Emulation;
import io.stormglass.emulator.FabricSettings;
import io.stormglass.emulator.FlowSpec;
import io.stormglass.emulator.NicSettings;
import io.stormglass.emulator.Picos;
import io.stormglass.emulator.SwitchSettings;
import io.stormglass.emulator.TcpSettings;
import io.stormglass.emulator.Topology;
import io.stormglass.emulator.Transport;
import io.stormglass.emulator.WindowLimit;
import io.stormglass.emulator.WireFormat;
import io.stormglass.emulator.measure.PortName;
import io.stormglass.emulator.scenario.FabricPlan;
import io.stormglass.fabric.pcap.CaptureTally;
import io.stormglass.fabric.pcap.FabricAddresses;
import io.stormglass.fabric.pcap.PortCapture;
import io.stormglass.models.cc.Cubic;
import io.stormglass.models.dcqcn.ClampTarget;
import io.stormglass.models.dcqcn.CnpPacing;
import io.stormglass.models.dcqcn.DcqcnParameters;
import io.stormglass.models.dcqcn.HpccParameters;
import io.stormglass.models.dcqcn.MarkingCurve;
import io.stormglass.replay.Captures;
import io.stormglass.replay.LinksFile;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The capture that the emulator writes against the decoder, which shares no code with it, and against tshark. */
final class EmulatedCaptureTest {
    private static final int SENDERS = 8;
    private static final long LINE = 400_000_000_000L;
    private static final FabricPlan STAR = FabricPlan.star(SENDERS + 1, new Topology.Link(LINE, Picos.PER_MICRO));
    private static final DcqcnParameters REACTION = new HpccParameters(
            LINE, 100_000_000, 1.0 / 256, 1, ClampTarget.AFTER_ANY_INCREASE, 50, 50, 55, 1, 80_000_000, 800_000_000);

    @TempDir
    Path folder;

    /** Incasts that together show everything that can be on a wire. */
    enum Traffic {
        /** A small buffer: pauses; CNPs as packets of their own. */
        PAUSED(BufferSettings.standard().withTotal(4L << 20), 1 << 3, CnpPacing.nvidia()),
        /** Notifications on ACKs. */
        NOTIFIED_BY_ACKS(BufferSettings.standard(), 1 << 3, CnpPacing.hpcc()),
        /** A lossy class: NAKs, repeats. */
        LOSSY(BufferSettings.standard().withTotal(2L << 20), 0, CnpPacing.nvidia());

        // Records of primitives and of other such records.
        @SuppressWarnings("ImmutableEnumChecker")
        private final BufferSettings buffer;

        private final int lossless;

        @SuppressWarnings("ImmutableEnumChecker")
        private final CnpPacing pacing;

        Traffic(BufferSettings buffer, int lossless, CnpPacing pacing) {
            this.buffer = buffer;
            this.lossless = lossless;
            this.pacing = pacing;
        }

        FabricSettings settings() {
            SwitchSettings switches = SwitchSettings.standard()
                    .with(buffer)
                    .with(EcnSettings.atDequeue(new MarkingCurve(120_000, 600_000, 0.2)))
                    .withLossless(lossless);
            return FabricSettings.of(WireFormat.roce(4096), switches)
                    .with(NicSettings.standard().withRetransmitPicos(100 * Picos.PER_MICRO));
        }
    }

    /** An incast of messages that do not end at a multiple of four bytes, seen at one port. */
    private CaptureTally capture(Traffic traffic, PortName at, int snapLength, Path file) throws IOException {
        FabricSettings settings = traffic.settings();
        PortCapture.Settings what = new PortCapture.Settings(at, STAR.names().port(at.node(), at.port()), snapLength);
        try (PortCapture capture = new PortCapture(
                STAR.topology(),
                settings.wireFormat().payloadBytes(),
                what,
                FabricAddresses.of(STAR.names()),
                new BufferedOutputStream(Files.newOutputStream(file)))) {
            Emulation emulation = new Emulation(STAR.topology(), settings, new SplittableRandom(1), capture);
            capture.attach(emulation);
            Transport transport = Transport.of(new CongestionControl.Dcqcn(REACTION, traffic.pacing));
            for (int sender = 0; sender < SENDERS; sender++) {
                emulation.add(new FlowSpec(sender, SENDERS, 1_000_001 + sender, sender * 90_000L, 3, transport));
            }
            assertThat(emulation.runToQuiet(100 * Picos.PER_MILLI)).isTrue();
            return capture.tally();
        }
    }

    private static Inspection inspect(Path file) {
        return Captures.reading(List.of(file.toString()), InputStream.nullInputStream())
                .inspect(LinksFile.none(null));
    }

    private static PortName receiversPort() {
        return new PortName(SENDERS + 1, SENDERS);
    }

    private static void assertEqualCounts(Inspection seen, CaptureTally own) {
        assertThat(seen.faults()).isEmpty();
        assertThat(seen.counts().malformed()).isZero();
        assertThat(seen.counts().packets()).isEqualTo(own.packets());
        assertThat(seen.counts().ce()).isEqualTo(own.ce());
        assertThat(seen.counts().cnp()).isEqualTo(own.cnp());
        assertThat(seen.counts().ack()).isEqualTo(own.ack());
        assertThat(seen.counts().nak()).isEqualTo(own.nak());
        assertThat(seen.counts().pfcXoff()).isEqualTo(own.pfcXoff());
        assertThat(seen.counts().pfcXon()).isEqualTo(own.pfcXon());
        assertThat(seen.flows()).hasSize(own.flows().size());
        for (CaptureTally.FlowTally flow : own.flows().values()) {
            FlowSummary found = seen.flows().stream()
                    .filter(each -> each.srcIp().equals(STAR.names().address(flow.flow())))
                    .findFirst()
                    .orElseThrow();
            assertThat(List.of(found.packets(), found.bytes(), found.ce(), found.cnp(), found.ack(), found.nak()))
                    .as("packets, bytes, ce, cnp, ack, nak of flow %d", flow.flow())
                    .containsExactly(flow.packets(), flow.bytes(), flow.ce(), flow.cnp(), flow.ack(), flow.nak());
            assertThat(found.dstQp()).isEqualTo(STAR.names().destinationQueuePair(flow.flow()));
        }
    }

    @ParameterizedTest
    @EnumSource
    void theDecoderCountsAtTheReceiversPortWhatTheEmulatorCounted(Traffic traffic) throws IOException {
        Path file = folder.resolve("receiver.pcapng");
        CaptureTally own = capture(traffic, receiversPort(), PortCapture.WHOLE, file);
        Inspection seen = inspect(file);
        assertEqualCounts(seen, own);
        assertThat(own.ce()).isPositive();
        assertThat(own.ack()).isPositive();
        assertThat(seen.observable().pfc()).isEqualTo(own.pfcXoff() > 0);
        if (traffic == Traffic.LOSSY) {
            assertThat(own.nak()).isPositive();
            assertThat(seen.flows()).anyMatch(flow -> flow.retransmitted() > 0);
        }
    }

    @Test
    void theDecoderCountsPausesAndNotificationsAtASendersPort() throws IOException {
        Path file = folder.resolve("sender.pcapng");
        CaptureTally own = capture(Traffic.PAUSED, new PortName(0, 0), PortCapture.WHOLE, file);
        Inspection seen = inspect(file);
        assertEqualCounts(seen, own);
        assertThat(own.pfcXoff()).isPositive();
        assertThat(own.pfcXon()).isPositive();
        assertThat(own.cnp()).isPositive();
        assertThat(seen.pfcByPriority()).containsExactly(Map.entry(3, own.pfcXoff() + own.pfcXon()));
        assertThat(seen.interfaces().getFirst().captureInterface().name()).isEqualTo("eth0");
    }

    @Test
    void framesThatAreCutCountAlike() throws IOException {
        Path whole = folder.resolve("whole.pcapng");
        Path cut = folder.resolve("cut.pcapng");
        capture(Traffic.PAUSED, receiversPort(), PortCapture.WHOLE, whole);
        CaptureTally own = capture(Traffic.PAUSED, receiversPort(), 96, cut);
        assertEqualCounts(inspect(cut), own);
        assertThat(inspect(cut).counts().truncated()).isPositive();
        assertThat(Files.size(cut)).isLessThan(Files.size(whole) / 10);
    }

    // ---- tshark

    private static List<String[]> tshark(Path file, String... fields) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("tshark", "-n", "-r", file.toString(), "-T", "fields"));
        command.addAll(List.of("-o", "ip.check_checksum:TRUE", "-o", "udp.check_checksum:TRUE"));
        command.addAll(List.of("-o", "tcp.check_checksum:TRUE"));
        Arrays.stream(fields).forEach(field -> command.addAll(List.of("-e", field)));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        List<String[]> rows;
        try (var reader = process.inputReader(StandardCharsets.UTF_8)) {
            rows = reader.lines().map(line -> line.split("\t", -1)).toList();
        }
        assertThat(process.waitFor()).isZero();
        return rows;
    }

    private static boolean isThereTshark() {
        try {
            return new ProcessBuilder("tshark", "--version")
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @ParameterizedTest
    @EnumSource
    void tsharkReadsEveryFrameAndFindsNothingToComplainOf(Traffic traffic) throws Exception {
        assumeTrue(isThereTshark(), "tshark is not installed: its reading of the capture is not checked");
        Path file = folder.resolve("tshark.pcapng");
        CaptureTally own = capture(traffic, new PortName(0, 0), PortCapture.WHOLE, file);
        Map<String, Long> opcodes = new HashMap<>();
        long pauses = 0;
        long naks = 0;
        long complaints = 0;
        List<String[]> rows = tshark(
                file,
                "infiniband.bth.opcode",
                "macc.opcode",
                "infiniband.aeth.syndrome.opcode",
                "_ws.expert.message",
                "ip.checksum.status",
                "frame.packet_flags_direction");
        for (String[] row : rows) {
            opcodes.merge(row[0], 1L, Long::sum);
            pauses += row[1].isEmpty() ? 0 : 1;
            naks += row[2].equals("3") ? 1 : 0;
            complaints += row[3].isEmpty() ? 0 : 1;
            assertThat(row[1].isEmpty()).isEqualTo(row[4].equals("1"));
            assertThat(row[5]).isIn("1", "2", "0x00000001", "0x00000002");
        }
        assertThat((long) rows.size()).isEqualTo(own.packets());
        assertThat(opcodes.getOrDefault("17", 0L)).isEqualTo(own.ack() + own.nak());
        assertThat(opcodes.getOrDefault("129", 0L)).isEqualTo(own.cnp());
        assertThat(opcodes.getOrDefault("0", 0L)).isPositive();
        assertThat(opcodes.getOrDefault("1", 0L)).isPositive();
        assertThat(opcodes.getOrDefault("2", 0L)).isPositive();
        assertThat(pauses).isEqualTo(own.pfcXoff() + own.pfcXon());
        assertThat(naks).isEqualTo(own.nak());
        assertThat(complaints).isZero();
    }

    @Test
    void tsharkReadsTcpSegmentsOfFlowsUnderTcpsLaws() throws Exception {
        assumeTrue(isThereTshark(), "tshark is not installed: its reading of the capture is not checked");
        Path file = folder.resolve("tcp.pcapng");
        FabricSettings settings = Traffic.LOSSY.settings();
        PortCapture.Settings what = new PortCapture.Settings(new PortName(0, 0), "eth0", PortCapture.WHOLE);
        long bytes = 300_001;
        try (PortCapture capture = new PortCapture(
                STAR.topology(), 4096, what, FabricAddresses.of(STAR.names()), Files.newOutputStream(file))) {
            Emulation emulation = new Emulation(STAR.topology(), settings, new SplittableRandom(1), capture);
            capture.attach(emulation);
            CongestionControl cubic =
                    new CongestionControl.CubicLoss(Cubic.Parameters.rfc9438(4096), TcpSettings.linux());
            emulation.add(new FlowSpec(
                    0, 1, bytes, 0, 0, new Transport(cubic, WindowLimit.none(), Transport.Ecn.NOT_CAPABLE)));
            assertThat(emulation.runToQuiet(Picos.PER_MILLI)).isTrue();
            assertThat(capture.tally().tcpSegments()).isEqualTo(capture.tally().packets());
        }
        assertThat(inspect(file).counts().rocev2()).isZero();
        long payload = 0;
        long last = 0;
        for (String[] row : tshark(
                file,
                "tcp.len",
                "tcp.checksum.status",
                "_ws.expert.message",
                "tcp.nxtseq",
                "tcp.dstport",
                "ip.checksum.status")) {
            assertThat(row[1]).isEqualTo("1");
            assertThat(row[2]).isEmpty();
            assertThat(row[5]).isEqualTo("1");
            payload += Long.parseLong(row[0]);
            last = row[4].equals("5001") ? Long.parseLong(row[3]) : last;
        }
        assertThat(payload).isEqualTo(bytes);
        assertThat(last).isEqualTo(bytes + 1);
    }
}
