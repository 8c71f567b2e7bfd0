package io.stormglass.models.ecn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Whether the result of a search leads to a change. */
class VerdictTest {
    private static final Workload WORKLOAD = Workloads.longFlowsWithBursts(100, 16, 10);
    private static final Thresholds HERE = new Thresholds(1_000_000, 2_000_000, 0.05);
    private static final Thresholds THERE = new Thresholds(100_000, 2_000_000, 0.5);

    /** A setting whose waste per seed is given; without messages a waste of 5 % costs 0.5 in the balanced profile. */
    private static Evaluation wasting(Thresholds thresholds, double... wastes) {
        List<Outcome> outcomes = new ArrayList<>();
        for (double waste : wastes) {
            outcomes.add(new Outcome(waste, 0, 0, 0, Outcome.Slowdown.NONE, Outcome.Slowdown.NONE, 1));
        }
        return new Evaluation(thresholds, WORKLOAD.facts(), outcomes);
    }

    private static LocalSearch.Result result(Evaluation best, Evaluation current, Map<NamedProfile, Evaluation> named) {
        return new LocalSearch.Result(
                Profile.BALANCED,
                ClosedForm.of(WORKLOAD, Profile.BALANCED),
                best,
                current,
                named,
                List.of(),
                1,
                1,
                "by hand");
    }

    private static Hysteresis.Verdict judge(Evaluation best, Evaluation current) {
        return Hysteresis.STANDARD.judge(
                result(best, current, new EnumMap<>(NamedProfile.class)), WORKLOAD, Long.MAX_VALUE);
    }

    @Test
    void aClearGainIsWorthAChange() {
        assertThat(judge(wasting(THERE, 0.10, 0.20), wasting(HERE, 0.20, 0.30))).isEqualTo(Hysteresis.Verdict.ACT);
    }

    @Test
    void fourPerCentAreNot() {
        assertThat(judge(wasting(THERE, 0.192, 0.288), wasting(HERE, 0.20, 0.30)))
                .isEqualTo(Hysteresis.Verdict.SMALL_GAIN);
        assertThat(judge(wasting(THERE, 0.188, 0.282), wasting(HERE, 0.20, 0.30)))
                .isEqualTo(Hysteresis.Verdict.ACT);
    }

    @Test
    void aGainThatMayBeChanceIsNot() {
        // Gains of 0.20 and 0.01: the mean is 1.1 deviations.
        assertThat(judge(wasting(THERE, 0.10, 0.29), wasting(HERE, 0.30, 0.30)))
                .isEqualTo(Hysteresis.Verdict.WITHIN_NOISE);
    }

    @Test
    void aSmallMoveIsNotWhateverItGains() {
        Thresholds near = new Thresholds(1_100_000, 2_200_000, 0.05);
        assertThat(judge(wasting(near, 0.10, 0.20), wasting(HERE, 0.20, 0.30)))
                .isEqualTo(Hysteresis.Verdict.SMALL_MOVE);
    }

    @Test
    void afterAChangeNothingIsChangedForAWhile() {
        LocalSearch.Result clear =
                result(wasting(THERE, 0.10, 0.20), wasting(HERE, 0.20, 0.30), new EnumMap<>(NamedProfile.class));

        assertThat(Hysteresis.STANDARD.judge(clear, WORKLOAD, 9_999_999_999L))
                .isEqualTo(Hysteresis.Verdict.COOLING_DOWN);
        assertThat(Hysteresis.STANDARD.judge(clear, WORKLOAD, 10_000_000_000L)).isEqualTo(Hysteresis.Verdict.ACT);
    }

    private static Map<NamedProfile, Evaluation> probes(double paper, double sonic, double hpcc) {
        EnumMap<NamedProfile, Evaluation> named = new EnumMap<>(NamedProfile.class);
        named.put(NamedProfile.DCQCN_PAPER, wasting(HERE, paper));
        named.put(NamedProfile.SONIC_DEFAULT, wasting(HERE, sonic));
        named.put(NamedProfile.HPCC, wasting(HERE, hpcc));
        return named;
    }

    @Test
    void wherePublishedSettingsCostTheSameThresholdsAreNotTheLever() {
        Evaluation current = wasting(HERE, 0.3, 0.3);
        LocalSearch.Result flat = result(current, current, probes(0.30, 0.32, 0.34));
        LocalSearch.Result steep = result(current, current, probes(0.30, 0.32, 0.35));
        Workload brief = new Workload(
                WORKLOAD.facts(),
                WORKLOAD.reaction(),
                0,
                Bursts.NONE,
                Messages.NONE,
                new Rounds(32, 32_000, 100_000, 0));

        assertThat(Decline.of(steep, brief)).isEmpty();
        assertThat(Decline.of(flat, brief)).hasValueSatisfying(decline -> {
            assertThat(decline.reason()).isEqualTo(Decline.Reason.NOT_THE_LEVER);
            // 10 us and two of 4 us; 32 kB take 2.6 us.
            assertThat(decline.words()).contains("cost 3.00 to 3.40", "32.0 kB (2.6 us)", "18.0 us after its start");
        });
        assertThat(Decline.of(flat, WORKLOAD))
                .hasValueSatisfying(decline -> assertThat(decline.words()).doesNotContain("before the first cut"));
    }

    @Test
    void whereAllTargetsAreMetNothingIsRecommended() {
        Evaluation good = wasting(HERE, 0.08, 0.12);

        assertThat(Decline.of(result(good, good, probes(0.3, 0.9, 0.1)), WORKLOAD))
                .hasValueSatisfying(decline -> {
                    assertThat(decline.reason()).isEqualTo(Decline.Reason.TARGETS_MET);
                    assertThat(decline.words()).contains("balanced", "cost 1.00");
                });
    }
}
