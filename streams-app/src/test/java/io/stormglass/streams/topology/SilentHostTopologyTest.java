package io.stormglass.streams.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.avro.IncidentState;
import io.stormglass.avro.StormIncident;
import io.stormglass.models.event.Direction;
import io.stormglass.models.event.PortEvent;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.event.RecordKind;
import io.stormglass.models.event.Refresh;
import io.stormglass.models.storm.StormGraph;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A host pauses its leaf and is powered off in the storm, through both stages, with restarts in between. */
class SilentHostTopologyTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long T0 = Harness.T0;
    private static final PortKey AT_LEAF = new PortKey("f", "leaf-0", "e0");
    private static final PortKey AT_HOST = new PortKey("f", "host-0", "eth0");

    @TempDir
    Path folder;

    private static PortEvent paused(long second, Direction direction, long seconds) {
        long at = T0 + second * SECOND;
        return new PortEvent.PauseCounters(
                at, new Refresh(at, SECOND), direction, 3, null, seconds * SECOND, null, null);
    }

    private static PortEvent waiting(long second) {
        long at = T0 + second * SECOND;
        return new PortEvent.QueueSample(at, new Refresh(at, SECOND), 3, 3, 4096L, null, 7L, null, null, null, null);
    }

    /** The host speaks until it is off, at 20 s; with {@code stillPaused} only its agent is gone, and the leaf is paused on. */
    private List<StormIncident> run(String name, int partitions, int restartEvery, boolean stillPaused) {
        TelemetryStages stages = new TelemetryStages(folder.resolve(name), partitions, restartEvery);
        for (long second = 0; second <= 170; second++) {
            stages.port(
                    "agent-leaf-0",
                    AT_LEAF,
                    second == 0 ? Harness.hostLink("host-0", 1, List.of()) : null,
                    waiting(second));
            stages.port(
                    "agent-leaf-0",
                    AT_LEAF,
                    null,
                    paused(second, Direction.RX, stillPaused ? second : Math.min(second, 20)));
            if (second <= 20) {
                stages.port("agent-host-0", AT_HOST, null, paused(second, Direction.TX, second));
            }
            stages.progress(RecordKind.TICK, T0 + (second + 1) * SECOND);
        }
        stages.progress(RecordKind.END, T0 + 171 * SECOND);
        return stages.incidents;
    }

    @Test
    void theStormEndsWithoutAWordOfTheHost() {
        List<StormIncident> one = run("one", 1, 0, false);
        StormIncident last = one.getLast();
        assertThat(last.getState()).isEqualTo(IncidentState.RESOLVED);
        assertThat(last.getEvidence())
                .anyMatch(evidence -> evidence.getRule().equals(StormGraph.RULE_NOT_OBSERVED)
                        && evidence.getText().startsWith("host-0/eth0 priority 3 tx not observed since "));
        assertThat(run("other", 4, 13, false)).isEqualTo(one);
    }

    @Test
    void anAgentThatIsGoneEndsNoStorm() {
        List<StormIncident> all = run("paused", 1, 7, true);
        assertThat(all.getLast().getState()).isEqualTo(IncidentState.OPEN);
        assertThat(all).noneMatch(incident -> incident.getState() == IncidentState.RESOLVED);
    }
}
