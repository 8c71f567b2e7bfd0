package io.stormglass.models.congestion;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.models.event.EntityRole;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.PortKey;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ReceiverPortsTest {
    private static final PortKey LEAF = new PortKey("f", "leaf1", "e1");
    private static final PortKey NIC = new PortKey("f", "host1", "mlx5_0");

    private final ReceiverPorts ports = new ReceiverPorts();

    private static LinkFacts leaf(String address, String peerMac) {
        return LinkFacts.speedOnly(100, false)
                .change()
                .role(EntityRole.LEAF)
                .peer("", "", EntityRole.HOST)
                .macs("", peerMac)
                .attachedAddresses(List.of(address))
                .done();
    }

    private static LinkFacts nic(String mac) {
        return LinkFacts.speedOnly(25, false)
                .change()
                .role(EntityRole.HOST)
                .macs(mac, "")
                .done();
    }

    @Test
    void aReceiverIsBehindTheOnePortThatItIsAttachedTo() {
        ports.link(LEAF, leaf("10.0.0.1", ""));
        assertThat(ports.of("f", "10.0.0.1")).contains(LEAF);
        assertThat(ports.of("f", "10.0.0.2")).isEmpty();
        assertThat(ports.of("g", "10.0.0.1")).isEmpty();
        // Behind two ports nobody knows which.
        ports.link(new PortKey("f", "leaf2", "e1"), leaf("10.0.0.1", ""));
        assertThat(ports.of("f", "10.0.0.1")).isEmpty();
    }

    @Test
    void aNicIsFoundByItsMac() {
        ports.link(LEAF, leaf("10.0.0.1", "02:01"));
        assertThat(ports.nic("f", "10.0.0.1")).isEmpty();
        ports.link(NIC, nic("02:01"));
        assertThat(ports.nic("f", "10.0.0.1")).contains(nic("02:01"));
        ports.link(NIC, nic("02:02"));
        assertThat(ports.nic("f", "10.0.0.1")).isEmpty();
    }

    @Test
    void aPeerThatIsNamedCountsBeforeItsMac() {
        LinkFacts named = leaf("10.0.0.1", "02:03")
                .change()
                .peer("host1", "mlx5_0", EntityRole.HOST)
                .done();
        ports.link(LEAF, named);
        ports.link(NIC, nic("02:01"));
        assertThat(ports.nic("f", "10.0.0.1")).contains(nic("02:01"));
    }
}
