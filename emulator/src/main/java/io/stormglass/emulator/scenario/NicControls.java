package io.stormglass.emulator.scenario;

import io.stormglass.emulator.CongestionControl;
import io.stormglass.emulator.Transport;
import io.stormglass.emulator.WindowLimit;
import io.stormglass.emulator.fault.Fault;
import io.stormglass.emulator.fault.ScheduledFault;
import io.stormglass.emulator.telemetry.NicControl;
import io.stormglass.emulator.workload.Workload;
import io.stormglass.models.ecn.Reaction;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What NICs are set to. In an emulation each flow has a law of its own; a NIC has one setting. So it is known only where all flows of the fabric have one law,
 * or all but those of racks that were built without congestion control.
 */
final class NicControls {
    /** What an as-built fault says of a rack whose NICs have congestion control off. */
    private static final String CC_OFF = "cc-off";

    private static final NicControl OFF = new NicControl("off", "");

    private NicControls() {}

    static List<NicControl> of(Scenario scenario) {
        Set<NicControl> laws = new HashSet<>();
        for (Workload workload : scenario.workloads()) {
            NicControl law = control(workload.terms().transport());
            if (law != null) {
                laws.add(law);
            }
        }
        Set<String> racksOff = racksOff(scenario);
        if (!racksOff.isEmpty()) {
            laws.remove(OFF);
        }
        NicControl usual = laws.size() == 1 ? laws.iterator().next() : NicControl.UNKNOWN;
        List<NicControl> each = new ArrayList<>();
        for (int host = 0; host < scenario.topology().hosts(); host++) {
            each.add(racksOff.contains(scenario.names().rack(host)) ? OFF : usual);
        }
        return each;
    }

    private static Set<String> racksOff(Scenario scenario) {
        Set<String> racks = new HashSet<>();
        for (ScheduledFault each : scenario.faults()) {
            if (each.fault() instanceof Fault.AsBuilt built && built.kind().equals(CC_OFF)) {
                racks.add(scenario.names().device(built.node()));
            }
        }
        return racks;
    }

    /** Null where the NIC has no part in it. */
    private static @Nullable NicControl control(Transport transport) {
        return switch (transport.control()) {
            case CongestionControl.None none -> OFF;
            case CongestionControl.Dcqcn dcqcn -> NicControl.dcqcn(reaction(dcqcn, transport.window()));
            case CongestionControl.HpccTelemetry hpcc -> new NicControl("hpcc", "");
            case CongestionControl.TimelyDelay timely -> new NicControl("timely", "");
            case CongestionControl.DctcpMarks dctcp -> new NicControl("dctcp", "");
            case CongestionControl.SwiftDelay swift -> new NicControl("swift", "");
            case CongestionControl.BbrV1Nic bbr -> new NicControl("bbr", "");
            case CongestionControl.BbrV3Nic bbr -> new NicControl("bbr3", "");
            case CongestionControl.NewRenoLoss tcp -> null;
            case CongestionControl.CubicLoss tcp -> null;
        };
    }

    private static Reaction reaction(CongestionControl.Dcqcn dcqcn, WindowLimit window) {
        return new Reaction(dcqcn.reaction(), dcqcn.notification().intervalNanos(), window(window));
    }

    /** Windows are those of one path; other sizes cannot be told. */
    private static Reaction.Window window(WindowLimit window) {
        if (window.equals(WindowLimit.none())) {
            return Reaction.Window.NONE;
        }
        return switch (window.scaling()) {
            case FIXED -> Reaction.Window.BDP;
            case WITH_RATE -> Reaction.Window.VARIABLE;
        };
    }
}
