package io.stormglass.models.consistency;

import static io.stormglass.models.consistency.Site.pauses;
import static io.stormglass.models.consistency.Site.port;
import static io.stormglass.models.consistency.Site.settings;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class LinkRulesTest {
    private static final long G100 = 100_000_000_000L;

    @Test
    void aFabricThatIsSetAlikeHasNoFinding() {
        assertThat(new Site(3, 2).settled()).isEmpty();
    }

    @Test
    void theEndWithoutPfcIsAtFaultWhereMostDevicesHaveIt() {
        Site site = new Site(2, 1).change("spine-0", "d1", facts -> Site.pfc(facts, 0));
        assertThat(site.settled()).singleElement().satisfies(finding -> {
            assertThat(finding.id()).isEqualTo("f/pfc-mismatch/spine-0");
            assertThat(finding.ports()).containsExactly(port("leaf-1", "u0"), port("spine-0", "d1"));
            assertThat(finding.evidence())
                    .containsExactly("spine-0/d1 has PFC on for no priority, leaf-1/u0 at the other end has PFC on for"
                            + " priority 3, like 10 of 10 devices");
        });
    }

    @Test
    void manyPortsOfOneDeviceAreOneFindingThatCountsThem() {
        Site site = new Site(6, 1).change("spine-0", null, facts -> Site.pfc(facts, 1 << 4));
        assertThat(site.settled()).singleElement().satisfies(finding -> {
            assertThat(finding.id()).isEqualTo("f/pfc-mismatch/spine-0");
            assertThat(finding.ports()).hasSize(12);
            assertThat(finding.evidence()).hasSize(4);
            assertThat(finding.evidence().get(2)).startsWith("spine-0/d2 has PFC on for priority 4, leaf-2/u0");
            assertThat(finding.evidence().get(3)).isEqualTo("and 3 more ports");
        });
    }

    @Test
    void withoutAMajorityTheFindingIsTheLinks() {
        Site site = new Site(1, 1);
        site.facts.keySet().removeIf(key -> key.device().startsWith("host"));
        site.change("spine-0", null, facts -> Site.pfc(facts, 0));
        assertThat(site.settled()).singleElement().satisfies(finding -> {
            assertThat(finding.entity()).isEqualTo("leaf-0/u0 - spine-0/d0");
            assertThat(finding.evidence())
                    .containsExactly("leaf-0/u0 has PFC on for priority 3, spine-0/d0 at the other end has PFC on for"
                            + " no priority");
        });
    }

    @Test
    void prioritiesThatWereNotReadMakeNoFinding() {
        assertThat(new Site(2, 1)
                        .change("spine-0", "d1", facts -> Site.pfc(facts, null))
                        .settled())
                .isEmpty();
    }

    @Test
    void endsAtDifferentSpeedsAreToldUnlessOneIsAssumed() {
        Site site = new Site(2, 1).change("host-1", null, facts -> Site.link(facts, G100 / 4, false, 9000));
        assertThat(site.settled()).singleElement().satisfies(finding -> {
            assertThat(finding.id()).isEqualTo("f/speed-mismatch/host-1/eth0 - leaf-0/e1");
            assertThat(finding.evidence())
                    .containsExactly("host-1/eth0 runs at 25 Gb/s, leaf-0/e1 at the other end at 100 Gb/s");
        });
        assertThat(new Site(2, 1)
                        .change("host-1", null, facts -> Site.link(facts, G100 / 4, true, 9000))
                        .settled())
                .isEmpty();
    }

    @Test
    void anMtuMustBeThatOfTheOtherEndExceptForTheRoomThatHeadersNeedAtAHost() {
        Site site = new Site(2, 2)
                .change("host-1", null, facts -> Site.link(facts, G100, false, 1500))
                .change("host-2", null, facts -> Site.link(facts, G100, false, 9217))
                .change("host-3", null, facts -> Site.link(facts, G100, false, 0))
                .change("leaf-1", "u1", facts -> Site.link(facts, 4 * G100, false, 9100));
        assertThat(site.settled())
                .extracting(ConsistencyFinding::id)
                .containsExactly(
                        "f/mtu-mismatch/host-1/eth0 - leaf-0/e1",
                        "f/mtu-mismatch/host-2/eth0 - leaf-0/e2",
                        "f/mtu-mismatch/leaf-1/u1 - spine-1/d1");
        assertThat(site.open().getLast().evidence())
                .containsExactly("leaf-1/u1 has an MTU of 9100 bytes, spine-1/d1 at the other end one of 9216 bytes");
    }

    @Test
    void anEndThatSendsLinkPausesToOneThatDoesNotObeyIsToldAndUnknownIsNot() {
        Site site = new Site(2, 1)
                .change("host-1", null, settings(of -> pauses(of, true, true)))
                .change("host-2", null, settings(of -> pauses(of, true, null)));
        assertThat(site.settled()).singleElement().satisfies(finding -> {
            assertThat(finding.id()).isEqualTo("f/link-pause-mismatch/host-1");
            assertThat(finding.evidence().getFirst())
                    .startsWith("host-1/eth0 sends 802.3x pauses and obeys them, leaf-0/e1 at the other end does not"
                            + " send 802.3x pauses and does not obey them");
        });
    }

    @Test
    void oneWayLinkPausesFitWhereTheOtherEndObeys() {
        assertThat(new Site(2, 1)
                        .change("host-1", null, settings(of -> pauses(of, true, false)))
                        .change("leaf-0", "e1", settings(of -> pauses(of, false, true)))
                        .settled())
                .isEmpty();
    }

    @Test
    void aPeerThatNamesAnotherIsTold() {
        Site site = new Site(3, 1).change("leaf-0", "u0", facts -> Site.peer(facts, "spine-0", "d1"));
        assertThat(site.settled())
                .filteredOn(finding -> finding.kind() == ConsistencyKind.PEER)
                .flatExtracting(ConsistencyFinding::evidence)
                .containsExactlyInAnyOrder(
                        "leaf-0/u0 names spine-0/d1 as its peer, which names leaf-1/u0",
                        "spine-0/d0 names leaf-0/u0 as its peer, which names spine-0/d1");
        assertThat(site.open()).extracting(ConsistencyFinding::kind).containsOnly(ConsistencyKind.PEER);
    }

    @Test
    void endsThatPutCnpsIntoDifferentClassesAreTold() {
        Site site = new Site(2, 1).change("host-5", null, settings(of -> Site.cnp(of, 5, null)));
        assertThat(site.settled()).singleElement().satisfies(finding -> {
            assertThat(finding.id()).isEqualTo("f/cnp-class/host-5");
            assertThat(finding.evidence())
                    .isEqualTo(List.of("host-5/eth0 has CNPs in class 5, leaf-1/e1 at the other end has CNPs in class"
                            + " 6, like 10 of 11 devices"));
        });
    }
}
