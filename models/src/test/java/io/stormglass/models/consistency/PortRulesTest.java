package io.stormglass.models.consistency;

import static io.stormglass.models.consistency.Site.MAP;
import static io.stormglass.models.consistency.Site.cnp;
import static io.stormglass.models.consistency.Site.queues;
import static io.stormglass.models.consistency.Site.settings;
import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.models.event.PortSettings;
import io.stormglass.models.event.PortSettings.QueueHeadroom;
import io.stormglass.models.event.QueueEcn;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

final class PortRulesTest {
    private static UnaryOperator<PortSettings> ecn(Integer bits) {
        return of -> queues(of, bits, of.headroom(), of.dscpClasses());
    }

    private static UnaryOperator<PortSettings> headroom(QueueHeadroom... each) {
        return of -> queues(of, of.ecnPriorities(), List.of(each), of.dscpClasses());
    }

    private static UnaryOperator<PortSettings> map(String map) {
        return of -> queues(of, of.ecnPriorities(), of.headroom(), map);
    }

    private static UnaryOperator<PortSettings> watchdog(boolean on) {
        return of -> cnp(of, of.cnpPriority(), on);
    }

    @Test
    void aLosslessPriorityWithoutHeadroomIsToldAndOneThatWasNotReadIsNot() {
        Site site = new Site(2, 1)
                .change("leaf-0", "e0", settings(headroom(new QueueHeadroom(3, 0))))
                .change("leaf-0", "e1", settings(headroom(new QueueHeadroom(3, 0))))
                .change("leaf-0", "e2", settings(headroom()))
                // Not lossless: it needs none.
                .change("leaf-1", "e0", settings(headroom(new QueueHeadroom(4, 0), new QueueHeadroom(3, 9))));
        assertThat(site.settled()).singleElement().satisfies(finding -> {
            assertThat(finding.id()).isEqualTo("f/headroom-missing/leaf-0");
            assertThat(finding.evidence())
                    .containsExactly(
                            "leaf-0/e0, leaf-0/e1 each has PFC on for priority 3 and 0 bytes of headroom for" + " it");
        });
    }

    @Test
    void ecnThatIsOffAtOnePortIsToldBesideOthersOfItsKind() {
        Site site = new Site(2, 1).change("leaf-1", "e2", settings(ecn(0)));
        assertThat(site.settled()).singleElement().satisfies(finding -> {
            assertThat(finding.id()).isEqualTo("f/ecn-off/leaf-1");
            assertThat(finding.evidence())
                    .containsExactly("leaf-1/e2 has ECN for priority 3 off, 7 of 8 leaf ports to hosts at 100 Gb/s"
                            + " have it on");
        });
    }

    @Test
    void aWholeLeafWithEcnOffIsToldBesideTheOtherSwitchesWhereItsKindDoesNotAgree() {
        Site site = new Site(2, 2).change("leaf-1", null, settings(ecn(0)));
        assertThat(site.settled()).singleElement().satisfies(finding -> {
            assertThat(finding.id()).isEqualTo("f/ecn-off/leaf-1");
            assertThat(finding.evidence())
                    .containsExactly("leaf-1/e0, leaf-1/e1, leaf-1/e2 and 3 more ports each has ECN for priority 3"
                            + " off, 3 of 4 switches have it on");
        });
    }

    @Test
    void aFabricWithoutEcnOneOfWhichNothingIsKnownAndALossyPriorityAreNoFinding() {
        assertThat(new Site(3, 2).changeAll(settings(ecn(0))).settled()).isEmpty();
        assertThat(new Site(3, 2)
                        .change("leaf-1", "e0", settings(of -> queues(of, null, of.headroom(), MAP)))
                        .settled())
                .isEmpty();
        assertThat(new Site(3, 2)
                        .changeAll(facts -> Site.pfc(facts, 0))
                        .change("leaf-1", null, settings(ecn(0)))
                        .settled())
                .isEmpty();
    }

    @Test
    void thresholdsUnlikeThoseOfTheSameRoleAndSpeedAreTold() {
        Site site = new Site(2, 2)
                .change("leaf-1", "e0", facts -> facts.withEcn(List.of(new QueueEcn(3, 6_000_000, 8_000_000))))
                // All uplinks of leaves alike, though not like the ports to hosts.
                .change("leaf-0", "u0", PortRulesTest::deep)
                .change("leaf-0", "u1", PortRulesTest::deep)
                .change("leaf-1", "u0", PortRulesTest::deep)
                .change("leaf-1", "u1", PortRulesTest::deep);
        assertThat(site.settled()).singleElement().satisfies(finding -> {
            assertThat(finding.id()).isEqualTo("f/ecn-thresholds/leaf-1");
            assertThat(finding.evidence())
                    .containsExactly("leaf-1/e0 marks priority 3 from 6000000 to 8000000 bytes, 7 of 8 leaf ports to"
                            + " hosts at 100 Gb/s from 400000 to 1600000 bytes");
        });
    }

    private static io.stormglass.models.event.LinkFacts deep(io.stormglass.models.event.LinkFacts facts) {
        return facts.withEcn(List.of(new QueueEcn(3, 1_600_000, 6_400_000)));
    }

    @Test
    void thresholdsOnTwoAndTwoPortsAreNoMajority() {
        assertThat(new Site(2, 2)
                        .change("leaf-0", "u0", PortRulesTest::deep)
                        .change("leaf-1", "u0", PortRulesTest::deep)
                        .settled())
                .isEmpty();
    }

    @Test
    void aMapUnlikeThatOfMostDevicesIsToldOnceForAllPortsOfTheSwitch() {
        Site site = new Site(2, 2).change("leaf-1", null, settings(map(MAP.replace('3', '0'))));
        assertThat(site.settled()).singleElement().satisfies(finding -> {
            assertThat(finding.id()).isEqualTo("f/dscp-map/leaf-1");
            assertThat(finding.evidence())
                    .containsExactly("leaf-1/e0, leaf-1/e1, leaf-1/e2 and 3 more ports each puts DSCP 24-31 into"
                            + " class 0, 11 of 12 devices into class 3");
        });
    }

    @Test
    void withoutAMajorityTheEndsOfALinkAreCompared() {
        Site site = new Site(1, 1);
        site.facts.keySet().removeIf(key -> key.device().startsWith("host"));
        site.change("spine-0", null, settings(map("-".repeat(26) + "4" + MAP.substring(27))));
        assertThat(site.settled()).singleElement().satisfies(finding -> {
            assertThat(finding.id()).isEqualTo("f/dscp-map/leaf-0/u0 - spine-0/d0");
            assertThat(finding.evidence())
                    .containsExactly("leaf-0/u0 puts DSCP 26 into class 3, spine-0/d0 at the other end into class 4");
        });
    }

    @Test
    void codePointsThatAreNotKnownMakeNoFinding() {
        assertThat(new Site(2, 2)
                        .change("leaf-1", null, settings(map("")))
                        .change("leaf-0", null, settings(map("-".repeat(64))))
                        .settled())
                .isEmpty();
    }

    @Test
    void cnpsWithoutAClassOrInALosslessOneAreTold() {
        Site site = new Site(2, 1)
                .change("leaf-0", null, settings(of -> cnp(of, PortSettings.NO_CNP_CLASS, true)))
                .changeAll(facts ->
                        facts.settings().ccMode().isEmpty() ? facts : facts.with(cnp(facts.settings(), 3, null)));
        assertThat(site.settled())
                .filteredOn(finding -> finding.entity().equals("leaf-0"))
                .flatExtracting(ConsistencyFinding::evidence)
                .containsExactly(
                        "leaf-0/e0, leaf-0/e1, leaf-0/e2 and 2 more ports each has no class of its own for CNPs");
        assertThat(site.open())
                .filteredOn(finding -> finding.entity().equals("host-0"))
                .flatExtracting(ConsistencyFinding::evidence)
                .containsExactly("host-0/eth0 has CNPs in class 3, which is lossless (PFC on for priority 3): pauses"
                        + " hold them up");
    }

    @Test
    void aWatchdogThatIsOffIsToldWhereOthersHaveItOn() {
        Site site = new Site(4, 1).change("leaf-2", null, settings(watchdog(false)));
        assertThat(site.settled())
                .flatExtracting(ConsistencyFinding::evidence)
                .containsExactly(
                        "leaf-2/e0, leaf-2/e1, leaf-2/e2 and 1 more ports each has the PFC watchdog off, 12 of 16 leaf"
                                + " ports to hosts at 100 Gb/s have it on",
                        "leaf-2/u0 has the PFC watchdog off, 3 of 4 leaf ports to switches at 400 Gb/s have it on");
        assertThat(new Site(3, 1).changeAll(settings(watchdog(false))).settled())
                .isEmpty();
        assertThat(new Site(3, 1)
                        .change("leaf-2", null, settings(of -> cnp(of, 6, null)))
                        .settled())
                .isEmpty();
    }
}
