package io.stormglass.models.ecn;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.testkit.Property;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Published settings, the way from one setting to another, and whether it is worth it. */
class StepsTest {
    @Test
    void fiveStepsLeadFromEveryPublishedSettingToTheClosedForm() {
        int most = 0;
        for (long gigabits : new long[] {25, 100, 400}) {
            for (int flows : new int[] {8, 16, 64}) {
                for (long rtt : new long[] {4, 10, 40}) {
                    Workload workload = Workloads.longFlowsWithBursts(gigabits, flows, rtt);
                    for (Profile profile : Profile.values()) {
                        Thresholds target = ClosedForm.of(workload, profile).thresholds();
                        for (NamedProfile named : NamedProfile.values()) {
                            int steps = steps(named.at(workload.facts().lineBitsPerSecond()), target, workload);
                            most = Math.max(most, steps);
                        }
                    }
                }
            }
        }
        assertThat(most).isBetween(2, 5);
    }

    private static int steps(Thresholds from, Thresholds target, Workload workload) {
        List<Thresholds> path = StepLimit.STANDARD.path(from, target, workload.facts(), StepLimit.Pauses.NONE);
        assertThat(path).last().isEqualTo(target);
        return path.size();
    }

    @Test
    void noStepGoesFartherThanAllowed() {
        Property.check("no step goes farther than allowed", 500, random -> {
            Thresholds from = Workloads.anyThresholds(random);
            Thresholds to = Workloads.anyThresholds(random);
            QueueFacts facts = Workloads.facts(100, 10);
            double packet = facts.packetBytes();
            for (StepLimit.Pauses pauses : StepLimit.Pauses.values()) {
                double queue = pauses == StepLimit.Pauses.SEEN ? 2 : 4;
                Thresholds next = StepLimit.STANDARD.next(from, to, facts, pauses);
                assertThat((double) next.kminBytes())
                        .isBetween(
                                Math.min((double) to.kminBytes(), from.kminBytes() / 4.0 - 1),
                                Math.max(packet, (double) from.kminBytes()) * queue + 1);
                assertThat((double) next.kmaxBytes())
                        .isBetween(
                                Math.min((double) to.kmaxBytes(), from.kmaxBytes() / 4.0 - 1),
                                Math.max(packet, (double) from.kmaxBytes()) * queue + 1);
                assertThat(next.maxProbability())
                        .isBetween(
                                from.maxProbability() / queue - 1e-12,
                                Math.max(0.001, from.maxProbability()) * 4 + 1e-12);
                // Always towards the target.
                assertThat(Math.abs(to.kminBytes() - next.kminBytes()))
                        .isLessThanOrEqualTo(Math.abs(to.kminBytes() - from.kminBytes()));
            }
        });
    }

    @Test
    void aStepProfileCanBeReachedAndLeft() {
        QueueFacts facts = Workloads.facts(100, 10);
        Thresholds step = NamedProfile.DCTCP.at(facts.lineBitsPerSecond());
        Thresholds near = new Thresholds(300_000, 310_000, 1);

        assertThat(StepLimit.STANDARD.next(near, step, facts, StepLimit.Pauses.NONE))
                .isEqualTo(step);
        assertThat(StepLimit.STANDARD.next(step, near, facts, StepLimit.Pauses.NONE))
                .isEqualTo(near);
        assertThat(StepLimit.STANDARD.path(step, step, facts, StepLimit.Pauses.SEEN))
                .isEmpty();
    }

    @Test
    void aQueueIsOnThePublishedSettingThatItHas() {
        for (long gigabits : List.of(25L, 100L, 400L)) {
            long line = gigabits * Workloads.GIGABIT;
            for (NamedProfile named : NamedProfile.values()) {
                Thresholds exact = named.at(line);
                assertThat(NamedProfile.of(exact, line)).contains(named);
                assertThat(NamedProfile.of(named.text())).isEqualTo(named);
                Thresholds rounded = new Thresholds(
                        exact.kminBytes() * 101 / 100, exact.kmaxBytes() * 101 / 100, exact.maxProbability());
                assertThat(NamedProfile.of(rounded, line)).contains(named);
                Thresholds other = new Thresholds(
                        exact.kminBytes() * 110 / 100, exact.kmaxBytes() * 110 / 100, exact.maxProbability());
                assertThat(NamedProfile.of(other, line)).isNotEqualTo(Optional.of(named));
            }
        }
        // 400 kB and 1.6 MB at 100G, as the HPCC simulator's table has it.
        assertThat(NamedProfile.HPCC.at(100 * Workloads.GIGABIT)).isEqualTo(new Thresholds(400_000, 1_600_000, 0.2));
        // Two and three bandwidth-delay products of 20 us at 100G: 250 kB each.
        assertThat(NamedProfile.HUAWEI_LATENCY.at(100 * Workloads.GIGABIT).kmaxBytes())
                .isEqualTo(500_000);
        assertThat(NamedProfile.HUAWEI_THROUGHPUT.at(100 * Workloads.GIGABIT).kmaxBytes())
                .isEqualTo(750_000);
    }

    @Test
    void aSmallMoveIsNoMove() {
        QueueFacts facts = Workloads.facts(100, 10);
        Thresholds from = new Thresholds(100_000, 1_000_000, 0.2);

        assertThat(Hysteresis.STANDARD.movesEnough(from, new Thresholds(124_000, 810_000, 0.24), facts))
                .isFalse();
        assertThat(Hysteresis.STANDARD.movesEnough(from, new Thresholds(125_000, 1_000_000, 0.2), facts))
                .isTrue();
        assertThat(Hysteresis.STANDARD.movesEnough(from, new Thresholds(100_000, 800_000, 0.2), facts))
                .isTrue();
        assertThat(Hysteresis.STANDARD.movesEnough(from, new Thresholds(100_000, 1_000_000, 0.16), facts))
                .isTrue();
        // Below a packet all is one.
        assertThat(Hysteresis.STANDARD.movesEnough(
                        new Thresholds(10, 1_000_000, 0.2), new Thresholds(4_000, 1_000_000, 0.2), facts))
                .isFalse();
    }

    @Test
    void theCoolDownCoversEnoughBursts() {
        Workload workload = Workloads.longFlowsWithBursts(100, 16, 10);
        assertThat(Hysteresis.STANDARD.coolDownNanos(workload)).isEqualTo(10_000_000_000L);
        Bursts rare = new Bursts(8, 32, 60_000, 100_000_000, Bursts.Arrival.POISSON, Bursts.QueuePairs.FRESH);
        assertThat(Hysteresis.STANDARD.coolDownNanos(workload.with(rare))).isEqualTo(30_000_000_000L);
    }
}
