package io.stormglass.cli.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stormglass.models.advice.Advice;
import io.stormglass.models.advice.Evidence;
import io.stormglass.models.advice.Instructions;
import io.stormglass.models.advice.Memory;
import io.stormglass.models.advice.ObjectName;
import io.stormglass.models.advice.Prediction;
import io.stormglass.models.ecn.Buffer;
import io.stormglass.models.ecn.Decline;
import io.stormglass.models.ecn.Evaluation;
import io.stormglass.models.ecn.NamedProfile;
import io.stormglass.models.ecn.Outcome;
import io.stormglass.models.ecn.Profile;
import io.stormglass.models.ecn.QueueFacts;
import io.stormglass.models.ecn.Thresholds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Figures and goals of made-up measurements. Waste alone counts here: J is 7 times the waste ratio for {@code balanced}, over 0.75 without messages. */
public final class TuneReportTest {
    private static final QueueFacts FACTS = new QueueFacts(
            100_000_000_000L,
            4_178,
            10_000,
            new Buffer(30_000_000, 4_096, new Buffer.Dynamic(0.125), 3_072),
            QueueFacts.Marking.AT_DEQUEUE);
    /** J is waste / 5 % * 0.35 / 0.7. */
    private static final double PER_COST = 0.1;

    private static Evaluation made(int kmin, double paused, double... costs) {
        List<Outcome> outcomes = Arrays.stream(costs)
                .mapToObj(cost ->
                        new Outcome(cost * PER_COST, 0, 0, paused, Outcome.Slowdown.NONE, Outcome.Slowdown.NONE, 1))
                .toList();
        return new Evaluation(new Thresholds(kmin, 10L * kmin, 0.5), FACTS, outcomes);
    }

    private static TuneRow row(String name, Evaluation before, Evaluation after, Evaluation best, Evaluation worst) {
        EnumMap<NamedProfile, Evaluation> named = new EnumMap<>(NamedProfile.class);
        for (NamedProfile each : NamedProfile.values()) {
            named.put(each, made(9, 0, 3, 3));
        }
        List<TuneStep> steps = List.of(new TuneStep(1, after.thresholds(), advice(after.thresholds(), 1.6)));
        return new TuneRow(name, Profile.BALANCED, steps, before, after, best, worst, named);
    }

    /** The last word: all is well, and it costs so much up to 0.1. */
    private static Advice advice(Thresholds current, double cost) {
        Prediction.Cost predicted = new Prediction.Cost(cost, cost - 0.1, cost + 0.1);
        return new Advice(
                new ObjectName("emulated", "switch-0", "AZURE_LOSSLESS"),
                1,
                Advice.Status.DECLINED,
                new Decline(Decline.Reason.SMALL_MOVE, "near enough"),
                List.of("Ethernet0|3"),
                false,
                current,
                null,
                null,
                null,
                List.of(),
                Evidence.NONE,
                new Prediction(Profile.BALANCED, "made-up", predicted, predicted, predicted, List.of(), 0, 0, 1, 1),
                0.8,
                List.of("near enough"),
                Instructions.NONE,
                List.of(),
                Memory.NONE);
    }

    /** Before 2.1, after 1.6, best 1.55. */
    public static TuneRow good(String name) {
        return row(name, made(1, 0, 2, 2.2), made(2, 0, 1.5, 1.7), made(3, 0, 1.5, 1.6), made(4, 0, 4, 4.4));
    }

    private static List<TuneRow> twelve() {
        List<TuneRow> rows = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            rows.add(good("s" + i));
        }
        return rows;
    }

    @Test
    void regretIsOverTheBestAndAtLeastOne() {
        TuneRow row = good("s");
        assertThat(row.cost(row.before())).isCloseTo(2.1, within(1e-9));
        assertThat(row.regret()).isCloseTo((1.6 - 1.55) / 1.55, within(1e-9));
        assertThat(row.spread()).isCloseTo(4.2 / 1.55, within(1e-9));
        TuneRow cheap = row("s", made(1, 0, 2, 2), made(2, 0, 0.5, 0.5), made(3, 0, 0.1, 0.1), made(4, 0, 3, 3));
        assertThat(cheap.regret()).isCloseTo(0.4, within(1e-9));
    }

    @Test
    void twelveGoodScenariosMissNothing() {
        assertThat(new TuneReport(twelve()).missed(TuneReport.Promise.ALL)).isEmpty();
    }

    @Test
    void aFlatScenarioDoesNotCount() {
        List<TuneRow> rows = twelve();
        rows.set(3, row("flat", made(1, 0, 2, 2), made(1, 0, 2, 2), made(3, 0, 1.6, 1.6), made(4, 0, 2, 2)));
        assertThat(new TuneReport(rows).missed(TuneReport.Promise.ALL))
                .containsExactly("balanced: thresholds decide in 11 scenarios, 12 are needed");
    }

    @Test
    void oneBadRegretIsWorstAndSevenAreMedian() {
        TuneRow bad = row("bad", made(1, 0, 2.5, 2.5), made(2, 0, 1.92, 1.92), made(3, 0, 1.6, 1.6), made(4, 0, 4, 4));
        List<TuneRow> rows = twelve();
        rows.set(0, bad);
        assertThat(new TuneReport(rows).missed(TuneReport.Promise.ALL))
                .containsExactly("balanced: worst regret is 0.200, at most 0.15 is allowed");
        assertThat(new TuneReport(rows).missed(TuneReport.Promise.NEVER_WORSE)).isEmpty();
        for (int i = 0; i < 7; i++) {
            rows.set(i, bad);
        }
        assertThat(new TuneReport(rows).missed(TuneReport.Promise.ALL))
                .contains("balanced: median regret is 0.200, at most 0.05 is allowed");
    }

    @Test
    void worseThanTheStartIsJudgedByPairs() {
        Evaluation best = made(3, 0, 1.95, 2.05);
        Evaluation worst = made(4, 0, 4, 4);
        // Every seed 3 % worse: seen through seeds that differ far more than that.
        assertThat(row("s", made(1, 0, 1, 3), made(2, 0, 1.06, 3.06), best, worst)
                        .isWorse())
                .isTrue();
        assertThat(row("s", made(1, 0, 1, 3), made(2, 0, 1.03, 3.03), best, worst)
                        .isWorse())
                .isFalse();
        assertThat(row("s", made(1, 0, 1, 3), made(2, 0, 0.5, 3.7), best, worst).isWorse())
                .isFalse();
    }

    @Test
    void morePausesThanAtTheStartAreMissed() {
        List<TuneRow> rows = twelve();
        rows.set(
                0,
                row(
                        "paused",
                        made(1, 0.001, 2, 2),
                        made(2, 0.002, 1.4, 1.4),
                        made(3, 0.002, 1.5, 1.5),
                        made(4, 0, 4, 4)));
        assertThat(new TuneReport(rows).missed(TuneReport.Promise.ALL))
                .containsExactly(
                        "paused for balanced pauses more than it began with: 0.00200 of the time after 0.00100");
    }

    @Test
    void aPublishedSettingThatIsAsCheapIsMissed() {
        List<TuneRow> rows = new ArrayList<>();
        for (TuneRow row : twelve()) {
            EnumMap<NamedProfile, Evaluation> named = new EnumMap<>(row.named());
            named.put(NamedProfile.HPCC, made(9, 0, 1.2, 1.3));
            rows.add(new TuneRow(
                    row.scenario(),
                    row.profile(),
                    row.steps(),
                    row.before(),
                    row.after(),
                    row.best(),
                    row.worst(),
                    named));
        }
        assertThat(new TuneReport(rows).missed(TuneReport.Promise.ALL))
                .containsExactly("balanced: mean cost of hpcc is 1.250, of ours 1.600");
    }

    @Test
    void predictedIntervalsThatDoNotHoldAreMissed() {
        TuneRow held = good("s");
        assertThat(held.held()).isTrue();
        TuneRow out = row("s", made(1, 0, 2, 2.2), made(2, 0, 1.8, 1.8), made(3, 0, 1.75, 1.75), made(4, 0, 4, 4));
        assertThat(out.held()).isFalse();
        List<TuneRow> rows = twelve();
        rows.set(0, out);
        rows.set(1, out);
        assertThat(new TuneReport(rows).missed(TuneReport.Promise.ALL)).isEmpty();
        rows.set(2, out);
        assertThat(new TuneReport(rows).missed(TuneReport.Promise.ALL))
                .containsExactly("predicted intervals hold 75 % of what was measured, 80 % are needed");
    }

    @Test
    void theGridIsTheOneOfTheDocument() {
        List<Thresholds> grid = TuningGrid.of(FACTS);
        assertThat(grid).hasSize(TuningGrid.SIZE).hasSize(210).doesNotHaveDuplicates();
        assertThat(grid).contains(new Thresholds(200_000, 800_000, 0.05), new Thresholds(3_125, 3_125, 1));
    }
}
