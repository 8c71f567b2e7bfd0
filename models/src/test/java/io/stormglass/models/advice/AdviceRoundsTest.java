package io.stormglass.models.advice;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.models.ecn.Bowl;
import io.stormglass.models.ecn.ClosedForm;
import io.stormglass.models.ecn.Decline;
import io.stormglass.models.ecn.Evaluation;
import io.stormglass.models.ecn.NamedProfile;
import io.stormglass.models.ecn.Profile;
import io.stormglass.models.ecn.SeedSet;
import io.stormglass.models.ecn.Thresholds;
import io.stormglass.models.ecn.WhatIf;
import io.stormglass.models.ecn.Workload;
import io.stormglass.models.ecn.Workloads;
import io.stormglass.models.load.QueueLoad;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AdviceRoundsTest {
    private static final Workload WORKLOAD = Workloads.longFlowsWithBursts(100, 16, 10);
    private static final Thresholds SONIC = NamedProfile.SONIC_DEFAULT.at(100 * Workloads.GIGABIT);
    private static final AdviceSettings SETTINGS = AdviceSettings.of(Profile.BALANCED);
    private static final long SECOND = Loads.SECOND;

    private static AdviceRounds rounds(int searches) {
        return new AdviceRounds(
                new Advisor(SETTINGS, new Bowl(WORKLOAD, Profile.BALANCED, 0.5, 0.02)),
                SETTINGS,
                new AdviceRounds.Limits(10 * SECOND, 600 * SECOND, searches, 3_600 * SECOND));
    }

    private static Loads loads(String object, Thresholds thresholds) {
        Loads loads = new Loads(WORKLOAD, thresholds);
        loads.object = object;
        return loads;
    }

    private static void take(AdviceRounds rounds, List<QueueLoad> windows) {
        windows.forEach(rounds::take);
    }

    private static Decline.Reason reason(AdviceRounds rounds, String object) {
        return Objects.requireNonNull(newest(rounds, object).decline()).reason();
    }

    private static Advice newest(AdviceRounds rounds, String object) {
        return Objects.requireNonNull(rounds.newest().get("f1/leaf-1/" + object));
    }

    @Test
    void aRoundTellsWhatIsNewAndNothingTwice() {
        AdviceRounds rounds = rounds(100);
        take(rounds, loads("A", SONIC).windows("Ethernet0", 0, 10));
        assertThat(rounds.nextNanos()).contains(10 * SECOND);
        AdviceRounds.Round first = rounds.next();
        take(rounds, loads("A", SONIC).windows("Ethernet0", 10, 10));
        AdviceRounds.Round second = rounds.next();

        assertThat(first.atNanos()).isEqualTo(10 * SECOND);
        assertThat(first.news())
                .singleElement()
                .satisfies(advice -> assertThat(advice.status()).isEqualTo(Advice.Status.CHANGE));
        assertThat(first.searched()).isEqualTo(1);
        assertThat(second.news()).isEmpty();
        assertThat(second.searched()).isZero();
        assertThat(rounds.late()).isZero();
    }

    @Test
    void whereSearchesRunOutThoseThatPromiseMostComeFirst() {
        AdviceRounds rounds = rounds(1);
        Thresholds nearly =
                ReadBack.wholePercent(ClosedForm.of(WORKLOAD, Profile.BALANCED).thresholds());
        take(rounds, loads("A", nearly).windows("Ethernet0", 0, 10));
        take(rounds, loads("B", SONIC).windows("Ethernet4", 0, 10));
        AdviceRounds.Round first = rounds.next();

        assertThat(first.searched()).isEqualTo(1);
        assertThat(first.waiting()).isEqualTo(1);
        assertThat(newest(rounds, "B").status()).isEqualTo(Advice.Status.CHANGE);
        assertThat(reason(rounds, "A")).isEqualTo(Decline.Reason.WAITING);

        rounds.doneUntil(590 * SECOND);
        take(rounds, loads("A", nearly).windows("Ethernet0", 590, 10));
        assertThat(rounds.next().searched()).isEqualTo(1);
        assertThat(newest(rounds, "A").atNanos()).isEqualTo(600 * SECOND);
        assertThat(newest(rounds, "A").prediction()).isNotNull();
    }

    @Test
    void afterARestartItSaysTheSame() {
        AdviceRounds without = rounds(100);
        AdviceRounds with = rounds(100);
        List<Advice> told = new ArrayList<>();
        List<Advice> toldWith = new ArrayList<>();
        Loads before = loads("A", SONIC);
        List<QueueLoad> all = new ArrayList<>(before.windows("Ethernet0", 0, 10));
        for (AdviceRounds each : List.of(without, with)) {
            take(each, all);
        }
        told.addAll(without.next().news());
        toldWith.addAll(with.next().news());

        Loads after = loads("A", Objects.requireNonNull(told.getFirst().step()));
        List<QueueLoad> more = new ArrayList<>(before.windows("Ethernet0", 10, 2));
        more.addAll(after.windows("Ethernet0", 12, 28));
        AdviceRounds restarted = rounds(100);
        toldWith.forEach(restarted::remember);
        restarted.doneUntil(10 * SECOND);
        Collections.reverse(more);
        take(without, more);
        take(restarted, all);
        take(restarted, more);
        for (int round = 2; round <= 4; round++) {
            told.addAll(without.next().news());
            toldWith.addAll(restarted.next().news());
        }

        assertThat(toldWith).isEqualTo(told);
        assertThat(told).hasSizeGreaterThan(2);
    }

    @Test
    void aDefectOfOneObjectStopsNoOther() {
        WhatIf broken = new WhatIf() {
            private final Bowl bowl = new Bowl(WORKLOAD, Profile.BALANCED, 0.5, 0.02);

            @Override
            public String name() {
                return "broken for 64";
            }

            @Override
            public Evaluation evaluate(Thresholds thresholds, Workload workload, SeedSet seeds) {
                if (workload.longFlows() == 64) {
                    throw new IllegalStateException("64 is too much");
                }
                return bowl.evaluate(thresholds, workload, seeds);
            }
        };
        AdviceRounds rounds = new AdviceRounds(new Advisor(SETTINGS, broken), SETTINGS, AdviceRounds.Limits.STANDARD);
        Loads bad = new Loads(Workloads.longFlowsWithBursts(100, 64, 10), SONIC);
        bad.object = "A";
        take(rounds, bad.windows("Ethernet0", 0, 10));
        take(rounds, loads("B", SONIC).windows("Ethernet4", 0, 10));
        AdviceRounds.Round round = rounds.next();

        assertThat(round.failures()).containsExactly(Map.entry("f1/leaf-1/A", "64 is too much"));
        assertThat(reason(rounds, "A")).isEqualTo(Decline.Reason.FAILED);
        assertThat(newest(rounds, "B").status()).isEqualTo(Advice.Status.CHANGE);
    }

    @Test
    void aStormStopsAdviceWhereItIsAndNowhereElse() {
        AdviceRounds rounds = rounds(100);
        take(rounds, loads("A", SONIC).windows("Ethernet0", 0, 10));
        take(rounds, loads("B", SONIC).windows("Ethernet4", 0, 10));
        rounds.take(new Storm("inc-1", "f1", Set.of("leaf-1/Ethernet0"), 3 * SECOND, null));
        rounds.take(new Storm("inc-2", "f2", Set.of("leaf-1/Ethernet4"), 3 * SECOND, null));
        rounds.next();
        assertThat(reason(rounds, "A")).isEqualTo(Decline.Reason.STORM);
        assertThat(newest(rounds, "B").status()).isEqualTo(Advice.Status.CHANGE);

        rounds.take(new Storm("inc-1", "f1", Set.of("leaf-1/Ethernet0"), 3 * SECOND, 9 * SECOND));
        take(rounds, loads("A", SONIC).windows("Ethernet0", 10, 10));
        rounds.next();
        assertThat(newest(rounds, "A").status()).isEqualTo(Advice.Status.CHANGE);
    }

    @Test
    void aQueueThatIsSilentIsStillBoundToItsObject() {
        AdviceRounds rounds = rounds(100);
        take(rounds, loads("A", SONIC).windows("Ethernet0", 0, 40));
        take(rounds, loads("A", SONIC).windows("Ethernet4", 0, 10));
        for (int round = 0; round < 4; round++) {
            rounds.next();
        }

        Advice advice = newest(rounds, "A");
        assertThat(advice.atNanos()).isEqualTo(10 * SECOND);
        assertThat(advice.queues()).containsExactly("Ethernet0|3", "Ethernet4|3");
        assertThat(advice.status()).isEqualTo(Advice.Status.CHANGE);
    }
}
