package io.stormglass.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class TopologyTest {
    private static final Topology.Link EDGE = new Topology.Link(100_000_000_000L, Picos.PER_MICRO);
    private static final Topology.Link CORE = new Topology.Link(400_000_000_000L, 2 * Picos.PER_MICRO);
    private static final Transport LINE_RATE = Transport.of(new CongestionControl.None());

    private static Emulation emulate(Topology topology, SwitchSettings switches) {
        FabricSettings settings = FabricSettings.of(WireFormat.roce(4096), switches);
        return new Emulation(topology, settings, new SplittableRandom(3), FabricObserver.NONE).keepFinishedFlows();
    }

    @Test
    void aPacketThroughADumbbellTakesTheSumOfItsLinks() {
        Emulation emulation = emulate(Topology.dumbbell(2, EDGE, CORE), SwitchSettings.standard());
        emulation.add(new FlowSpec(0, 2, 4096, 0, 3, LINE_RATE));
        emulation.runToQuiet(Picos.PER_MILLI);
        long bytes = 4178 + 86;
        assertThat(emulation.completedPicos(0)).isEqualTo(8 * Picos.PER_MICRO + bytes * (80 + 20 + 80));
        assertThat(emulation.packetHops()).isEqualTo(6);
    }

    @Test
    void flowsSpreadOverSpinesAndEachKeepsItsPath() {
        Topology topology = Topology.leafSpine(2, 4, 32, EDGE, CORE);
        Emulation emulation = emulate(topology, SwitchSettings.standard());
        for (int host = 0; host < 32; host++) {
            emulation.add(new FlowSpec(host, 32 + host, 409_600, 0, 3, LINE_RATE));
        }
        assertThat(emulation.runToQuiet(100 * Picos.PER_MILLI)).isTrue();
        for (int spine = 0; spine < 4; spine++) {
            // Port 0 of leaf 64 to spine comes after its 32 hosts.
            assertThat(emulation.counters(64, 32 + spine).sentPackets(3))
                    .isPositive()
                    .isLessThan(1_600);
        }
        for (int flow = 0; flow < 32; flow++) {
            assertThat(emulation.flowCounts(flow).outOfSequence()).isZero();
            assertThat(emulation.flowCounts(flow).acceptedBytes()).isEqualTo(409_600);
        }
    }

    @Test
    void sprayedPacketsUseEverySpineOvertakeEachOtherAndAllArrive() {
        Topology equal = Topology.leafSpine(2, 4, 4, EDGE, EDGE);
        // The way past the last spine is longer.
        Topology topology = new Topology(
                equal.hosts(),
                equal.switches(),
                equal.cables().stream()
                        .map(cable ->
                                cable.b() == 13 ? new Cable(cable.a(), 13, cable.bitsPerSecond(), 2_500_000) : cable)
                        .toList());
        SwitchSettings spraying = SwitchSettings.standard().with(Spreading.PER_PACKET);
        FabricSettings settings = FabricSettings.of(WireFormat.roce(4096), spraying)
                .with(NicSettings.standard().withReorderPackets(512));
        Emulation emulation =
                new Emulation(topology, settings, new SplittableRandom(3), FabricObserver.NONE).keepFinishedFlows();
        for (int host = 0; host < 4; host++) {
            emulation.add(new FlowSpec(host, 4 + (host + 1) % 4, 4_096_000, 0, 3, LINE_RATE));
            emulation.add(new FlowSpec(host, 4 + host, 2_048_000, 0, 3, LINE_RATE));
        }
        assertThat(emulation.runToQuiet(100 * Picos.PER_MILLI)).isTrue();
        long overtook = 0;
        for (int flow = 0; flow < 8; flow++) {
            FlowCounts counts = emulation.flowCounts(flow);
            overtook += counts.overtook();
            assertThat(counts.acceptedBytes()).isEqualTo(flow % 2 == 0 ? 4_096_000 : 2_048_000);
            assertThat(counts.retransmitted()).isZero();
        }
        assertThat(overtook).isPositive();
        for (int spine = 0; spine < 4; spine++) {
            // A quarter of 6,000 packets; ten standard deviations are 335.
            assertThat(emulation.counters(8, 4 + spine).sentPackets(3)).isBetween(1_165L, 1_835L);
        }
    }

    @Test
    void anIncastAcrossRacksPausesSpinesAndLosesNothing() {
        Topology topology = Topology.leafSpine(3, 2, 8, EDGE, CORE);
        BufferSettings small = BufferSettings.standard().withTotal(4_000_000);
        Emulation emulation = emulate(topology, SwitchSettings.standard().with(small));
        for (int host = 8; host < 24; host++) {
            emulation.add(new FlowSpec(host, 0, 4_096_000, 0, 3, LINE_RATE));
        }
        assertThat(emulation.runToQuiet(100 * Picos.PER_MILLI)).isTrue();
        long pausesOfLeaf = emulation.counters(24, 8).xoffSent(3)
                + emulation.counters(24, 9).xoffSent(3);
        long pausesOfSpines = 0;
        long xon = 0;
        for (int spine = 27; spine < 29; spine++) {
            for (int port = 0; port < 3; port++) {
                pausesOfSpines += emulation.counters(spine, port).xoffSent(3);
                xon += emulation.counters(spine, port).xonSent(3);
            }
        }
        assertThat(pausesOfLeaf).isPositive();
        assertThat(pausesOfSpines).isPositive().isEqualTo(xon);
        double micros = emulation.nowPicos() / (double) Picos.PER_MICRO;
        for (int flow = 0; flow < 16; flow++) {
            assertThat(emulation.flowCounts(flow).droppedPackets(PacketKind.DATA))
                    .isZero();
        }
        // 16 flows of 1000 packets of 4178 bytes at 80 ps a byte.
        assertThat(micros).isGreaterThan(16 * 1000 * 4178 * 80e-6).isLessThan(1.02 * 16 * 1000 * 4178 * 80e-6 + 200);
    }

    @Test
    void everyHostOfAFatTreeReachesEveryOther() {
        Topology tree = Topology.fatTree(4, EDGE);
        assertThat(tree.hosts()).isEqualTo(16);
        assertThat(tree.switches()).isEqualTo(20);
        Emulation emulation = emulate(tree, SwitchSettings.standard());
        for (int from = 0; from < 16; from++) {
            for (int to = 0; to < 16; to++) {
                if (from != to) {
                    emulation.add(new FlowSpec(from, to, 4096, 0, 3, LINE_RATE));
                }
            }
        }
        assertThat(emulation.runToQuiet(10 * Picos.PER_MILLI)).isTrue();
        // Of the 15 others one is at the same edge switch (2 links), two in the pod (4), twelve past the core (6), and
        // an ACK comes back.
        assertThat(emulation.packetHops()).isEqualTo(2 * 16 * (2 + 2 * 4 + 12 * 6));
    }

    @Test
    void aLosslessRingLocksUpAndWithoutTheCycleItDoesNot() {
        assertThat(ring(5).runToQuiet(20 * Picos.PER_MILLI)).isFalse();
        Emulation locked = ring(5);
        locked.runUntil(10 * Picos.PER_MILLI);
        long before = accepted(locked);
        locked.runUntil(20 * Picos.PER_MILLI);
        assertThat(accepted(locked)).isEqualTo(before);
        assertThat(locked.packetsInside()).isPositive();
        for (int node = 10; node < 15; node++) {
            // Each holds up its predecessor; the two cables of the ring come after those of its hosts.
            int held = locked.pausing(node, 2) | locked.pausing(node, 3);
            assertThat(held).isEqualTo(1 << 3);
        }
        // Hosts of one switch are silent: no cycle.
        assertThat(ring(4).runToQuiet(20 * Picos.PER_MILLI)).isTrue();
    }

    /** Two hosts at each of five switches; hosts of the first so many switches send two switches further round. */
    private static Emulation ring(int sending) {
        BufferSettings small = BufferSettings.standard().withTotal(400_000);
        Emulation emulation =
                emulate(Topology.ring(5, 2, EDGE), SwitchSettings.standard().with(small));
        for (int host = 0; host < 2 * sending; host++) {
            emulation.add(new FlowSpec(host, (host + 4) % 10, 4_096_000, 0, 3, LINE_RATE));
        }
        return emulation;
    }

    private static long accepted(Emulation emulation) {
        long bytes = 0;
        for (int flow = 0; flow < 10; flow++) {
            bytes += emulation.flowCounts(flow).acceptedBytes();
        }
        return bytes;
    }

    @Test
    void weightsShareALinkBetweenPriorities() {
        SchedulerSettings shares = SchedulerSettings.weighted(List.of(1, 1, 1, 7, 3, 1, 1, 1));
        SwitchSettings switches = SwitchSettings.standard().with(shares).withLossless((1 << 3) | (1 << 4));
        Emulation emulation = emulate(Topology.star(5, EDGE), switches);
        for (int host = 0; host < 4; host++) {
            emulation.add(new FlowSpec(host, 4, 40_960_000, 0, 3 + host % 2, LINE_RATE));
        }
        emulation.runUntil(4 * Picos.PER_MILLI);
        double three = emulation.counters(5, 4).sentBytes(3);
        double four = emulation.counters(5, 4).sentBytes(4);
        assertThat(three / (three + four)).isBetween(0.69, 0.71);
    }

    @Test
    void whatIsNotConnectedIsRefused() {
        Cable first = EDGE.between(0, 2);
        assertThatThrownBy(() -> new Topology(2, 1, List.of(first))).hasMessageContaining("host 1 has 0 cables");
        Topology split = new Topology(2, 2, List.of(first, EDGE.between(1, 3)));
        assertThatThrownBy(() -> emulate(split, SwitchSettings.standard())).hasMessageContaining("no way");
        assertThatThrownBy(() -> new Cable(0, 1, 333_000_000, 0)).hasMessageContaining("333000000");
    }
}
