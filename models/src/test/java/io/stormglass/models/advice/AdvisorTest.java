package io.stormglass.models.advice;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.models.ecn.Bound;
import io.stormglass.models.ecn.Bounds;
import io.stormglass.models.ecn.Bowl;
import io.stormglass.models.ecn.Decline;
import io.stormglass.models.ecn.Evaluation;
import io.stormglass.models.ecn.NamedProfile;
import io.stormglass.models.ecn.Outcome;
import io.stormglass.models.ecn.Profile;
import io.stormglass.models.ecn.SeedSet;
import io.stormglass.models.ecn.Thresholds;
import io.stormglass.models.ecn.WhatIf;
import io.stormglass.models.ecn.Workload;
import io.stormglass.models.ecn.Workloads;
import io.stormglass.models.event.ThresholdUnit;
import io.stormglass.models.load.QueueLoad;
import io.stormglass.testkit.Property;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AdvisorTest {
    private static final Workload WORKLOAD = Workloads.longFlowsWithBursts(100, 16, 10);
    private static final Thresholds SONIC = NamedProfile.SONIC_DEFAULT.at(100 * Workloads.GIGABIT);
    private static final AdviceSettings SETTINGS = AdviceSettings.of(Profile.BALANCED);

    private static Advisor advisor() {
        return new Advisor(SETTINGS, bowl());
    }

    private static Bowl bowl() {
        return new Bowl(WORKLOAD, Profile.BALANCED, 0.5, 0.02);
    }

    private static Loads loads() {
        return new Loads(WORKLOAD, SONIC);
    }

    private static Advice advise(Loads loads) {
        return advisor().advise(loads.one(), null, null);
    }

    private static void declines(Loads loads, Decline.Reason reason, String... words) {
        assertDeclined(advise(loads), reason, words);
    }

    private static void assertDeclined(Advice advice, Decline.Reason reason, String... words) {
        assertThat(advice.decline()).as(advice.reasons().toString()).isNotNull();
        Decline decline = Objects.requireNonNull(advice.decline());
        assertThat(decline.reason()).as(decline.words()).isEqualTo(reason);
        assertThat(List.of(words))
                .allSatisfy(word -> assertThat(decline.words()).contains(word));
        assertThat(advice.instructions()).isEqualTo(Instructions.NONE);
    }

    private static Thresholds step(Advice advice) {
        return Objects.requireNonNull(advice.step());
    }

    private static Thresholds target(Advice advice) {
        return Objects.requireNonNull(advice.target());
    }

    private static Prediction prediction(Advice advice) {
        return Objects.requireNonNull(advice.prediction());
    }

    private static Trial trial(Advice advice) {
        return Objects.requireNonNull(advice.memory().trial());
    }

    // ---- a change

    @Test
    void betterThresholdsComeWithReasonsCommandsAndTheWayBack() {
        Advice advice = advise(loads());

        assertThat(advice.status()).isEqualTo(Advice.Status.CHANGE);
        assertThat(advice.name().key()).isEqualTo("f1/leaf-1/AZURE_LOSSLESS");
        assertThat(advice.queues()).containsExactly("Ethernet0|3");
        assertThat(advice.published()).isEqualTo(NamedProfile.SONIC_DEFAULT);
        // 1 MB / 4 and 5 % * 4.
        assertThat(step(advice).kminBytes()).isEqualTo(262_144);
        assertThat(step(advice).maxProbability()).isEqualTo(0.2);
        assertThat(advice.instructions().commands())
                .containsExactly("ecnconfig -p AZURE_LOSSLESS -gmin 262144 -gmax "
                        + step(advice).kmaxBytes() + " -gdrop 20");
        assertThat(advice.instructions().rollback())
                .containsExactly("ecnconfig -p AZURE_LOSSLESS -gmin 1048576 -gmax 2097152 -gdrop 5");
        assertThat(advice.instructions().rollout()).hasSize(5);
        assertThat(Bounds.of(WORKLOAD).hold(target(advice))).isTrue();
        assertThat(advice.evidence().sentences()).hasSize(4);
        assertThat(advice.evidence().sentences().getFirst())
                .isEqualTo(
                        "In 10.0 s Ethernet0|3 carried 90.0 % of its link with 16.0 long flows and 25000 bursts of 8.0 messages and 500.0 kB, 20000 CNPs per second, 0.720 % of the packets marked, peers of the switch paused for 0.000 % of their time, queue up to 3.00 MB.");
        assertThat(prediction(advice).whatIf()).isEqualTo("bowl");
        assertThat(prediction(advice).published()).hasSize(NamedProfile.values().length);
        assertThat(prediction(advice).step().mean())
                .isLessThan(prediction(advice).current().mean());
        // Where packets are marked is assumed.
        assertThat(advice.confidence()).isEqualTo(0.7);
        // A message of 62.5 kB takes 5 us, the first cut may take 18.
        assertThat(advice.nicAdvice()).anySatisfy(text -> assertThat(text).contains("62.5 kB", "18.0 us", "jitter"));
    }

    @Test
    void theSameInputGivesTheSameAdvice() {
        assertThat(advise(loads())).isEqualTo(advise(loads()));
        List<QueueLoad> backwards = new ArrayList<>(loads().windows("Ethernet0", 0, 10));
        Collections.reverse(backwards);
        assertThat(advisor().advise(Loads.object(backwards), null, null)).isEqualTo(advise(loads()));
    }

    @Test
    void withoutANameValuesAreGivenAndNoCommand() {
        Loads loads = loads();
        loads.object = "";
        Advice advice = advise(loads);

        assertThat(advice.name().object()).isEqualTo("Ethernet0/3");
        assertThat(advice.status()).isEqualTo(Advice.Status.CHANGE);
        assertThat(advice.instructions().commands()).isEmpty();
        assertThat(advice.instructions().refusal()).startsWith("command cannot be generated");
    }

    @Test
    void everyTargetKeepsTheHardLimits() {
        Property.check("every target keeps the hard limits", 60, random -> {
            Workload workload = Workloads.any(random);
            Loads loads = new Loads(workload, percents(Workloads.anyThresholds(random)));
            loads.watermark = 100_000_000L;
            Bowl bowl = new Bowl(workload, Profile.BALANCED, random.nextDouble(-1, 1), 0.05);
            Advice advice = new Advisor(SETTINGS, bowl).advise(loads.one(), null, null);
            if (advice.status() != Advice.Status.CHANGE) {
                return;
            }
            assertThat(advice.bounds())
                    .allSatisfy(bound -> assertThat(bound.kind() != Bound.Kind.HARD || bound.holds())
                            .as(bound.toString())
                            .isTrue());
            assertThat(step(advice).kminBytes())
                    .isBetween(
                            loads.thresholds.kminBytes() / 4 - 1,
                            Math.max(4 * loads.thresholds.kminBytes(), 40_000) + 1);
        });
    }

    private static Thresholds percents(Thresholds thresholds) {
        return ReadBack.wholePercent(thresholds);
    }

    // ---- shared objects

    /** As another, but queues of 64 flows waste half as much again. */
    private record BusyCostsMore(WhatIf of) implements WhatIf {
        @Override
        public String name() {
            return of.name();
        }

        @Override
        public Evaluation evaluate(Thresholds thresholds, Workload workload, SeedSet seeds) {
            Evaluation made = of.evaluate(thresholds, workload, seeds);
            double factor = workload.longFlows() == 64 ? 1.5 : 1;
            return new Evaluation(
                    thresholds,
                    workload.facts(),
                    made.outcomes().stream()
                            .map(outcome -> new Outcome(
                                    factor * outcome.wasteRatio(),
                                    outcome.meanDelayNanos(),
                                    outcome.p99DelayNanos(),
                                    outcome.pausedRatio(),
                                    outcome.shortMessages(),
                                    outcome.longMessages(),
                                    outcome.packetHops()))
                            .toList());
        }
    }

    @Test
    void aSharedProfileListsAllItsQueuesAndIsJudgedByTheWorst() {
        List<QueueLoad> windows = new ArrayList<>(loads().windows("Ethernet0", 0, 10));
        Loads busier = new Loads(Workloads.longFlowsWithBursts(100, 64, 10), SONIC);
        windows.addAll(busier.windows("Ethernet4", 0, 10));
        Loads idle = loads();
        idle.quiet = 0.001;
        windows.addAll(idle.windows("Ethernet8", 0, 10));
        Advice advice = new Advisor(SETTINGS, new BusyCostsMore(bowl())).advise(Loads.object(windows), null, null);

        assertThat(advice.status()).as(advice.reasons().toString()).isEqualTo(Advice.Status.CHANGE);
        assertThat(advice.queues()).containsExactly("Ethernet0|3", "Ethernet4|3", "Ethernet8|3");
        assertThat(advice.evidence().queue()).isEqualTo("Ethernet4|3");
        assertThat(advice.reasons())
                .anySatisfy(text -> assertThat(text).contains("3 queues share the object", "2 kinds"));
    }

    /** Queues of 64 flows gain by every change, those of 16 lose. */
    private static final class Divided implements WhatIf {
        @Override
        public String name() {
            return "divided";
        }

        @Override
        public Evaluation evaluate(Thresholds thresholds, Workload workload, SeedSet seeds) {
            boolean same = thresholds.equals(SONIC);
            double distance = Math.abs(Math.log(thresholds.kminBytes() / (double) SONIC.kminBytes()));
            double waste =
                    workload.longFlows() == 64 ? 0.4 - (same ? 0 : 0.05 + 0.01 * distance) : 0.2 + (same ? 0 : 0.1);
            Outcome outcome = new Outcome(waste, 0, 0, 0, Outcome.Slowdown.NONE, Outcome.Slowdown.NONE, 1);
            return new Evaluation(thresholds, workload.facts(), Collections.nCopies(seeds.count(), outcome));
        }
    }

    @Test
    void whereOthersWouldSufferANewProfileIsProposed() {
        List<QueueLoad> windows = new ArrayList<>(loads().windows("Ethernet0", 0, 10));
        windows.addAll(new Loads(Workloads.longFlowsWithBursts(100, 64, 10), SONIC).windows("Ethernet4", 0, 10));
        Advisor divided = new Advisor(SETTINGS, new Divided());
        Advice advice = divided.advise(Loads.object(windows), null, null);

        assertThat(advice.status()).as(advice.reasons().toString()).isEqualTo(Advice.Status.CHANGE);
        assertThat(advice.newProfile()).isTrue();
        assertThat(advice.queues()).containsExactly("Ethernet4|3");
        assertThat(advice.instructions().refusal()).startsWith("make a new profile");
        assertThat(divided.advise(Loads.object(windows), advice, null)).isEqualTo(advice);
    }

    // ---- what was advised before

    private static Advice next(Advice before, Loads loads, int fromSecond, int count) {
        return advisor().advise(Loads.object(loads.windows("Ethernet0", fromSecond, count)), before, null);
    }

    @Test
    void adviceStandsWhileNothingChanges() {
        Advice first = advise(loads());

        assertThat(next(first, loads(), 10, 10)).isEqualTo(first);
        Loads quiet = loads();
        quiet.quiet = 0.001;
        assertThat(next(first, quiet, 20, 10)).isEqualTo(first);
    }

    @Test
    void smallErrorsOfMeasurementNeverFlipAdviceBackAndForth() {
        Property.check(
                "inputs that are 5 % off never flip advice back and forth",
                25, random -> {
                    Workload workload =
                            Workloads.longFlowsWithBursts(100, random.nextInt(4, 65), random.nextInt(4, 41));
                    Thresholds current = percents(Workloads.anyThresholds(random));
                    Bowl bowl = new Bowl(workload, Profile.BALANCED, random.nextDouble(-1, 1), 0.03);
                    Advisor advisor = new Advisor(SETTINGS, bowl);
                    List<@Nullable Thresholds> told = new ArrayList<>();
                    Advice before = null;
                    for (int round = 0; round < 6; round++) {
                        Loads loads = new Loads(Workloads.nudged(workload, 0.05, random), current);
                        before = advisor.advise(Loads.object(loads.windows("Ethernet0", 10 * round, 10)), before, null);
                        if (told.isEmpty() || !Objects.equals(told.getLast(), before.step())) {
                            assertThat(told).as("rounds so far").doesNotContain(before.step());
                            told.add(before.step());
                        }
                    }
                });
    }

    /** The advised step, as the switch has it from a second on. */
    private static Loads after(Advice advice) {
        return new Loads(WORKLOAD, step(advice));
    }

    private static List<QueueLoad> change(Loads before, Loads after) {
        List<QueueLoad> windows = new ArrayList<>(before.windows("Ethernet0", 10, 3));
        windows.addAll(after.windows("Ethernet0", 13, 7));
        return windows;
    }

    @Test
    void afterAChangeItWaitsAndComparesAndGoesOn() {
        Advice first = advise(loads());
        Loads after = after(first);
        after.load = 0.95;
        Advice cooling = advisor().advise(Loads.object(change(loads(), after)), first, null);

        assertDeclined(cooling, Decline.Reason.COOLING_DOWN, "6.0 s ago", "10.0 s");
        assertThat(cooling.memory().changedNanos()).isEqualTo(14 * Loads.SECOND);
        assertThat(trial(cooling).state()).isEqualTo(Trial.State.GOOD);

        Advice second = next(cooling, after, 20, 10);
        assertThat(second.status()).isEqualTo(Advice.Status.CHANGE);
        assertThat(second.reasons()).anySatisfy(text -> assertThat(text).startsWith("The last step: at equal load"));
        assertThat(step(second).kminBytes()).isLessThan(step(first).kminBytes());
    }

    @Test
    void aChangeThatMadeItWorseIsToBeTakenBackAndIsNotAdvisedAgain() {
        Advice first = advise(loads());
        Loads after = after(first);
        after.load = 0.85;
        Advice back = advisor().advise(Loads.object(change(loads(), after)), first, null);

        assertThat(back.status()).isEqualTo(Advice.Status.ROLL_BACK);
        assertThat(back.step()).isEqualTo(SONIC);
        assertThat(back.instructions().commands())
                .isEqualTo(first.instructions().rollback());
        assertThat(back.reasons().getFirst()).contains("at equal load", "worse");
        assertThat(next(back, after, 20, 10)).isEqualTo(back);

        Advice cooling = next(back, loads(), 30, 5);
        assertDeclined(cooling, Decline.Reason.COOLING_DOWN);
        assertDeclined(next(cooling, loads(), 45, 10), Decline.Reason.WAS_WORSE, "had to be taken back");
    }

    @Test
    void moreSwingIsWorse() {
        Advice first = advise(loads());
        Loads after = after(first);
        after.cnpVariation = 0.6;

        Advice back = advisor().advise(Loads.object(change(loads(), after)), first, null);
        assertThat(back.status()).isEqualTo(Advice.Status.ROLL_BACK);
        assertThat(back.reasons().getFirst()).contains("CNPs swing more");
    }

    @Test
    void moreSwingAtALowerCostIsNoReasonToGoBack() {
        Advice first = advise(loads());
        Loads after = after(first);
        after.cnpVariation = 0.6;
        after.load = 0.95;

        Advice then = advisor().advise(Loads.object(change(loads(), after)), first, null);
        assertDeclined(then, Decline.Reason.COOLING_DOWN);
        assertThat(trial(then).state()).isEqualTo(Trial.State.GOOD);
    }

    @Test
    void unequalLoadIsInconclusive() {
        Advice first = advise(loads());
        Loads after = new Loads(WORKLOAD.withLongFlows(8), step(first));
        after.load = 0.5;
        Advice cooling = advisor().advise(Loads.object(change(loads(), after)), first, null);
        assertThat(trial(cooling).state()).isEqualTo(Trial.State.PENDING);

        Advice second = next(cooling, after, 25, 10);
        assertThat(trial(second).state()).isEqualTo(Trial.State.INCONCLUSIVE);
        assertThat(trial(second).words()).contains("inconclusive");
    }

    @Test
    void otherNicSettingsWithdrawWhatWasAdvised() {
        Advice first = advise(loads());
        Loads others = loads();
        others.controls = List.of(new QueueLoad.Control("dcqcn", "ns3-hpcc-paper", 16));
        Advice withdrawn = next(first, others, 10, 10);

        assertDeclined(withdrawn, Decline.Reason.STALE, "ns3-hpcc to", "ns3-hpcc-paper");
        assertThat(next(withdrawn, others, 20, 10).decline())
                .satisfiesAnyOf(
                        none -> assertThat(none).isNull(),
                        other -> assertThat(other.reason()).isNotEqualTo(Decline.Reason.STALE));
    }

    @Test
    void otherQueuesWithdrawWhatWasAdvised() {
        Advice first = advise(loads());
        List<QueueLoad> windows = new ArrayList<>(loads().windows("Ethernet0", 10, 10));
        windows.addAll(loads().windows("Ethernet4", 10, 10));

        assertDeclined(advisor().advise(Loads.object(windows), first, null), Decline.Reason.STALE, "1 queues to 2");
    }

    // ---- declines

    @Test
    void aStormOnTheWayIsNamed() {
        assertDeclined(advisor().advise(loads().one(), null, "inc-7"), Decline.Reason.STORM, "inc-7");
    }

    @Test
    void whatCannotBeSeenIsNamedWithTheWayToSeeIt() {
        Loads noFlows = loads();
        noFlows.flowsSeen = false;
        declines(noFlows, Decline.Reason.NOT_OBSERVABLE, "mirror");
        Loads noMarks = loads();
        noMarks.marked = null;
        noMarks.cnps = 0;
        declines(noMarks, Decline.Reason.NOT_OBSERVABLE, "counterpoll wredqueue enable");
        Loads noWatermark = loads();
        noWatermark.marked = 0L;
        noWatermark.cnps = 0;
        noWatermark.watermark = null;
        declines(noWatermark, Decline.Reason.NOT_OBSERVABLE, "counterpoll watermark enable");
    }

    @Test
    void aQueueBelowKminIsNotCongested() {
        Loads calm = loads();
        calm.marked = 0L;
        calm.cnps = 0;
        calm.watermark = 900_000L;
        declines(calm, Decline.Reason.NOT_CONGESTED, "900.0 kB", "1.05 MB");
    }

    @Test
    void senderThatDoNotReactAreNamed() {
        Loads deaf = loads();
        deaf.deaf = 10;
        declines(deaf, Decline.Reason.CC_OFF, "10 of 48 flows");
        Loads few = loads();
        few.deaf = 2;
        assertThat(advise(few).status()).isEqualTo(Advice.Status.CHANGE);
        Loads noCnps = loads();
        noCnps.cnps = 0;
        declines(noCnps, Decline.Reason.CC_OFF, "200000 packets were marked");
        Loads unmarked = loads();
        unmarked.cnps = 0;
        unmarked.marked = 0L;
        declines(unmarked, Decline.Reason.CC_OFF, "3.00 MB, above Kmax of 2.10 MB");
        Loads off = loads();
        off.controls = List.of(new QueueLoad.Control("off", "", 3), new QueueLoad.Control("dcqcn", "ns3-hpcc", 13));
        declines(off, Decline.Reason.CC_OFF, "3 of 16 NICs");
    }

    @Test
    void sendersThatFollowRoundTripsAreNamed() {
        Loads swift = loads();
        swift.controls = List.of(new QueueLoad.Control("swift", "", 4), new QueueLoad.Control("dcqcn", "ns3-hpcc", 12));
        declines(swift, Decline.Reason.RTT_BASED, "4 of 16 NICs run swift");
    }

    @Test
    void aQueueThatIsPausedItselfShowsTheNextHop() {
        Loads paused = loads();
        paused.pausedNanos = 300_000_000;
        declines(paused, Decline.Reason.EGRESS_PAUSED, "25.0 %", "20.0 %");
        Loads little = loads();
        little.pausedNanos = 100_000_000;
        assertThat(advise(little).status()).isEqualTo(Advice.Status.CHANGE);
    }

    @Test
    void shortDataAreNotEnough() {
        Loads brief = loads();
        brief.quiet = 0.001;
        declines(brief, Decline.Reason.TOO_LITTLE_DATA, "160.0 ms of loaded time and 20 bursts", "200.0 ms or 300");
        Loads bursts = loads();
        bursts.quiet = 0.0125;
        assertThat(advise(bursts).status()).isEqualTo(Advice.Status.CHANGE);
    }

    @Test
    void mixedPrioritiesAreNotJudged() {
        Loads mixed = loads();
        mixed.priorities = 1 << 3 | 1 << 4;
        declines(mixed, Decline.Reason.MIXED_PRIORITIES, "2 priorities");
    }

    @Test
    void whatIsNotEctForbidsLowering() {
        Loads drops = loads();
        drops.wredDropped = 5L;
        declines(drops, Decline.Reason.NOT_ECT, "dropped 50 packets");
        Loads others = loads();
        others.otherBytes = 2_000_000_000L;
        declines(others, Decline.Reason.NOT_ECT, "15.1 % of its bytes");
    }

    @Test
    void thresholdsThatAreNoBytesOrNotReadAreNotAdvised() {
        Loads percent = loads();
        percent.unit = ThresholdUnit.PERCENT;
        declines(percent, Decline.Reason.NO_BYTES, "percent");
        Loads dynamic = loads();
        dynamic.unit = ThresholdUnit.DYNAMIC;
        declines(dynamic, Decline.Reason.NO_BYTES, "dynamic");
        Loads cells = loads();
        cells.unit = ThresholdUnit.CELLS;
        declines(cells, Decline.Reason.NO_BYTES, "cells");
        Loads unread = loads();
        unread.unit = null;
        declines(unread, Decline.Reason.NO_THRESHOLDS, "read");
    }

    @Test
    void markingThatIsOffIsNamed() {
        Loads off = loads();
        off.ecnOn = false;
        declines(off, Decline.Reason.MARKING_OFF, "ecnconfig -q 3 on");
    }

    /** Every setting costs the same. */
    private record Flat(double waste) implements WhatIf {
        @Override
        public String name() {
            return "flat";
        }

        @Override
        public Evaluation evaluate(Thresholds thresholds, Workload workload, SeedSet seeds) {
            Outcome outcome = new Outcome(waste, 0, 0, 0, Outcome.Slowdown.NONE, Outcome.Slowdown.NONE, 1);
            return new Evaluation(thresholds, workload.facts(), Collections.nCopies(seeds.count(), outcome));
        }
    }

    @Test
    void whereTargetsAreMetOrNothingHelpsItSaysSo() {
        assertDeclined(
                new Advisor(SETTINGS, new Flat(0.05)).advise(loads().one(), null, null),
                Decline.Reason.TARGETS_MET,
                "cost 0.50");
        Advice flat = new Advisor(SETTINGS, new Flat(0.3)).advise(loads().one(), null, null);
        assertDeclined(flat, Decline.Reason.NOT_THE_LEVER, "3.00 to 3.00");
        assertThat(flat.prediction()).isNotNull();
        assertThat(flat.evidence().sentences()).hasSize(4);
    }

    @Test
    void aSettingThatIsGoodStays() {
        Loads good = new Loads(WORKLOAD, percents(bowl().lowest()));
        assertDeclined(advise(good), Decline.Reason.SMALL_MOVE);
    }
}
