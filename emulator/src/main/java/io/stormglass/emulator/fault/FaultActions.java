package io.stormglass.emulator.fault;

import io.stormglass.emulator.Emulation;
import io.stormglass.emulator.FabricActions;
import java.util.Objects;

/**
 * What one fault does to one emulation when it starts and when it ends.
 *
 * @param downPicos of a fault that comes and goes: how long it lasts each time; 0: from start to end
 * @param periodPicos from one time to the next; 0: it comes once
 */
record FaultActions(Emulation emulation, Runnable begin, Runnable end, long downPicos, long periodPicos) {
    static FaultActions of(Emulation emulation, Fault.InFabric fault) {
        FabricActions fabric = emulation.actions();
        return switch (fault) {
            case Fault.OfHost host -> ofHost(emulation, host);
            case Fault.OfPort port -> ofPort(emulation, port);
            case Fault.EcnOff(int node) -> {
                checkSwitch(emulation, node);
                yield once(emulation, () -> fabric.markNothing(node), () -> fabric.markAgain(node));
            }
            case Fault.WrongDscpMap(int node, int from, int to) -> {
                checkSwitch(emulation, node);
                yield once(emulation, () -> fabric.setClass(node, from, to), () -> fabric.setClass(node, from, from));
            }
            case Fault.DeviceDown(int node) -> {
                emulation.ports(node);
                yield once(emulation, () -> fabric.powerOff(node), () -> fabric.powerOn(node));
            }
        };
    }

    private static FaultActions ofHost(Emulation emulation, Fault.OfHost fault) {
        FabricActions fabric = emulation.actions();
        int host = fault.host();
        emulation.nicCounters(host);
        return switch (fault) {
            case Fault.NicPauseStorm storm ->
                once(
                        emulation,
                        () -> fabric.pauseForGood(host, storm.priorities()),
                        () -> fabric.pauseForGood(host, 0));
            case Fault.SlowReceiver slow ->
                once(emulation, () -> fabric.drain(host, slow.drainBitsPerSecond()), () -> fabric.drainAsSet(host));
            case Fault.PcieBackPressure pcie ->
                once(
                        emulation,
                        () -> fabric.drain(host, pcie.drainBitsPerSecond(), pcie.stallPicos(), pcie.periodPicos()),
                        () -> fabric.drainAsSet(host));
            case Fault.IgnoresCnps deaf -> once(emulation, () -> fabric.ignoreCnps(host), () -> fabric.hearCnps(host));
            case Fault.CnpLoss loss ->
                once(emulation, () -> fabric.loseCnps(host, loss.probability()), () -> fabric.loseCnps(host, 0));
            case Fault.HostHang hang -> once(emulation, () -> fabric.stopDraining(host), () -> fabric.drainAsSet(host));
        };
    }

    private static FaultActions ofPort(Emulation emulation, Fault.OfPort fault) {
        FabricActions fabric = emulation.actions();
        int node = fault.node();
        int port = fault.port();
        emulation.counters(node, port);
        return switch (fault) {
            case Fault.WrongThresholds wrong -> {
                checkSwitch(emulation, node);
                yield once(
                        emulation,
                        () -> fabric.setThresholds(node, port, wrong.ecn()),
                        () -> fabric.thresholdsAsSet(node, port));
            }
            case Fault.LinkFlap flap ->
                new FaultActions(
                        emulation,
                        () -> fabric.takeDown(node, port),
                        () -> fabric.bringUp(node, port),
                        flap.downPicos(),
                        flap.periodPicos());
            case Fault.LinkDegraded bad ->
                once(
                        emulation,
                        () -> fabric.degrade(node, port, bad.bitsPerSecond(), bad.frameLoss()),
                        () -> fabric.mendCable(node, port));
            case Fault.PfcOneSide off ->
                once(emulation, () -> fabric.turnPfcOff(node, port), () -> fabric.turnPfcOn(node, port));
        };
    }

    private static FaultActions once(Emulation emulation, Runnable begin, Runnable end) {
        return new FaultActions(emulation, begin, end, 0, 0);
    }

    private static void checkSwitch(Emulation emulation, int node) {
        Objects.checkIndex(node - emulation.hosts(), emulation.switches());
    }

    /** Puts the fault among the events. */
    void schedule(long fromPicos, long toPicos) {
        emulation.at(fromPicos, () -> time(toPicos));
    }

    private void time(long toPicos) {
        long now = emulation.nowPicos();
        begin.run();
        emulation.at(downPicos == 0 ? toPicos : Math.min(now + downPicos, toPicos), end);
        if (periodPicos > 0 && now + periodPicos < toPicos) {
            emulation.at(now + periodPicos, () -> time(toPicos));
        }
    }
}
