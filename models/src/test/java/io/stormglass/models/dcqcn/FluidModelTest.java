package io.stormglass.models.dcqcn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FluidModelTest {
    @ParameterizedTest
    @CsvSource({"2, 0.00093, 23000", "10, 0.0078, 158000", "64, 0.093, 200000"})
    void theSmallFixedPointAsWrittenIsTheOneDerivedFromThePaper(int flows, double probability, double queueBytes) {
        FluidBottleneck bottleneck = new FluidBottleneck(flows, 40_000_000_000L, 1_000, MarkingCurve.paper(), 4_000);
        double small = WrittenFluidLaw.deployment(40_000_000_000L).smallProbability(bottleneck);

        assertThat(small).isCloseTo(probability, within(probability * 0.01));
        double queue = small > 0.01 ? 200_000 : 5_000 + small / 0.01 * 195_000;
        assertThat(queue).isCloseTo(queueBytes, within(queueBytes * 0.01));
    }

    @ParameterizedTest
    @CsvSource({
        "100, 8, 0.0089",
        "100, 16, 0.0204",
        "100, 32, 0.046",
        "100, 64, 0.101",
        "25, 8, 0.0092",
        "25, 32, 0.048",
        "400, 8, 0.0022",
        "400, 32, 0.0117",
        "400, 64, 0.026"
    })
    void theAdaptedFixedPointIsTheOnePrinted(long gigabits, int flows, double probability) {
        FluidModel model = Bottlenecks.fluid(Bottlenecks.NVIDIA_TIMERS, gigabits, flows, 10, Bottlenecks.WIDE);

        assertThat(model.fixedPoint().markProbability()).isCloseTo(probability, within(probability * 0.03));
    }

    @Test
    void theFixedPointTakesUnderATenthOfAMillisecond() {
        FluidModel model = Bottlenecks.fluid(Bottlenecks.NVIDIA_TIMERS, 100, 16, 10, Bottlenecks.WIDE);
        double sum = 0;
        for (int i = 0; i < 2_000; i++) {
            sum += model.fixedPoint().queueBytes();
        }
        long started = System.nanoTime();
        for (int i = 0; i < 1_000; i++) {
            sum += model.fixedPoint().queueBytes();
        }
        double millis = (System.nanoTime() - started) / 1e6 / 1_000;

        assertThat(sum).isPositive();
        System.out.println("fixed point: " + millis + " ms");
        assertThat(millis).isLessThan(0.1);
    }

    @Test
    void atTheFixedPointNothingMoves() {
        for (FluidLaw law : new FluidLaw[] {
            new AdaptedFluidLaw(HpccParameters.runDcqcnPaper(100_000_000_000L), 50_000),
            WrittenFluidLaw.deployment(100_000_000_000L)
        }) {
            FluidBottleneck bottleneck =
                    new FluidBottleneck(8, 100_000_000_000L, 4_048, MarkingCurve.hpcc(100_000_000_000L), 10_000);
            FluidModel.FixedPoint at = new FluidModel(bottleneck, law).fixedPoint();
            double bits = 8.0 * 4_048;
            double rate = at.rateBitsPerSecond() / bits;
            double gap = (at.targetBitsPerSecond() - at.rateBitsPerSecond()) / bits;
            FluidLaw.Pace pace = law.pace(bottleneck, at.markProbability(), rate);

            assertThat(gap).isPositive();
            double cut = rate * at.alpha() * pace.cuts() / 2;
            assertThat(gap / 2 * pace.increases() + pace.shareOfRise() * pace.targetRise() / 2)
                    .isCloseTo(cut, within(cut * 1e-9));
            assertThat(gap * pace.targetFalls()).isCloseTo(pace.targetRise(), within(pace.targetRise() * 1e-9));
        }
    }

    @Test
    void aTrajectoryThatSettlesSettlesAtTheFixedPoint() {
        FluidBottleneck bottleneck =
                new FluidBottleneck(4, 100_000_000_000L, 4_048, new MarkingCurve(400_000, 3_200_000, 0.2), 10_000);
        FluidModel model =
                new FluidModel(bottleneck, new AdaptedFluidLaw(HpccParameters.runDcqcnPaper(100_000_000_000L), 50_000));
        double[] sum = new double[3];
        model.trajectory(400_000_000, 8, point -> {
            if (point.atNanos() > 300_000_000) {
                sum[0]++;
                sum[1] += point.queueBytes();
                sum[2] += point.rateBitsPerSecond();
            }
        });

        double fixed = model.fixedPoint().queueBytes();
        assertThat(sum[1] / sum[0]).isCloseTo(fixed, within(fixed * 0.02));
        assertThat(sum[2] / sum[0]).isCloseTo(25e9, within(25e9 * 0.001));
    }

    @Test
    void aFinerStepDoesNotChangeTheTrajectory() {
        FluidModel model = Bottlenecks.fluid(Bottlenecks.PAPER_TIMERS, 100, 16, 40, Bottlenecks.WIDE);
        double coarse = mean(model, 8);
        double fine = mean(model, 64);

        assertThat(coarse).isCloseTo(fine, within(fine * 0.03));
    }

    private static double mean(FluidModel model, int stepsPerFeedback) {
        double[] sum = new double[2];
        model.trajectory(60_000_000, stepsPerFeedback, point -> {
            sum[0]++;
            sum[1] += point.queueBytes();
        });
        return sum[1] / sum[0];
    }

    @Test
    void moreFlowsNeedMoreMarksAndTheQueueStopsAtKmax() {
        double before = 0;
        for (int flows = 1; flows <= 4_096; flows *= 2) {
            FluidModel.FixedPoint at = Bottlenecks.fluid(Bottlenecks.PAPER_TIMERS, 100, flows, 10, Bottlenecks.NARROW)
                    .fixedPoint();
            assertThat(at.markProbability()).isGreaterThan(before).isLessThanOrEqualTo(1);
            assertThat(at.queueBytes()).isBetween(50_000.0, 250_000.0);
            before = at.markProbability();
        }
        assertThat(before).isGreaterThan(0.2);
    }
}
