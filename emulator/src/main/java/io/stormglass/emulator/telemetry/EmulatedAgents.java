package io.stormglass.emulator.telemetry;

import io.stormglass.emulator.Emulation;
import io.stormglass.emulator.FabricObserver;
import io.stormglass.emulator.FabricSettings;
import io.stormglass.emulator.FlowCompletion;
import io.stormglass.emulator.FlowSpec;
import io.stormglass.emulator.Picos;
import io.stormglass.emulator.Topology;
import io.stormglass.emulator.fault.ScheduledFault;
import io.stormglass.models.event.ObserverRole;
import io.stormglass.models.event.PathHop;
import io.stormglass.models.event.PortEvent;
import io.stormglass.models.event.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The agents of an emulated fabric: {@code nic-host-3} on each host, {@code switch-leaf-0} on each switch, {@code mirror-host-3} at the port that each host is cabled
 * to, {@code tap-leaf-0-Ethernet4} where there is a tap (names of devices and ports as {@link FabricIdentity} gives them). They read registers at their intervals and
 * hear of packets as an observer; what they say leaves in batches of at most 10 ms.
 *
 * <p>They change nothing in the fabric and put nothing among its events: an emulation with agents runs as one without.
 *
 * <pre>{@code
 * EmulatedAgents agents = new EmulatedAgents(fabric, settings, random.split(), output);
 * Emulation emulation = new Emulation(topology, fabricSettings, random, agents.observer());
 * agents.attach(emulation);
 * agents.runUntil(100 * Picos.PER_MILLI, emulation::runUntil);
 * agents.end();
 * }</pre>
 *
 * <p>Everything random is drawn from the source that is handed in, so the same fabric, settings and seed say the same. Not thread-safe.
 */
public final class EmulatedAgents {
    /** A batch holds what an agent saw of one key within so long. */
    public static final long SLICE_NANOS = 10_000_000L;

    private static final long SLICE_PICOS = SLICE_NANOS * Picos.PER_NANO;

    private final Fabric fabric;
    private final TelemetrySettings settings;
    private final SplittableRandom random;
    private final FabricMap map;
    private final Chores chores = new Chores();
    private final Outbox outbox;
    private final Desk desk;
    private final Ear ear = new Ear();
    private final CableTaps taps;
    private @Nullable FlowMirrors mirrors;
    private @Nullable EmulationReadings readings;
    private long nowPicos;
    private boolean attached;

    /**
     * The fabric that is watched.
     *
     * @param topology nodes and cables
     * @param settings what its devices are set to
     * @param identity names and addresses
     * @param faults those of telemetry act here; of the others, what agents notice by themselves
     * @param nics what the NIC of each host is set to; empty where that is not known
     * @param startNanos event time of its time 0, ns since 1970 UTC
     */
    public record Fabric(
            Topology topology,
            FabricSettings settings,
            FabricIdentity identity,
            List<ScheduledFault> faults,
            List<NicControl> nics,
            long startNanos) {
        public Fabric {
            if (!nics.isEmpty() && nics.size() != topology.hosts()) {
                throw new IllegalArgumentException(
                        "settings of " + nics.size() + " NICs, there are " + topology.hosts() + " hosts");
            }
            nics = List.copyOf(nics);
            Objects.requireNonNull(topology, "topology");
            Objects.requireNonNull(settings, "settings");
            Objects.requireNonNull(identity, "identity");
            faults = List.copyOf(faults);
        }
    }

    /**
     * Agents that wait for something to watch.
     *
     * @param random forked for each agent
     * @param output takes what they say
     */
    public EmulatedAgents(Fabric fabric, TelemetrySettings settings, SplittableRandom random, TelemetryOutput output) {
        this.fabric = fabric;
        this.settings = settings;
        this.random = random;
        map = new FabricMap(fabric, settings);
        outbox = new Outbox(settings.fabric(), settings.delivery(), output);
        desk = new Desk(settings, map, chores, outbox, fabric.startNanos(), () -> nowPicos);
        taps = new CableTaps(desk);
    }

    /** Where the emulation tells what happens; to be handed to it when it is made. */
    public FabricObserver observer() {
        return ear;
    }

    /** Watches an emulation, before its time runs. */
    public void attach(Emulation emulation) {
        if (settings.watchdog().pollNanos() > 0
                && settings.watchdog().action() != TelemetrySettings.WatchdogAction.ALERT) {
            throw new IllegalArgumentException("a watchdog with the action "
                    + settings.watchdog().action() + " is not emulated: alert is possible");
        }
        EmulationReadings registers = new EmulationReadings(emulation, map);
        for (TelemetryFaults.DeviceAgent device : begin(registers)) {
            SwitchAgent onSwitch = device.onSwitch();
            if (onSwitch != null) {
                new WatchdogLook(onSwitch, device.counters(), desk).start();
            }
        }
        readings = registers;
        if (settings.flows().mirrors() != TelemetrySettings.Mirrors.NONE) {
            mirrors = mirrors(emulation);
        }
        ear.replay();
        for (TelemetrySettings.Tap tap : settings.taps()) {
            String name = "tap-" + map.key(tap.node(), tap.port()).device() + "-"
                    + map.key(tap.node(), tap.port()).port();
            taps.add(emulation, agent(name, ObserverRole.CAPTURE, Scope.FLOW, 1), tap);
        }
    }

    /** Watches ports that go through a script, with nothing emulated: the run function of {@link #runUntil} has nothing to do then. */
    public void attach(TelemetryScript script) {
        List<TelemetryFaults.DeviceAgent> devices = begin(new ScriptReadings(script, map, () -> nowPicos));
        for (TelemetryScript.Span span : script.spans()) {
            if (span instanceof TelemetryScript.WatchdogStorm storm) {
                SwitchAgent onSwitch = devices.get(storm.node()).onSwitch();
                if (onSwitch == null) {
                    throw new IllegalArgumentException(
                            "a watchdog storm at node " + storm.node() + ", which has no switch agent");
                }
                chores.at(storm.fromPicos(), () -> watchdog(onSwitch.agent, storm, desk.nowNanos()));
                chores.at(storm.toPicos(), () -> watchdog(onSwitch.agent, storm, desk.nowNanos()));
            }
        }
    }

    private void watchdog(Agent agent, TelemetryScript.WatchdogStorm storm, long atNanos) {
        boolean stormed = atNanos < desk.nanos(storm.toPicos());
        desk.port(
                agent,
                storm.node(),
                storm.port(),
                new PortEvent.Watchdog(agent.clock(atNanos), storm.priority(), storm.priority(), stormed));
    }

    private List<TelemetryFaults.DeviceAgent> begin(Readings registers) {
        if (attached) {
            throw new IllegalStateException("these agents watch something already");
        }
        attached = true;
        List<TelemetryFaults.DeviceAgent> devices = new ArrayList<>();
        for (int node = 0; node < map.nodes(); node++) {
            DeviceCounters counters = new DeviceCounters(registers, map, node);
            devices.add(node < map.hosts() ? nic(counters) : onSwitch(counters));
        }
        new TelemetryFaults(desk, devices).schedule(fabric.faults());
        chores.at(SLICE_PICOS, () -> leave(SLICE_PICOS));
        return devices;
    }

    private TelemetryFaults.DeviceAgent nic(DeviceCounters counters) {
        Agent agent = agent("nic-" + name(counters.node), ObserverRole.NIC, Scope.NIC, 1);
        NicAgent nic = new NicAgent(agent, counters, desk);
        nic.start();
        return new TelemetryFaults.DeviceAgent(counters, nic, null);
    }

    private TelemetryFaults.DeviceAgent onSwitch(DeviceCounters counters) {
        Agent agent = agent("switch-" + name(counters.node), ObserverRole.SWITCH, Scope.SWITCH, 1);
        SwitchAgent onSwitch = new SwitchAgent(agent, counters, desk);
        onSwitch.start();
        return new TelemetryFaults.DeviceAgent(counters, null, onSwitch);
    }

    private FlowMirrors mirrors(Emulation emulation) {
        int oneIn = settings.flows().sampledOneIn();
        List<Agent> agents = new ArrayList<>();
        for (int host = 0; host < map.hosts(); host++) {
            agents.add(agent("mirror-" + name(host), ObserverRole.MIRROR, Scope.FLOW, oneIn));
        }
        return new FlowMirrors(
                desk,
                fabric.identity(),
                fabric.settings().wireFormat(),
                agents,
                (flow, priority) -> path(emulation, flow, priority));
    }

    private Agent agent(String id, ObserverRole role, Scope scope, int samplingRate) {
        return new Agent(id, role, scope, samplingRate, random.split());
    }

    /** NICs of one server share its name: all but the first add that of their port. */
    private String name(int node) {
        String device = map.key(node, 0).device();
        boolean first = node >= map.hosts();
        for (int other = 0; !first && other <= node; other++) {
            if (map.key(other, 0).device().equals(device)) {
                first = other == node;
                break;
            }
        }
        return first ? device : device + "-" + map.key(node, 0).port();
    }

    private List<PathHop> path(Emulation emulation, int flow, int priority) {
        return emulation.path(flow).stream()
                .map(hop -> map.key(hop.node(), hop.port()))
                .map(port -> new PathHop(port.device(), port.port(), priority))
                .toList();
    }

    /**
     * Lets time pass.
     *
     * @param picos until when, inclusive
     * @param run lets the fabric's time pass up to the time that it is given, inclusive
     */
    public void runUntil(long picos, LongConsumer run) {
        while (chores.nextPicos() <= picos) {
            advance(chores.nextPicos(), run);
            chores.run(nowPicos);
        }
        advance(picos, run);
    }

    private void advance(long picos, LongConsumer run) {
        run.accept(picos);
        nowPicos = Math.max(nowPicos, picos);
    }

    private void leave(long picos) {
        tellSlice(picos);
        outbox.leave(desk.nanos(picos));
        chores.at(picos + SLICE_PICOS, () -> leave(picos + SLICE_PICOS));
    }

    private void tellSlice(long picos) {
        FlowMirrors seen = mirrors;
        if (seen != null) {
            seen.leave(picos);
        }
        taps.leave(desk.nanos(picos) - 1);
    }

    /** Sends what has been gathered since the last slice; the run is over. */
    public void end() {
        tellSlice(nowPicos + Picos.PER_NANO);
        outbox.leave(desk.nanos(nowPicos) + 1);
    }

    /** The present, ps. */
    public long nowPicos() {
        return nowPicos;
    }

    /** A flow that was added before the agents were attached. */
    private record Early(int flow, FlowSpec spec) {}

    /** Passes on what the emulation tells; flows that were added before the agents were attached are kept. */
    private final class Ear implements FabricObserver {
        private final List<Early> early = new ArrayList<>();

        void replay() {
            early.forEach(each -> added(each.flow, each.spec));
            early.clear();
        }

        @Override
        public void added(int flow, FlowSpec spec) {
            EmulationReadings registers = readings;
            if (registers == null) {
                early.add(new Early(flow, spec));
                return;
            }
            registers.added(flow, spec);
            FlowMirrors seen = mirrors;
            if (seen != null) {
                seen.added(flow, spec);
            }
        }

        @Override
        public void sent(int flow, int wireBytes, long nowPicos) {
            EmulationReadings registers = readings;
            if (registers != null) {
                registers.sent(flow, wireBytes, nowPicos);
            }
            FlowMirrors seen = mirrors;
            if (seen != null) {
                seen.sent(flow, wireBytes, nowPicos);
            }
        }

        @Override
        public void sentAgain(int flow, int wireBytes, long nowPicos) {
            EmulationReadings registers = readings;
            if (registers != null) {
                registers.sentAgain(flow, wireBytes, nowPicos);
            }
            FlowMirrors seen = mirrors;
            if (seen != null) {
                seen.sentAgain(flow, wireBytes, nowPicos);
            }
        }

        @Override
        public void acknowledged(int flow, long newBytes, long rttPicos, long nowPicos) {
            FlowMirrors seen = mirrors;
            if (seen != null) {
                seen.acknowledged(flow, newBytes, rttPicos, nowPicos);
            }
        }

        @Override
        public void nakReceived(int flow, long nowPicos) {
            FlowMirrors seen = mirrors;
            if (seen != null) {
                seen.nakReceived(flow, nowPicos);
            }
        }

        @Override
        public void cnpReceived(int flow, long nowPicos) {
            FlowMirrors seen = mirrors;
            if (seen != null) {
                seen.cnpReceived(flow, nowPicos);
            }
        }

        @Override
        public void cnpSent(int flow, long nowPicos) {
            FlowMirrors seen = mirrors;
            if (seen != null) {
                seen.cnpSent(flow, nowPicos);
            }
        }

        @Override
        public void received(int flow, int wireBytes, long nowPicos) {
            FlowMirrors seen = mirrors;
            if (seen != null) {
                seen.received(flow, wireBytes, nowPicos);
            }
        }

        @Override
        public void receivedMarked(int flow, int wireBytes, long nowPicos) {
            FlowMirrors seen = mirrors;
            if (seen != null) {
                seen.receivedMarked(flow, wireBytes, nowPicos);
            }
        }

        @Override
        public void completed(FlowCompletion completion) {
            EmulationReadings registers = readings;
            if (registers != null) {
                registers.completed(completion);
            }
            FlowMirrors seen = mirrors;
            if (seen != null) {
                seen.completed(completion);
            }
        }

        @Override
        public void pauseReceived(int device, int port, int priority, int quanta, long nowPicos) {
            FlowMirrors seen = mirrors;
            if (seen != null) {
                seen.pauseReceived(device, port, priority, quanta, nowPicos);
            }
        }

        @Override
        public void queueChanged(int device, int port, int priority, long queueBytes, long nowPicos) {
            EmulationReadings registers = readings;
            if (registers != null) {
                registers.queueChanged(device, port, priority, queueBytes, nowPicos);
            }
        }
    }
}
