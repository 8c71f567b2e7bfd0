package io.stormglass.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.avro.CauseClass;
import io.stormglass.avro.IncidentState;
import io.stormglass.avro.StormIncident;
import io.stormglass.cli.scoreboard.DriverRunner;
import io.stormglass.cli.scoreboard.Perturbation;
import io.stormglass.emulator.BufferSettings;
import io.stormglass.emulator.CongestionControl;
import io.stormglass.emulator.FabricSettings;
import io.stormglass.emulator.Picos;
import io.stormglass.emulator.SwitchSettings;
import io.stormglass.emulator.Topology;
import io.stormglass.emulator.Transport;
import io.stormglass.emulator.WireFormat;
import io.stormglass.emulator.fault.Fault;
import io.stormglass.emulator.fault.FaultLabel;
import io.stormglass.emulator.fault.ScheduledFault;
import io.stormglass.emulator.scenario.FabricPlan;
import io.stormglass.emulator.scenario.Scenario;
import io.stormglass.emulator.telemetry.TelemetryScript;
import io.stormglass.emulator.telemetry.TelemetrySettings;
import io.stormglass.emulator.workload.Bursts;
import io.stormglass.emulator.workload.TrafficTerms;
import io.stormglass.emulator.workload.Workload;
import io.stormglass.fabric.publish.FabricProgress;
import io.stormglass.fabric.publish.FabricSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** An emulated fabric with real agents' intervals, through the topologies as they are deployed. */
final class EmulatedFabricTest {
    private static final long MS = 1_000_000L;
    private static final long START = FabricSource.DEFAULT_START_NANOS;
    private static final int RECEIVER = 7;
    /** Switch nodes follow the eight hosts: two leaves, two spines. */
    private static final int LEAF_1 = 9;

    /** What came of a run. */
    private record Outcome(FabricProgress published, List<StormIncident> incidents, List<FaultLabel> labels) {
        /** The incident that all others ended in, in its last version: what spreads first may be told of first. */
        StormIncident only() {
            Map<String, StormIncident> last = new LinkedHashMap<>();
            incidents.forEach(incident -> last.put(incident.getIncidentId(), incident));
            List<StormIncident> left = last.values().stream()
                    .filter(incident -> incident.getState() != IncidentState.MERGED_INTO)
                    .toList();
            assertThat(left).as(left.toString()).hasSize(1);
            return left.getFirst();
        }
    }

    /** Two leaves of four hosts, two spines, 1 Gb/s; hosts of one leaf send to one of the other without congestion control. */
    private static Scenario incast(List<ScheduledFault> faults, TelemetrySettings telemetry) {
        Topology.Link link = new Topology.Link(1_000_000_000L, Picos.PER_MICRO);
        TrafficTerms terms = TrafficTerms.always(3, Transport.of(new CongestionControl.None()));
        FabricSettings settings = FabricSettings.of(
                WireFormat.roce(4096),
                SwitchSettings.standard().with(BufferSettings.standard().withTotal(2_000_000)));
        return new Scenario(
                "incast",
                "three to one across leaves",
                FabricPlan.leafSpine(2, 2, 4, link, link),
                settings,
                List.of(new Workload.Incast(terms, List.of(0, 1, 2), RECEIVER, Bursts.once(200_000_000, 0))),
                faults,
                telemetry,
                new TelemetryScript(List.of()),
                new Scenario.Ending(Scenario.Ending.Kind.AT_TIME, 2_000 * Picos.PER_MILLI));
    }

    private static TelemetrySettings counters() {
        return TelemetrySettings.standard().with(TelemetrySettings.FlowSight.none());
    }

    private static ScheduledFault from200To1600(Fault fault) {
        return new ScheduledFault(fault, 200 * Picos.PER_MILLI, 1_600 * Picos.PER_MILLI);
    }

    private static Outcome run(Scenario scenario) {
        DriverRunner.Results results = new DriverRunner(Perturbation.NONE).run(scenario, 1, "emulated");
        return new Outcome(results.published(), results.incidents(), scenario.labels());
    }

    @Test
    void aNicThatPausesAllTheTimeIsOneIncidentAtItsHost() {
        Outcome outcome = run(incast(List.of(from200To1600(new Fault.NicPauseStorm(RECEIVER, 1 << 3))), counters()));

        StormIncident incident = outcome.only();
        FaultLabel label = outcome.labels().getFirst();
        assertThat(label.kind()).isEqualTo("nic-pause-storm");
        assertThat(incident.getOriginEntity()).isEqualTo(label.device()).isEqualTo("host-7");
        assertThat(incident.getOriginDevice() + "/" + incident.getOriginPort()).isEqualTo("leaf-1/Ethernet12");
        assertThat(incident.getOriginPriorities()).containsExactly(3);
        assertThat(incident.getCause()).isEqualTo(CauseClass.NIC_PAUSE_STORM);
        long labelFrom = START + label.fromMicros() * 1_000;
        // Two refreshes of the on-switch group, and the phase of it.
        assertThat(incident.getOpenedNanos()).isBetween(labelFrom + 400 * MS, labelFrom + 700 * MS);
        assertThat(outcome.published().rejected()).isZero();
    }

    @Test
    void aHealthyIncastThatPausesItsSendersAllTheTimeIsNone() {
        Outcome outcome = run(incast(List.of(), counters()));
        assertThat(outcome.labels()).isEmpty();
        assertThat(outcome.incidents()).isEmpty();
        assertThat(outcome.published().events()).isGreaterThan(300);
    }

    @Test
    void aReceiverThatIsSlowButMovesIsNoSustainedStorm() {
        Outcome outcome =
                run(incast(List.of(from200To1600(new Fault.SlowReceiver(RECEIVER, 20_000_000L))), counters()));
        assertThat(outcome.labels()).extracting(FaultLabel::kind).containsExactly("slow-receiver");
        assertThat(outcome.incidents()).isEmpty();
    }

    @Test
    void aStormThatASilentSwitchHidesIsSeenOnceItSpeaksAgain() {
        Outcome outcome = run(incast(
                List.of(
                        from200To1600(new Fault.NicPauseStorm(RECEIVER, 1 << 3)),
                        new ScheduledFault(new Fault.AgentSilent(LEAF_1), 0, 900 * Picos.PER_MILLI)),
                counters()));
        StormIncident incident = outcome.only();
        assertThat(incident.getOriginEntity()).isEqualTo("host-7");
    }

    @Test
    void telemetryThatIsRepeatedChangesNothing() {
        Fault storm = new Fault.NicPauseStorm(RECEIVER, 1 << 3);
        Outcome once = run(incast(List.of(from200To1600(storm)), counters()));
        Outcome twice = run(incast(
                List.of(
                        from200To1600(storm),
                        new ScheduledFault(new Fault.DuplicatedTelemetry(LEAF_1), 0, 2_000 * Picos.PER_MILLI)),
                counters()));
        assertThat(twice.published().repeated()).isPositive();
        assertThat(twice.incidents()).isEqualTo(once.incidents());
    }
}
