package io.stormglass.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.models.dcqcn.MarkingCurve;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class EcnTest {
    private static final MarkingCurve STEP = new MarkingCurve(100_000, 100_000, 1);

    private static Incast marked(EcnSettings ecn) {
        Incast incast = Laws.DCQCN_4.incast(8);
        return incast.with(FabricSettings.of(
                incast.settings().wireFormat(), incast.settings().switches().with(ecn)));
    }

    @Test
    void aMarkAtEnqueueComesLateByTheQueueAndTheQueueGrowsForIt() {
        EcnSettings late = new EcnSettings(Laws.CURVE, EcnSettings.Point.ENQUEUE, 1, 1 << 3);
        long atDequeue = marked(EcnSettings.atDequeue(Laws.CURVE)).run(1).peakBytes();
        assertThat(marked(late).run(1).peakBytes()).isGreaterThan(atDequeue * 11 / 10);
    }

    @Test
    void aSlowAverageMarksLateAndTheQueueGrowsForIt() {
        EcnSettings slow = new EcnSettings(Laws.CURVE, EcnSettings.Point.DEQUEUE, 0.002, 1 << 3);
        long instantaneous = marked(EcnSettings.atDequeue(Laws.CURVE)).run(1).peakBytes();
        assertThat(marked(slow).run(1).peakBytes()).isGreaterThan(instantaneous * 11 / 10);
    }

    @Test
    void theAverageMovesByItsWeight() {
        EcnMarker marker =
                new EcnMarker(new EcnSettings(STEP, EcnSettings.Point.DEQUEUE, 0.25, 1 << 3), new SplittableRandom(1));
        // 200 kB at weight 1/4: 50,000, 87,500, 115,625.
        assertThat(marker.marks(200_000)).isFalse();
        assertThat(marker.marks(200_000)).isFalse();
        assertThat(marker.marks(200_000)).isTrue();
    }

    @Test
    void marksComeWithTheCurvesProbability() {
        EcnMarker marker =
                new EcnMarker(EcnSettings.atDequeue(new MarkingCurve(100_000, 300_000, 0.2)), new SplittableRandom(1));
        int marks = 0;
        for (int i = 0; i < 100_000; i++) {
            marks += marker.marks(200_000) ? 1 : 0;
        }
        // Half way: 0.1; ten standard deviations are 950.
        assertThat(marks).isBetween(9_050, 10_950);
        assertThat(marker.marks(100_000)).isFalse();
        assertThat(marker.marks(300_001)).isTrue();
    }

    @Test
    void whatCannotBeMarkedIsDroppedInstead() {
        for (EcnSettings.Point point : EcnSettings.Point.values()) {
            SwitchSettings switches = SwitchSettings.standard().with(new EcnSettings(STEP, point, 1, 1 << 3));
            FabricSettings settings = FabricSettings.of(WireFormat.roce(1024), switches)
                    .with(NicSettings.standard().withRetransmitPicos(200 * Picos.PER_MICRO));
            Topology.Link link = new Topology.Link(100_000_000_000L, Picos.PER_MICRO);
            Emulation emulation = new Emulation(
                            Topology.star(4, link), settings, new SplittableRandom(1), FabricObserver.NONE)
                    .keepFinishedFlows();
            Transport deaf =
                    new Transport(new CongestionControl.None(), WindowLimit.fixed(100_000), Transport.Ecn.NOT_CAPABLE);
            for (int host = 0; host < 3; host++) {
                emulation.add(new FlowSpec(host, 3, 512_000, 0, 3, deaf));
            }
            assertThat(emulation.runToQuiet(1_000 * Picos.PER_MILLI)).isTrue();
            assertThat(emulation.counters(4, 3).dropped(3)).isPositive();
            assertThat(emulation.counters(4, 3).wredDropped(3))
                    .isEqualTo(emulation.counters(4, 3).dropped(3));
            assertThat(emulation.counters(4, 3).marked(3)).isZero();
            assertThat(emulation.flowCounts(0).acceptedBytes()).isEqualTo(512_000);
            assertThat(emulation.packetsInside()).isZero();
        }
    }
}
