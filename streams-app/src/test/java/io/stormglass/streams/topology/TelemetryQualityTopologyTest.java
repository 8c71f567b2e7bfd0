package io.stormglass.streams.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.avro.Finding;
import io.stormglass.avro.PortState;
import io.stormglass.avro.PortTelemetryState;
import io.stormglass.avro.Severity;
import io.stormglass.avro.TelemetryQuality;
import io.stormglass.avro.TelemetryState;
import io.stormglass.models.event.Direction;
import io.stormglass.models.event.PortEvent;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.event.RecordKind;
import io.stormglass.models.event.Refresh;
import io.stormglass.schemas.RecordHeaders;
import io.stormglass.schemas.topics.Topic;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Silence, stalls and goodbyes through the stages of ports and fabric. */
class TelemetryQualityTopologyTest {
    private static final long SECOND = 1000 * Harness.MS;
    private static final long T0 = Harness.T0;
    private static final List<String> PORTS = List.of("e0", "e1");

    @TempDir
    private Path folder;

    private static PortEvent counters(long at, long total) {
        return new PortEvent.PauseCounters(
                at, new Refresh(at, SECOND), Direction.RX, 3, total, total * 1000, null, null);
    }

    /** leaf-0 falls silent for good, the agent of leaf-1 is upgraded, leaf-2 starts its counters anew. */
    private TelemetryStages run(String name, int partitions, int restartEvery) {
        TelemetryStages stages = new TelemetryStages(folder.resolve(name), partitions, restartEvery);
        for (long second = 0; second < 640; second++) {
            long at = T0 + second * SECOND;
            if (second == 20) {
                stages.mark("agent-leaf-1", RecordKind.GOODBYE, at);
            }
            if (second == 60) {
                stages.newEpoch("agent-leaf-1");
            }
            for (String port : PORTS) {
                if (second < 10) {
                    stages.port(
                            "agent-leaf-0",
                            new PortKey("f", "leaf-0", port),
                            port.equals("e0") ? Harness.hostLink("leaf-1", 1, List.of()) : null,
                            counters(at, second));
                }
                if (second < 20 || second >= 60) {
                    stages.port("agent-leaf-1", new PortKey("f", "leaf-1", port), null, counters(at, 7));
                }
                long total = second < 100 ? second : second - 100;
                stages.port("agent-leaf-2", new PortKey("f", "leaf-2", port), null, counters(at, total));
            }
            stages.progress(RecordKind.TICK, at + SECOND);
        }
        stages.progress(RecordKind.END, T0 + 640 * SECOND);
        return stages;
    }

    private static List<TelemetryState> states(TelemetryStages stages, String name) {
        List<TelemetryState> states = new ArrayList<>();
        for (TelemetryQuality row : stages.rows) {
            if (row.getName().equals(name) && (states.isEmpty() || states.getLast() != row.getState())) {
                states.add(row.getState());
            }
        }
        return states;
    }

    private static TelemetryQuality last(TelemetryStages stages, String name) {
        return stages.rows.stream()
                .filter(row -> row.getName().equals(name))
                .reduce((one, next) -> next)
                .orElseThrow();
    }

    @Test
    void eachAgentAndDeviceHasItsStateOnceAndLongSilenceIsOneTicket() {
        TelemetryStages stages = run("one", 1, 0);
        assertThat(states(stages, "agent-leaf-0")).containsExactly(TelemetryState.OK, TelemetryState.UNKNOWN);
        assertThat(states(stages, "leaf-0")).containsExactly(TelemetryState.OK, TelemetryState.UNKNOWN);
        assertThat(states(stages, "agent-leaf-1"))
                .containsExactly(TelemetryState.OK, TelemetryState.STOPPED, TelemetryState.OK);
        assertThat(states(stages, "agent-leaf-2")).containsExactly(TelemetryState.OK);
        assertThat(last(stages, "leaf-2").getReport().getResets()).isEqualTo(1);
        assertThat(last(stages, "leaf-0").getHeardNanos()).isEqualTo(T0 + 10 * SECOND);
        assertThat(stages.findings).hasSize(1);
        Finding finding = stages.findings.getFirst();
        assertThat(finding.getKindName()).isEqualTo("device-down");
        assertThat(finding.getEntity()).isEqualTo("leaf-0");
        assertThat(finding.getSeverity()).isEqualTo(Severity.TICKET);
        assertThat(finding.getEvidence()).contains("neighbours that are heard: leaf-1");
    }

    /** host-0 falls silent; its leaf reads how often its port to it went down. */
    private TelemetryStages silentHost(String name, int partitions, int restartEvery, boolean goesDown) {
        TelemetryStages stages = new TelemetryStages(folder.resolve(name), partitions, restartEvery);
        for (long second = 0; second < 640; second += 5) {
            long at = T0 + second * SECOND;
            long downed = goesDown && second >= 12 ? 4 : 3;
            stages.port(
                    "agent-leaf-0",
                    new PortKey("f", "leaf-0", "e0"),
                    second == 0 ? Harness.hostLink("host-0", 1, List.of()) : null,
                    new PortEvent.LinkHealth(at, new Refresh(at, 5 * SECOND), null, null, null, downed));
            if (second < 10) {
                stages.port("agent-host-0", new PortKey("f", "host-0", "eth0"), null, counters(at, second));
            }
            stages.progress(RecordKind.TICK, at + 5 * SECOND);
        }
        stages.progress(RecordKind.END, T0 + 640 * SECOND);
        return stages;
    }

    @Test
    void theNeighbourTellsADeviceThatIsDownFromASilentAgent() {
        for (boolean goesDown : new boolean[] {true, false}) {
            TelemetryStages one = silentHost("one" + goesDown, 1, 0, goesDown);
            assertThat(one.findings)
                    .extracting(Finding::getFindingId)
                    .containsExactly(goesDown ? "f/device-down/host-0" : "f/agent-silent/host-0");
            TelemetryStages other = silentHost("other" + goesDown, 4, 23, goesDown);
            assertThat(other.findings).isEqualTo(one.findings);
        }
    }

    /** State, measured refresh and resets of a port's telemetry, each time one of them is another. */
    private static List<String> ofPort(TelemetryStages stages, String device) {
        List<String> told = new ArrayList<>();
        for (PortState state : stages.states) {
            if (state.getDevice().equals(device) && state.getPort().equals("e0")) {
                PortTelemetryState telemetry = state.getTelemetry().getFirst();
                String now = "%s %s %d %d"
                        .formatted(
                                telemetry.getAgentId(),
                                telemetry.getState(),
                                telemetry.getReport().getShortestRefreshNanos() / SECOND,
                                telemetry.getReport().getResets());
                if (told.isEmpty() || !told.getLast().equals(now)) {
                    told.add(now);
                }
            }
        }
        return told;
    }

    @Test
    void eachPortSaysHowItIsToldOfAndWhenThatStops() {
        for (int partitions : new int[] {1, 4}) {
            TelemetryStages stages = run("ports" + partitions, partitions, 0);
            assertThat(ofPort(stages, "leaf-0"))
                    .containsExactly("agent-leaf-0 OK 0 0", "agent-leaf-0 OK 1 0", "agent-leaf-0 UNKNOWN 1 0");
            assertThat(ofPort(stages, "leaf-1"))
                    .containsExactly(
                            "agent-leaf-1 OK 0 0",
                            "agent-leaf-1 OK 1 0",
                            "agent-leaf-1 STOPPED 1 0",
                            "agent-leaf-1 OK 1 0");
            assertThat(ofPort(stages, "leaf-2"))
                    .containsExactly("agent-leaf-2 OK 0 0", "agent-leaf-2 OK 1 0", "agent-leaf-2 OK 1 1");
            PortState unknown = stages.states.stream()
                    .filter(state -> state.getDevice().equals("leaf-0")
                            && state.getTelemetry().getFirst().getState() == TelemetryState.UNKNOWN)
                    .findFirst()
                    .orElseThrow();
            assertThat(unknown.getAtNanos()).isEqualTo(T0 + 40 * SECOND);
            assertThat(unknown.getTelemetry().getFirst().getText())
                    .isEqualTo("nothing was heard of the port for 30 s (counters come every 1 s)");
        }
    }

    @Test
    void countersThatStandStillAreNamedAtTheirPort() {
        TelemetryStages stages = new TelemetryStages(folder, 1, 0);
        for (long second = 0; second < 60; second++) {
            long at = T0 + second * SECOND;
            long refreshed = T0 + Math.min(second, 10) * SECOND;
            PortEvent read = new PortEvent.PauseCounters(
                    at, new Refresh(refreshed, SECOND), Direction.RX, 3, 1L, 1000L, null, null);
            stages.port("agent", new PortKey("f", "leaf-0", "e0"), null, read);
            stages.port("agent", new PortKey("f", "leaf-0", "e1"), null, counters(at, second));
            stages.progress(RecordKind.TICK, at + SECOND);
        }
        assertThat(ofPort(stages, "leaf-0")).containsExactly("agent OK 0 0", "agent OK 1 0", "agent STALLED 1 0");
        // The device is well: its other port is refreshed.
        assertThat(states(stages, "leaf-0")).containsExactly(TelemetryState.OK);
    }

    @Test
    void partitionsAndRestartsChangeNothing() {
        TelemetryStages one = run("one", 1, 0);
        TelemetryStages four = run("four", 4, 0);
        TelemetryStages restarted = run("restarted", 4, 397);
        assertThat(four.rows).isEqualTo(one.rows);
        assertThat(four.findings).isEqualTo(one.findings);
        assertThat(restarted.rows).isEqualTo(one.rows);
        assertThat(restarted.findings).isEqualTo(one.findings);
    }

    @Test
    void bothTopicsEndWithAMarkAndATickIsNobodysTelemetry() {
        try (Harness harness = Harness.replay()) {
            harness.port(Harness.PORT, null, List.of(counters(T0, 1)));
            harness.mark(RecordKind.TICK, T0 + 2 * SECOND);
            harness.mark(RecordKind.END, T0 + 3 * SECOND);
            assertThat(harness.read(Topic.FINDINGS))
                    .singleElement()
                    .matches(record -> record.headers().lastHeader(RecordHeaders.MARK) != null);
            assertThat(harness.read(Topic.TELEMETRY_QUALITY))
                    .filteredOn(record -> record.value() != null)
                    .extracting(record -> new String(record.key(), StandardCharsets.UTF_8))
                    .contains("f/agent/agent", "f/device/leaf1");
        }
    }
}
