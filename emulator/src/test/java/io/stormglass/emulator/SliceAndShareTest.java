package io.stormglass.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Buffers in slices, and what a weight guarantees at a full port. */
final class SliceAndShareTest {
    private static final Topology.Link LINK = new Topology.Link(100_000_000_000L, 500 * Picos.PER_NANO);
    private static final Transport LINE = Transport.of(new CongestionControl.None());

    private static Emulation star(int hosts, SwitchSettings switches) {
        return new Emulation(
                        Topology.star(hosts, LINK),
                        FabricSettings.of(WireFormat.roce(4096), switches),
                        new SplittableRandom(1),
                        FabricObserver.NONE)
                .keepFinishedFlows();
    }

    private static SharedBuffer buffer(int slices, int ports) {
        BufferSettings settings = BufferSettings.standard().withTotal(4_000_000).withSlices(slices);
        return new SharedBuffer(settings, 1 << 3, Collections.nCopies(ports, LINK.between(0, 1)), 4178);
    }

    @Test
    void whatComesInBySomePortsUsesTheirSliceAlone() {
        SharedBuffer buffer = buffer(2, 4);
        assertThat(buffer.sharedBytes(0)).isEqualTo(buffer(1, 4).sharedBytes(0) / 2);
        long before = buffer.thresholdBytes(3);
        while (buffer.admit(0, 3, 4_000, 0)) {
            assertThat(buffer.usedBytes(0)).isLessThanOrEqualTo(buffer.sharedBytes(0));
        }
        assertThat(buffer.wantsPause(0, 3)).isTrue();
        assertThat(buffer.thresholdBytes(1)).isLessThan(before);
        assertThat(buffer.thresholdBytes(2)).isEqualTo(before);
        assertThat(buffer.thresholdBytes(3)).isEqualTo(before);
        assertThat(buffer.usedBytes(3)).isZero();
    }

    @Test
    void aSliceWithNoSharedPartIsRefused() {
        assertThatThrownBy(() -> buffer(80, 160)).hasMessageContaining("50000").hasMessageContaining("2 ports");
        assertThatThrownBy(() -> buffer(0, 4)).hasMessageContaining("0 slices");
    }

    /** Hosts 0 to 3 send to host 4, all in the first of two slices. */
    @Test
    void aBufferInSlicesPausesEarlierThanOneInOnePiece() {
        long whole = peakOfIncast(1);
        long sliced = peakOfIncast(2);
        // Half the buffer, half the queue before everybody is paused, but for what headroom holds.
        assertThat((double) sliced / whole).isBetween(0.45, 0.62);
    }

    private static long peakOfIncast(int slices) {
        BufferSettings buffer = BufferSettings.standard().withTotal(8_000_000).withSlices(slices);
        Emulation emulation = star(10, SwitchSettings.standard().with(buffer));
        for (int host = 0; host < 4; host++) {
            emulation.add(new FlowSpec(host, 4, 4_000_000, 0, 3, LINE));
        }
        assertThat(emulation.runToQuiet(10 * Picos.PER_MILLI)).isTrue();
        assertThat(emulation.counters(10, 4).dropped(3)).isZero();
        return emulation.watermarkBytes(10, 4, 3);
    }

    /** ETS: weights 5, 3, 2 are minimum rates of 50, 30 and 20 Gb/s at a full port of 100 Gb/s; what one does not use goes to the others by their weights. */
    @Test
    void aWeightIsAMinimumRateAtAFullPort() {
        List<Integer> weights = List.of(1, 5, 3, 2, 1, 1, 1, 1);
        double[] all = ratesOfPriorities(SchedulerSettings.weighted(weights), 1, 2, 3);
        assertThat(all[0]).isCloseTo(50, within(0.5));
        assertThat(all[1]).isCloseTo(30, within(0.5));
        assertThat(all[2]).isCloseTo(20, within(0.5));
        double[] two = ratesOfPriorities(SchedulerSettings.weighted(weights), 1, 3);
        assertThat(two[0]).isCloseTo(500 / 7.0, within(0.7));
        assertThat(two[1]).isCloseTo(200 / 7.0, within(0.7));
    }

    @Test
    void aLimitedPriorityNeverExceedsItsRateAndTheOthersTakeTheRest() {
        SchedulerSettings limited = SchedulerSettings.allStrict().withLimit(3, 12_500_000_000L);
        double[] both = ratesOfPriorities(limited, 2, 3);
        assertThat(both[0]).isCloseTo(87.5, within(0.5));
        assertThat(both[1]).isCloseTo(12.5, within(0.1));
        double[] alone = ratesOfPriorities(limited, 3);
        assertThat(alone[0]).isCloseTo(12.5, within(0.1));
        assertThatThrownBy(() -> limited.withLimit(3, 0)).hasMessageContaining("limits");
    }

    /** What a NIC limits leaves it so, and nothing waits in the fabric. */
    @Test
    void aNicKeepsToTheLimitToo() {
        FabricSettings settings = FabricSettings.of(WireFormat.roce(4096), SwitchSettings.standard())
                .with(NicSettings.standard().with(SchedulerSettings.allStrict().withLimit(3, 20_000_000_000L)));
        Emulation emulation = new Emulation(
                        Topology.star(2, LINK), settings, new SplittableRandom(1), FabricObserver.NONE)
                .keepFinishedFlows();
        emulation.add(new FlowSpec(0, 1, 2_000_000, 0, 3, LINE));
        assertThat(emulation.runToQuiet(10 * Picos.PER_MILLI)).isTrue();
        double gigabits = 8e3 * emulation.counters(0, 0).sentBytes(3) / emulation.completedPicos(0);
        assertThat(gigabits).isCloseTo(20, within(0.2));
        assertThat(emulation.watermarkBytes(2, 1, 3)).isLessThanOrEqualTo(4178);
    }

    /** Each priority from a host of its own, all to one. */
    private static double[] ratesOfPriorities(SchedulerSettings scheduler, int... priorities) {
        SwitchSettings switches = SwitchSettings.standard().with(scheduler).withLossless(1 << 1 | 1 << 2 | 1 << 3);
        Emulation emulation = star(4, switches);
        for (int sender = 0; sender < priorities.length; sender++) {
            emulation.add(new FlowSpec(sender, 3, 100_000_000, 0, priorities[sender], LINE));
        }
        long from = 200 * Picos.PER_MICRO;
        long to = 2 * Picos.PER_MILLI;
        emulation.runUntil(from);
        long[] before = new long[priorities.length];
        for (int i = 0; i < priorities.length; i++) {
            before[i] = emulation.counters(4, 3).sentBytes(priorities[i]);
        }
        emulation.runUntil(to);
        double[] gigabits = new double[priorities.length];
        for (int i = 0; i < priorities.length; i++) {
            gigabits[i] = 8e3 * (emulation.counters(4, 3).sentBytes(priorities[i]) - before[i]) / (to - from);
        }
        return gigabits;
    }
}
