package io.stormglass.emulator.fault;

import io.stormglass.emulator.Picos;
import java.util.List;
import java.util.Objects;

/** The faults of one run. */
public final class FaultSchedule {
    private final List<ScheduledFault> faults;

    /** The faults, in any order. */
    public FaultSchedule(List<ScheduledFault> faults) {
        this.faults = List.copyOf(faults);
    }

    /** The faults as they were given. */
    public List<ScheduledFault> faults() {
        return faults;
    }

    /** A label for each fault, in the order of the faults. */
    public List<FaultLabel> labels(DeviceNames names) {
        Objects.requireNonNull(names, "names");
        return faults.stream().map(each -> label(each, names)).toList();
    }

    private static FaultLabel label(ScheduledFault scheduled, DeviceNames names) {
        Fault fault = scheduled.fault();
        int port = port(fault);
        return new FaultLabel(
                fault.kind(),
                names.device(fault.node()),
                port < 0 ? null : names.port(fault.node(), port),
                priority(fault),
                scheduled.fromPicos() / Picos.PER_MICRO,
                Math.ceilDiv(scheduled.toPicos(), Picos.PER_MICRO));
    }

    /** The port that shows the fault: a host has one. */
    private static int port(Fault fault) {
        return switch (fault) {
            case Fault.OfHost host -> 0;
            case Fault.OfPort port -> port.port();
            case Fault.EcnOff whole -> -1;
            case Fault.WrongDscpMap whole -> -1;
            case Fault.DeviceDown whole -> -1;
            case Fault.InTelemetry whole -> -1;
        };
    }

    private static int priority(Fault fault) {
        return switch (fault) {
            case Fault.NicPauseStorm storm ->
                Integer.bitCount(storm.priorities()) == 1 ? Integer.numberOfTrailingZeros(storm.priorities()) : -1;
            case Fault.WrongThresholds wrong -> {
                int marked = wrong.ecn().priorities();
                yield Integer.bitCount(marked) == 1 ? Integer.numberOfTrailingZeros(marked) : -1;
            }
            case Fault.WrongDscpMap wrong -> wrong.fromPriority();
            case Fault.OfHost other -> -1;
            case Fault.OfPort other -> -1;
            case Fault.EcnOff other -> -1;
            case Fault.DeviceDown other -> -1;
            case Fault.InTelemetry other -> -1;
        };
    }
}
