package io.stormglass.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class PathTest {
    private static final Topology.Link LINK = new Topology.Link(100_000_000_000L, Picos.PER_MICRO);
    private static final Transport PLAIN = Transport.of(new CongestionControl.None());

    private static Emulation leafSpine(Spreading spreading) {
        Topology topology = Topology.leafSpine(2, 4, 2, LINK, LINK);
        FabricSettings settings = FabricSettings.of(
                WireFormat.roce(4096), SwitchSettings.standard().with(spreading));
        return new Emulation(topology, settings, new SplittableRandom(5), FabricObserver.NONE).keepFinishedFlows();
    }

    @Test
    void aFlowTakesThePathThatIsTold() {
        Emulation emulation = leafSpine(Spreading.FLOW_HASH);
        int flow = emulation.add(new FlowSpec(0, 3, 100_000, 0, 3, PLAIN));
        List<Emulation.Hop> path = emulation.path(flow);
        assertThat(path).hasSize(3);
        assertThat(path.getFirst().node()).isEqualTo(4);
        assertThat(path.getLast()).isEqualTo(new Emulation.Hop(5, 1));
        assertThat(emulation.runToQuiet(Picos.PER_MILLI)).isTrue();
        long packets = emulation.flowCounts(flow).sentPackets(PacketKind.DATA);
        for (Emulation.Hop hop : path) {
            assertThat(emulation.counters(hop.node(), hop.port()).sentPackets(3))
                    .isGreaterThanOrEqualTo(packets);
        }
    }

    @Test
    void packetsThatTakeEachTheirOwnWayHaveNoPath() {
        Emulation emulation = leafSpine(Spreading.PER_PACKET);
        assertThat(emulation.path(emulation.add(new FlowSpec(0, 3, 100_000, 0, 3, PLAIN))))
                .isEmpty();
        // One switch on the way leaves no choice.
        assertThat(emulation.path(emulation.add(new FlowSpec(0, 1, 100_000, 0, 3, PLAIN))))
                .containsExactly(new Emulation.Hop(4, 1));
    }
}
