package io.stormglass.models.storm;

import static io.stormglass.models.storm.StormScript.MS;
import static io.stormglass.models.storm.StormScript.T0;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.stormglass.models.event.Direction;
import io.stormglass.models.event.EntityRole;
import io.stormglass.models.pause.PortSign;
import io.stormglass.models.pause.StormRule;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What an incident is: rule, cause, severity, page, victims. */
class StormVerdictsTest {
    private static Incident.Page page(Incident incident) {
        return Objects.requireNonNull(incident.page(), "it has no page");
    }

    private static void assertEvidence(Incident incident, String rule, String part) {
        assertThat(incident.evidence())
                .filteredOn(e -> e.rule().equals(rule))
                .extracting(Incident.Evidence::text)
                .anySatisfy(text -> assertThat(text).contains(part));
    }

    // Congestion

    @Test
    void aSwitchThatSendsAtLineRateToAHostIsAnIncastAndNeverPages() {
        StormScript script = StormScript.leafSpine()
                .opened(210, "spine1/s1")
                .opened(220, "leaf3/u1")
                .opened(230, "leaf2/u1");
        assertThat(script.only().rule()).isEqualTo("sustained");
        assertThat(script.only().severity()).isEqualTo(Incident.Severity.EMERGENCY);
        script.sign(600, "leaf1/e1", PortSign.Kind.LINE_RATE, true, 0.98);

        Incident incident = script.only();
        assertThat(incident.rule()).isEqualTo(Incident.CONGESTION);
        assertThat(incident.cause()).isEqualTo(Incident.Cause.INCAST);
        assertThat(incident.severity()).isEqualTo(Incident.Severity.WARNING);
        assertThat(incident.severeSinceNanos()).isNull();
        assertThat(incident.originEntity()).isEqualTo("leaf1");
        assertThat(incident.confidence()).isEqualTo(0.9);
        assertEvidence(incident, Incident.CONGESTION, "leaf1/e1");
        script.advance(100_000);
        assertThat(script.only().page()).isNull();
    }

    @Test
    void congestionPagesWhereThatIsWanted() {
        StormSettings defaults = StormSettings.defaults();
        StormSettings.Paging paging = defaults.paging();
        StormScript script = new StormScript(
                        defaults.withPaging(new StormSettings.Paging(
                                paging.holdNanos(),
                                paging.unexplainedNanos(),
                                paging.openings(),
                                paging.openingsNanos(),
                                true)),
                        false)
                .fabric()
                .sign(100, "leaf1/e1", PortSign.Kind.LINE_RATE, true, 0.98)
                .opened(210, "spine1/s1")
                .advance(2209);
        assertThat(script.only().page()).isNull();
        script.advance(2210);
        assertThat(page(script.only()).reason()).isEqualTo("congestion for 2 s");
        assertThat(page(script.only()).labels()).containsEntry("owner", "network");
    }

    @Test
    void whenTheLineIsNoLongerFullAndThePauseLastsItIsNoCongestion() {
        StormScript script = StormScript.leafSpine()
                .sign(100, "leaf1/e1", PortSign.Kind.LINE_RATE, true, 0.98)
                .opened(210, "spine1/s1")
                .sign(5000, "leaf1/e1", PortSign.Kind.LINE_RATE, false, 0.2)
                .advance(6999);
        assertThat(script.only().rule()).as("the pauses outlast it a little").isEqualTo(Incident.CONGESTION);
        script.advance(7000);
        assertThat(script.only().rule()).isEqualTo("sustained");
        assertThat(script.only().severity()).isEqualTo(Incident.Severity.CRITICAL);
        assertThat(script.only().severeSinceNanos()).isEqualTo(T0 + 7000 * MS);
        assertThat(script.only().cause()).isEqualTo(Incident.Cause.UNKNOWN);
        script.advance(9000);
        assertThat(page(script.only()).atNanos()).isEqualTo(T0 + 9000 * MS);
    }

    @Test
    void anIncastThatComesBackAgainAndAgainNeverPages() {
        StormScript script = StormScript.leafSpine();
        for (int i = 0; i < 20; i++) {
            // Each time the line is seen to be full a little later than the pauses, and is empty before they have
            // cleared.
            long at = 10_000L * i;
            script.opened(at + 1000, "spine1/s1")
                    .opened(at + 1050, "leaf3/u1")
                    .opened(at + 1060, "leaf2/u1")
                    .sign(at + 2000, "leaf1/e1", PortSign.Kind.LINE_RATE, true, 0.97)
                    .sign(at + 5000, "leaf1/e1", PortSign.Kind.LINE_RATE, false, 0)
                    .cleared(at + 5900, "spine1/s1")
                    .cleared(at + 5900, "leaf3/u1")
                    .cleared(at + 5900, "leaf2/u1");
        }
        script.end();
        assertThat(script.only().openings()).hasSize(20);
        assertThat(script.only().page()).isNull();
        assertThat(script.only().cause()).isEqualTo(Incident.Cause.INCAST);
        assertThat(script.only().rule()).isEqualTo(Incident.CONGESTION);
    }

    @Test
    void packetsThatPassAsAStormEndsDoNotMakeASlowReceiverOfIt() {
        StormScript script = StormScript.leafSpine()
                .opened(210, "leaf1/e1")
                .changed(5000, "leaf1/e1", StormRule.SUSTAINED, 400)
                .cleared(5200, "leaf1/e1")
                .end();
        assertThat(script.only().cause()).isEqualTo(Incident.Cause.NIC_PAUSE_STORM);
        assertThat(StormScript.leafSpine()
                        .opened(210, "leaf1/e1")
                        .changed(5000, "leaf1/e1", StormRule.CHOPPY, 400)
                        .only()
                        .cause())
                .isEqualTo(Incident.Cause.SLOW_RECEIVER);
    }

    @Test
    void aPausedEgressIsNoProgressEvenWhileAnotherIsFull() {
        StormScript script = StormScript.leafSpine()
                .sign(100, "leaf1/e2", PortSign.Kind.LINE_RATE, true, 0.98)
                .opened(200, "leaf1/e1")
                .opened(210, "spine1/s1");
        assertThat(script.only().originEntity()).isEqualTo("host1");
        assertThat(script.only().rule()).isEqualTo("sustained");
    }

    @Test
    void theIngressItselfAndUplinksFromAboveAreNoEgressForIt() {
        StormScript script = StormScript.leafSpine()
                .sign(100, "leaf1/u1", PortSign.Kind.LINE_RATE, true, 0.98)
                .opened(210, "spine1/s1");
        assertThat(script.only().rule()).isEqualTo("sustained");
    }

    @Test
    void aFullUplinkIsAnOversubscribedFabricAndItsIdleSiblingsAreNamed() {
        StormScript script = StormScript.leafSpine();
        script.link("leaf1/u2", EntityRole.LEAF, "spine2/s1", EntityRole.SPINE);
        script.link("leaf1/u3", EntityRole.LEAF, "spine3/s1", EntityRole.SPINE);
        script.sign(100, "leaf1/u2", PortSign.Kind.LINE_RATE, true, 0.95).opened(210, "leaf1/e1", 3, Direction.TX, 0);
        assertThat(script.only().cause()).isEqualTo(Incident.Cause.FABRIC_OVERSUBSCRIBED);
        assertEvidence(
                script.only(),
                StormGraph.RULE_SIBLINGS,
                "0 of 2 siblings are at line rate as well: the load is spread unevenly");
        assertThat(script.only().victims()).extracting(Incident.Victim::name).containsExactly("host1");
    }

    @Test
    void aFullLinkWithErrorsIsDegraded() {
        StormScript script = StormScript.leafSpine()
                .sign(100, "leaf1/e1", PortSign.Kind.LINE_RATE, true, 0.98)
                .opened(210, "spine1/s1")
                .sign(900, "host1/eth0", PortSign.Kind.LINK_ERRORS, true, 77);
        assertThat(script.only().cause()).isEqualTo(Incident.Cause.LINK_DEGRADED);
        assertEvidence(script.only(), StormGraph.RULE_LINK_ERRORS, "host1/eth0 LINK_ERRORS of 77");
    }

    @Test
    void aFullLinkThatIsSlowerThanItsKindIsDegraded() {
        StormScript script = new StormScript();
        for (int i = 1; i <= 3; i++) {
            script.link("leaf/e" + i, EntityRole.LEAF, "h" + i + "/eth0", EntityRole.HOST, i == 1 ? 50 : 100);
        }
        script.link("leaf/u1", EntityRole.LEAF, "spine/s1", EntityRole.SPINE, 400);
        script.sign(100, "leaf/e1", PortSign.Kind.LINE_RATE, true, 0.98).opened(210, "spine/s1");
        assertThat(script.only().cause()).isEqualTo(Incident.Cause.LINK_DEGRADED);
        assertEvidence(script.only(), StormGraph.RULE_LINK_SLOWER, "leaf/e1 runs at 50 bit/s, 2 of 2 ports");
        // Port 2 is no slower than most.
        script.sign(300, "leaf/e1", PortSign.Kind.LINE_RATE, false, 0)
                .sign(2500, "leaf/e2", PortSign.Kind.LINE_RATE, true, 1);
        assertThat(script.only().cause()).isEqualTo(Incident.Cause.INCAST);
    }

    // Causes at a host

    @Test
    void aHostThatTakesPacketsBetweenItsPausesIsASlowReceiver() {
        StormScript script = StormScript.leafSpine()
                .opened(210, "leaf1/e1", StormRule.CHOPPY, 500)
                // Far up the chain a window without a packet happens.
                .opened(260, "spine1/s1");
        Incident incident = script.only();
        assertThat(incident.rule()).isEqualTo("choppy");
        assertThat(incident.cause()).isEqualTo(Incident.Cause.SLOW_RECEIVER);
        assertThat(incident.severity()).isEqualTo(Incident.Severity.CRITICAL);
        script.advance(5000);
        assertThat(page(script.only()).labels()).containsEntry("owner", "host").containsEntry("host", "host1");
    }

    @Test
    void choppyPausesOfASwitchAreAWarning() {
        StormScript script = StormScript.leafSpine()
                .opened(210, "spine1/s1", StormRule.CHOPPY, 500)
                .advance(60_000);
        assertThat(script.only().severity()).isEqualTo(Incident.Severity.WARNING);
        assertThat(script.only().page()).isNull();
        script.changed(61_000, "spine1/s1", StormRule.SUSTAINED, 0);
        assertThat(script.only().severity()).isEqualTo(Incident.Severity.CRITICAL);
        assertThat(script.only().timeline())
                .extracting(Incident.TimelineEntry::what)
                .contains("spine1/s1 priority 3 rx is sustained", "severity is critical");
    }

    @Test
    void backPressureAtTheHostIsASlowReceiverWhereProgressIsNotSeen() {
        StormScript script = StormScript.leafSpine()
                .opened(210, "leaf1/e1", StormRule.SUSTAINED, -1)
                .sign(500, "host1/eth0", PortSign.Kind.BACK_PRESSURE, true, 0.4);
        assertThat(script.only().cause()).isEqualTo(Incident.Cause.SLOW_RECEIVER);
        assertEvidence(script.only(), StormGraph.RULE_BACK_PRESSURE, "host1/eth0 BACK_PRESSURE of 0.4");
    }

    @Test
    void backPressureWithoutAPacketIsStillANicThatPausesWithoutReceiving() {
        StormScript script = StormScript.leafSpine()
                .opened(210, "leaf1/e1")
                .sign(500, "host1/eth0", PortSign.Kind.BACK_PRESSURE, true, 0.4);
        assertThat(script.only().cause()).isEqualTo(Incident.Cause.NIC_PAUSE_STORM);
        assertEvidence(script.only(), StormGraph.RULE_BACK_PRESSURE, "nothing passes");
    }

    @Test
    void aHostBehindALinkWithErrorsThatMovesIsDegraded() {
        StormScript script = StormScript.leafSpine()
                .opened(210, "leaf1/e1", StormRule.CHOPPY, 20)
                .sign(500, "leaf1/e1", PortSign.Kind.LINK_ERRORS, true, 9);
        assertThat(script.only().cause()).isEqualTo(Incident.Cause.LINK_DEGRADED);
    }

    @Test
    void aHostOfWhichNothingElseIsKnownHasNoCauseAndThatIsSaid() {
        StormScript script = StormScript.leafSpine().opened(210, "leaf1/e1", StormRule.SUSTAINED, -1);
        assertThat(script.only().cause()).isEqualTo(Incident.Cause.UNKNOWN);
        assertThat(script.only().severity()).isEqualTo(Incident.Severity.WARNING);
        assertEvidence(
                script.only(), StormGraph.RULE_CAUSE_UNKNOWN, "packets sent at leaf1/e1, or counters of the host");
    }

    // Severity

    @Test
    void anIdlePauseIsAWarningAndNeverPages() {
        StormScript script = StormScript.leafSpine()
                .sign(100, "leaf1/e1", PortSign.Kind.WATCHDOG_DROPS, true, 5)
                .opened(210, "leaf1/e1", StormRule.IDLE_PAUSE, 0)
                .advance(600_000);
        assertThat(script.only().rule()).isEqualTo("idle-pause");
        assertThat(script.only().severity()).isEqualTo(Incident.Severity.WARNING);
        assertThat(script.only().page()).isNull();
    }

    @Test
    void whatOnlyTheNicReportsIsAWarningUntilAnotherRuleStandsBesideIt() {
        StormScript script = StormScript.leafSpine().opened(210, "leaf1/e1", StormRule.NIC_REPORTED, 5);
        assertThat(script.only().severity()).isEqualTo(Incident.Severity.WARNING);
        script.opened(400, "spine1/s1", StormRule.CHOPPY, 5);
        assertThat(script.only().rule()).isEqualTo("nic-reported");
        assertThat(script.only().severity()).isEqualTo(Incident.Severity.CRITICAL);
    }

    @Test
    void theWordOfAWatchdogIsThatNothingPassedWhateverPassesBetweenItsStorms() {
        StormScript script = StormScript.leafSpine().opened(210, "leaf1/e1", StormRule.WATCHDOG, 378);
        assertThat(script.only().cause()).isEqualTo(Incident.Cause.NIC_PAUSE_STORM);
    }

    @Test
    void dropsOfAStormAreNoIncidentOfTheirOwnWhenItIsResolvedAfterTheEnd() {
        StormScript script = StormScript.leafSpine()
                .opened(210, "leaf1/e1")
                .sign(1000, "leaf1/e2", PortSign.Kind.LOSSLESS_DROPS, true, 4)
                .cleared(2_000, "leaf1/e1")
                .end();
        assertThat(script.only().state()).isEqualTo(Incident.State.RESOLVED);
        StormScript live = StormScript.leafSpine()
                .opened(210, "leaf1/e1")
                .sign(1000, "leaf1/e2", PortSign.Kind.LOSSLESS_DROPS, true, 4)
                .cleared(2_000, "leaf1/e1")
                .advance(70_000);
        assertThat(live.last.values()).extracting(Incident::rule).containsExactly("sustained", Incident.LOSSLESS_DROP);
    }

    @Test
    void howAStormEndsDoesNotReplaceWhatWasSeenOfIt() {
        StormScript script =
                StormScript.leafSpine().opened(210, "leaf1/e1").changed(900, "leaf1/e1", StormRule.SUSTAINED, 26_133);
        assertEvidence(script.only(), "sustained", "leaf1/e1 priority 3 rx paused");
        assertThat(script.only().evidence())
                .filteredOn(e -> e.rule().equals("sustained"))
                .allSatisfy(e -> assertThat(e.text())
                        .endsWith("0 packets sent meanwhile")
                        .doesNotContain("26133"));
    }

    @Test
    void theWordOfAWatchdogIsCritical() {
        StormScript script = StormScript.leafSpine().opened(210, "spine1/s1", StormRule.WATCHDOG, 0);
        assertThat(script.only().severity()).isEqualTo(Incident.Severity.CRITICAL);
        assertThat(script.only().rule()).isEqualTo("watchdog");
    }

    @Test
    void waitingPortsOnThreeSwitchesAreAnEmergencyAndItFallsAgain() {
        StormScript script = StormScript.leafSpine().opened(210, "leaf1/e1").opened(220, "spine1/s1");
        assertThat(script.only().severity()).isEqualTo(Incident.Severity.CRITICAL);
        script.opened(230, "leaf2/u1");
        assertThat(script.only().severity()).isEqualTo(Incident.Severity.EMERGENCY);
        script.cleared(900, "leaf2/u1");
        assertThat(script.only().severity()).isEqualTo(Incident.Severity.CRITICAL);
        assertThat(script.only().severeSinceNanos()).isEqualTo(T0 + 210 * MS);
        assertThat(script.only().timeline())
                .extracting(Incident.TimelineEntry::what)
                .contains("severity is emergency", "severity is critical");
    }

    @Test
    void aTenthOfTheHostPortsHeldUpIsAnEmergency() {
        StormScript script = new StormScript();
        for (int i = 1; i <= 31; i++) {
            script.link("leaf/e" + i, EntityRole.LEAF, "h" + i + "/eth0", EntityRole.HOST);
        }
        script.opened(200, "leaf/e1");
        for (int i = 2; i <= 4; i++) {
            script.opened(210 + i, "leaf/e" + i, 3, Direction.TX, 0);
        }
        assertThat(script.only().severity()).as("3 of 31").isEqualTo(Incident.Severity.CRITICAL);
        script.opened(230, "h5/eth0");
        assertThat(script.only().severity()).as("4 of 31").isEqualTo(Incident.Severity.EMERGENCY);
    }

    // Pages

    @Test
    void aStormThatIsCriticalFor2SecondsPagesOnceWithLabelsThatStay() {
        StormScript script = StormScript.leafSpine().opened(210, "leaf1/e1").advance(2209);
        assertThat(script.only().page()).isNull();
        script.advance(2210);
        Incident.Page page = page(script.only());
        assertThat(page.atNanos()).isEqualTo(T0 + 2210 * MS);
        assertThat(page.reason()).isEqualTo("critical for 2 s");
        assertThat(page.labels())
                .isEqualTo(Map.of(
                        "alertname",
                        "StormglassPfcStorm",
                        "cluster",
                        "",
                        "fabric",
                        "f",
                        "host",
                        "host1",
                        "device",
                        "leaf1",
                        "port",
                        "e1",
                        "owner",
                        "host"));
        script.changed(3000, "leaf1/e1", StormRule.CHOPPY, 40)
                .cleared(9000, "leaf1/e1")
                .advance(100_000);
        script.opened(200_000, "leaf1/e1").advance(300_000);
        assertThat(page(script.only())).isEqualTo(page);
    }

    @Test
    void aSeverityThatFallsInBetweenStartsTheHoldTimeAnew() {
        StormScript script = StormScript.leafSpine()
                .opened(210, "spine1/s1")
                .changed(4000, "spine1/s1", StormRule.CHOPPY, 9)
                .changed(5000, "spine1/s1", StormRule.SUSTAINED, 0)
                .advance(6999);
        assertThat(script.only().page()).isNull();
        script.advance(7000);
        assertThat(page(script.only()).atNanos()).isEqualTo(T0 + 7000 * MS);
    }

    @Test
    void threeShortOpeningsPage() {
        StormScript script = StormScript.leafSpine();
        for (int i = 0; i < 2; i++) {
            script.opened(1000 + 100_000L * i, "leaf1/e1").cleared(1500 + 100_000L * i, "leaf1/e1");
        }
        script.advance(200_000);
        assertThat(script.only().page()).isNull();
        script.opened(201_000, "leaf1/e1");
        assertThat(page(script.only()).reason()).isEqualTo("opened 3 times in 10 min");
        assertThat(page(script.only()).atNanos()).isEqualTo(T0 + 201_000 * MS);
    }

    @Test
    void threeOpeningsThatAreFarApartDoNotPage() {
        StormScript script = StormScript.leafSpine();
        for (int i = 0; i < 3; i++) {
            script.opened(1000 + 400_000L * i, "leaf1/e1").cleared(1500 + 400_000L * i, "leaf1/e1");
        }
        script.end();
        assertThat(script.only().openings()).hasSize(3);
        assertThat(script.only().page()).isNull();
    }

    @Test
    void aSpreadPastTheFirstSwitchPagesOnceTheIdentityHasSettled() {
        StormScript script = StormScript.leafSpine()
                .opened(210, "spine1/s1", StormRule.CHOPPY, 40)
                .changed(4900, "spine1/s1", StormRule.SUSTAINED, 0)
                .opened(4950, "leaf2/u1")
                .advance(5209);
        assertThat(script.only().page()).isNull();
        script.advance(5210);
        assertThat(page(script.only()).reason()).contains("spread past the first switch: ports of 2 switches");
    }

    @Test
    void aWatchdogThatDroppedPages() {
        StormScript script = StormScript.leafSpine()
                .opened(210, "spine1/s1", StormRule.CHOPPY, 40)
                .sign(400, "spine1/s1", PortSign.Kind.WATCHDOG_DROPS, true, 12)
                .sign(900, "spine1/s1", PortSign.Kind.WATCHDOG_DROPS, false, 0)
                .advance(2210);
        assertThat(page(script.only()).reason()).isEqualTo("the watchdog dropped packets");
    }

    // Drops

    @Test
    void dropsWithoutAStormAreAnIncidentOfTheirOwn() {
        StormScript script = StormScript.leafSpine().sign(1000, "leaf1/e1", PortSign.Kind.LOSSLESS_DROPS, true, 1);
        Incident incident = script.only();
        assertThat(incident.rule()).isEqualTo(Incident.LOSSLESS_DROP);
        assertThat(incident.cause()).isEqualTo(Incident.Cause.LOSSLESS_DROP);
        assertThat(incident.severity()).isEqualTo(Incident.Severity.WARNING);
        assertThat(incident.originEntity()).isEqualTo("leaf1");
        assertThat(incident.originPort()).isEqualTo("e1");
        script.sign(11_000, "leaf1/e1", PortSign.Kind.LOSSLESS_DROPS, true, 10);
        assertThat(script.only().severity()).isEqualTo(Incident.Severity.CRITICAL);
        script.advance(13_000);
        assertThat(page(script.only()).labels()).containsEntry("alertname", "StormglassLosslessDrop");
        script.sign(20_000, "leaf1/e1", PortSign.Kind.LOSSLESS_DROPS, false, 0).advance(79_999);
        assertThat(script.only().state()).isEqualTo(Incident.State.OPEN);
        script.advance(80_000);
        assertThat(script.only().state()).isEqualTo(Incident.State.RESOLVED);
        assertThat(script.only().resolvedNanos()).isEqualTo(T0 + 20_000 * MS);
        script.sign(80_001, "leaf3/e1", PortSign.Kind.LINK_ERRORS, false, 0);
        assertThat(script.graph().state().facts()).isEmpty();
        assertThat(script.graph().takeForgottenFacts()).containsExactly("f/leaf1/e1|sign|-1|LOSSLESS_DROPS");
    }

    @Test
    void dropsOfALinkWithErrorsAreTheLinksFaultAndCriticalOnlyWithoutThem() {
        StormScript script = StormScript.leafSpine()
                .sign(1000, "leaf1/e1", PortSign.Kind.LOSSLESS_DROPS, true, 14)
                .sign(1200, "host1/eth0", PortSign.Kind.LINK_ERRORS, true, 3)
                .advance(20_000);
        assertThat(script.only().severity()).isEqualTo(Incident.Severity.WARNING);
        assertThat(script.only().cause()).isEqualTo(Incident.Cause.LINK_DEGRADED);
        assertThat(script.only().page()).isNull();
        assertEvidence(script.only(), StormGraph.RULE_LINK_ERRORS, "host1/eth0 LINK_ERRORS of 3");

        script.sign(61_200, "host1/eth0", PortSign.Kind.LINK_ERRORS, false, 0);
        assertThat(script.only().severity()).isEqualTo(Incident.Severity.CRITICAL);
        assertThat(script.only().cause()).isEqualTo(Incident.Cause.LOSSLESS_DROP);
    }

    @Test
    void dropsAtAPortThatIsSetWrongAreItsSettings() {
        StormScript script = StormScript.leafSpine()
                .misconfigured("leaf1/e1", "PFC priorities 3 here, none at host1/eth0")
                .sign(1000, "leaf1/e1", PortSign.Kind.LOSSLESS_DROPS, true, 14)
                .advance(5_000);
        assertThat(script.only().cause()).isEqualTo(Incident.Cause.MISCONFIGURED);
        assertThat(page(script.only()).labels())
                .containsEntry("alertname", "StormglassLosslessDrop")
                .containsEntry("owner", "network");
        assertEvidence(script.only(), StormGraph.RULE_MISCONFIGURED, "leaf1/e1 PFC priorities 3 here");
    }

    @Test
    void aStormThatNothingElseExplainsIsOfTheSettingsWhereTheyAreWrong() {
        StormScript script = StormScript.leafSpine()
                .misconfigured("spine1/s1", "no headroom for priority 3")
                .opened(210, "leaf1/u1");
        assertThat(script.only().cause()).isEqualTo(Incident.Cause.MISCONFIGURED);
        StormScript explained = StormScript.leafSpine()
                .misconfigured("leaf1/e1", "no headroom for priority 3")
                .opened(210, "leaf1/e1");
        assertThat(explained.only().cause()).isEqualTo(Incident.Cause.NIC_PAUSE_STORM);
    }

    @Test
    void manyDropsAtOnceAreCriticalWhenTheIncidentHasSettled() {
        StormScript script = StormScript.leafSpine().sign(1000, "leaf1/e1", PortSign.Kind.LOSSLESS_DROPS, true, 14);
        script.advance(2_999);
        assertThat(script.only().severity()).isEqualTo(Incident.Severity.WARNING);
        script.advance(3_000);
        assertThat(script.only().severity()).isEqualTo(Incident.Severity.CRITICAL);
        assertThat(script.only().page()).isNull();
        script.advance(5_000);
        assertThat(page(script.only()).atNanos()).isEqualTo(T0 + 5_000 * MS);
    }

    @Test
    void dropsWhereAStormIsAreEvidenceOfIt() {
        StormScript script = StormScript.leafSpine()
                .opened(210, "leaf1/e1")
                .sign(1000, "leaf1/e2", PortSign.Kind.LOSSLESS_DROPS, true, 4);
        assertEvidence(script.only(), StormGraph.RULE_LOSSLESS_DROP, "leaf1/e2 priority all LOSSLESS_DROPS of 4");
        assertThat(script.only().cause()).isEqualTo(Incident.Cause.NIC_PAUSE_STORM);
    }

    // Victims

    @Test
    void hostsAndPortsThatWaitAreVictimsAndSoAreThoseThatWaited() {
        StormScript script = StormScript.leafSpine()
                .opened(210, "leaf1/e1")
                .opened(220, "leaf1/e2", 3, Direction.TX, 0)
                .opened(230, "spine1/s1")
                .cleared(900, "leaf1/e2", 3, Direction.TX);
        assertThat(script.only().victimCount()).isEqualTo(3);
        assertThat(script.only().victims())
                .extracting(Incident.Victim::kind, Incident.Victim::name)
                .containsExactly(tuple("host", "host2"), tuple("port", "leaf1/e1/3"), tuple("port", "spine1/s1/3"));
        assertThat(script.only().victims().get(0).text())
                .isEqualTo("waited from " + (T0 + 220 * MS) + " ns to " + (T0 + 900 * MS)
                        + " ns, paused 100 % of the time; whether it sends to the origin is not known");
    }

    @Test
    void whoseOriginIsUnknownDoesNotPageBesideAnotherStormOfThePriorityButAfterIt() {
        StormScript script = StormScript.leafSpine()
                .opened(210, "leaf1/e1")
                .opened(220, "host9/eth0")
                .advance(10_000);
        Incident unknown = script.at("");
        assertThat(unknown.severity()).isEqualTo(Incident.Severity.WARNING);
        assertThat(unknown.page()).isNull();
        assertEvidence(unknown, StormGraph.RULE_MAY_BE_VICTIM, "host1 pauses the same priority elsewhere");
        assertThat(script.at("host1").page()).isNotNull();

        script.cleared(11_000, "leaf1/e1").advance(70_999);
        assertThat(script.at("").severity()).isEqualTo(Incident.Severity.WARNING);
        script.advance(71_000);
        assertThat(script.at("host1").state()).isEqualTo(Incident.State.RESOLVED);
        assertThat(script.at("").severity()).isEqualTo(Incident.Severity.CRITICAL);
        assertThat(script.at("").page()).isNull();
        script.advance(73_000);
        assertThat(page(script.at("")).atNanos()).isEqualTo(T0 + 73_000 * MS);
        assertThat(script.at("").evidence())
                .extracting(Incident.Evidence::rule)
                .doesNotContain(StormGraph.RULE_MAY_BE_VICTIM);
    }

    @Test
    void aSwitchThatPausesForNoKnownReasonDoesNotPageBesideAStormOfThePriority() {
        StormScript script = StormScript.leafSpine()
                .opened(210, "leaf1/e1")
                .cleared(5_000, "leaf1/e1")
                .opened(5_100, "leaf2/u1")
                .advance(65_000 - 1);
        Incident unknown = script.at("spine1");
        assertThat(unknown.cause()).isEqualTo(Incident.Cause.UNKNOWN);
        assertThat(unknown.severity()).isEqualTo(Incident.Severity.WARNING);
        assertEvidence(unknown, StormGraph.RULE_MAY_BE_VICTIM, "host1 pauses the same priority elsewhere");
        script.advance(70_000);
        assertThat(page(script.at("spine1")).atNanos()).isEqualTo(T0 + 67_000 * MS);
    }

    @Test
    void aSwitchThatPausesForNoKnownReasonPagesWhenWhatIsBehindItWouldHaveBeenFound() {
        StormScript script = StormScript.leafSpine().opened(210, "leaf2/u1").advance(5_209);
        assertThat(script.only().severity()).isEqualTo(Incident.Severity.CRITICAL);
        assertThat(script.only().cause()).isEqualTo(Incident.Cause.UNKNOWN);
        assertThat(script.only().page()).isNull();
        script.advance(60_000);
        assertThat(page(script.only()).atNanos()).isEqualTo(T0 + 5_210 * MS);
        assertThat(page(script.only()).labels()).containsEntry("device", "leaf2");
    }

    /** The record that would have cleared it may be among those that got lost. */
    @Test
    void whatMayBeAVictimWhenTheDataEndDoesNotPageAfterThem() {
        StormScript script = StormScript.leafSpine()
                .opened(210, "leaf1/e1")
                .opened(300, "leaf2/u1")
                .cleared(5_000, "leaf1/e1")
                .end();
        assertThat(script.at("host1").state()).isEqualTo(Incident.State.RESOLVED);
        assertThat(script.at("host1").page()).isNotNull();
        assertThat(script.at("spine1").state()).isEqualTo(Incident.State.OPEN);
        assertThat(script.at("spine1").page()).isNull();
        assertEvidence(script.at("spine1"), StormGraph.RULE_MAY_BE_VICTIM, "host1 pauses the same priority");
    }

    @Test
    void aSwitchThatPausesOverAndOverForNoKnownReasonPages() {
        StormScript script = StormScript.leafSpine();
        for (int i = 0; i < 3; i++) {
            script.opened(1000 + 20_000L * i, "leaf2/u1").cleared(5_900 + 20_000L * i, "leaf2/u1");
        }
        script.end();
        assertThat(page(script.only()).reason()).isEqualTo("opened 3 times in 10 min");
        assertThat(page(script.only()).atNanos()).isEqualTo(T0 + 41_000 * MS);
    }

    @Test
    void theSlowReceiverThatIsFoundAfterThePortsBehindItIsPagedOf() {
        StormScript script = StormScript.leafSpine()
                .opened(210, "leaf2/u1")
                .opened(3_400, "leaf1/e1", StormRule.CHOPPY, 900)
                .opened(3_500, "spine1/s1", StormRule.CHOPPY, 900)
                .advance(30_000);
        Incident incident = script.at("host1");
        assertThat(incident.cause()).isEqualTo(Incident.Cause.SLOW_RECEIVER);
        assertThat(page(incident).labels())
                .containsEntry("host", "host1")
                .containsEntry("device", "leaf1")
                .containsEntry("owner", "host");
        assertThat(script.last.values()).filteredOn(i -> i.page() != null).hasSize(1);
    }

    @Test
    void whoseOriginIsUnknownPagesBesideAStormOfAnotherPriority() {
        StormScript script = StormScript.leafSpine()
                .opened(210, "leaf1/e1", 4, Direction.RX, 0)
                .opened(220, "host9/eth0")
                .advance(10_000);
        assertThat(script.at("").page()).isNotNull();
    }

    @Test
    void theEndThatKnowsThatNothingWaitsOutranksTheOneThatOnlySeesPauses() {
        StormScript script = StormScript.leafSpine()
                .opened(210, "host1/eth0", 3, Direction.TX, -1)
                .opened(10_000, "leaf1/e1", StormRule.IDLE_PAUSE, 0)
                .advance(30_000);
        assertThat(script.only().rule()).isEqualTo("idle-pause");
        assertThat(script.only().severity()).isEqualTo(Incident.Severity.WARNING);
        assertThat(script.only().page()).isNull();

        script.cleared(31_000, "leaf1/e1").cleared(32_000, "host1/eth0", 3, Direction.TX);
        assertThat(script.only().rule()).as("the blind end clears last").isEqualTo("idle-pause");
    }
}
