package io.stormglass.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.models.dcqcn.CnpPacing;
import io.stormglass.models.dcqcn.DcqcnPreset;
import io.stormglass.models.dcqcn.MarkingCurve;
import io.stormglass.testkit.Property;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** At any moment: sent = received + dropped + in queues and on wires, for every flow and kind of packet, and in = out + inside for every queue. */
final class ConservationTest {
    private static final Topology.Link EDGE = new Topology.Link(100_000_000_000L, 500 * Picos.PER_NANO);
    private static final Topology.Link UP = new Topology.Link(200_000_000_000L, 500 * Picos.PER_NANO);

    @Test
    void nothingAppearsAndNothingVanishes() {
        int cases = Boolean.getBoolean("stormglass.full") ? 300 : 25;
        Property.check("conservation", cases, ConservationTest::anyFabric);
    }

    private static void anyFabric(SplittableRandom random) {
        Topology topology = Topology.leafSpine(2, 2, 4, EDGE, UP);
        boolean lossy = random.nextBoolean();
        BufferSettings buffer = BufferSettings.standard().withTotal(random.nextLong(500_000, 4_000_000));
        SwitchSettings switches = SwitchSettings.standard()
                .with(buffer)
                .withLossless(lossy ? 0 : 1 << 3)
                .with(EcnSettings.atDequeue(MarkingCurve.hpcc(100_000_000_000L)));
        NicSettings nics = NicSettings.standard()
                .withPacketsPerAck(random.nextInt(1, 5))
                .withRetransmitPicos(500 * Picos.PER_MICRO);
        FabricSettings settings =
                FabricSettings.of(WireFormat.roce(1024), switches).with(nics);
        Emulation emulation =
                new Emulation(topology, settings, random.split(), FabricObserver.NONE).keepFinishedFlows();
        int flows = random.nextInt(2, 30);
        long bytes = 0;
        for (int flow = 0; flow < flows; flow++) {
            FlowSpec spec = anyFlow(random);
            bytes += spec.bytes();
            emulation.add(spec);
        }
        for (int stop = 0; stop < 10; stop++) {
            emulation.runUntil(emulation.nowPicos() + random.nextLong(60 * Picos.PER_MICRO));
            check(emulation, topology, flows);
        }
        assertThat(emulation.runToQuiet(4_000 * Picos.PER_MILLI)).isTrue();
        check(emulation, topology, flows);
        assertThat(emulation.packetsInside()).isZero();
        long accepted = 0;
        for (int flow = 0; flow < flows; flow++) {
            accepted += emulation.flowCounts(flow).acceptedBytes();
            assertThat(emulation.completedPicos(flow)).isPositive();
        }
        assertThat(accepted).isEqualTo(bytes);
    }

    private static FlowSpec anyFlow(SplittableRandom random) {
        List<CongestionControl> laws = List.of(
                new CongestionControl.None(),
                new CongestionControl.Dcqcn(DcqcnPreset.NVIDIA_FIRMWARE.at(100_000_000_000L), CnpPacing.nvidia()),
                new CongestionControl.Dcqcn(DcqcnPreset.PAPER.at(100_000_000_000L), CnpPacing.paper()),
                new CongestionControl.Dcqcn(DcqcnPreset.MSR_NS3.at(100_000_000_000L), CnpPacing.msr()));
        int destination = random.nextInt(3);
        int source = random.nextInt(3, 8);
        long start = random.nextLong(100 * Picos.PER_MICRO);
        Transport transport = Transport.of(laws.get(random.nextInt(laws.size())));
        return new FlowSpec(source, destination, random.nextLong(1, 300_000), start, 3, transport);
    }

    private static void check(Emulation emulation, Topology topology, int flows) {
        for (int flow = 0; flow < flows; flow++) {
            FlowCounts counts = emulation.flowCounts(flow);
            for (PacketKind kind : List.of(PacketKind.DATA, PacketKind.ACK, PacketKind.NAK, PacketKind.CNP)) {
                assertThat(counts.receivedPackets(kind)
                                + counts.droppedPackets(kind)
                                + emulation.packetsOnTheWay(flow, kind))
                        .as("flow " + flow + ", " + kind)
                        .isEqualTo(counts.sentPackets(kind));
            }
        }
        for (int node = topology.hosts(); node < topology.nodes(); node++) {
            int ports = node < topology.hosts() + 2 ? 6 : 2;
            for (int port = 0; port < ports; port++) {
                PortCounters counters = emulation.counters(node, port);
                assertThat(counters.dequeuedPackets(3) + emulation.queuePackets(node, port, 3))
                        .as("queue " + node + "/" + port)
                        .isEqualTo(counters.enqueuedPackets(3));
            }
        }
    }
}
