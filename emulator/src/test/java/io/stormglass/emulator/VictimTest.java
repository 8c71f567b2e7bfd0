package io.stormglass.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A flow that crosses no congested link waits all the same, behind a pause that is meant for others. */
final class VictimTest {
    private static final Topology.Link LINK = new Topology.Link(100_000_000_000L, 500 * Picos.PER_NANO);
    private static final Transport LINE = Transport.of(new CongestionControl.None());
    private static final long SPAN = 2 * Picos.PER_MILLI;

    /** Hosts 0 to 3 left, 4 to 7 right; 0, 1, 2 and, from the right, 5, 6, 7 send to 4 and the victim 3 to 5. */
    private static Emulation fabric(int victimPriority, boolean incast) {
        SwitchSettings switches = SwitchSettings.standard()
                .with(BufferSettings.standard().withTotal(4_000_000))
                .withLossless(1 << 3 | 1 << 4);
        Topology.Link core = new Topology.Link(400_000_000_000L, 500 * Picos.PER_NANO);
        Emulation emulation = new Emulation(
                        Topology.dumbbell(4, LINK, core),
                        FabricSettings.of(WireFormat.roce(4096), switches),
                        new SplittableRandom(1),
                        FabricObserver.NONE)
                .keepFinishedFlows();
        emulation.add(new FlowSpec(3, 5, 100_000_000, 0, victimPriority, LINE));
        for (int sender : incast ? new int[] {0, 1, 2, 6, 7} : new int[0]) {
            emulation.add(new FlowSpec(sender, 4, 100_000_000, 0, 3, LINE));
        }
        emulation.runUntil(SPAN);
        return emulation;
    }

    private static double gigabits(Emulation emulation) {
        return 8e3 * emulation.flowCounts(0).acceptedBytes() / SPAN;
    }

    @Test
    void aFlowOfThePausedPriorityIsHeldUpOnACableThatHasRoom() {
        Emulation emulation = fabric(3, true);
        // A fifth of host 4's port goes to each incast sender; three of them and the victim share what the core lets
        // pass.
        assertThat(gigabits(emulation)).isLessThan(40);
        assertThat(emulation.pausedPicos(8, 4, 3)).isGreaterThan(SPAN / 2);
        assertThat(emulation.pausedPicos(3, 0, 3)).isPositive();
        // Its own receiver's port was never full.
        assertThat(emulation.pausedPicos(9, 1, 3)).isZero();
        assertThat(emulation.watermarkBytes(9, 1, 3)).isLessThan(500_000);
        assertThat(emulation.counters(9, 0).dropped(3)).isZero();
    }

    @Test
    void aFlowOfAnotherPriorityIsNot() {
        double alone = gigabits(fabric(3, false));
        assertThat(alone).isCloseTo(100.0 * 4096 / 4178, within(1.0));
        assertThat(gigabits(fabric(4, true))).isCloseTo(alone, within(1.0));
    }
}
