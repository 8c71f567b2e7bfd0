package io.stormglass.models.advice;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.models.ecn.Profile;
import io.stormglass.models.ecn.Thresholds;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TrialsTest {
    private static final Thresholds FROM = new Thresholds(1_000_000, 2_000_000, 0.05);
    private static final Thresholds TO = new Thresholds(250_000, 1_000_000, 0.2);

    /** Waste in the unit of the cost; the only term that shows. */
    private static Measured wasting(double waste, double deviation, @Nullable Double pause) {
        return new Measured("Ethernet0|3", 0.9, 16, 500_000, waste, null, pause, waste, deviation, 0.3);
    }

    private static Trial.State judge(double change, double deviation, Measured before, Measured after) {
        return judge(change, deviation, 0, before, after);
    }

    private static Trial.State judge(double change, double deviation, double gain, Measured before, Measured after) {
        Trial trial = new Trial(FROM, TO, before, change, deviation, gain, Trial.State.PENDING, "");
        return Trials.judge(trial, after, Profile.BALANCED).state();
    }

    @Test
    void whatGetsWorseThanBeforeIsWorse() {
        assertThat(judge(0, 0, wasting(1, 0, null), wasting(1.04, 0, null))).isEqualTo(Trial.State.GOOD);
        assertThat(judge(0, 0, wasting(1, 0, null), wasting(1.06, 0, null))).isEqualTo(Trial.State.WORSE);
        assertThat(judge(-0.5, 0, wasting(1, 0, null), wasting(1.1, 0, null))).isEqualTo(Trial.State.GOOD);
        assertThat(judge(-0.5, 0, wasting(1, 0, null), wasting(1.13, 0, null))).isEqualTo(Trial.State.WORSE);
    }

    @Test
    void wasteThatRisesAsPredictedIsThePriceOfWhatDoesNotShow() {
        assertThat(judge(0.5, 0, wasting(0.5, 0, null), wasting(1.1, 0, null))).isEqualTo(Trial.State.GOOD);
        assertThat(judge(0.5, 0, wasting(0.5, 0, null), wasting(1.15, 0, null))).isEqualTo(Trial.State.WORSE);
    }

    @Test
    void aStepThatHalvesTheCostIsKeptThoughALittleMoreIsWastedThanPredicted() {
        // Waste weighs 0.35: 0.5 more than predicted take 0.18 of the gain.
        assertThat(judge(0.56, 0, 1.1, wasting(0.13, 0, null), wasting(1.19, 0, null)))
                .isEqualTo(Trial.State.GOOD);
        assertThat(judge(0.56, 0, 0.2, wasting(0.13, 0, null), wasting(1.19, 0, null)))
                .isEqualTo(Trial.State.WORSE);
        assertThat(judge(0.56, 0, 1.1, wasting(0.13, 0, null), wasting(3, 0, null)))
                .isEqualTo(Trial.State.WORSE);
        assertThat(judge(0.56, 0, 1.1, swinging(0.13, 0.1), swinging(1.19, 0.5)))
                .isEqualTo(Trial.State.GOOD);
    }

    @Test
    void whatMayBeChanceIsNotWorse() {
        assertThat(judge(0, 0, wasting(1, 0.1, null), wasting(1.25, 0.1, null))).isEqualTo(Trial.State.GOOD);
        assertThat(judge(0, 0.15, wasting(1, 0, null), wasting(1.25, 0, null))).isEqualTo(Trial.State.GOOD);
        assertThat(judge(0, 0, wasting(1, 0.1, null), wasting(1.3, 0.1, null))).isEqualTo(Trial.State.WORSE);
    }

    @Test
    void morePausesAreWorse() {
        assertThat(judge(0, 0, wasting(1, 0.5, 0.0), wasting(1, 0.5, 1.1))).isEqualTo(Trial.State.WORSE);
        assertThat(judge(0, 0, wasting(1, 0.5, 0.0), wasting(1, 0.5, 0.9))).isEqualTo(Trial.State.GOOD);
    }

    private static Measured swinging(double waste, double oscillation) {
        return new Measured("Ethernet0|3", 0.9, 16, 500_000, waste, null, null, waste, 0, oscillation);
    }

    @Test
    void cnpsThatSwingMoreAreWorseOnlyWhereTheCostIsNeitherLowerNorAsPredicted() {
        assertThat(judge(-1, 0, swinging(2, 0.1), swinging(1, 0.5))).isEqualTo(Trial.State.GOOD);
        assertThat(judge(0.5, 0, swinging(0, 0.1), swinging(0.6, 0.5))).isEqualTo(Trial.State.GOOD);
        assertThat(judge(-1, 0, swinging(2, 0.1), swinging(1.7, 0.5))).isEqualTo(Trial.State.GOOD);
        assertThat(judge(-1, 0, swinging(2, 0.1), swinging(2, 0.5))).isEqualTo(Trial.State.WORSE);
        assertThat(judge(-1, 0, swinging(2, 0.1), swinging(2, 0.15))).isEqualTo(Trial.State.GOOD);
    }

    @Test
    void pausesAloneDoNotSayThatSwingingIsHarmless() {
        Measured before = new Measured("Ethernet0|3", 0.9, 16, 500_000, null, null, 0.0, 0, 0, 0.1);
        Measured after = new Measured("Ethernet0|3", 0.9, 16, 500_000, null, null, 0.0, 0, 0, 0.5);

        assertThat(judge(0, 0, before, after)).isEqualTo(Trial.State.WORSE);
    }

    @Test
    void termsThatShowedOnlyOnceAreNotCompared() {
        Measured delays = new Measured("Ethernet0|3", 0.9, 16, 500_000, null, 2.0, null, 2, 0, 0.3);

        assertThat(judge(0, 0, wasting(1, 0, null), delays)).isEqualTo(Trial.State.INCONCLUSIVE);
    }
}
