package io.stormglass.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.avro.Finding;
import io.stormglass.avro.Severity;
import io.stormglass.cli.scoreboard.DriverRunner;
import io.stormglass.cli.scoreboard.Perturbation;
import io.stormglass.emulator.scenario.Scenario;
import io.stormglass.fabric.publish.FabricSource;
import io.stormglass.fabric.scenario.ScenarioFile;
import io.stormglass.fabric.scenario.ScenarioFileException;
import io.stormglass.fabric.scenario.ScenarioLibrary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Faults of configuration in an emulated fabric are findings; a fabric without them has none. */
final class FindingsScenariosTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long START = FabricSource.DEFAULT_START_NANOS;

    /** What the faults of the library are to be told as. */
    private static final Map<String, String> TOLD = Map.of(
            "pfc-one-side", "pfc-mismatch/spine-0",
            "ecn-off-switch", "ecn-off/leaf-1",
            "ecn-misconfigured", "ecn-thresholds/leaf-1",
            "wrong-dscp-map", "dscp-map/leaf-1",
            "cc-off-rack", "nic-cc-mode/leaf-1",
            "ignores-cnps", "nic-cc-settings/host-0");

    private static List<String> told(List<Finding> findings) {
        return findings.stream()
                .map(finding -> finding.getKindName() + "/" + finding.getEntity())
                .toList();
    }

    private static List<Finding> run(Scenario scenario) {
        return new DriverRunner(Perturbation.NONE).run(scenario, 1, "findings").findings();
    }

    /**
     * A scenario of the library for so short a time that every agent has spoken; flows are not told of. One whose faults begin later, and one that is told by a
     * script, in the size of its section {@code smoke}.
     */
    private static Scenario shortly(String name) throws ScenarioFileException {
        ScenarioFile file = ScenarioLibrary.load(name);
        Scenario whole = file.scenario();
        if (!whole.script().spans().isEmpty()) {
            return file.smoke().scenario();
        }
        boolean later = !canBeShort(whole);
        Map<String, String> values = new TreeMap<>(Map.of(
                "nicPollMillis", "2",
                "portRefreshMillis", "2",
                "portReadMillis", "2",
                "watchdogRefreshMillis", "2",
                "watchdogReadMillis", "2",
                "mirrors", "none"));
        if (!later) {
            values.put("durationMicros", "6000");
        }
        return (later ? file.smoke() : file).with(values).scenario();
    }

    @ParameterizedTest
    @CsvSource({
        "pfc-one-side, 'spine-0/Ethernet4 has PFC on for no priority, leaf-1/Ethernet16 at the other end has PFC on for"
                + " priority 3, like 10 of 10 devices'",
        "ecn-off-switch, 'leaf-1/Ethernet0, leaf-1/Ethernet12, leaf-1/Ethernet16 and 3 more ports each has ECN for"
                + " priority 3 off, 3 of 4 switches have it on'",
        "ecn-misconfigured, 'leaf-1/Ethernet0 marks priority 3 from 6000000 to 8000000 bytes, 7 of 8 leaf ports to"
                + " hosts at 100 Gb/s from 400000 to 1600000 bytes'",
        "wrong-dscp-map, 'leaf-1/Ethernet0, leaf-1/Ethernet12, leaf-1/Ethernet16 and 3 more ports each puts DSCP 24-31"
                + " into class 0, 11 of 12 devices into class 3'",
        "cc-off-rack, 'host-4/eth0, host-5/eth0, host-6/eth0 and 1 more ports each has congestion control ''off'' like"
                + " 4 of 4 NICs of its rack, 8 of 12 NICs of the fabric have ''dcqcn'''",
        "ignores-cnps, 'host-0/eth0 has congestion control set to ''rp=off np=on preset=nvidia-firmware'', 3 of 4"
                + " NICs of its rack at leaf-0 have ''rp=on np=on preset=nvidia-firmware'''"
    })
    void aFaultOfConfigurationIsOneTicketThatNamesBothSides(String scenario, String evidence) throws Exception {
        List<Finding> findings = run(shortly(scenario));
        assertThat(told(findings)).containsExactly(TOLD.get(scenario));
        assertThat(findings).singleElement().satisfies(finding -> {
            assertThat(finding.getSeverity()).isEqualTo(Severity.TICKET);
            assertThat(finding.getClearedNanos()).isNull();
            assertThat(finding.getEvidence()).containsExactly(evidence);
        });
    }

    /** Every twelfth of the scenarios that can be cut short; all with {@code -Dstormglass.full=true}. */
    static List<String> others() throws ScenarioFileException {
        boolean full = Boolean.getBoolean("stormglass.full");
        List<String> names = new ArrayList<>();
        for (String name : ScenarioLibrary.names()) {
            if (!TOLD.containsKey(name)
                    && (full || canBeShort(ScenarioLibrary.load(name).scenario()))) {
                names.add(name);
            }
        }
        List<String> some = new ArrayList<>();
        for (int each = 0; each < names.size(); each += full ? 1 : 12) {
            some.add(names.get(each));
        }
        return some;
    }

    private static boolean canBeShort(Scenario scenario) {
        return scenario.script().spans().isEmpty()
                && scenario.faults().stream().allMatch(each -> each.fromPicos() == 0);
    }

    @ParameterizedTest
    @MethodSource("others")
    void aFabricThatIsSetAlikeHasNoFinding(String scenario) throws Exception {
        assertThat(run(shortly(scenario))).isEmpty();
    }

    private static final String ROLLBACK = """
            name: pfc-for-a-while
            about: PFC is off at one end of an uplink for a minute and more, and at another for ten seconds.
            fabric: {topology: leaf-spine, leaves: 2, spines: 2, hostsPerLeaf: 1, linkGbps: 100, propagationMicros: 1}
            transport: {cc: dcqcn}
            script:
              - {kind: load, port: leaf-0/Ethernet0, packetsPerSecond: 1000, packetBytes: 4178, queueBytes: 8356}
            faults:
              - {kind: pfc-one-side, port: spine-1/Ethernet4, fromMicros: 10000000, toMicros: 80000000}
              - {kind: pfc-one-side, port: spine-0/Ethernet0, fromMicros: 30000000, toMicros: 40000000}
            durationMicros: 150000000
            telemetry: {nicPollMillis: 10000, portRefreshMillis: 2000, portReadMillis: 2000, watchdogRefreshMillis: 0, watchdogReadMillis: 0,
              queueRefreshMillis: 0, queueReadMillis: 0, watermarkRefreshMillis: 0, watermarkReadMillis: 0}
            """;

    private static final String ODD_NIC = """
            name: odd-firmware
            about: One NIC of a rack has other firmware, another an MTU that its switch does not expect.
            fabric: {topology: leaf-spine, leaves: 2, spines: 1, hostsPerLeaf: 4, linkGbps: 100, propagationMicros: 1}
            transport: {cc: dcqcn}
            workloads:
              - {kind: incast, senders: 1, receiver: host-7, flowBytes: 4096}
            ending: at-time
            durationMicros: 6000
            telemetry: {nicPollMillis: 2, nicJitterMillis: 0, portRefreshMillis: 2, portReadMillis: 2, watchdogRefreshMillis: 2, watchdogReadMillis: 2, mirrors: none,
              nics: [{hosts: host-2, firmware: 1.0.1}, {hosts: host-5, mtuBytes: 1500}]}
            """;

    @Test
    void firmwareAndMtuOfOneNicThatAreUnlikeTheOthersAreTicketsEach() throws Exception {
        List<Finding> findings = run(ScenarioFile.parse(ODD_NIC, "test").scenario());
        assertThat(told(findings))
                .containsExactlyInAnyOrder("nic-firmware/host-2", "mtu-mismatch/host-5/eth0 - leaf-1/Ethernet4");
        assertThat(findings)
                .flatExtracting(Finding::getEvidence)
                .containsExactlyInAnyOrder(
                        "host-2/eth0 has firmware '1.0.1', 3 of 4 NICs of its rack at leaf-0 have '1.0.0'",
                        "host-5/eth0 has an MTU of 1500 bytes, leaf-1/Ethernet4 at the other end one of 9216 bytes");
    }

    @Test
    void aFindingBeginsAndEndsWithItsFaultAndAShortOneIsNone() throws Exception {
        Scenario scenario = ScenarioFile.parse(ROLLBACK, "test").scenario();
        List<Finding> findings = run(scenario);
        assertThat(told(findings)).containsExactly("pfc-mismatch/spine-1", "pfc-mismatch/spine-1");
        assertThat(findings.getFirst().getClearedNanos()).isNull();
        // The agent reads every two seconds.
        assertThat(findings.getFirst().getSinceNanos()).isBetween(START + 10 * SECOND, START + 13 * SECOND);
        assertThat(findings.getLast().getClearedNanos()).isBetween(START + 80 * SECOND, START + 83 * SECOND);
        assertThat(findings.getLast().getSinceNanos())
                .isEqualTo(findings.getFirst().getSinceNanos());
    }
}
