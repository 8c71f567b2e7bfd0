package io.stormglass.emulator.telemetry;

import io.stormglass.emulator.EcnSettings;
import io.stormglass.emulator.Picos;
import io.stormglass.emulator.fault.Fault;
import io.stormglass.emulator.fault.ScheduledFault;
import io.stormglass.emulator.telemetry.TelemetrySettings.CounterGroup;
import java.util.List;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What faults do to telemetry: those of the telemetry itself, and what those of the fabric change in what agents can say (a device that is off has no agent, a host
 * that hangs has none that runs, settings that are wrong are read back wrong).
 */
final class TelemetryFaults {
    private final Desk desk;
    private final List<DeviceAgent> devices;

    /** The agent of a node with what it reads; null parts where the node is of the other kind or has no agent. */
    record DeviceAgent(
            DeviceCounters counters,
            @Nullable NicAgent nic,
            @Nullable SwitchAgent onSwitch) {
        @Nullable
        Agent agent() {
            if (nic != null) {
                return nic.agent;
            }
            return onSwitch == null ? null : onSwitch.agent;
        }
    }

    TelemetryFaults(Desk desk, List<DeviceAgent> devices) {
        this.desk = desk;
        this.devices = List.copyOf(devices);
    }

    void schedule(List<ScheduledFault> faults) {
        for (ScheduledFault each : faults) {
            if (each.fault().node() >= devices.size()) {
                throw new IllegalArgumentException("fault " + each.fault().kind() + " names node "
                        + each.fault().node() + ", there are " + devices.size());
            }
            desk.chores().at(each.fromPicos(), () -> begin(each));
            desk.chores().at(each.toPicos(), () -> end(each.fault()));
        }
    }

    private void begin(ScheduledFault scheduled) {
        Fault fault = scheduled.fault();
        switch (fault) {
            case Fault.InTelemetry own -> begin(own, scheduled.toPicos());
            case Fault.EcnOff off -> allPorts(off.node(), port -> desk.map().ecn(off.node(), port, EcnSettings.off()));
            case Fault.WrongThresholds wrong -> desk.map().ecn(wrong.node(), wrong.port(), wrong.ecn());
            case Fault.PfcOneSide side -> desk.map().pfc(side.node(), side.port(), 0);
            case Fault.LinkDegraded slow -> desk.map().speed(slow.node(), slow.port(), slow.bitsPerSecond());
            case Fault.HostHang hang -> silence(hang.node());
            case Fault.DeviceDown down -> silence(down.node());
            case Fault.IgnoresCnps deaf -> desk.map().reactionOff(deaf.host());
            case Fault.WrongDscpMap wrong -> desk.map().classOf(wrong.node(), wrong.fromPriority(), wrong.toPriority());
            case Fault.OfHost other -> {}
            case Fault.OfPort other -> {}
            case Fault.AsBuilt other -> {}
        }
    }

    private void end(Fault fault) {
        switch (fault) {
            case Fault.InTelemetry own -> end(own);
            case Fault.EcnOff off -> allPorts(off.node(), port -> desk.map().usualEcn(off.node(), port));
            case Fault.WrongThresholds wrong -> desk.map().usualEcn(wrong.node(), wrong.port());
            case Fault.PfcOneSide side ->
                desk.map().pfc(side.node(), side.port(), desk.map().lossless());
            case Fault.LinkDegraded slow -> desk.map().usualSpeed(slow.node(), slow.port());
            case Fault.HostHang hang -> speak(hang.node());
            case Fault.DeviceDown down -> {
                devices.get(down.node()).counters.reset();
                newEpoch(down.node());
                speak(down.node());
            }
            case Fault.IgnoresCnps deaf -> desk.map().reactionOn(deaf.host());
            case Fault.WrongDscpMap wrong ->
                desk.map().classOf(wrong.node(), wrong.fromPriority(), wrong.fromPriority());
            case Fault.OfHost other -> {}
            case Fault.OfPort other -> {}
            case Fault.AsBuilt other -> {}
        }
    }

    private void begin(Fault.InTelemetry fault, long toPicos) {
        Agent agent = devices.get(fault.node()).agent();
        switch (fault) {
            case Fault.AgentSilent silent -> silence(silent.node());
            case Fault.AgentRestart restart -> {
                if (agent != null) {
                    desk.outbox().goodbye(agent, desk.nowNanos());
                }
                silence(restart.node());
            }
            case Fault.CounterReset reset -> devices.get(reset.node()).counters.reset();
            case Fault.WatermarkCleared cleared -> clearWatermarks(cleared, toPicos);
            case Fault.SlowRefresh slow -> slow(slow, slow.refreshNanos());
            case Fault.AgentClockSkew skew -> {
                if (agent != null) {
                    agent.shiftClock(skew.offsetNanos());
                }
            }
            case Fault.DuplicatedTelemetry twice -> {
                if (agent != null) {
                    agent.startRepeating();
                }
            }
        }
    }

    private void end(Fault.InTelemetry fault) {
        Agent agent = devices.get(fault.node()).agent();
        switch (fault) {
            case Fault.AgentSilent silent -> speak(silent.node());
            case Fault.AgentRestart restart -> {
                newEpoch(restart.node());
                speak(restart.node());
            }
            case Fault.CounterReset reset -> {}
            case Fault.WatermarkCleared cleared -> {}
            case Fault.SlowRefresh slow -> slow(slow, 0);
            case Fault.AgentClockSkew skew -> {
                if (agent != null) {
                    agent.shiftClock(-skew.offsetNanos());
                }
            }
            case Fault.DuplicatedTelemetry twice -> {
                if (agent != null) {
                    agent.stopRepeating();
                }
            }
        }
    }

    private void slow(Fault.SlowRefresh fault, long refreshNanos) {
        DeviceAgent device = devices.get(fault.node());
        if (device.nic != null) {
            device.nic.slow(refreshNanos);
        }
        if (device.onSwitch == null) {
            return;
        }
        for (CounterGroup group : CounterGroup.values()) {
            if (group.word().equals(fault.group())) {
                if (refreshNanos > 0) {
                    device.onSwitch.groups.slow(group, refreshNanos);
                } else {
                    device.onSwitch.groups.usual(group);
                }
                return;
            }
        }
        throw new IllegalArgumentException("there is no group of counters '" + fault.group()
                + "' on a switch; port, queue, watermark and watchdog are");
    }

    private void clearWatermarks(Fault.WatermarkCleared fault, long toPicos) {
        long now = desk.nowPicos().getAsLong();
        if (now >= toPicos) {
            return;
        }
        devices.get(fault.node()).counters.clearPeaks();
        desk.chores().at(now + fault.periodNanos() * Picos.PER_NANO, () -> clearWatermarks(fault, toPicos));
    }

    private void silence(int node) {
        Agent agent = devices.get(node).agent();
        if (agent != null) {
            agent.fallSilent();
        }
    }

    private void speak(int node) {
        Agent agent = devices.get(node).agent();
        if (agent != null) {
            agent.speakAgain();
        }
    }

    private void newEpoch(int node) {
        Agent agent = devices.get(node).agent();
        if (agent != null) {
            agent.startNewEpoch();
        }
    }

    private void allPorts(int node, IntConsumer each) {
        for (int port = 0; port < desk.map().ports(node); port++) {
            each.accept(port);
        }
    }
}
