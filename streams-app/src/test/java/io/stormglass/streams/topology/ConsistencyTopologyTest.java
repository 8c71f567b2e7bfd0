package io.stormglass.streams.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.avro.Finding;
import io.stormglass.avro.Severity;
import io.stormglass.models.event.Direction;
import io.stormglass.models.event.EntityRole;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.PortEvent;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.event.PortSettings;
import io.stormglass.models.event.RecordKind;
import io.stormglass.models.event.Refresh;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Settings that do not fit, through the stages of ports and fabric. */
class ConsistencyTopologyTest {
    private static final long SECOND = 1000 * Harness.MS;
    private static final long T0 = Harness.T0;

    @TempDir
    private Path folder;

    private static LinkFacts uplink(String peer, String peerPort, int pfc) {
        return link(EntityRole.LEAF, peer, peerPort, EntityRole.SPINE, pfc)
                .with(new PortSettings(
                        null,
                        null,
                        null,
                        List.of(new PortSettings.QueueHeadroom(3, 100_000)),
                        "",
                        null,
                        null,
                        "",
                        "",
                        "",
                        ""));
    }

    private static LinkFacts downlink(int leaf, int pfc) {
        return link(EntityRole.SPINE, "leaf-" + leaf, "u0", EntityRole.LEAF, pfc);
    }

    private static LinkFacts link(EntityRole role, String peer, String peerPort, EntityRole peerRole, int pfc) {
        return LinkFacts.speedOnly(400_000_000_000L, false)
                .change()
                .role(role)
                .peer(peer, peerPort, peerRole)
                .mtu(9216)
                .pfc(pfc)
                .done();
    }

    /** PFC is off at the spine's port to leaf-1 from second 30 to 150. */
    private TelemetryStages run(String name, int partitions, int restartEvery) {
        TelemetryStages stages = new TelemetryStages(folder.resolve(name), partitions, restartEvery);
        for (long second = 0; second < 240; second++) {
            long at = T0 + second * SECOND;
            int off = second >= 30 && second < 150 ? 0 : 8;
            for (int leaf = 0; leaf < 4; leaf++) {
                stages.port(
                        "agent-leaf-" + leaf, key("leaf-" + leaf, "u0"), uplink("spine-0", "d" + leaf, 8), read(at));
                stages.port("agent-spine-0", key("spine-0", "d" + leaf), downlink(leaf, leaf == 1 ? off : 8), read(at));
            }
            stages.progress(RecordKind.TICK, at + SECOND);
        }
        stages.progress(RecordKind.END, T0 + 240 * SECOND);
        return stages;
    }

    private static PortKey key(String device, String port) {
        return new PortKey("f", device, port);
    }

    private static PortEvent read(long at) {
        return new PortEvent.PauseCounters(at, new Refresh(at, SECOND), Direction.RX, 3, 0L, 0L, null, null);
    }

    @Test
    void aMismatchIsATicketWhileItLasts() {
        TelemetryStages stages = run("one", 1, 0);
        assertThat(stages.findings)
                .extracting(Finding::getFindingId, Finding::getSeverity, Finding::getSinceNanos)
                .containsOnly(org.assertj.core.groups.Tuple.tuple(
                        "f/pfc-mismatch/spine-0", Severity.TICKET, T0 + 30 * SECOND));
        assertThat(stages.findings).extracting(Finding::getClearedNanos).containsExactly(null, T0 + 150 * SECOND);
        assertThat(stages.findings.getFirst().getEvidence())
                .containsExactly("spine-0/d1 has PFC on for no priority, leaf-1/u0 at the other end has PFC on for"
                        + " priority 3, like 5 of 5 devices");
    }

    @Test
    void partitionsAndRestartsChangeNothing() {
        TelemetryStages one = run("one", 1, 0);
        assertThat(one.findings).hasSize(2);
        assertThat(run("four", 4, 0).findings).isEqualTo(one.findings);
        assertThat(run("restarted", 4, 97).findings).isEqualTo(one.findings);
    }
}
