package io.stormglass.emulator.telemetry;

import io.stormglass.emulator.BufferSettings;
import io.stormglass.emulator.CongestionControl;
import io.stormglass.emulator.EcnSettings;
import io.stormglass.emulator.Emulation;
import io.stormglass.emulator.FabricObserver;
import io.stormglass.emulator.FabricSettings;
import io.stormglass.emulator.FlowSpec;
import io.stormglass.emulator.PauseThreshold;
import io.stormglass.emulator.Picos;
import io.stormglass.emulator.SwitchSettings;
import io.stormglass.emulator.Topology;
import io.stormglass.emulator.Transport;
import io.stormglass.emulator.WireFormat;
import io.stormglass.emulator.fault.Fault;
import io.stormglass.emulator.fault.FaultLabel;
import io.stormglass.emulator.fault.FaultSchedule;
import io.stormglass.emulator.fault.ScheduledFault;
import io.stormglass.emulator.scenario.FabricPlan;
import io.stormglass.emulator.telemetry.TelemetrySettings.Group;
import io.stormglass.models.dcqcn.ClampTarget;
import io.stormglass.models.dcqcn.CnpPacing;
import io.stormglass.models.dcqcn.HpccParameters;
import io.stormglass.models.dcqcn.MarkingCurve;
import io.stormglass.models.ecn.Reaction;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;

/** Four senders to one receiver on one switch at 100 Gb/s, with agents that read every few milliseconds. */
final class Lab {
    static final long START = 1_704_067_200_000_000_000L;
    static final long MS = 1_000_000L;
    static final String SWITCH = "switch-switch-0";
    static final String RECEIVER_PORT = "Ethernet16";
    static final int SWITCH_NODE = 5;
    static final int RECEIVER = 4;

    private static final Topology.Link LINK = new Topology.Link(100_000_000_000L, Picos.PER_MICRO);
    private static final FabricPlan PLAN = FabricPlan.star(5, LINK);

    final Heard heard = new Heard();
    final EmulatedAgents agents;
    final Emulation emulation;

    private final List<ScheduledFault> faults;

    Lab(TelemetrySettings telemetry, List<ScheduledFault> faults) {
        this(telemetry, faults, 1);
    }

    Lab(TelemetrySettings telemetry, List<ScheduledFault> faults, long seed) {
        this.faults = faults;
        SplittableRandom random = new SplittableRandom(seed);
        agents = agents(telemetry, faults, heard, random.split());
        emulation = emulation(random.split(), agents.observer());
        agents.attach(emulation);
    }

    static EmulatedAgents agents(
            TelemetrySettings telemetry, List<ScheduledFault> faults, TelemetryOutput output, SplittableRandom random) {
        return new EmulatedAgents(
                new EmulatedAgents.Fabric(PLAN.topology(), settings(), PLAN.names(), faults, nics(), START),
                telemetry,
                random,
                output);
    }

    private static List<NicControl> nics() {
        return Collections.nCopies(
                PLAN.topology().hosts(),
                NicControl.dcqcn(Reaction.of(HpccParameters.runDcqcnPaper(100_000_000_000L), 0)));
    }

    static Emulation emulation(SplittableRandom random, FabricObserver observer) {
        Emulation made = new Emulation(PLAN.topology(), settings(), random, observer).keepFinishedFlows();
        for (int sender = 0; sender < RECEIVER; sender++) {
            made.add(new FlowSpec(sender, RECEIVER, 40_000_000, sender * Picos.PER_MICRO, 3, dcqcn()));
        }
        return made;
    }

    static Transport dcqcn() {
        return Transport.of(new CongestionControl.Dcqcn(
                new HpccParameters(
                        100_000_000_000L,
                        100_000_000,
                        1.0 / 256,
                        1,
                        ClampTarget.AFTER_ANY_INCREASE,
                        50,
                        50,
                        55,
                        1,
                        80_000_000,
                        800_000_000),
                CnpPacing.hpcc()));
    }

    private static FabricSettings settings() {
        EcnSettings ecn = EcnSettings.atDequeue(new MarkingCurve(120_000, 600_000, 0.2));
        // Senders are paused before they have slowed down.
        BufferSettings buffer = BufferSettings.standard().with(new PauseThreshold.Static(100_000), 3_072);
        return FabricSettings.of(
                WireFormat.roce(4096), SwitchSettings.standard().with(ecn).with(buffer));
    }

    /** Reads of NICs every 2 ms, switch groups every 1, 2, 4 and 1 ms, without jitter. */
    static TelemetrySettings quick() {
        return TelemetrySettings.standard()
                .with(new TelemetrySettings.NicReads(2 * MS, 0, 10_000))
                .with(new TelemetrySettings.SwitchReads(
                        0,
                        Group.every(MS),
                        Group.every(2 * MS),
                        Group.every(4 * MS),
                        Group.every(MS),
                        TelemetrySettings.MarkCounters.ON));
    }

    static ScheduledFault from10To20(Fault fault) {
        return new ScheduledFault(fault, 10 * Picos.PER_MILLI, 20 * Picos.PER_MILLI);
    }

    Lab runTo(long millis) {
        agents.runUntil(millis * Picos.PER_MILLI, emulation::runUntil);
        agents.end();
        return this;
    }

    List<FaultLabel> labels() {
        return new FaultSchedule(faults).labels(PLAN.names());
    }

    /** Whether an event time lies in the second ten milliseconds. */
    static boolean isIn10To20(long nanos) {
        return nanos >= START + 10 * MS && nanos < START + 20 * MS;
    }
}
