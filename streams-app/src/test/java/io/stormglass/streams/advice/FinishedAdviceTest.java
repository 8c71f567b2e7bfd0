package io.stormglass.streams.advice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stormglass.avro.StormIncident;
import io.stormglass.models.advice.Advice;
import io.stormglass.models.ecn.Decline;
import io.stormglass.models.ecn.Evaluation;
import io.stormglass.models.ecn.Outcome;
import io.stormglass.models.ecn.Profile;
import io.stormglass.models.ecn.SeedSet;
import io.stormglass.models.ecn.Thresholds;
import io.stormglass.models.ecn.WhatIf;
import io.stormglass.models.ecn.Workload;
import io.stormglass.models.load.QueueLoad;
import io.stormglass.streams.advice.AdviceCounters.Count;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Advice that is made when all has been read. */
class FinishedAdviceTest {
    private static final int MOST = 1000;

    /** Whatever is set costs the same. */
    private record Flat() implements WhatIf {
        @Override
        public String name() {
            return "flat";
        }

        @Override
        public Evaluation evaluate(Thresholds thresholds, Workload workload, SeedSet seeds) {
            Outcome outcome = new Outcome(0.3, 0, 0, 0, Outcome.Slowdown.NONE, Outcome.Slowdown.NONE, 1);
            return new Evaluation(thresholds, workload.facts(), Collections.nCopies(seeds.count(), outcome));
        }
    }

    private static FinishedAdvice of(Collection<QueueLoad> loads, int most) {
        FinishedAdvice advice = new FinishedAdvice(RecommenderSettings.of(Profile.BALANCED), most);
        loads.forEach(advice::take);
        return advice;
    }

    private static Decline.Reason reason(Advice advice) {
        return Objects.requireNonNull(advice.decline()).reason();
    }

    private static List<StormIncident> none() {
        return List.of();
    }

    @Test
    void theLastRoundIsMadeThoughNoBoundaryWasReached() {
        FinishedAdvice advice = of(Windows.of(100, 4, true), MOST);
        assertThat(advice.make(none(), new Flat()))
                .singleElement()
                .satisfies(told -> assertThat(reason(told)).isEqualTo(Decline.Reason.NOT_THE_LEVER));
        assertThat(advice.counters().snapshot())
                .containsEntry("windows", 4L)
                .containsEntry("rounds", 1L)
                .containsEntry("searched", 1L);
    }

    @Test
    void theOrderInWhichWindowsCameIsNoPartOfIt() {
        List<QueueLoad> loads = new ArrayList<>(Windows.of(0, 35, true));
        FinishedAdvice inOrder = of(loads, MOST);
        List<Advice> expected = inOrder.make(none(), new Flat());
        Collections.shuffle(loads, new Random(5));
        FinishedAdvice shuffled = of(loads, MOST);
        assertThat(shuffled.make(none(), new Flat())).isEqualTo(expected);
        assertThat(shuffled.counters().snapshot()).isEqualTo(inOrder.counters().snapshot());
        assertThat(inOrder.counters().get(Count.ROUNDS)).isEqualTo(4);
    }

    @Test
    void ofTooManyWindowsTheOldestAreLeftOut() {
        List<QueueLoad> loads = new ArrayList<>(Windows.of(0, 35, true));
        List<Advice> expected = of(loads.subList(20, 35), MOST).make(none(), new Flat());
        Collections.shuffle(loads, new Random(6));
        FinishedAdvice advice = of(loads, 15);
        assertThat(advice.make(none(), new Flat())).isEqualTo(expected);
        assertThat(advice.counters().get(Count.LEFT_OUT)).isEqualTo(20);
        assertThatThrownBy(() -> of(loads, 0)).hasMessageContaining("0 windows");
    }

    @Test
    void aSilenceOfYearsCostsNoRounds() {
        List<QueueLoad> loads = new ArrayList<>(Windows.of(0, 12, true));
        loads.addAll(Windows.of(1_000_000_000L, 12, false));
        FinishedAdvice advice = of(loads, MOST);
        assertThat(advice.make(none(), new Flat()))
                .extracting(told -> told.name().object(), FinishedAdviceTest::reason)
                .contains(org.assertj.core.groups.Tuple.tuple("Ethernet0/3", Decline.Reason.NO_THRESHOLDS));
        assertThat(advice.counters().get(Count.ROUNDS)).isLessThan(10);
    }

    @Test
    void withoutWindowsThereIsNothingToSay() {
        assertThat(of(List.of(), MOST).make(none(), new Flat())).isEmpty();
    }
}
