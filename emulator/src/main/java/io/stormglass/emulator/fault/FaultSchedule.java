package io.stormglass.emulator.fault;

import io.stormglass.emulator.Emulation;
import io.stormglass.emulator.Picos;
import java.util.List;
import java.util.Objects;

/** The faults of one run. */
public final class FaultSchedule {
    private final List<ScheduledFault> faults;

    /**
     * The faults, in any order.
     *
     * @throws IllegalArgumentException if two at the same time set the same thing, so that the end of one would end both
     */
    public FaultSchedule(List<ScheduledFault> faults) {
        this.faults = List.copyOf(faults);
        for (int one = 0; one < faults.size(); one++) {
            for (int other = 0; other < one; other++) {
                refuseConflict(faults.get(one), faults.get(other));
            }
        }
    }

    private static void refuseConflict(ScheduledFault one, ScheduledFault other) {
        boolean together = one.fromPicos() < other.toPicos() && other.fromPicos() < one.toPicos();
        String what = sets(one.fault());
        if (together && !what.isEmpty() && what.equals(sets(other.fault()))) {
            throw new IllegalArgumentException(one.fault().kind() + " and "
                    + other.fault().kind() + " would both set the " + what + " at the same time");
        }
    }

    /** What a fault sets and its end resets; empty where several can be at once. */
    private static String sets(Fault fault) {
        return switch (fault) {
            case Fault.NicPauseStorm storm -> "pauses of host " + storm.host();
            case Fault.SlowReceiver slow -> "receive buffer of host " + slow.host();
            case Fault.PcieBackPressure pcie -> "receive buffer of host " + pcie.host();
            case Fault.HostHang hang -> "receive buffer of host " + hang.host();
            case Fault.IgnoresCnps deaf -> "congestion control of host " + deaf.host();
            case Fault.CnpLoss loss -> "CNPs to host " + loss.host();
            case Fault.EcnOff off -> "marking of node " + off.node();
            case Fault.WrongThresholds wrong -> "thresholds of port " + wrong.node() + "/" + wrong.port();
            case Fault.LinkDegraded bad -> "quality of port " + bad.node() + "/" + bad.port();
            case Fault.WrongDscpMap map -> "class of priority " + map.fromPriority() + " at node " + map.node();
            case Fault.PfcOneSide off -> "PFC of port " + off.node() + "/" + off.port();
            case Fault.LinkFlap counted -> "";
            case Fault.DeviceDown counted -> "";
            case Fault.InTelemetry other -> "";
            case Fault.AsBuilt other -> "";
        };
    }

    /** The faults as they were given. */
    public List<ScheduledFault> faults() {
        return faults;
    }

    /**
     * Puts the start and the end of every fault of the fabric among the events of an emulation that stands before the first of them. Faults of the telemetry are left
     * to whoever makes the telemetry.
     *
     * @throws IndexOutOfBoundsException if a fault names a host, switch or port that is not there
     */
    public void applyTo(Emulation emulation) {
        for (ScheduledFault each : faults) {
            if (each.fault() instanceof Fault.InFabric fault) {
                FaultActions.of(emulation, fault).schedule(each.fromPicos(), each.toPicos());
            }
        }
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
                Math.ceilDiv(scheduled.toPicos(), Picos.PER_MICRO),
                fault instanceof Fault.AsBuilt built ? cycle(built, names) : List.of());
    }

    private static List<String> cycle(Fault.AsBuilt built, DeviceNames names) {
        return built.cycle().stream()
                .map(at -> names.device(at.node()) + "/" + names.port(at.node(), at.port()))
                .toList();
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
            case Fault.AsBuilt built -> built.port();
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
            case Fault.AsBuilt built -> built.priority();
        };
    }
}
