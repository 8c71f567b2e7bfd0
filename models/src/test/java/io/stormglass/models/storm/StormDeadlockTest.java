package io.stormglass.models.storm;

import static io.stormglass.models.storm.StormScript.MS;
import static io.stormglass.models.storm.StormScript.T0;
import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.models.pause.StormRule;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Cycles of waiting: a deadlock only where nothing in them moves. */
class StormDeadlockTest {
    private static String link(int i, int switches) {
        return StormScript.name(i) + "/" + StormScript.name((i + 1) % switches);
    }

    /** Every port of a ring waits, the first from 1000 ms on, each 10 ms after the one before. */
    private static StormScript waiting(int switches) {
        StormScript script = StormScript.ring(switches);
        for (int i = 0; i < switches; i++) {
            script.opened(1000L + 10L * i, link(i, switches));
        }
        return script;
    }

    private static List<String> cycle(int switches) {
        return switches == 3 ? List.of("a/b/3", "b/c/3", "c/a/3") : List.of("a/b/3", "b/c/3", "c/d/3", "d/a/3");
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 4})
    void aRingInWhichNothingMovesIsADeadlockAfterTwoDetectionTimes(int switches) {
        StormScript script = waiting(switches);
        long due = 1000L + 10L * (switches - 1) + 200;
        script.advance(due - 1);
        assertThat(script.at("a").cause()).isEqualTo(Incident.Cause.UNKNOWN);
        assertThat(script.at("a").cycle()).isEmpty();
        script.advance(due);

        Incident deadlock = script.at("a");
        assertThat(deadlock.cause()).isEqualTo(Incident.Cause.DEADLOCK);
        assertThat(deadlock.changedNanos()).isEqualTo(T0 + due * MS);
        assertThat(deadlock.cycle()).isEqualTo(cycle(switches));
        assertThat(deadlock.rule()).isEqualTo("sustained");
        assertThat(deadlock.severity()).isEqualTo(Incident.Severity.EMERGENCY);
        assertThat(deadlock.confidence()).isEqualTo(0.9);
        script.advance(3000);
        assertThat(Objects.requireNonNull(script.at("a").page()).labels())
                .containsEntry("alertname", "StormglassPfcDeadlock")
                .containsEntry("host", "")
                .containsEntry("owner", "network");
    }

    @Test
    void theOriginPortOfADeadlockIsOnItsCycleWhoeverWaitedFirst() {
        StormScript script = StormScript.ring(3)
                .opened(990, "host-a/eth0")
                .opened(1000, "a/b")
                .opened(1010, "b/c")
                .opened(1020, "c/a");
        script.advance(3300);
        Incident deadlock = script.at("a");
        assertThat(deadlock.cause()).isEqualTo(Incident.Cause.DEADLOCK);
        assertThat(deadlock.originDevice() + "/" + deadlock.originPort()).isEqualTo("c/a");
        assertThat(Objects.requireNonNull(deadlock.page()).labels()).containsEntry("device", "c");
    }

    @Test
    void aRingTurningTheOtherWayIsNamedInItsOrderOfWaiting() {
        StormScript script = StormScript.ring(3)
                .opened(1000, "b/a")
                .opened(1010, "a/c")
                .opened(1020, "c/b")
                .advance(1500);
        assertThat(script.at("a").cycle()).containsExactly("a/c/3", "c/b/3", "b/a/3");
    }

    @Test
    void aRingInWhichOneMovesIsNoDeadlock() {
        StormScript script = StormScript.ring(3)
                .opened(1000, "a/b")
                .opened(1010, "b/c", StormRule.CHOPPY, 40)
                .opened(1020, "c/a")
                .advance(30_000);
        Incident incident = script.at("a");
        assertThat(incident.cause()).isEqualTo(Incident.Cause.UNKNOWN);
        assertThat(incident.cycle()).isEmpty();
        assertThat(incident.evidence()).extracting(Incident.Evidence::rule).contains(StormGraph.RULE_CYCLE);
        assertThat(incident.confidence()).isEqualTo(0.72);
    }

    @Test
    void aPageWaitsUntilItIsKnownWhetherItIsADeadlock() {
        StormScript script = StormScript.ring(3)
                .opened(1000, "a/b")
                .opened(1010, "b/c")
                .opened(2950, "c/a")
                .advance(3149);
        assertThat(script.at("a").page()).isNull();
        script.advance(3150);
        assertThat(Objects.requireNonNull(script.at("a").page()).labels())
                .containsEntry("alertname", "StormglassPfcDeadlock");
    }

    @Test
    void aDeadlockThatWasOverIsNoneWhenTheIncidentComesBack() {
        StormScript script = waiting(3)
                .advance(5000)
                .cleared(6000, "b/c")
                .cleared(6000, "a/b")
                .cleared(6000, "c/a")
                .advance(100_000)
                .opened(200_000, "c/a", StormRule.CHOPPY, 50);
        assertThat(script.only().openings()).hasSize(2);
        assertThat(script.only().cycle()).isEmpty();
        assertThat(script.only().cause()).isEqualTo(Incident.Cause.UNKNOWN);
    }

    @Test
    void aRingWhoseProgressIsNotSeenIsNoDeadlock() {
        StormScript script = StormScript.ring(3)
                .opened(1000, "a/b")
                .opened(1010, "b/c", StormRule.SUSTAINED, -1)
                .opened(1020, "c/a")
                .advance(30_000);
        assertThat(script.at("a").cycle()).isEmpty();
    }

    @Test
    void aRingThatMovesBetweenItsDetectionTimesStartsAnew() {
        StormScript script =
                waiting(3).changed(1100, "b/c", StormRule.CHOPPY, 10).changed(1150, "b/c", StormRule.SUSTAINED, 0);
        script.advance(1349);
        assertThat(script.at("a").cycle()).isEmpty();
        script.advance(1350);
        assertThat(script.at("a").cause()).isEqualTo(Incident.Cause.DEADLOCK);
    }

    @Test
    void progressAnywhereEndsItAndStandingStillAgainBringsItBack() {
        StormScript script = waiting(3).advance(5000);
        assertThat(script.at("a").evidence())
                .extracting(Incident.Evidence::rule)
                .contains(StormGraph.RULE_DEADLOCK)
                .doesNotContain(StormGraph.RULE_DEADLOCK_OVER);
        script.changed(6000, "b/c", StormRule.CHOPPY, 3);
        Incident over = script.at("a");
        assertThat(over.evidence()).extracting(Incident.Evidence::rule).contains(StormGraph.RULE_DEADLOCK_OVER);
        assertThat(over.timeline()).extracting(Incident.TimelineEntry::what).contains("the deadlock is over");
        assertThat(over.confidence()).isEqualTo(0.72);
        script.changed(7000, "b/c", StormRule.SUSTAINED, 0).advance(7199);
        assertThat(script.at("a").confidence()).isEqualTo(0.72);
        script.advance(7200);
        assertThat(script.at("a").evidence())
                .extracting(Incident.Evidence::rule)
                .doesNotContain(StormGraph.RULE_DEADLOCK_OVER);
        assertThat(script.at("a").confidence()).isEqualTo(0.9);
    }

    @Test
    void aDeadlockThatIsBrokenResolvesAndKeepsItsName() {
        StormScript script = waiting(3).advance(5000).cleared(6000, "b/c");
        assertThat(script.at("a").severity()).isEqualTo(Incident.Severity.CRITICAL);
        script.changed(6010, "a/b", StormRule.CHOPPY, 9)
                .cleared(6200, "a/b")
                .cleared(6300, "c/a")
                .advance(66_300);
        Incident resolved = script.only();
        assertThat(resolved.state()).isEqualTo(Incident.State.RESOLVED);
        assertThat(resolved.resolvedNanos()).isEqualTo(T0 + 6300 * MS);
        assertThat(resolved.cause()).isEqualTo(Incident.Cause.DEADLOCK);
        assertThat(resolved.cycle()).containsExactly("a/b/3", "b/c/3", "c/a/3");
    }

    @Test
    void aHostThatHoldsUpTheRingIsTheOriginOfTheDeadlock() {
        StormScript script = StormScript.ring(3)
                .opened(900, "b/h")
                .opened(1000, "a/b")
                .opened(1010, "b/c")
                .opened(1020, "c/a")
                .advance(1500);
        Incident incident = script.at("host-b");
        assertThat(incident.cause()).isEqualTo(Incident.Cause.DEADLOCK);
        assertThat(incident.cycle()).containsExactly("a/b/3", "b/c/3", "c/a/3");
    }

    @Test
    void leafSpinePausedBothWaysIsNoCycle() {
        StormScript script = StormScript.leafSpine()
                .opened(1000, "leaf1/e1")
                .opened(1000, "leaf2/e1")
                .opened(1010, "spine1/s1")
                .opened(1010, "spine1/s2")
                .opened(1020, "leaf1/u1")
                .opened(1020, "leaf2/u1")
                .advance(20_000);
        assertThat(script.last.values())
                .filteredOn(i -> i.state() == Incident.State.OPEN)
                .hasSize(2)
                .allSatisfy(i -> assertThat(i.cause()).isEqualTo(Incident.Cause.NIC_PAUSE_STORM));
    }
}
