package io.stormglass.models.consistency;

import static io.stormglass.models.consistency.Site.nic;
import static io.stormglass.models.consistency.Site.settings;
import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.models.event.EntityRole;
import org.junit.jupiter.api.Test;

final class NicRulesTest {
    @Test
    void aNicUnlikeItsRackIsToldByModeSettingsAndFirmware() {
        Site site = new Site(2, 1)
                .change("host-0", null, settings(of -> nic(of, "CX-7", "28.39.1002", "off", "")))
                .change("host-5", null, settings(of -> nic(of, "CX-7", "28.39.1002", "dcqcn", "preset-b")))
                .change("host-6", null, settings(of -> nic(of, "CX-7", "28.35.2000", "dcqcn", "preset-a")));
        assertThat(site.settled())
                .extracting(ConsistencyFinding::id)
                .containsExactly("f/nic-cc-mode/host-0", "f/nic-cc-settings/host-5", "f/nic-firmware/host-6");
        assertThat(site.open())
                .flatExtracting(ConsistencyFinding::evidence)
                .containsExactly(
                        "host-0/eth0 has congestion control 'off', 3 of 4 NICs of its rack at leaf-0 have 'dcqcn'",
                        "host-5/eth0 has congestion control set to 'preset-b', 3 of 4 NICs of its rack at leaf-1 have"
                                + " 'preset-a'",
                        "host-6/eth0 has firmware '28.35.2000', 3 of 4 NICs of its rack at leaf-1 have '28.39.1002'");
    }

    @Test
    void firmwareOfAnotherModelIsNotCompared() {
        assertThat(new Site(2, 1)
                        .change("host-0", null, settings(of -> nic(of, "CX-6", "22.35.2000", "dcqcn", "preset-c")))
                        .settled())
                .isEmpty();
    }

    @Test
    void whatANicDoesNotTellMakesNoFinding() {
        assertThat(new Site(2, 1)
                        .change("host-0", null, settings(of -> nic(of, "", "", "", "")))
                        .settled())
                .isEmpty();
    }

    @Test
    void aRackThatIsOffAsAWholeIsOneFindingOfTheRack() {
        Site site = new Site(3, 1);
        for (int host = 4; host < 8; host++) {
            site.change("host-" + host, null, settings(of -> nic(of, "CX-7", "28.39.1002", "off", "")));
        }
        assertThat(site.settled()).singleElement().satisfies(finding -> {
            assertThat(finding.id()).isEqualTo("f/nic-cc-mode/leaf-1");
            assertThat(finding.evidence())
                    .containsExactly("host-4/eth0, host-5/eth0, host-6/eth0 and 1 more ports each has congestion"
                            + " control 'off' like 4 of 4 NICs of its rack, 8 of 12 NICs of the fabric have 'dcqcn'");
            assertThat(finding.ports()).contains(Site.port("leaf-1", "e0"), Site.port("host-4", "eth0"));
        });
    }

    @Test
    void inADividedRackNobodyIsRight() {
        assertThat(new Site(1, 1)
                        .change("host-0", null, settings(of -> nic(of, "CX-7", "28.39.1002", "off", "")))
                        .change("host-1", null, settings(of -> nic(of, "CX-7", "28.39.1002", "off", "")))
                        .settled())
                .isEmpty();
    }

    @Test
    void aNicThatOnlyItsMacAddressPlacesIsOfTheRackThatLearnedIt() {
        Site site = new Site(2, 1)
                .change("host-0", null, settings(of -> nic(of, "CX-7", "28.39.1002", "off", "")))
                .change("leaf-0", "e0", facts -> Site.macs(Site.peer(facts, "", ""), "", "02:00:00:00:00:01"))
                .change("host-0", null, facts -> Site.macs(facts, "02:00:00:00:00:01", ""))
                .change("host-0", null, facts -> Site.pfc(facts, 0));
        assertThat(site.settled())
                .extracting(ConsistencyFinding::id)
                .containsExactly("f/nic-cc-mode/host-0", "f/pfc-mismatch/host-0");
    }

    @Test
    void aHostWhoseRackIsNotKnownIsNotCompared() {
        Site site = new Site(2, 1).change("host-0", null, settings(of -> nic(of, "CX-7", "28.39.1002", "off", "")));
        site.facts.remove(Site.port("leaf-0", "e0"));
        assertThat(site.facts.get(Site.port("host-0", "eth0")))
                .extracting("role")
                .isEqualTo(EntityRole.HOST);
        assertThat(site.settled()).isEmpty();
    }
}
