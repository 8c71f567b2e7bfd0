package io.stormglass.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lossless switches in a ring whose paths of two cables wait for each other. */
final class DeadlockTest {
    private static final Topology.Link LINK = new Topology.Link(100_000_000_000L, 500 * Picos.PER_NANO);
    private static final long BYTES = 3_000_000;

    /** Every host sends to the one two switches on: every cable of the ring carries two such flows, half of what comes goes on to the next. */
    private static Emulation ring(int switches, int lossless, boolean allRound) {
        SwitchSettings settings = SwitchSettings.standard()
                .with(BufferSettings.standard().withTotal(600_000))
                .withLossless(lossless);
        Emulation emulation = new Emulation(
                        Topology.ring(switches, 2, LINK),
                        FabricSettings.of(WireFormat.roce(1024), settings)
                                .with(NicSettings.standard().withRetransmitPicos(300 * Picos.PER_MICRO)),
                        new SplittableRandom(1),
                        FabricObserver.NONE)
                .keepFinishedFlows();
        Transport line = Transport.of(new CongestionControl.None());
        int senders = allRound ? 2 * switches : 2;
        for (int host = 0; host < senders; host++) {
            emulation.add(new FlowSpec(host, (host + 4) % (2 * switches), BYTES, 0, 3, line));
        }
        return emulation;
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 6, 8})
    void pathsAllRoundTheRingWaitForEachOtherForEver(int switches) {
        Emulation emulation = ring(switches, 1 << 3, true);
        assertThat(emulation.runToQuiet(20 * Picos.PER_MILLI)).isFalse();
        int hosts = 2 * switches;
        long accepted = accepted(emulation);
        assertThat(accepted).isLessThan(hosts * BYTES);
        // Port 2 leads to the switch before or after; the ring's cables are ports 2 and 3.
        for (int node = hosts; node < hosts + switches; node++) {
            int waiting = emulation.paused(node, 2) | emulation.paused(node, 3);
            assertThat(waiting).as("switch " + node).isEqualTo(1 << 3);
        }
        emulation.runUntil(60 * Picos.PER_MILLI);
        assertThat(accepted(emulation)).isEqualTo(accepted);
        assertThat(dropped(emulation)).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 8})
    void withoutPfcOrWithoutTheCycleItMoves(int switches) {
        Emulation lossy = ring(switches, 0, true);
        assertThat(lossy.runToQuiet(2_000 * Picos.PER_MILLI)).isTrue();
        assertThat(dropped(lossy)).isPositive();
        Emulation open = ring(switches, 1 << 3, false);
        assertThat(open.runToQuiet(20 * Picos.PER_MILLI)).isTrue();
        assertThat(dropped(open)).isZero();
    }

    private static long accepted(Emulation emulation) {
        long accepted = 0;
        for (int flow = 0; flow < emulation.hosts(); flow++) {
            accepted += emulation.flowCounts(flow).acceptedBytes();
        }
        return accepted;
    }

    private static long dropped(Emulation emulation) {
        long dropped = 0;
        for (int node = emulation.hosts(); node < emulation.hosts() + emulation.switches(); node++) {
            for (int port = 0; port < emulation.ports(node); port++) {
                dropped += emulation.counters(node, port).dropped(3);
            }
        }
        return dropped;
    }
}
