package io.stormglass.models.congestion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stormglass.models.event.EntityRole;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.PortEvent;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.event.QueueEcn;
import io.stormglass.models.event.Refresh;
import io.stormglass.models.shadow.QueueSign;
import java.util.List;
import org.junit.jupiter.api.Test;

class PathSignsTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long T0 = 1_700_000_000L * SECOND;

    private final PathSigns signs = new PathSigns();

    private static PortKey port(String device, String port) {
        return new PortKey("f", device, port);
    }

    private void host(String leaf, String port, String address) {
        signs.link(port(leaf, port), facts(EntityRole.LEAF, "h", "eth0", EntityRole.HOST, address));
    }

    private static LinkFacts facts(
            EntityRole role, String peer, String peerPort, EntityRole peerRole, String... addresses) {
        return new LinkFacts(
                role, peer, peerPort, peerRole, 0, false, "", "", List.of(addresses), "", "", 0, null, "file");
    }

    private void below(String device, String port) {
        signs.sign(
                port(device, port), new QueueSpell(3, 3, QueueSign.BELOW_KMIN, T0 + 20 * SECOND, T0 + 30 * SECOND, 0));
    }

    private void passed(String device, String port, long sinceSecond) {
        signs.sign(
                port(device, port),
                new QueueSpell(
                        3,
                        3,
                        QueueSign.PASSED_KMAX,
                        T0 + 20 * SECOND,
                        T0 + 30 * SECOND,
                        sinceSecond == 0 ? 0 : T0 + sinceSecond * SECOND));
    }

    private PathSign flow(long firstSecond, long newestSecond, long cnps) {
        return flow(firstSecond, newestSecond, 10_000 * (newestSecond - firstSecond), cnps);
    }

    private PathSign flow(long firstSecond, long newestSecond, long packets, long cnps) {
        return signs.of(new PathQuestion(
                "f", "10.0.0.1", "10.0.0.2", 3, T0 + firstSecond * SECOND, T0 + newestSecond * SECOND, packets, cnps));
    }

    @Test
    void aFlowWithAPacketNowAndThenMayHaveMissedEveryPeak() {
        host("leaf1", "e1", "10.0.0.1");
        host("leaf1", "e2", "10.0.0.2");
        passed("leaf1", "e2", 10);
        assertThat(flow(9, 25, 160_000, 0).sign()).isEqualTo(QueueSign.PASSED_KMAX);
        assertThat(flow(9, 25, 159_999, 0))
                .isEqualTo(new PathSign(
                        QueueSign.UNKNOWN, "", "packets of the flow often enough to meet the peaks of leaf1/e2"));
    }

    @Test
    void withinOneLeafTheEgressIsThePath() {
        host("leaf1", "e1", "10.0.0.1");
        host("leaf1", "e2", "10.0.0.2");
        assertThat(flow(5, 35, 0)).isEqualTo(new PathSign(QueueSign.UNKNOWN, "", "watermark and Kmin of leaf1/e2"));
        below("leaf1", "e2");
        assertThat(flow(5, 35, 0)).isEqualTo(new PathSign(QueueSign.BELOW_KMIN, "leaf1/e2", ""));
        assertThat(flow(31, 35, 0).missing()).isEqualTo("a refresh of leaf1/e2 since the flow began");
    }

    @Test
    void acrossLeavesEveryUplinkAndDownlinkHasToBeBelow() {
        host("leaf1", "e1", "10.0.0.1");
        host("leaf2", "e2", "10.0.0.2");
        below("leaf2", "e2");
        assertThat(flow(5, 35, 0).missing()).isEqualTo("uplinks of leaf1");
        signs.link(port("leaf1", "u1"), facts(EntityRole.LEAF, "spine1", "d1", EntityRole.SPINE));
        assertThat(flow(5, 35, 0).missing()).isEqualTo("a link from spine1 to leaf2; watermark and Kmin of leaf1/u1");
        // The other end of the link tells of the spine's port.
        signs.link(port("leaf2", "u1"), facts(EntityRole.LEAF, "spine1", "d2", EntityRole.SPINE));
        below("leaf1", "u1");
        assertThat(flow(5, 35, 0).missing()).isEqualTo("watermark and Kmin of spine1/d2");
        below("spine1", "d2");
        assertThat(flow(5, 35, 0)).isEqualTo(new PathSign(QueueSign.BELOW_KMIN, "3 queues", ""));
        signs.link(port("leaf1", "u2"), facts(EntityRole.LEAF, "spine2", "d1", EntityRole.SPINE));
        assertThat(flow(5, 35, 0).sign()).isEqualTo(QueueSign.UNKNOWN);
        passed("leaf1", "u2", 10);
        assertThat(flow(5, 35, 0).sign())
                .as("ECMP may have taken another uplink")
                .isEqualTo(QueueSign.UNKNOWN);
    }

    @Test
    void theQueueHasToHavePassedKmaxTwiceWithTheFlowThereThroughout() {
        host("leaf1", "e2", "10.0.0.2");
        passed("leaf1", "e2", 10);
        assertThat(flow(9, 25, 0)).isEqualTo(new PathSign(QueueSign.PASSED_KMAX, "leaf1/e2", ""));
        assertThat(flow(12, 25, 0).sign()).isEqualTo(QueueSign.UNKNOWN);
        assertThat(flow(9, 19, 0).sign()).isEqualTo(QueueSign.UNKNOWN);
        assertThat(flow(9, 25, 0).missing()).isEmpty();
        assertThat(flow(9, 25, 1).missing())
                .contains("marks of the flow at leaf1/e2, which passed Kmax")
                .contains("a link that attaches 10.0.0.1");
        passed("leaf1", "e2", 0);
        assertThat(flow(9, 25, 0).missing())
                .contains("two refreshes of leaf1/e2 past Kmax with the flow there throughout");
    }

    @Test
    void aReceiverBehindTwoPortsIsCertainAtNone() {
        host("leaf1", "e1", "10.0.0.1");
        host("leaf1", "e2", "10.0.0.2");
        host("leaf1", "e3", "10.0.0.2");
        passed("leaf1", "e2", 10);
        below("leaf1", "e3");
        assertThat(flow(5, 35, 0).sign()).isEqualTo(QueueSign.UNKNOWN);
        below("leaf1", "e2");
        assertThat(flow(5, 35, 0)).isEqualTo(new PathSign(QueueSign.BELOW_KMIN, "2 queues", ""));
    }

    @Test
    void withoutPriorityNothingIsSaid() {
        host("leaf1", "e1", "10.0.0.1");
        host("leaf1", "e2", "10.0.0.2");
        below("leaf1", "e2");
        assertThat(signs.of(new PathQuestion("f", "10.0.0.1", "10.0.0.2", -1, T0, T0 + SECOND, 10_000, 0)))
                .isEqualTo(new PathSign(QueueSign.UNKNOWN, "", "priority of the flow"));
        assertThat(signs.knows(new PathQuestion("f", "10.0.0.1", "10.0.0.2", 3, T0, T0, 1, 0)))
                .isTrue();
        assertThat(signs.knows(new PathQuestion("g", "10.0.0.1", "10.0.0.2", 3, T0, T0, 1, 0)))
                .isFalse();
    }

    @Test
    void aHostsOwnLinkTellsOfTheSwitchPort() {
        signs.link(port("h1", "eth0"), facts(EntityRole.HOST, "leaf1", "e1", EntityRole.LEAF, "10.0.0.1"));
        signs.link(port("h2", "eth0"), facts(EntityRole.HOST, "leaf1", "e2", EntityRole.LEAF, "10.0.0.2"));
        signs.link(port("h3", "eth0"), facts(EntityRole.HOST, "bad/name", "e2", EntityRole.LEAF, "10.0.0.3"));
        below("leaf1", "e2");
        assertThat(flow(5, 35, 0).where()).isEqualTo("leaf1/e2");
    }

    @Test
    void thresholdsOfThePortAreThoseOfItsQueues() {
        PortCongestion port = new PortCongestion(CongestionSettings.defaults());
        port.thresholds(List.of(new QueueEcn(QueueEcn.EVERY_PRIORITY, 1000, 2000), new QueueEcn(4, 100, 200)));
        for (int refresh = 0; refresh < 3; refresh++) {
            long at = T0 + refresh * SECOND;
            for (int priority = 3; priority <= 4; priority++) {
                port.accept(new PortEvent.QueueSample(
                        at, new Refresh(at, SECOND), priority, priority, 0L, 500L + refresh, 10L, null, 0L, 0L, 0L));
            }
        }
        assertThat(port.spells(T0 + 2 * SECOND))
                .containsExactly(
                        new QueueSpell(3, 3, QueueSign.BELOW_KMIN, T0 + SECOND, T0 + 2 * SECOND, 0),
                        new QueueSpell(4, 4, QueueSign.PASSED_KMAX, T0 + SECOND, T0 + 2 * SECOND, T0));
        port.thresholds(List.of());
        assertThat(port.spells(T0 + 2 * SECOND)).extracting(QueueSpell::sign).containsOnly(QueueSign.UNKNOWN);
        assertThat(port.spells(T0 + 40 * SECOND))
                .extracting(QueueSpell::untilNanos)
                .containsOnly(0L);
        assertThatThrownBy(() -> new QueueEcn(3, 200, 100)).hasMessageContaining("Kmin 200 and Kmax 100");
    }
}
