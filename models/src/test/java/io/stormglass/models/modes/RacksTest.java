package io.stormglass.models.modes;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.models.event.EntityRole;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.PortKey;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RacksTest {
    private static LinkFacts facts(EntityRole role, String peer, EntityRole peerRole, String... addresses) {
        return new LinkFacts(role, peer, "p", peerRole, 0, false, "", "", List.of(addresses), "", "", 0, null, "file");
    }

    private static PortKey port(String device) {
        return new PortKey("f", device, "e1");
    }

    @Test
    void theLeafThatAnAddressIsAttachedToIsItsRack() {
        Racks racks = Racks.of(Map.of(
                port("leaf1"), facts(EntityRole.LEAF, "h1", EntityRole.HOST, "10.0.0.1", "fd00::1"),
                port("h2"), facts(EntityRole.HOST, "leaf2", EntityRole.LEAF, "10.0.0.2"),
                port("sw3"), facts(EntityRole.UNKNOWN, "h3", EntityRole.HOST, "10.0.0.3")));
        assertThat(List.of("10.0.0.1", "fd00::1", "10.0.0.2", "10.0.0.3"))
                .extracting(racks::rackOf)
                .containsExactly("leaf1", "leaf1", "leaf2", "sw3");
    }

    @Test
    void whereNoLeafTellsTheRackIsUnknown() {
        Racks racks = Racks.of(Map.of(
                port("spine1"), facts(EntityRole.SPINE, "leaf1", EntityRole.LEAF, "10.0.0.1"),
                port("h2"), facts(EntityRole.HOST, "h3", EntityRole.HOST, "10.0.0.2"),
                port("h4"), facts(EntityRole.HOST, "", EntityRole.UNKNOWN, "10.0.0.4"),
                port("sw5"), facts(EntityRole.SWITCH, "sw6", EntityRole.SWITCH, "10.0.0.5")));
        assertThat(List.of("10.0.0.1", "10.0.0.2", "10.0.0.4", "10.0.0.5", "10.0.0.9"))
                .extracting(racks::rackOf)
                .containsOnly(Racks.UNKNOWN);
    }

    @Test
    void aHostWithTwoUplinksIsInOneRack() {
        Racks racks = Racks.of(Map.of(
                port("leaf2"), facts(EntityRole.LEAF, "h1", EntityRole.HOST, "10.0.0.1"),
                port("leaf1"), facts(EntityRole.LEAF, "h1", EntityRole.HOST, "10.0.0.1")));
        assertThat(racks.rackOf("10.0.0.1")).isEqualTo("leaf1");
    }

    @Test
    void whatPeopleListOfTheHostElseOfTheLeafCounts() {
        Racks racks = Racks.of(
                Map.of(
                        port("leaf1"), facts(EntityRole.LEAF, "h1", EntityRole.HOST, "10.0.0.1"),
                        port("leaf2"), facts(EntityRole.LEAF, "h2", EntityRole.HOST, "10.0.0.2"),
                        port("h3"), facts(EntityRole.HOST, "leaf3", EntityRole.LEAF, "10.0.0.3"),
                        port("h4"), facts(EntityRole.HOST, "", EntityRole.UNKNOWN, "10.0.0.4"),
                        port("spine1"), facts(EntityRole.SPINE, "leaf1", EntityRole.LEAF, "10.0.0.5")),
                Map.of("h1", "r1", "leaf1", "r9", "leaf2", "r2", "h4", "r4", "spine1", "r5"));
        assertThat(List.of("10.0.0.1", "10.0.0.2", "10.0.0.3", "10.0.0.4", "10.0.0.5"))
                .extracting(racks::rackOf)
                .containsExactly("r1", "r2", "leaf3", "r4", Racks.UNKNOWN);
    }

    @Test
    void aHostAtTwoLeavesOfOneRackIsInThatRack() {
        Racks racks = Racks.of(
                Map.of(
                        port("leaf2"), facts(EntityRole.LEAF, "", EntityRole.UNKNOWN, "10.0.0.1"),
                        port("leaf1"), facts(EntityRole.LEAF, "", EntityRole.UNKNOWN, "10.0.0.1")),
                Map.of("leaf1", "r12", "leaf2", "r12"));
        assertThat(racks.rackOf("10.0.0.1")).isEqualTo("r12");
    }
}
