package io.stormglass.models.ecn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CostTest {
    /** Dref is 10 us and 16 packets of 323.84 ns. */
    private static final QueueFacts FACTS = Workloads.facts(100, 10);

    private static final double DREF = 10_000 + 16 * 323.84;

    private static Outcome outcome(double waste, double delay, double paused) {
        return new Outcome(
                waste, 0.5 * delay * DREF, 2 * delay * DREF, paused, Outcome.Slowdown.NONE, Outcome.Slowdown.NONE, 1);
    }

    @Test
    void everyTermIsOneAtItsTarget() {
        Outcome onTarget = new Outcome(
                0.05, 0.5 * DREF, 2 * DREF, 0.01, new Outcome.Slowdown(10, 1.5, 3), new Outcome.Slowdown(10, 2, 5), 1);
        Cost cost = Cost.of(onTarget, FACTS);

        assertThat(cost.waste()).isCloseTo(1, within(1e-9));
        assertThat(cost.delay()).isCloseTo(1, within(1e-9));
        assertThat(cost.pause()).isCloseTo(1, within(1e-9));
        assertThat(cost.slowdown()).isCloseTo(1, within(1e-9));
        for (Profile profile : Profile.values()) {
            assertThat(cost.total(profile)).isCloseTo(1, within(1e-9));
        }
    }

    @Test
    void termsAreCappedAndWeighted() {
        Cost cost = Cost.of(outcome(1, 3, 0.5), FACTS);

        assertThat(cost.waste()).isEqualTo(10);
        assertThat(cost.delay()).isCloseTo(3, within(1e-9));
        assertThat(cost.pause()).isEqualTo(10);
        assertThat(cost.slowdown()).isNaN();
        // Without messages the other weights grow to 1 together.
        assertThat(cost.total(Profile.BALANCED)).isCloseTo((3.5 + 0.75 + 1) / 0.7, within(1e-9));
    }

    @Test
    void classesThatAreThereCountTheSame() {
        Outcome both = new Outcome(0, 0, 0, 0, new Outcome.Slowdown(1_000, 2, 5), new Outcome.Slowdown(3, 4, 9), 1);

        // Short: 0.5 * 1/0.5 + 0.5 * 4/2 = 2; long: 3.
        assertThat(Cost.of(both, FACTS).slowdown()).isCloseTo(2.5, within(1e-9));
    }

    @Test
    void regretHasAFloor() {
        assertThat(Cost.regret(0.2, 0.05)).isCloseTo(0.15, within(1e-12));
        assertThat(Cost.regret(3, 2)).isCloseTo(0.5, within(1e-12));
    }

    @Test
    void gainsArePairedSeedBySeed() {
        Evaluation bad =
                new Evaluation(new Thresholds(1, 2, 1), FACTS, List.of(outcome(0.10, 0, 0), outcome(0.20, 0, 0)));
        Evaluation good =
                new Evaluation(new Thresholds(1, 3, 1), FACTS, List.of(outcome(0.05, 0, 0), outcome(0.15, 0, 0)));
        Evaluation.Estimate gain = good.gainOver(bad, Profile.BALANCED);

        // One unit of waste at weight 0.35 of 0.7; the same in both seeds.
        assertThat(gain.mean()).isCloseTo(0.5, within(1e-9));
        assertThat(gain.deviation()).isCloseTo(0, within(1e-9));
        assertThat(bad.cost(Profile.BALANCED).deviation()).isCloseTo(0.5, within(1e-9));
        Evaluation single = new Evaluation(new Thresholds(1, 3, 1), FACTS, List.of(outcome(0, 0, 0)));
        assertThatThrownBy(() -> single.gainOver(bad, Profile.BALANCED)).hasMessageContaining("1 and 2 seeds");
    }

    @Test
    void nineteenOfTwentyMeasurementsAreInThePredictedInterval() {
        SplittableRandom random = new SplittableRandom(11);
        int inside = 0;
        int insideWithoutTheirChance = 0;
        for (int round = 0; round < 4_000; round++) {
            List<Outcome> six = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                six.add(outcome(0.2 + 0.02 * random.nextGaussian(), 0, 0));
            }
            Evaluation made = new Evaluation(new Thresholds(1, 2, 1), FACTS, six);
            double measured = 0;
            for (int i = 0; i < 5; i++) {
                measured += Cost.of(outcome(0.2 + 0.02 * random.nextGaussian(), 0, 0), FACTS)
                                .total(Profile.BALANCED)
                        / 5;
            }
            Evaluation.Estimate predicted = made.predictedCost(Profile.BALANCED, 5);
            inside += measured >= predicted.low() && measured <= predicted.high() ? 1 : 0;
            Evaluation.Estimate own = made.cost(Profile.BALANCED);
            insideWithoutTheirChance += measured >= own.low() && measured <= own.high() ? 1 : 0;
        }

        assertThat(inside / 4_000.0).isBetween(0.935, 0.965);
        assertThat(insideWithoutTheirChance / 4_000.0).isLessThan(0.9);
    }

    @Test
    void theWorstInputBoundsTheConfidence() {
        Inputs inputs = Inputs.all(Grade.MEASURED, "mirror");
        assertThat(inputs.confidence()).isEqualTo(1);
        Inputs assumed = inputs.with(Inputs.Input.BUFFER, new Inputs.Known(Grade.ASSUMED, "a quarter of the chip"));
        assertThat(assumed.confidence()).isEqualTo(Grade.ASSUMED.confidence());
        assertThat(assumed.of(Inputs.Input.BUFFER).grade().assumed()).isTrue();
        assertThat(new Inputs(Map.of()).of(Inputs.Input.FLOWS).grade()).isEqualTo(Grade.ASSUMED);
    }
}
