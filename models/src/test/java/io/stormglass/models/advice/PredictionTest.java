package io.stormglass.models.advice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stormglass.models.ecn.Evaluation;
import io.stormglass.models.ecn.Outcome;
import io.stormglass.models.ecn.Profile;
import io.stormglass.models.ecn.QueueFacts;
import io.stormglass.models.ecn.Thresholds;
import io.stormglass.models.ecn.Workloads;
import java.util.Collections;
import org.junit.jupiter.api.Test;

class PredictionTest {
    private static final QueueFacts FACTS =
            Workloads.longFlowsWithBursts(100, 16, 10).facts();

    /** Waste of 5 % and nothing else: a waste term of 1. */
    private static Evaluation wasting(double waste) {
        Outcome outcome = new Outcome(waste, 0, 0, 0, new Outcome.Slowdown(100, 1, 1), Outcome.Slowdown.NONE, 1);
        return new Evaluation(new Thresholds(1_000, 2_000, 1), FACTS, Collections.nCopies(6, outcome));
    }

    private static Measured measured(double waste) {
        return new Measured("Ethernet0|3", 0.9, 16, 500_000, waste, null, null, waste, 0, 0.3);
    }

    @Test
    void theModelIsNeverTakenToBeExact() {
        Prediction.Cost cost = Prediction.Cost.of(wasting(0.05), Profile.BALANCED, 0);

        assertThat(cost.mean()).isCloseTo(0.35, within(1e-9));
        assertThat(cost.high() - cost.mean()).isBetween(0.1 * cost.mean(), 0.2 * cost.mean());
        assertThat(cost.mean() - cost.low()).isCloseTo(cost.high() - cost.mean(), within(1e-9));
    }

    @Test
    void whatTheModelMissesTodayWidensWhatItSaysOfTomorrow() {
        double residual = measured(3).residual(wasting(0.05), Profile.BALANCED);
        Prediction.Cost without = Prediction.Cost.of(wasting(0.05), Profile.BALANCED, 0);

        assertThat(residual).isCloseTo(0.35 * 2, within(1e-9));
        assertThat(Prediction.Cost.of(wasting(0.05), Profile.BALANCED, residual).high())
                .isCloseTo(without.high() + residual, within(1e-9));
        assertThat(Prediction.Cost.of(wasting(0.05), Profile.BALANCED, residual).low())
                .isCloseTo(without.low(), within(1e-9));
        assertThat(Prediction.Cost.of(wasting(0.05), Profile.BALANCED, -residual)
                        .low())
                .isEqualTo(0);
    }

    @Test
    void theShareOfWhatShowsGrowsWhereThereAreNoMessages() {
        Outcome outcome = new Outcome(0.05, 0, 0, 0, Outcome.Slowdown.NONE, Outcome.Slowdown.NONE, 1);
        Evaluation evaluation = new Evaluation(new Thresholds(1_000, 2_000, 1), FACTS, Collections.nCopies(6, outcome));

        assertThat(measured(3).residual(evaluation, Profile.BALANCED)).isCloseTo(0.35 / 0.7 * 2, within(1e-9));
    }
}
