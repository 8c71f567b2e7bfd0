package io.stormglass.models.storm;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.models.event.EntityRole;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.PortKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AddressJoinTest {
    private final Map<PortKey, LinkFacts> facts = new HashMap<>();

    private static PortKey port(String name) {
        return StormScript.port(name);
    }

    private AddressJoinTest nic(String port, String mac, String... addresses) {
        return put(port, EntityRole.HOST, "", mac, "", addresses);
    }

    private AddressJoinTest leaf(String port, String learnedMac, String... learned) {
        return put(port, EntityRole.LEAF, "", "", learnedMac, learned);
    }

    private AddressJoinTest put(
            String port, EntityRole role, String peer, String mac, String peerMac, String... addresses) {
        facts.put(
                port(port),
                LinkFacts.speedOnly(100_000_000_000L, false)
                        .change()
                        .role(role)
                        .peer(peer, "", EntityRole.UNKNOWN)
                        .macs(mac, peerMac)
                        .attachedAddresses(List.of(addresses))
                        .done());
        return this;
    }

    private Links links() {
        return new Links("f", facts);
    }

    @Test
    void aPortThatHasLearnedTheMacOfANicLeadsToIt() {
        Links links = nic("h1/eth0", "02:00:00:00:00:0A")
                .leaf("leaf1/e1", "02:00:00:00:00:0a")
                .links();
        assertThat(links.peer(port("leaf1/e1"))).isEqualTo(port("h1/eth0"));
        assertThat(links.peer(port("h1/eth0"))).isEqualTo(port("leaf1/e1"));
        assertThat(links.peerDevice(port("leaf1/e1"))).isEqualTo("h1");
        assertThat(links.hostPorts()).isEqualTo(1);
    }

    @Test
    void anIpAddressOfTheNeighbourTableDoesAsWell() {
        Links links = nic("h1/eth0", "", "fd00::1", "10.0.0.1")
                .leaf("leaf1/e1", "", "10.0.0.1")
                .links();
        assertThat(links.peer(port("leaf1/e1"))).isEqualTo(port("h1/eth0"));
    }

    @Test
    void theMacGoesBeforeTheIpAddress() {
        Links links = nic("h1/eth0", "02::1", "10.0.0.1")
                .nic("h2/eth0", "02::2", "10.0.0.2")
                .leaf("leaf1/e1", "02::1", "10.0.0.2")
                .links();
        assertThat(links.peer(port("leaf1/e1"))).isEqualTo(port("h1/eth0"));
        assertThat(links.peer(port("h2/eth0"))).isNull();
    }

    @Test
    void anAddressLearnedAtAnUplinkTooJoinsNothing() {
        Links links = nic("h1/eth0", "02::1")
                .leaf("leaf1/e1", "02::1")
                .leaf("leaf2/u1", "02::1")
                .links();
        assertThat(links.peer(port("leaf1/e1"))).isNull();
        assertThat(links.peerDevice(port("leaf2/u1"))).isEmpty();
        assertThat(links.peerDevice(port("h1/eth0"))).isEmpty();
    }

    @Test
    void anAddressThatTwoHostsClaimJoinsNothing() {
        Links links = nic("h1/eth0", "02::1")
                .nic("h2/eth0", "02::1")
                .leaf("leaf1/e1", "02::1")
                .links();
        assertThat(links.peerDevice(port("leaf1/e1"))).isEmpty();
    }

    @Test
    void portsOfABondOnTwoLeavesLeadToTheHostByAnUnknownPort() {
        Links links = nic("h1/eth0", "02::1")
                .nic("h1/eth1", "02::1")
                .leaf("leaf1/e1", "02::1")
                .leaf("leaf2/e1", "02::1")
                .links();
        assertThat(links.peerDevice(port("leaf1/e1"))).isEqualTo("h1");
        assertThat(links.peerDevice(port("leaf2/e1"))).isEqualTo("h1");
        assertThat(links.peer(port("leaf1/e1"))).isNull();
        assertThat(links.peerDevice(port("h1/eth0"))).isEmpty();
    }

    @Test
    void whatLldpSaysGoesBeforeAddresses() {
        Links links = nic("h1/eth0", "02::1")
                .put("leaf1/e1", EntityRole.LEAF, "h9", "", "02::1")
                .links();
        assertThat(links.peerDevice(port("leaf1/e1"))).isEqualTo("h9");
        assertThat(links.peer(port("h1/eth0"))).isNull();
    }

    @Test
    void aStormBehindAPortWithoutLldpStartsAtTheHost() {
        facts.clear();
        StormScript script = new StormScript();
        nic("h1/eth0", "02::1").leaf("leaf1/e1", "02::1");
        facts.forEach((port, link) -> script.take(new StormTransition.Link(port, 0, StormScript.T0, link)));
        script.opened(210, "leaf1/e1");
        assertThat(script.only().originEntity()).isEqualTo("h1");
        assertThat(script.only().cause()).isEqualTo(Incident.Cause.NIC_PAUSE_STORM);
    }
}
