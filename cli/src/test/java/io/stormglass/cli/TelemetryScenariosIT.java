package io.stormglass.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.avro.Finding;
import io.stormglass.avro.StormIncident;
import io.stormglass.avro.TelemetryEntityKind;
import io.stormglass.avro.TelemetryQuality;
import io.stormglass.avro.TelemetryState;
import io.stormglass.cli.scoreboard.DriverRunner;
import io.stormglass.cli.scoreboard.Perturbation;
import io.stormglass.emulator.scenario.Scenario;
import io.stormglass.emulator.telemetry.TelemetrySettings;
import io.stormglass.fabric.publish.FabricSource;
import io.stormglass.fabric.scenario.ScenarioFile;
import io.stormglass.fabric.scenario.ScenarioFileException;
import io.stormglass.fabric.scenario.ScenarioLibrary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** What the scenarios of the library in which only telemetry suffers say of it: exactly their states, no page, no ticket. */
final class TelemetryScenariosIT {
    private static final long SECOND = 1_000_000_000L;
    private static final long START = FabricSource.DEFAULT_START_NANOS;

    /** What came of a run. */
    private record Outcome(List<TelemetryQuality> rows, List<Finding> findings, List<StormIncident> incidents) {
        /** States in order of each agent and device that was ever in another one than ok. */
        Map<String, List<TelemetryState>> notAlwaysOk() {
            Map<String, List<TelemetryState>> states = new TreeMap<>();
            for (TelemetryQuality row : rows) {
                List<TelemetryState> of = states.computeIfAbsent(row.getName(), name -> new ArrayList<>());
                if (of.isEmpty() || of.getLast() != row.getState()) {
                    of.add(row.getState());
                }
            }
            states.values().removeIf(List.of(TelemetryState.OK)::equals);
            return states;
        }

        TelemetryQuality last(String name) {
            return rows.stream()
                    .filter(row -> row.getName().equals(name))
                    .reduce((one, next) -> next)
                    .orElseThrow();
        }

        TelemetryQuality first(String name, TelemetryState state) {
            return rows.stream()
                    .filter(row -> row.getName().equals(name) && row.getState() == state)
                    .findFirst()
                    .orElseThrow();
        }

        Outcome quiet() {
            assertThat(findings).isEmpty();
            assertThat(incidents).noneMatch(incident -> incident.getPage() != null);
            assertThat(rows).extracting(TelemetryQuality::getEntityKind).doesNotContain(TelemetryEntityKind.UNKNOWN);
            return this;
        }
    }

    private static Outcome run(String name) throws ScenarioFileException {
        return run(ScenarioLibrary.load(name).scenario());
    }

    private static Outcome run(Scenario library) {
        TelemetrySettings ports = library.telemetry().with(TelemetrySettings.FlowSight.none());
        Scenario scenario = new Scenario(
                library.name(),
                library.about(),
                library.fabric(),
                library.settings(),
                library.workloads(),
                library.faults(),
                ports,
                library.script(),
                library.ending());
        DriverRunner.Results results = new DriverRunner(Perturbation.NONE).run(scenario, 1, "telemetry");
        return new Outcome(results.telemetry(), results.findings(), results.incidents());
    }

    @Test
    void anAgentThatIsSilentForLessThanTheLimitIsOk() throws ScenarioFileException {
        Outcome outcome = run("agent-silent").quiet();
        assertThat(outcome.notAlwaysOk()).isEmpty();
        assertThat(outcome.last("leaf-1").getReport().getRelated()).containsExactly("switch-leaf-1");
    }

    @Test
    void aClockThatIsOffIsSaidOfItsAgentAlone() throws ScenarioFileException {
        Outcome outcome = run("agent-clock-skew").quiet();
        assertThat(outcome.notAlwaysOk()).isEqualTo(Map.of("nic-host-3", List.of(TelemetryState.SKEWED)));
        assertThat(outcome.last("nic-host-3").getText()).contains("30 s ahead");
        assertThat(outcome.rows)
                .filteredOn(row -> row.getState() == TelemetryState.SKEWED)
                .filteredOn(row -> row.getSinceNanos() == row.getChangedNanos())
                .hasSize(1);
    }

    @Test
    void countersThatStartAnewAreCountedAtTheirDevice() throws ScenarioFileException {
        Outcome outcome = run("counter-reset").quiet();
        assertThat(outcome.notAlwaysOk()).isEmpty();
        assertThat(outcome.last("leaf-0").getReport().getResets()).isEqualTo(1);
        assertThat(outcome.last("leaf-1").getReport().getResets()).isZero();
    }

    @Test
    void repeatsAreCountedAtTheirAgent() throws ScenarioFileException {
        Outcome outcome = run("duplicated-telemetry").quiet();
        assertThat(outcome.notAlwaysOk()).isEmpty();
        assertThat(outcome.last("switch-leaf-0").getReport().getDuplicates()).isGreaterThan(40);
        assertThat(outcome.last("switch-leaf-1").getReport().getDuplicates()).isZero();
    }

    @Test
    void aSlowRefreshIsMeasuredAndNoState() throws ScenarioFileException {
        Outcome outcome = run("slow-refresh-counters").quiet();
        assertThat(outcome.notAlwaysOk()).isEmpty();
        // After the fault the group is back at 0.1 s; leaf-0 never left it.
        assertThat(outcome.last("leaf-0").getReport().getLongestRefreshNanos()).isEqualTo(SECOND / 5);
        assertThat(outcome.last("leaf-1").getReport().getShortestRefreshNanos()).isEqualTo(SECOND / 20);
    }

    @Test
    void agentsThatAreUpgradedStopAndComeBack() throws ScenarioFileException {
        Outcome outcome = run("agent-upgrade-fleet").quiet();
        List<TelemetryState> upgraded = List.of(TelemetryState.OK, TelemetryState.STOPPED, TelemetryState.OK);
        assertThat(outcome.notAlwaysOk())
                .hasSize(12)
                .allSatisfy((name, states) -> assertThat(states).as(name).isEqualTo(upgraded));
        assertThat(outcome.notAlwaysOk().keySet())
                .allMatch(name -> name.startsWith("nic-") || name.startsWith("switch-"));
        assertThat(outcome.last("nic-host-0").getEpoch()).isEqualTo(1);
    }

    @Test
    @EnabledIfSystemProperty(
            named = "stormglass.full",
            matches = "true",
            disabledReason = "minutes of a fabric's telemetry: bench/full runs it")
    void aHostThatRebootsIsUnknownUntilItIsBack() throws ScenarioFileException {
        Outcome outcome = run("host-reboot").quiet();
        assertThat(outcome.notAlwaysOk().keySet()).containsExactly("host-3", "nic-host-3");
        assertThat(outcome.notAlwaysOk().get("host-3"))
                .containsExactly(TelemetryState.OK, TelemetryState.UNKNOWN, TelemetryState.OK);
        TelemetryQuality unknown = outcome.first("nic-host-3", TelemetryState.UNKNOWN);
        assertThat(unknown.getSinceNanos()).isEqualTo(START + 130 * SECOND);
    }

    @Test
    @EnabledIfSystemProperty(
            named = "stormglass.full",
            matches = "true",
            disabledReason = "minutes of a fabric's telemetry: bench/full runs it")
    void aSwitchThatIsReloadedIsUnknownUntilItIsBack() throws ScenarioFileException {
        Outcome outcome = run("planned-switch-reload").quiet();
        List<TelemetryState> reloaded = List.of(TelemetryState.OK, TelemetryState.UNKNOWN, TelemetryState.OK);
        assertThat(outcome.notAlwaysOk()).isEqualTo(Map.of("spine-1", reloaded, "switch-spine-1", reloaded));
    }

    @Test
    void aHostThatIsOffAndOneOfWhichOnlyTheAgentDiedAreToldApartByTheirLeaves() throws ScenarioFileException {
        String file = """
                name: silent-hosts
                about: Neither host is heard any more, for longer than it takes to be a ticket; host-0 is off.
                fabric: {topology: leaf-spine, leaves: 2, spines: 1, hostsPerLeaf: 1, linkGbps: 100, propagationMicros: 1}
                transport: {cc: dcqcn}
                script:
                  - {kind: load, port: leaf-0/Ethernet0, packetsPerSecond: 200000, packetBytes: 4178, queueBytes: 8356}
                  - {kind: link-down, port: host-0/eth0, fromMicros: 21000000, toMicros: 660000000}
                faults:
                  - {kind: device-down, device: host-0, fromMicros: 20000000, toMicros: 660000000}
                  - {kind: agent-silent, device: host-1, fromMicros: 20000000, toMicros: 660000000}
                durationMicros: 650000000
                telemetry:
                  {nicPollMillis: 10000, portRefreshMillis: 10000, watchdogRefreshMillis: 10000, queueRefreshMillis: 60000, watermarkRefreshMillis: 60000}
                """;
        List<Finding> findings = run(ScenarioFile.parse(file, "silent-hosts").scenario()).findings;
        assertThat(findings)
                .extracting(Finding::getFindingId)
                .containsExactlyInAnyOrder("emulated/device-down/host-0", "emulated/agent-silent/host-1");
        assertThat(findings)
                .flatExtracting(Finding::getEvidence)
                .contains("its links went down, not long before that or later: counted by leaf-0/Ethernet0")
                .anyMatch(text -> text.startsWith("its links stayed up") && text.endsWith("by leaf-1/Ethernet0"));
    }
}
