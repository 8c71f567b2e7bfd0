package io.stormglass.emulator.scenario;

import io.stormglass.emulator.FabricSettings;
import io.stormglass.emulator.Topology;
import io.stormglass.emulator.fault.FaultLabel;
import io.stormglass.emulator.fault.ScheduledFault;
import io.stormglass.emulator.telemetry.NicControl;
import io.stormglass.emulator.telemetry.TelemetryScript;
import io.stormglass.emulator.telemetry.TelemetrySettings;
import io.stormglass.emulator.workload.Workload;
import java.util.List;
import java.util.Objects;

/**
 * An experiment: everything but the seed.
 *
 * @param name as users write it
 * @param about one or two sentences for people
 * @param fabric nodes, cables, names
 * @param settings of switches and NICs
 * @param workloads what is sent; their order numbers them
 * @param faults what goes wrong; none in a healthy fabric
 * @param telemetry what agents see
 * @param script what ports go through, told instead of emulated; empty where packets are emulated
 * @param ending when the run is over
 */
public record Scenario(
        String name,
        String about,
        FabricPlan fabric,
        FabricSettings settings,
        List<Workload> workloads,
        List<ScheduledFault> faults,
        TelemetrySettings telemetry,
        TelemetryScript script,
        Ending ending) {
    public Scenario {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(about, "about");
        Objects.requireNonNull(fabric, "fabric");
        Objects.requireNonNull(settings, "settings");
        Objects.requireNonNull(telemetry, "telemetry");
        Objects.requireNonNull(script, "script");
        Objects.requireNonNull(ending, "ending");
        workloads = List.copyOf(workloads);
        faults = List.copyOf(faults);
        for (Workload workload : workloads) {
            for (int host : workload.hosts()) {
                if (host < 0 || host >= fabric.topology().hosts()) {
                    throw new IllegalArgumentException("host " + host + " takes part in a workload, there are 0 to "
                            + (fabric.topology().hosts() - 1));
                }
            }
        }
    }

    /**
     * When a run is over.
     *
     * @param kind how
     * @param durationPicos at the latest, above 0
     */
    public record Ending(Kind kind, long durationPicos) {
        /** How a run ends. */
        public enum Kind {
            /** At its time. */
            AT_TIME,
            /** When every workload has sent what it has to and nothing is left in the fabric; probes do not count. */
            WHEN_DONE
        }

        public Ending {
            Objects.requireNonNull(kind, "kind");
            if (durationPicos < 1) {
                throw new IllegalArgumentException("duration is " + durationPicos + " ps, above 0 is needed");
            }
        }
    }

    /** What is wrong, for whoever judges a diagnosis: one label per fault, NICs of one server that fail together in one. None: a healthy fabric. */
    public List<FaultLabel> labels() {
        return Labels.of(this);
    }

    /** What the NIC of each host is set to. */
    public List<NicControl> nicControls() {
        return NicControls.of(this);
    }

    /** Nodes and cables. */
    public Topology topology() {
        return fabric.topology();
    }

    /** What they are called. */
    public FabricNames names() {
        return fabric.names();
    }
}
