package io.stormglass.emulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stormglass.emulator.Picos;
import io.stormglass.emulator.Topology;
import io.stormglass.models.event.EntityRole;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class FabricNamesTest {
    private static final Topology.Link LINK = new Topology.Link(100_000_000_000L, Picos.PER_MICRO);

    @Test
    void devicesAndPortsOfALeafSpineAreNamedByTier() {
        FabricNames names = FabricPlan.leafSpine(2, 3, 4, LINK, LINK).names();

        assertThat(names.device(0)).isEqualTo("host-0");
        assertThat(names.device(7)).isEqualTo("host-7");
        assertThat(names.device(8)).isEqualTo("leaf-0");
        assertThat(names.device(12)).isEqualTo("spine-2");
        assertThat(names.port(7, 0)).isEqualTo("eth0");
        assertThat(names.port(8, 0)).isEqualTo("Ethernet0");
        assertThat(names.port(8, 6)).isEqualTo("Ethernet24");
        assertThat(names.role(7)).isEqualTo(EntityRole.HOST);
        assertThat(names.role(9)).isEqualTo(EntityRole.LEAF);
        assertThat(names.role(10)).isEqualTo(EntityRole.SPINE);
        assertThat(names.rack(3)).isEqualTo("leaf-0");
        assertThat(names.hostsOf("leaf-1")).containsExactly(4, 5, 6, 7);
        assertThat(names.node("spine-1")).hasValue(11);
        assertThat(names.node("spine-9")).isEmpty();
    }

    @Test
    void everyTierOfAFatTreeHasNames() {
        FabricNames names = FabricPlan.fatTree(4, LINK).names();

        assertThat(names.size()).isEqualTo(16 + 20);
        assertThat(names.device(16)).isEqualTo("leaf-0");
        assertThat(names.device(24)).isEqualTo("agg-0");
        assertThat(names.device(35)).isEqualTo("core-3");
        assertThat(names.rack(15)).isEqualTo("leaf-7");
    }

    @Test
    void railsOfAServerAreOneDeviceWithAPortOnEachLeaf() {
        FabricNames names =
                FabricPlan.leafSpine(8, 2, 4, LINK, LINK).withNicsAcrossRacks(8).names();

        assertThat(names.nodes("host-1")).containsExactly(1, 5, 9, 13, 17, 21, 25, 29);
        assertThat(names.port(5, 0)).isEqualTo("eth1");
        assertThat(names.port(29, 0)).isEqualTo("eth7");
        assertThat(names.rack(29)).isEqualTo("leaf-7");
        assertThat(names.node("host-4")).isEmpty();
    }

    @Test
    void aBondIsOnTwoLeavesThatFollowEachOther() {
        FabricNames names =
                FabricPlan.leafSpine(4, 2, 3, LINK, LINK).withNicsAcrossRacks(2).names();

        assertThat(names.nodes("host-0")).containsExactly(0, 3);
        assertThat(names.nodes("host-4")).containsExactly(7, 10);
        assertThatThrownBy(() -> FabricPlan.leafSpine(3, 2, 3, LINK, LINK).withNicsAcrossRacks(2))
                .hasMessageContaining("across 3 racks");
    }

    @Test
    void nicsSideBySideHangOnOneSwitch() {
        FabricNames names = FabricPlan.star(8, LINK).withNicsSideBySide(2).names();

        assertThat(names.nodes("host-3")).containsExactly(6, 7);
        assertThat(names.port(7, 0)).isEqualTo("eth1");
        assertThat(names.rack(7)).isEqualTo("switch-0");
    }

    @Test
    void addressesAreDifferentAndWithinTen() {
        FabricNames names = FabricPlan.star(300, LINK).names();
        Set<String> addresses = new HashSet<>();
        Set<String> macs = new HashSet<>();
        for (int host = 0; host < 300; host++) {
            addresses.add(names.address(host));
            macs.add(names.mac(host));
        }

        assertThat(addresses).hasSize(300).contains("10.0.0.1", "10.0.1.44").allMatch(each -> each.startsWith("10."));
        assertThat(macs).hasSize(300).contains("02:00:00:00:00:00", "02:00:01:2b:00:00");
        assertThat(names.mac(300, 1)).isEqualTo("02:00:01:2c:00:01");
    }
}
