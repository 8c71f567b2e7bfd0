package io.stormglass.models.ecn;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.testkit.Property;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LocalSearchTest {
    private static final Profile BALANCED = Profile.BALANCED;
    private static final List<NamedProfile> PUBLISHED = List.of(NamedProfile.values());
    private static final Thresholds SONIC = NamedProfile.SONIC_DEFAULT.at(100 * Workloads.GIGABIT);

    private static LocalSearch.Question question(Workload workload, Thresholds current, long seed) {
        return new LocalSearch.Question(workload, BALANCED, current, seed);
    }

    @Test
    void itFindsTheLowestPlaceInTheNeighbourhood() {
        Workload workload = Workloads.longFlowsWithBursts(100, 16, 10);
        Bowl bowl = new Bowl(workload, BALANCED, 0.8, 0);
        LocalSearch.Result result = LocalSearch.search(question(workload, SONIC, 1), bowl);
        Evaluation lowest = bowl.evaluate(bowl.lowest(), workload, new SeedSet(500, 6));
        Evaluation ours = bowl.evaluate(result.best().thresholds(), workload, new SeedSet(500, 6));
        Evaluation closed = bowl.evaluate(result.closedForm().thresholds(), workload, new SeedSet(500, 6));

        double best = lowest.cost(BALANCED).mean();
        assertThat(closed.cost(BALANCED).mean()).isGreaterThan(1.1 * best);
        assertThat(ours.cost(BALANCED).mean()).isLessThan(1.03 * best);
        assertThat(result.gain().low()).isPositive();
        assertThat(result.whatIf()).isEqualTo("bowl");
    }

    @Test
    void everyRecommendationKeepsTheHardLimitsAndTheOctave() {
        Property.check("every recommendation keeps the hard limits", 60, random -> {
            Workload workload = Workloads.any(random);
            Thresholds current = Workloads.anyThresholds(random);
            Bowl bowl = new Bowl(workload, BALANCED, random.nextDouble(-1, 1), 0.05);
            LocalSearch.Result result =
                    LocalSearch.search(question(workload, current, random.nextLong(1_000_000)), bowl);
            Thresholds best = result.best().thresholds();
            if (best.equals(current)) {
                return;
            }
            assertThat(Bounds.of(workload).hold(best))
                    .as(result.bounds().toString())
                    .isTrue();
            assertThat(result.best().pausedRatio())
                    .isLessThanOrEqualTo(result.current().pausedRatio());
        });
    }

    @Test
    void theSameQuestionHasTheSameAnswer() {
        Workload workload = Workloads.longFlowsWithBursts(100, 16, 10);
        LocalSearch.Result first =
                LocalSearch.search(question(workload, SONIC, 7), new Bowl(workload, BALANCED, 0.5, 0.05));

        assertThat(LocalSearch.search(question(workload, SONIC, 7), new Bowl(workload, BALANCED, 0.5, 0.05)))
                .isEqualTo(first);
    }

    @Test
    void theCurrentSettingAndAllPublishedOnesAreAsked() {
        Workload workload = Workloads.longFlowsWithBursts(100, 16, 10);
        Bowl bowl = new Bowl(workload, BALANCED, 0.5, 0.05);
        Thresholds current = new Thresholds(33_333, 444_444, 0.05);
        LocalSearch.Result result = LocalSearch.search(question(workload, current, 7), bowl);

        assertThat(bowl.asked).contains(current);
        assertThat(result.named()).containsOnlyKeys(NamedProfile.values());
    }

    @Test
    void aSettingThatIsBestStays() {
        Workload workload = Workloads.longFlowsWithBursts(100, 16, 10);
        Bowl bowl = new Bowl(workload, BALANCED, 0.3, 0.02);
        LocalSearch.Result result = LocalSearch.search(question(workload, bowl.lowest(), 7), bowl);

        assertThat(Hysteresis.STANDARD.judge(result, workload, Long.MAX_VALUE)).isNotEqualTo(Hysteresis.Verdict.ACT);
    }

    @Test
    void whatPausesMoreIsOutWhateverItCosts() {
        Workload workload = Workloads.longFlowsWithBursts(100, 16, 10);
        WhatIf pausing = new WhatIf() {
            @Override
            public String name() {
                return "pauses below 1 MB of Kmax cost nothing else";
            }

            @Override
            public Evaluation evaluate(Thresholds thresholds, Workload of, SeedSet seeds) {
                boolean low = !thresholds.equals(SONIC);
                Outcome outcome = new Outcome(
                        low ? 0 : 0.2, 0, 0, low ? 1e-4 : 0, Outcome.Slowdown.NONE, Outcome.Slowdown.NONE, 1);
                return new Evaluation(thresholds, of.facts(), Collections.nCopies(seeds.count(), outcome));
            }
        };

        assertThat(LocalSearch.search(question(workload, SONIC, 7), pausing)
                        .best()
                        .thresholds())
                .isEqualTo(SONIC);
    }

    /** Everything costs the same but the current setting, which is worse, and one published setting, which is better by a share. */
    private record OneBetter(Thresholds worse, Thresholds better, double share) implements WhatIf {
        @Override
        public String name() {
            return "one better";
        }

        @Override
        public Evaluation evaluate(Thresholds thresholds, Workload workload, SeedSet seeds) {
            double waste = thresholds.equals(worse) ? 0.3 : thresholds.equals(better) ? 0.2 * (1 - share) : 0.2;
            Outcome outcome = new Outcome(waste, 0, 0, 0, Outcome.Slowdown.NONE, Outcome.Slowdown.NONE, 1);
            return new Evaluation(thresholds, workload.facts(), Collections.nCopies(seeds.count(), outcome));
        }
    }

    @Test
    void aPublishedSettingFarFromTheClosedFormHasToBeClearlyBetter() {
        Workload workload = Workloads.longFlowsWithBursts(100, 16, 10);
        Thresholds hpcc = NamedProfile.HPCC.at(100 * Workloads.GIGABIT);
        Thresholds centre = ClosedForm.of(workload, BALANCED).thresholds();

        assertThat(LocalSearch.search(question(workload, SONIC, 7), new OneBetter(SONIC, hpcc, 0.05))
                        .best()
                        .thresholds())
                .isEqualTo(centre);
        assertThat(LocalSearch.search(question(workload, SONIC, 7), new OneBetter(SONIC, hpcc, 0.15))
                        .best()
                        .thresholds())
                .isEqualTo(hpcc);
    }

    @Test
    void theBudgetIsKept() {
        Workload workload = Workloads.longFlowsWithBursts(100, 16, 10);
        LocalSearch.Settings small = new LocalSearch.Settings(2, 2, 2, 5, 0, 0.1, 1, 30, Long.MAX_VALUE);
        LocalSearch.Settings few = new LocalSearch.Settings(2, 2, 2, 5, 0, 0.1, 1, 1_000, 2_500_000);
        Bowl bowl = new Bowl(workload, BALANCED, 0.8, 0);
        int finals = 2 * 7 + 2 * 2;

        assertThat(LocalSearch.search(question(workload, SONIC, 1), small, bowl).runs())
                .isBetween(20, 30 + finals + 1);
        // Each run of the bowl is 100,000 hops.
        assertThat(LocalSearch.search(question(workload, SONIC, 1), few, bowl).packetHops())
                .isBetween(2_000_000L, 2_700_000L + finals * 100_000L);
    }

    /**
     * Inputs that are measured a bit differently every round, noise of every kind, changes that are made whenever they are recommended: nothing may go up and come
     * down again.
     */
    @Test
    void inputsThatWobbleNeverFlipARecommendationBackAndForth() {
        Property.check("five per cent never flip a recommendation", 10, random -> {
            List<Thresholds> settings = settings(LocalSearch.Settings.STANDARD, Hysteresis.STANDARD, random);

            assertThat(settings.size()).isLessThanOrEqualTo(9);
            assertThat(turns(settings)).as(settings.toString()).isZero();
        });
    }

    /** The same without the thresholds that hold a recommendation back. */
    @Test
    void withoutHysteresisTheyDo() {
        LocalSearch.Settings eager = new LocalSearch.Settings(2, 2, 2, 5, 0, 0.1, 1, 100, 20_000_000);
        Hysteresis none = new Hysteresis(0.01, 0, 0, 0, 0);
        SplittableRandom random = new SplittableRandom(5);
        int turns = 0;
        for (int i = 0; i < 5; i++) {
            turns += turns(settings(eager, none, random));
        }
        assertThat(turns).isGreaterThan(5);
    }

    /** How often Kmin or Kmax went one way by a quarter and back by a quarter at the next change. */
    private static int turns(List<Thresholds> settings) {
        int turns = 0;
        for (int i = 2; i < settings.size(); i++) {
            Thresholds first = settings.get(i - 2);
            Thresholds second = settings.get(i - 1);
            Thresholds third = settings.get(i);
            boolean ofKmin = turns((double) first.kminBytes(), (double) second.kminBytes(), (double) third.kminBytes());
            boolean ofKmax = turns((double) first.kmaxBytes(), (double) second.kmaxBytes(), (double) third.kmaxBytes());
            turns += ofKmin || ofKmax ? 1 : 0;
        }
        return turns;
    }

    private static boolean turns(double first, double second, double third) {
        double there = Math.log(second / first);
        double back = Math.log(third / second);
        return there * back < 0 && Math.min(Math.abs(there), Math.abs(back)) > Math.log(1.25);
    }

    /** Forty rounds from a published setting; every setting that the queue had. */
    private static List<Thresholds> settings(
            LocalSearch.Settings search, Hysteresis hysteresis, SplittableRandom random) {
        Workload truth = Workloads.longFlowsWithBursts(100, random.nextInt(8, 65), 10);
        NamedProfile start = PUBLISHED.get(random.nextInt(PUBLISHED.size()));
        Bowl bowl = new Bowl(truth, BALANCED, random.nextDouble(-0.9, 0.9), 0.04);
        List<Thresholds> settings = new ArrayList<>(List.of(start.at(100 * Workloads.GIGABIT)));
        for (int round = 0; round < 40; round++) {
            Workload seen = Workloads.nudged(truth, 0.05, random);
            Thresholds current = settings.getLast();
            LocalSearch.Result result =
                    LocalSearch.search(question(seen, current, random.nextLong(1L << 40)), search, bowl);
            if (hysteresis.judge(result, seen, Long.MAX_VALUE) == Hysteresis.Verdict.ACT) {
                settings.addAll(StepLimit.STANDARD.path(
                        current, result.best().thresholds(), seen.facts(), StepLimit.Pauses.NONE));
            }
        }
        return settings;
    }
}
