package io.stormglass.emulator.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.emulator.BufferSettings;
import io.stormglass.emulator.CongestionControl;
import io.stormglass.emulator.EcnSettings;
import io.stormglass.emulator.Emulation;
import io.stormglass.emulator.FabricObserver;
import io.stormglass.emulator.FabricSettings;
import io.stormglass.emulator.FlowCounts;
import io.stormglass.emulator.FlowSpec;
import io.stormglass.emulator.NicSettings;
import io.stormglass.emulator.PacketKind;
import io.stormglass.emulator.Picos;
import io.stormglass.emulator.PortCounters;
import io.stormglass.emulator.SwitchSettings;
import io.stormglass.emulator.TcpSettings;
import io.stormglass.emulator.Topology;
import io.stormglass.emulator.Transport;
import io.stormglass.emulator.WireFormat;
import io.stormglass.models.bbr.BbrV1Parameters;
import io.stormglass.models.dcqcn.CnpPacing;
import io.stormglass.models.dcqcn.DcqcnPreset;
import io.stormglass.models.dcqcn.MarkingCurve;
import io.stormglass.testkit.Property;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Whatever goes wrong and in whatever order: nothing vanishes, everything ends, and the same seed gives the same events. */
final class AnyFaultTest {
    private static final long LINE = 100_000_000_000L;
    private static final Topology.Link LINK = new Topology.Link(LINE, 500 * Picos.PER_NANO);
    private static final Topology TOPOLOGY = Topology.leafSpine(2, 2, 4, LINK, LINK);
    private static final int FLOWS = 16;
    private static final List<CongestionControl> LAWS = List.of(
            new CongestionControl.None(),
            new CongestionControl.Dcqcn(DcqcnPreset.NVIDIA_FIRMWARE.at(LINE), CnpPacing.nvidia()),
            new CongestionControl.BbrV1Nic(BbrV1Parameters.hardware(1024)),
            new CongestionControl.NewRenoLoss(TcpSettings.linux().withTimeout(Picos.PER_MILLI)));
    private static final List<PacketKind> KINDS =
            List.of(PacketKind.DATA, PacketKind.ACK, PacketKind.NAK, PacketKind.CNP);

    @Test
    void nothingVanishesWhateverGoesWrong() {
        int cases = Boolean.getBoolean("stormglass.full") ? 300 : 15;
        Property.check("conservation with faults", cases, random -> {
            List<ScheduledFault> faults = anyFaults(random);
            long seed = random.nextLong();
            Emulation emulation = start(faults, seed).keepFinishedFlows();
            SplittableRandom stops = random.split();
            for (int stop = 0; stop < 8; stop++) {
                emulation.runUntil(emulation.nowPicos() + stops.nextLong(300 * Picos.PER_MICRO));
                check(emulation);
            }
            assertThat(runToEnd(emulation)).as("ends: " + faults).isTrue();
            check(emulation);
            assertThat(emulation.packetsInside()).isZero();
            nothingIsLeftOfTheFaults(emulation);
            // Flows that are over are used again here, whatever became of their packets.
            Emulation again = start(faults, seed);
            assertThat(runToEnd(again)).isTrue();
            assertThat(again.eventLogHash()).isEqualTo(emulation.eventLogHash());
            assertThat(again.nowPicos()).isEqualTo(emulation.nowPicos());
            assertThat(again.totals().acceptedBytes())
                    .isEqualTo(emulation.totals().acceptedBytes());
        });
    }

    private static boolean runToEnd(Emulation emulation) {
        emulation.runUntil(3 * Picos.PER_MILLI);
        return emulation.runToQuiet(4_000 * Picos.PER_MILLI);
    }

    private static Emulation start(List<ScheduledFault> faults, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        EcnSettings ecn = EcnSettings.atDequeue(new MarkingCurve(20_000, 200_000, 0.1));
        SwitchSettings switches = SwitchSettings.standard()
                .with(BufferSettings.standard().withTotal(2_000_000))
                .with(ecn)
                .withReroutePicos(50 * Picos.PER_MICRO);
        NicSettings nics = NicSettings.standard()
                .withPacketsPerAck(random.nextInt(1, 4))
                .withRetransmitPicos(300 * Picos.PER_MICRO);
        FabricSettings settings =
                FabricSettings.of(WireFormat.roce(1024), switches).with(nics);
        Emulation emulation = new Emulation(TOPOLOGY, settings, random.split(), FabricObserver.NONE);
        for (int flow = 0; flow < FLOWS; flow++) {
            int source = random.nextInt(8);
            int destination = (source + random.nextInt(1, 8)) % 8;
            CongestionControl law = LAWS.get(random.nextInt(LAWS.size()));
            int priority = law instanceof CongestionControl.NewRenoLoss ? 0 : 3;
            long start = random.nextLong(Picos.PER_MILLI);
            emulation.add(new FlowSpec(
                    source, destination, random.nextLong(1, 3_000_000), start, priority, Transport.of(law)));
        }
        new FaultSchedule(faults).applyTo(emulation);
        return emulation;
    }

    private static List<ScheduledFault> anyFaults(SplittableRandom random) {
        List<ScheduledFault> faults = new ArrayList<>();
        int count = random.nextInt(1, 6);
        while (faults.size() < count) {
            long from = random.nextLong(Picos.PER_MILLI);
            List<ScheduledFault> more = new ArrayList<>(faults);
            more.add(new ScheduledFault(anyFault(random), from, from + random.nextLong(1, Picos.PER_MILLI)));
            if (isPossible(more)) {
                faults = more;
            }
        }
        return faults;
    }

    private static boolean isPossible(List<ScheduledFault> faults) {
        try {
            new FaultSchedule(faults);
            return true;
        } catch (IllegalArgumentException conflict) {
            return false;
        }
    }

    private static Fault anyFault(SplittableRandom random) {
        int host = random.nextInt(8);
        int node = random.nextInt(8, 12);
        int port = random.nextInt(node < 10 ? 6 : 2);
        long drain = random.nextLong(1_000_000_000L, 2 * LINE);
        return switch (random.nextInt(13)) {
            case 0 -> new Fault.NicPauseStorm(host, random.nextInt(1, 256));
            case 1 -> new Fault.SlowReceiver(host, drain);
            case 2 -> new Fault.PcieBackPressure(host, drain, 20 * Picos.PER_MICRO, 70 * Picos.PER_MICRO);
            case 3 -> new Fault.IgnoresCnps(host);
            case 4 -> new Fault.CnpLoss(host, 0.5);
            case 5 -> new Fault.EcnOff(node);
            case 6 -> new Fault.WrongThresholds(node, port, EcnSettings.atDequeue(new MarkingCurve(1_000, 2_000, 1)));
            case 7 -> new Fault.LinkFlap(node, port, 30 * Picos.PER_MICRO, random.nextInt(2) * 90L * Picos.PER_MICRO);
            case 8 -> new Fault.LinkDegraded(node, port, 25_000_000_000L, random.nextDouble(0.01));
            case 9 -> new Fault.WrongDscpMap(node, 3, random.nextInt(3));
            case 10 -> new Fault.PfcOneSide(node, port);
            case 11 -> new Fault.HostHang(host);
            default -> new Fault.DeviceDown(random.nextInt(12));
        };
    }

    private static void check(Emulation emulation) {
        for (int flow = 0; flow < FLOWS; flow++) {
            FlowCounts counts = emulation.flowCounts(flow);
            for (PacketKind kind : KINDS) {
                assertThat(counts.receivedPackets(kind)
                                + counts.droppedPackets(kind)
                                + emulation.packetsOnTheWay(flow, kind))
                        .as("flow " + flow + ", " + kind)
                        .isEqualTo(counts.sentPackets(kind));
            }
        }
        for (int node = 0; node < TOPOLOGY.nodes(); node++) {
            for (int port = 0; port < emulation.ports(node); port++) {
                PortCounters counters = emulation.counters(node, port);
                for (int priority = 0; priority < 8; priority++) {
                    assertThat(counters.dequeuedPackets(priority) + emulation.queuePackets(node, port, priority))
                            .as("queue " + node + "/" + port + "/" + priority)
                            .isEqualTo(counters.enqueuedPackets(priority));
                    assertThat(counters.pausedPicos(priority))
                            .isLessThanOrEqualTo(emulation.pausedPicos(node, port, priority))
                            .isLessThanOrEqualTo(emulation.nowPicos());
                }
            }
        }
    }

    private static void nothingIsLeftOfTheFaults(Emulation emulation) {
        for (int node = 0; node < TOPOLOGY.nodes(); node++) {
            for (int port = 0; port < emulation.ports(node); port++) {
                assertThat(emulation.isUp(node, port)).isTrue();
                assertThat(emulation.linkBitsPerSecond(node, port)).isEqualTo(LINE);
                assertThat(emulation.pausing(node, port)).isZero();
                for (int priority = 0; priority < 8; priority++) {
                    assertThat(emulation.queueBytes(node, port, priority)).isZero();
                    if (node >= emulation.hosts()) {
                        assertThat(emulation.heldBytes(node, port, priority)).isZero();
                    }
                }
            }
        }
        for (int host = 0; host < emulation.hosts(); host++) {
            assertThat(emulation.receiveBufferBytes(host)).isZero();
        }
        for (int flow = 0; flow < FLOWS; flow++) {
            assertThat(emulation.completedPicos(flow)).isPositive();
        }
    }
}
