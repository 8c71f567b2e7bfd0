package io.stormglass.models.storm;

import static io.stormglass.models.storm.StormScript.MS;
import static io.stormglass.models.storm.StormScript.SECOND;
import static io.stormglass.models.storm.StormScript.T0;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.stormglass.models.event.Direction;
import io.stormglass.models.event.EntityRole;
import io.stormglass.models.pause.PauseChange;
import io.stormglass.models.pause.PortSign;
import io.stormglass.models.pause.StormRule;
import io.stormglass.testkit.Property;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a storm starts, and which storms are one incident. */
class StormGraphTest {
    private static String originPort(Incident incident) {
        return incident.originDevice() + "/" + incident.originPort();
    }

    @Test
    void aHostThatPausesItsSwitchIsTheOrigin() {
        StormScript script = StormScript.leafSpine().opened(210, "leaf1/e1").cleared(1200, "leaf1/e1");
        assertThat(script.only().state()).isEqualTo(Incident.State.OPEN);
        assertThat(script.only().resolvedNanos()).isNull();
        script.advance(61_200);

        Incident incident = script.only();
        assertThat(incident.originEntity()).isEqualTo("host1");
        assertThat(originPort(incident)).isEqualTo("leaf1/e1");
        assertThat(incident.originPriorities()).containsExactly(3);
        assertThat(incident.rule()).isEqualTo("sustained");
        assertThat(incident.cause()).isEqualTo(Incident.Cause.NIC_PAUSE_STORM);
        assertThat(incident.severity()).isEqualTo(Incident.Severity.CRITICAL);
        assertThat(incident.confidence()).isEqualTo(0.9);
        assertThat(incident.openedNanos()).isEqualTo(T0 + 210 * MS);
        assertThat(incident.openings()).containsExactly(T0 + 210 * MS);
        assertThat(incident.state()).isEqualTo(Incident.State.RESOLVED);
        assertThat(incident.resolvedNanos()).isEqualTo(T0 + 1200 * MS);
        assertThat(incident.path()).containsExactly("leaf1/e1/3");
        assertThat(incident.id()).isEqualTo(StormIds.incident("run", "f", "host1", T0 + 210 * MS));
        assertThat(incident.page()).as("it ended before the page condition").isNull();
    }

    @Test
    void thePauseSeenAtTheHostItselfNamesTheSwitchPortThatReceivesIt() {
        StormScript script = StormScript.leafSpine()
                .opened(210, "host1/eth0", 3, Direction.TX, 0)
                .opened(220, "leaf1/e1");
        assertThat(script.only().originEntity()).isEqualTo("host1");
        assertThat(originPort(script.only())).isEqualTo("leaf1/e1");
        assertThat(script.only().ports()).hasSize(2);
        assertThat(script.only().confidence()).as("both ends tell of one wait").isEqualTo(0.9);
    }

    @Test
    void aSpreadIsOneIncidentWhoseOriginMovesToWhoWaitsForNobody() {
        StormScript script = StormScript.leafSpine().opened(210, "spine1/s1");
        assertThat(script.only().originEntity()).isEqualTo("leaf1");
        String id = script.only().id();
        script.opened(220, "leaf1/e1").opened(230, "leaf2/u1").opened(240, "leaf2/e1", 3, Direction.TX, 0);

        assertThat(script.only().id()).isEqualTo(id);
        assertThat(script.only().originEntity()).isEqualTo("host1");
        assertThat(originPort(script.only())).isEqualTo("leaf1/e1");
        assertThat(script.only().path()).containsExactly("host3/eth0/3", "leaf2/u1/3", "spine1/s1/3", "leaf1/e1/3");
        assertThat(script.only().timeline())
                .extracting(Incident.TimelineEntry::what)
                .contains("origin is host1: leaf1 waits for it");
    }

    @Test
    void anOriginDoesNotMoveBackWhileThePortBehindWhichItLayHasJustCleared() {
        StormScript script = StormScript.leafSpine()
                .opened(210, "leaf1/e1")
                .opened(220, "spine1/s1")
                .cleared(4000, "leaf1/e1");
        script.advance(63_000).sign(63_000, "leaf1/e1", PortSign.Kind.LINE_RATE, true, 0.97);
        assertThat(script.only().originEntity()).isEqualTo("host1");
        // Long after, the spine waits for something else than the host.
        script.sign(64_100, "leaf1/e1", PortSign.Kind.LINE_RATE, true, 0.98);
        assertThat(script.at("leaf1").rule()).isEqualTo(Incident.CONGESTION);
        assertThat(script.at("leaf1").ports()).extracting(Incident.Port::device).containsExactly("spine1");
        assertThat(script.at("host1").ports()).noneMatch(Incident.Port::open);
    }

    @Test
    void aPacketNeverLeavesBySoTheSamePortNorUpAgainFromAbove() {
        StormScript script = StormScript.leafSpine();
        script.link("leaf1/u2", EntityRole.LEAF, "spine2/s1", EntityRole.SPINE);
        // leaf1 pauses spine1; its own uplinks are paused too, but what comes from spine1 leaves by neither.
        script.opened(210, "spine1/s1").opened(220, "leaf1/u1").opened(230, "leaf1/u2");
        assertThat(script.last.values())
                .extracting(Incident::originEntity)
                .containsExactlyInAnyOrder("leaf1", "spine1", "spine2");
        assertThat(script.last.values())
                .allSatisfy(i -> assertThat(i.evidence())
                        .extracting(Incident.Evidence::rule)
                        .doesNotContain(StormGraph.RULE_CYCLE, StormGraph.RULE_SEVERAL));
    }

    @Test
    void aPacketNeverGoesBackToTheSwitchThatItCameFrom() {
        StormScript script = new StormScript()
                .link("a/p1", EntityRole.SWITCH, "b/q1", EntityRole.SWITCH)
                .link("a/p2", EntityRole.SWITCH, "b/q2", EntityRole.SWITCH)
                .opened(210, "a/p1")
                .opened(220, "b/q2")
                .advance(5000);
        assertThat(script.last.values())
                .extracting(Incident::originEntity, i -> i.cycle().size())
                .containsExactly(tuple("b", 0), tuple("a", 0));
    }

    @Test
    void aPortThatMayWaitForSeveralNamesThemAndLowersTheConfidence() {
        StormScript script = StormScript.leafSpine()
                .opened(210, "leaf1/e1")
                .opened(220, "leaf2/e1")
                .opened(230, "spine1/s1");
        assertThat(script.at("host1").confidence()).isEqualTo(0.9);
        script.opened(240, "spine1/s2").opened(250, "leaf3/u1");
        Incident first = script.at("host1");
        assertThat(first.confidence()).isEqualTo(0.72);
        assertThat(first.evidence())
                .contains(new Incident.Evidence(
                        StormGraph.RULE_SEVERAL, "leaf3/u1/3 may wait for host1, host3", T0 + 250 * MS));
        assertThat(first.path()).containsExactly("leaf3/u1/3", "spine1/s1/3", "leaf1/e1/3");
        assertThat(script.at("host3").confidence()).isEqualTo(0.9);
        assertThat(script.at("host3").path()).containsExactly("spine1/s2/3", "leaf2/e1/3");
    }

    @Test
    void endsOfALinkThatNameDifferentPeersAreSaid() {
        StormScript script = StormScript.leafSpine();
        script.link("host1/eth0", EntityRole.HOST, "leaf2/e9", EntityRole.LEAF);
        script.opened(210, "leaf1/e1");
        assertThat(script.only().evidence())
                .extracting(Incident.Evidence::text)
                .contains("leaf1/e1 names host1/eth0 as its peer, which names leaf2/e9");
        assertThat(script.only().confidence()).isEqualTo(0.72);
    }

    @Test
    void incidentsThatTurnOutToHaveOneOriginAreMergedIntoTheOlder() {
        StormScript script = StormScript.leafSpine().opened(210, "leaf3/u1").opened(215, "leaf2/e1");
        assertThat(script.last.values()).extracting(Incident::originEntity).containsExactly("spine1", "host3");
        script.opened(220, "spine1/s2");
        Incident older = script.incident("spine1", 210);
        Incident younger = script.incident("host3", 215);
        assertThat(younger.state()).isEqualTo(Incident.State.MERGED_INTO);
        assertThat(younger.mergedInto()).isEqualTo(older.id());
        assertThat(older.originEntity()).isEqualTo("host3");
        assertThat(older.path()).containsExactly("leaf3/u1/3", "spine1/s2/3", "leaf2/e1/3");
        assertThat(older.otherOrigins()).as("nothing had settled").isEmpty();
    }

    @Test
    void anotherPriorityBehindASwitchOfTheChainIsTheSameStormWhereItIsMetAtOnce() {
        StormScript script =
                StormScript.leafSpine().opened(210, "leaf1/e1").opened(220, "spine1/s1", 4, Direction.RX, 0);
        assertThat(script.only().originEntity()).isEqualTo("host1");
        assertThat(script.only().victims())
                .filteredOn(Incident.Victim::headOfLine)
                .extracting(Incident.Victim::name)
                .containsExactly("spine1/s1/4");
        // It leaves once it is seen to wait for somebody else.
        script.opened(900, "leaf1/e2", 4, Direction.RX, 0);
        assertThat(script.at("host2").path()).containsExactly("spine1/s1/4", "leaf1/e2/4");
        assertThat(StormScript.leafSpine().opened(210, "leaf1/e1").opened(2300, "spine1/s1", 4, Direction.RX, 0).last)
                .as("met later")
                .hasSize(2);
    }

    /** spine1 and leaf1 pause their peers for seconds before it is seen that spine1 waits for leaf1. */
    private static StormScript twoThatBecomeOne(boolean youngerPages) {
        return StormScript.leafSpine()
                .opened(210, "spine1/s1", youngerPages ? StormRule.CHOPPY : StormRule.SUSTAINED, 0)
                .opened(3000, "leaf2/u1", 4, Direction.RX, 0)
                .advance(8500);
    }

    @Test
    void settledStormsThatBecomeOneKeepTheOlderAndNameBothOrigins() {
        StormScript script = twoThatBecomeOne(false);
        assertThat(script.incident("leaf1", 210).page()).isNotNull();
        assertThat(script.incident("spine1", 3000).page()).isNotNull();
        Incident.Page page = script.incident("leaf1", 210).page();
        script.opened(9000, "spine1/s1", 4, Direction.RX, 0);
        Incident older = script.incident("leaf1", 210);
        assertThat(older.otherOrigins()).containsExactly("spine1");
        assertThat(older.originEntity()).isEqualTo("leaf1");
        assertThat(older.page()).isEqualTo(page);
        Incident younger = script.incident("spine1", 3000);
        assertThat(younger.state()).isEqualTo(Incident.State.MERGED_INTO);
        assertThat(younger.mergedInto()).isEqualTo(older.id());
    }

    @Test
    void whereOnlyTheYoungerHadPagedItsPageMoves() {
        StormScript script = twoThatBecomeOne(true);
        assertThat(script.incident("leaf1", 210).page()).isNull();
        Incident.Page page = script.incident("spine1", 3000).page();
        assertThat(page).isNotNull();
        script.opened(9000, "spine1/s1", 4, Direction.RX, 0);
        assertThat(script.incident("leaf1", 210).page()).isEqualTo(page);
        assertThat(script.incident("spine1", 3000).page()).isNull();
        assertThat(script.last.values().stream().filter(i -> i.page() != null)).hasSize(1);
    }

    @Test
    void independentStormsStayApart() {
        StormScript script = StormScript.leafSpine()
                .opened(210, "leaf1/e1")
                .opened(210, "leaf1/e2")
                .opened(220, "leaf2/e1");
        assertThat(script.last.values()).extracting(Incident::originEntity).containsExactly("host1", "host2", "host3");
    }

    @Test
    void aPortThatComesBackWithAnotherOriginJoinsThatAndDoesNotProlongTheFirst() {
        StormScript script = StormScript.leafSpine()
                .opened(210, "leaf1/e1")
                .opened(220, "spine1/s1")
                .cleared(8000, "leaf1/e1")
                .cleared(8100, "spine1/s1")
                // Another host of the leaf is slow; the spine's port is seen first.
                .opened(20_000, "spine1/s1", StormRule.CHOPPY, 50)
                .opened(20_300, "leaf1/e2", StormRule.CHOPPY, 50)
                .advance(68_100);
        Incident first = script.incident("host1", 210);
        assertThat(first.state()).isEqualTo(Incident.State.RESOLVED);
        assertThat(first.resolvedNanos()).isEqualTo(T0 + 8000 * MS);
        Incident second = script.at("host2");
        assertThat(second.cause()).isEqualTo(Incident.Cause.SLOW_RECEIVER);
        assertThat(second.path()).containsExactly("spine1/s1/3", "leaf1/e2/3");
        assertThat(script.last).hasSize(2);
    }

    @Test
    void anIncidentAtASwitchThatHasJustComeBackIsNotTakenAlongByAnotherStorm() {
        StormScript script = StormScript.leafSpine()
                .opened(210, "spine1/s1")
                .cleared(4000, "spine1/s1")
                .opened(20_000, "spine1/s1")
                .opened(20_300, "leaf1/e2")
                .advance(30_000);
        assertThat(script.incident("leaf1", 210).originEntity()).isEqualTo("leaf1");
        assertThat(script.incident("leaf1", 210).ports()).noneMatch(Incident.Port::open);
        assertThat(script.incident("host2", 20_300).path()).containsExactly("spine1/s1/3", "leaf1/e2/3");
    }

    @Test
    void aPortThatWaitsOnWhenItsOriginHasClearedMovesToWhomItWaitsFor() {
        StormScript script = StormScript.leafSpine()
                .opened(210, "leaf1/e1")
                .opened(220, "spine1/s1")
                .opened(3000, "leaf1/e2")
                .cleared(8000, "leaf1/e1")
                .advance(68_000);
        assertThat(script.at("host1").state()).isEqualTo(Incident.State.RESOLVED);
        assertThat(script.at("host1").resolvedNanos()).isEqualTo(T0 + 8000 * MS);
        assertThat(script.at("host2").path()).containsExactly("spine1/s1/3", "leaf1/e2/3");
    }

    @Test
    void twoStormsOnDifferentLeavesThatShareSpinePortsAreTwo() {
        StormScript script = StormScript.leafSpine()
                .opened(210, "leaf1/e1")
                .opened(220, "spine1/s1")
                .opened(230, "leaf3/u1")
                .opened(1000, "leaf2/e1")
                .opened(1010, "spine1/s2")
                .cleared(9000, "leaf1/e1")
                .cleared(9010, "spine1/s1");
        // The shared port now waits for the second alone.
        assertThat(script.at("host3").path()).containsExactly("leaf3/u1/3", "spine1/s2/3", "leaf2/e1/3");
        script.advance(69_100);
        assertThat(script.at("host1").state()).isEqualTo(Incident.State.RESOLVED);
        assertThat(script.at("host3").state()).isEqualTo(Incident.State.OPEN);
        assertThat(script.last).hasSize(2);
    }

    @Test
    void aSickNicOnSeveralPrioritiesIsOneIncident() {
        StormScript script = StormScript.leafSpine();
        for (int priority = 0; priority < 8; priority++) {
            script.opened(210, "spine1/s1", priority, Direction.RX, 0);
        }
        for (int priority = 0; priority < 8; priority++) {
            script.opened(300 + priority, "leaf1/e1", priority, Direction.RX, 0);
        }
        script.advance(10_000);
        assertThat(script.only().originEntity()).isEqualTo("host1");
        assertThat(script.only().originPriorities()).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
        assertThat(script.only().ports()).hasSize(16);
    }

    @Test
    void anAllPrioritiesPauseHoldsUpEveryPriority() {
        StormScript script = StormScript.leafSpine()
                .opened(210, "leaf1/e1", -1, Direction.RX, 0)
                .opened(220, "spine1/s1");
        assertThat(script.only().originEntity()).isEqualTo("host1");
        assertThat(script.only().originPriorities()).containsExactly(-1);
        assertThat(script.only().victims()).noneMatch(Incident.Victim::headOfLine);
    }

    @Test
    void aBondedHostOnTwoLeavesIsOneIncidentAndOnePage() {
        StormScript script = StormScript.leafSpine();
        script.link("leaf2/e7", EntityRole.LEAF, "host1/eth1", EntityRole.HOST);
        script.opened(210, "leaf1/e1").advance(5000).opened(6000, "leaf2/e7").advance(20_000);
        assertThat(script.only().originEntity()).isEqualTo("host1");
        assertThat(script.only().ports()).hasSize(2);
        assertThat(script.versions.stream()
                        .map(Incident::page)
                        .filter(p -> p != null)
                        .distinct())
                .hasSize(1);
    }

    @Test
    void aServerThatHangsOnEightRailsIsOneIncident() {
        StormScript script = new StormScript();
        for (int rail = 0; rail < 8; rail++) {
            script.link("rail" + rail + "/e1", EntityRole.LEAF, "server/nic" + rail, EntityRole.HOST);
        }
        for (int rail = 0; rail < 8; rail++) {
            script.opened(200 + 100L * rail, "rail" + rail + "/e1");
        }
        script.advance(10_000);
        assertThat(script.only().originEntity()).isEqualTo("server");
        assertThat(script.only().severity()).as("eight switches wait").isEqualTo(Incident.Severity.EMERGENCY);
    }

    /** leaf1/e9 leads to nobody who is known; spine1 waits for leaf1. */
    private static StormScript chainWithoutAnEnd(boolean atOnce) {
        StormScript script = StormScript.leafSpine();
        if (atOnce) {
            script.together(() -> script.opened(210, "spine1/s1").opened(210, "leaf1/e9"));
        } else {
            script.opened(210, "spine1/s1").opened(220, "leaf1/e9");
        }
        return script;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @Timeout(20)
    void aChainWithoutAKnownEndStaysOneIncidentAtThePortWhereItIsLost(boolean atOnce) {
        StormScript script = chainWithoutAnEnd(atOnce);
        for (int second = 1; second <= 120; second++) {
            script.advance(second * 1000L);
        }
        script.end();
        assertThat(script.only().state()).isEqualTo(Incident.State.OPEN);
        assertThat(script.only().originEntity()).isEmpty();
        assertThat(originPort(script.only())).isEqualTo("leaf1/e9");
        assertThat(script.only().ports()).hasSize(2).allMatch(Incident.Port::open);
        assertThat(script.only().timeline())
                .extracting(Incident.TimelineEntry::what)
                .noneMatch(what -> what.contains("same origin") || what.contains("waits for unknown"));
        assertThat(script.versions).hasSizeLessThan(6);
    }

    @Test
    void anUnknownPeerMakesNoOriginAndSaysWhatIsMissing() {
        StormScript script = new StormScript()
                .opened(210, "tap/p1", 3, Direction.RX, -1)
                .opened(220, "tap/p2", 3, Direction.UNKNOWN, -1);
        assertThat(script.last).hasSize(2).allSatisfy((id, incident) -> {
            assertThat(incident.originEntity()).isEmpty();
            assertThat(incident.confidence()).isEqualTo(0.35);
            assertThat(incident.severity()).isEqualTo(Incident.Severity.WARNING);
            assertThat(incident.cause()).isEqualTo(Incident.Cause.UNKNOWN);
            assertThat(incident.evidence())
                    .extracting(Incident.Evidence::rule)
                    .contains(StormGraph.RULE_ORIGIN_UNKNOWN, StormGraph.RULE_PROGRESS_UNSEEN);
        });
        assertThat(script.last.values()).extracting(Incident::originPort).containsExactly("p1", "p2");
    }

    @Test
    void anOriginIsKnownOnceThePeerIs() {
        StormScript script = new StormScript().opened(210, "tap/p1");
        assertThat(script.only().originEntity()).isEmpty();
        script.advance(500).link("tap/p1", EntityRole.LEAF, "host9/eth0", EntityRole.HOST);
        assertThat(script.only().originEntity()).isEqualTo("host9");
        assertThat(script.only().cause()).isEqualTo(Incident.Cause.NIC_PAUSE_STORM);
        assertThat(script.only().evidence())
                .extracting(Incident.Evidence::rule)
                .doesNotContain(StormGraph.RULE_ORIGIN_UNKNOWN);
    }

    @Test
    void aStormOfTheSameOriginWithinFifteenMinutesIsTheSameIncident() {
        StormScript script = StormScript.leafSpine()
                .opened(210, "leaf1/e1")
                .cleared(2200, "leaf1/e1")
                .advance(100_000)
                .opened(600_000, "leaf1/e1", 4, Direction.RX, 0);
        assertThat(script.only().state()).isEqualTo(Incident.State.OPEN);
        assertThat(script.only().resolvedNanos()).isNull();
        assertThat(script.only().openings()).containsExactly(T0 + 210 * MS, T0 + 600 * SECOND);
        script.cleared(601_000, "leaf1/e1", 4, Direction.RX)
                // 601 s + 15 min after it resolved it is another one.
                .opened(1_600_000, "leaf1/e1", 4, Direction.RX, 0);
        assertThat(script.last).hasSize(2);
    }

    @Test
    void atTheEndAStormThatHasNotClearedStaysOpen() {
        StormScript script = StormScript.leafSpine()
                .opened(210, "leaf1/e1")
                .opened(210, "leaf2/e1")
                .cleared(900, "leaf2/e1")
                .end();
        assertThat(script.last.values())
                .extracting(Incident::originEntity, Incident::state, Incident::resolvedNanos)
                .containsExactly(
                        tuple("host1", Incident.State.OPEN, null),
                        tuple("host3", Incident.State.RESOLVED, T0 + 900 * MS));
    }

    @Test
    void aClearedStormKeepsThePathThatItReached() {
        StormScript script = StormScript.leafSpine()
                .opened(100, "leaf2/e1")
                .opened(150, "leaf2/u1", 3, Direction.TX, -1)
                .advance(1000);
        List<String> reached = script.only().path();
        script.cleared(1900, "leaf2/e1")
                .cleared(1900, "leaf2/u1", 3, Direction.TX)
                .end();
        assertThat(reached).containsExactly("spine1/s2/3", "leaf2/e1/3");
        assertThat(script.only().path()).isEqualTo(reached);
    }

    @Test
    void aPortThatFlapsMakesNoMoreVersionsThanItChanges() {
        StormScript script = StormScript.leafSpine().opened(210, "leaf1/e1").opened(220, "spine1/s1");
        int before = script.versions.size();
        for (int i = 1; i <= 170; i++) {
            // The spine's port is seen first: its chain ends at the leaf for 50 ms.
            script.cleared(i * 7000L, "leaf1/e1").cleared(i * 7000L + 100, "spine1/s1");
            script.opened(i * 7000L + 3000, "spine1/s1").opened(i * 7000L + 3050, "leaf1/e1");
        }
        script.end();
        Incident incident = script.only();
        assertThat(incident.openings()).hasSize(32);
        assertThat(incident.timeline()).hasSize(50);
        assertThat(incident.ports()).hasSize(2);
        // Four transitions each, and the page.
        assertThat(script.versions.size() - before).isEqualTo(4 * 170 + 1);
    }

    @Test
    void whatDoesNotFitIsNotListedAndThatIsSaid() {
        StormScript script = new StormScript();
        for (int i = 0; i < 300; i++) {
            script.link("leaf/e" + i, EntityRole.LEAF, "server/nic" + i, EntityRole.HOST);
        }
        for (int i = 0; i < 300; i++) {
            script.opened(1000 + i, "leaf/e" + i);
        }
        assertThat(script.only().ports()).hasSize(256);
        assertThat(script.only().victims()).hasSize(20);
        assertThat(script.only().victimCount()).isEqualTo(256);
        assertThat(script.only().evidence()).extracting(Incident.Evidence::rule).contains(StormGraph.RULE_NOT_LISTED);
        // One that clears makes room.
        script.cleared(2000, "leaf/e0");
        assertThat(script.only().ports())
                .hasSize(256)
                .extracting(Incident.Port::port)
                .contains("e256");
    }

    @Test
    void whatHappensAtOneMomentIsOneVersion() {
        StormScript script = StormScript.leafSpine();
        script.together(
                () -> script.opened(1000, "leaf1/e1").opened(1000, "spine1/s1").opened(1000, "leaf2/u1"));
        assertThat(script.versions).hasSize(1);
        assertThat(script.only().originEntity()).isEqualTo("host1");
        assertThat(script.only().ports()).hasSize(3);
    }

    @Test
    void whatAPortRepeatsIsNoNews() {
        StormScript script = StormScript.leafSpine().opened(1000, "leaf1/e1");
        int versions = script.versions.size();
        script.link("leaf1/e1", EntityRole.LEAF, "host1/eth0", EntityRole.HOST)
                .sign(1500, "leaf1/e2", PortSign.Kind.WAITING, false, 0);
        assertThat(script.versions).hasSize(versions);
        assertThat(script.graph().nowNanos()).isEqualTo(T0 + 1500 * MS);
        // Timers run all the same.
        script.sign(3500, "leaf1/e2", PortSign.Kind.WAITING, false, 0);
        assertThat(script.only().page()).isNotNull();
    }

    @Test
    void restoringBetweenAnyTwoTransitionsChangesNothing() {
        int cases = Boolean.getBoolean("stormglass.full") ? 300 : 60;
        Property.check("a restored graph decides as one that was never stored", cases, random -> {
            long seed = random.nextLong();
            List<Incident> stored = played(new Random(seed), true);
            List<Incident> kept = played(new Random(seed), false);
            for (int i = 0; i < Math.min(stored.size(), kept.size()); i++) {
                assertThat(stored.get(i)).as("version " + i).isEqualTo(kept.get(i));
            }
            assertThat(stored).hasSameSizeAs(kept);
        });
    }

    /** Storms, signs, links and silences of a ring with hosts and of a leaf-spine fabric, at random; mostly fast enough for timers to matter. */
    private static List<Incident> played(RandomGenerator random, boolean restoring) {
        StormScript script = new StormScript(StormSettings.defaults(), restoring).fabric();
        for (int i = 0; i < 3; i++) {
            String own = StormScript.name(i);
            String after = StormScript.name((i + 1) % 3);
            script.link(own + "/" + after, EntityRole.SWITCH, after + "/" + own, EntityRole.SWITCH);
        }
        List<String> ports =
                List.of("leaf1/e1", "leaf1/e2", "spine1/s1", "spine1/s2", "leaf2/u1", "leaf2/e1", "a/b", "b/c", "c/a");
        List<String> voices = List.of("leaf1", "host1", "spine1", "leaf2", "a");
        PortSign.Kind[] kinds = PortSign.Kind.values();
        PauseChange.Kind[] changes = PauseChange.Kind.values();
        StormRule[] rules = StormRule.values();
        long now = 0;
        for (int i = 0; i < 60; i++) {
            now += random.nextInt(20) == 0
                    ? random.nextLong(1_000_000)
                    : random.nextLong(random.nextBoolean() ? 100 : 3000);
            long at = now;
            String port = ports.get(random.nextInt(ports.size()));
            String other = ports.get(random.nextInt(ports.size()));
            switch (random.nextInt(10)) {
                case 8 -> script.heard(at, voices.get(random.nextInt(voices.size())));
                case 9 -> {
                    script.advance(at + 30_000).silentSince(at, voices.get(random.nextInt(voices.size())));
                    now = at + 30_000;
                }
                case 0 ->
                    script.sign(
                            at, port, kinds[random.nextInt(kinds.length)], random.nextBoolean(), random.nextInt(20));
                case 1 -> script.advance(at);
                case 2 ->
                    script.together(() -> script.opened(at, port)
                            .sign(at, other, kinds[random.nextInt(kinds.length)], random.nextBoolean(), 1)
                            .storm(changes[random.nextInt(changes.length)], at, other, StormRule.SUSTAINED, 0));
                case 3 ->
                    script.link("leaf1/e1", EntityRole.LEAF, "host1/eth0", EntityRole.HOST, 1 + random.nextInt(2));
                default ->
                    script.storm(
                            changes[random.nextInt(changes.length)],
                            at,
                            port,
                            random.nextInt(3) > 0 ? StormRule.SUSTAINED : rules[random.nextInt(rules.length)],
                            random.nextInt(4) == 0 ? random.nextInt(-1, 50) : 0);
            }
        }
        script.end();
        assertThat(script.versions).isNotEmpty();
        return script.versions;
    }
}
