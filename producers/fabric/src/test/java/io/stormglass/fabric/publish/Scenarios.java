package io.stormglass.fabric.publish;

import io.stormglass.emulator.CongestionControl;
import io.stormglass.emulator.EcnSettings;
import io.stormglass.emulator.FabricSettings;
import io.stormglass.emulator.Picos;
import io.stormglass.emulator.SwitchSettings;
import io.stormglass.emulator.Topology;
import io.stormglass.emulator.Transport;
import io.stormglass.emulator.WireFormat;
import io.stormglass.emulator.fault.ScheduledFault;
import io.stormglass.emulator.scenario.FabricPlan;
import io.stormglass.emulator.scenario.Scenario;
import io.stormglass.emulator.telemetry.TelemetryScript;
import io.stormglass.emulator.telemetry.TelemetrySettings;
import io.stormglass.emulator.telemetry.TelemetrySettings.Group;
import io.stormglass.emulator.workload.Bursts;
import io.stormglass.emulator.workload.TrafficTerms;
import io.stormglass.emulator.workload.Workload;
import io.stormglass.models.dcqcn.MarkingCurve;
import java.util.List;

/** A small incast with agents that read often. */
final class Scenarios {
    static final long MS = 1_000_000L;

    /** Its queues stay below. */
    private static final MarkingCurve MARKS_NOTHING = new MarkingCurve(1_000_000, 2_000_000, 0.05);

    private Scenarios() {}

    static Scenario incast(TelemetrySettings telemetry, List<ScheduledFault> faults, long millis) {
        Topology.Link link = new Topology.Link(10_000_000_000L, Picos.PER_MICRO);
        TrafficTerms terms = TrafficTerms.always(3, Transport.of(new CongestionControl.None()));
        return new Scenario(
                "incast",
                "three to one",
                FabricPlan.star(4, link),
                FabricSettings.of(
                        WireFormat.roce(4096), SwitchSettings.standard().with(EcnSettings.atDequeue(MARKS_NOTHING))),
                List.of(new Workload.Incast(
                        terms, List.of(0, 1, 2), 3, new Bursts(200_000, 200_000, 3, 20 * Picos.PER_MILLI, 0))),
                faults,
                telemetry,
                new TelemetryScript(List.of()),
                new Scenario.Ending(Scenario.Ending.Kind.AT_TIME, millis * Picos.PER_MILLI));
    }

    static TelemetrySettings quick() {
        return TelemetrySettings.standard()
                .with(new TelemetrySettings.NicReads(5 * MS, 0, 0))
                .with(new TelemetrySettings.SwitchReads(
                        0,
                        Group.every(5 * MS),
                        Group.every(5 * MS),
                        Group.every(10 * MS),
                        Group.every(5 * MS),
                        TelemetrySettings.MarkCounters.ON))
                .with(new TelemetrySettings.FlowSight(
                        TelemetrySettings.Mirrors.BOTH_ENDS, 1, MS, TelemetrySettings.Paths.UNKNOWN));
    }
}
