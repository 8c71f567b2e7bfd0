package io.stormglass.emulator.fault;

import io.stormglass.emulator.EcnSettings;
import io.stormglass.emulator.Picos;
import java.util.List;
import java.util.Objects;

/**
 * Something that goes wrong. Nodes and ports are numbered as in {@link io.stormglass.emulator.Topology}, sets of priorities are bits, rates are bits per second
 * such that a byte lasts whole picoseconds where they are a link's.
 */
public sealed interface Fault {
    /** The name of this kind of fault in labels and scenario files. */
    String kind();

    /** The node that has the fault. */
    int node();

    /** A fault of the fabric: packets feel it. */
    sealed interface InFabric extends Fault {}

    /** A fault of what is reported only: packets do not feel it. */
    sealed interface InTelemetry extends Fault {}

    /** A fault of a host or of its NIC. */
    sealed interface OfHost extends InFabric {
        /** The host; it is a node too. */
        int host();

        @Override
        default int node() {
            return host();
        }
    }

    /** A fault of one port and its cable. */
    sealed interface OfPort extends InFabric {
        /** The port, at its node. */
        int port();
    }

    /**
     * A NIC that pauses its switch and never lets go: XOFF, told again for ever, whatever its receive buffer holds.
     *
     * @param host of the NIC
     * @param priorities that it pauses, as bits, not empty
     */
    record NicPauseStorm(int host, int priorities) implements OfHost {
        public NicPauseStorm {
            Check.node("host", host);
            if (priorities < 1 || priorities > 0xff) {
                throw new IllegalArgumentException("priorities are " + priorities + ", 1 to 255 (bits) is possible");
            }
        }

        @Override
        public String kind() {
            return "nic-pause-storm";
        }
    }

    /**
     * A receiver that takes less than its line delivers.
     *
     * @param host receiver
     * @param drainBitsPerSecond what it takes out of its NIC's receive buffer, above 0
     */
    record SlowReceiver(int host, long drainBitsPerSecond) implements OfHost {
        public SlowReceiver {
            Check.node("host", host);
            Check.above("drain rate in bit/s", drainBitsPerSecond, 0);
        }

        @Override
        public String kind() {
            return "slow-receiver";
        }
    }

    /**
     * A PCIe link that has no credits for a part of each period, and a rate between.
     *
     * @param host receiver
     * @param drainBitsPerSecond what it takes when it does not stall, above 0
     * @param stallPicos how long it stalls at the start of each period, above 0
     * @param periodPicos above the stall
     */
    record PcieBackPressure(int host, long drainBitsPerSecond, long stallPicos, long periodPicos) implements OfHost {
        public PcieBackPressure {
            Check.node("host", host);
            Check.above("drain rate in bit/s", drainBitsPerSecond, 0);
            Check.above("stall in ps", stallPicos, 0);
            Check.above("period in ps", periodPicos, stallPicos);
        }

        @Override
        public String kind() {
            return "pcie-back-pressure";
        }
    }

    /**
     * A NIC whose congestion control does not hear CNPs.
     *
     * @param host sender
     */
    record IgnoresCnps(int host) implements OfHost {
        public IgnoresCnps {
            Check.node("host", host);
        }

        @Override
        public String kind() {
            return "ignores-cnps";
        }
    }

    /**
     * CNPs that do not come through the last cable to a host.
     *
     * @param host sender of data, receiver of CNPs
     * @param probability of each, above 0 to 1
     */
    record CnpLoss(int host, double probability) implements OfHost {
        public CnpLoss {
            Check.node("host", host);
            if (!(probability > 0 && probability <= 1)) {
                throw new IllegalArgumentException("probability is " + probability + ", above 0 to 1 is possible");
            }
        }

        @Override
        public String kind() {
            return "cnp-loss";
        }
    }

    /**
     * A switch that marks nothing.
     *
     * @param node switch
     */
    record EcnOff(int node) implements InFabric {
        public EcnOff {
            Check.node("node", node);
        }

        @Override
        public String kind() {
            return "ecn-off";
        }
    }

    /**
     * A port that marks by other thresholds than it should.
     *
     * @param node switch
     * @param port of it
     * @param ecn what it marks by; its point must be that of the switch
     */
    record WrongThresholds(int node, int port, EcnSettings ecn) implements OfPort {
        public WrongThresholds {
            Check.node("node", node);
            Check.node("port", port);
            Objects.requireNonNull(ecn, "ecn");
        }

        @Override
        public String kind() {
            return "wrong-thresholds";
        }
    }

    /**
     * A cable that loses its signal, at both ends at once.
     *
     * @param node at one end
     * @param port of that node
     * @param downPicos how long it is down each time, above 0
     * @param periodPicos from one loss to the next, above the down time; 0: it happens once
     */
    record LinkFlap(int node, int port, long downPicos, long periodPicos) implements OfPort {
        public LinkFlap {
            Check.node("node", node);
            Check.node("port", port);
            Check.above("down time in ps", downPicos, 0);
            if (periodPicos != 0) {
                Check.above("period in ps", periodPicos, downPicos);
            }
        }

        @Override
        public String kind() {
            return "link-flap";
        }
    }

    /**
     * A cable at a lower speed, and frames that arrive at this port broken.
     *
     * @param node that receives what is broken
     * @param port of that node
     * @param bitsPerSecond speed of both directions; at most that of the cable
     * @param frameLoss probability that a frame that arrives here is broken, 0 to below 1
     */
    record LinkDegraded(int node, int port, long bitsPerSecond, double frameLoss) implements OfPort {
        public LinkDegraded {
            Check.node("node", node);
            Check.node("port", port);
            Picos.perByte(bitsPerSecond);
            if (!(frameLoss >= 0 && frameLoss < 1)) {
                throw new IllegalArgumentException("loss of frames is " + frameLoss + ", 0 to below 1 is possible");
            }
        }

        @Override
        public String kind() {
            return "link-degraded";
        }
    }

    /**
     * A switch that puts what arrives with one priority into the class of another; the packets still say the right one to the next device.
     *
     * @param node switch
     * @param fromPriority what packets say
     * @param toPriority where they are put
     */
    record WrongDscpMap(int node, int fromPriority, int toPriority) implements InFabric {
        public WrongDscpMap {
            Check.node("node", node);
            Check.priority(fromPriority);
            Check.priority(toPriority);
            if (fromPriority == toPriority) {
                throw new IllegalArgumentException("priority " + fromPriority + " goes where it should");
            }
        }

        @Override
        public String kind() {
            return "wrong-dscp-map";
        }
    }

    /**
     * A port that neither obeys nor sends PFC, while its peer does.
     *
     * @param node of the port
     * @param port without PFC
     */
    record PfcOneSide(int node, int port) implements OfPort {
        public PfcOneSide {
            Check.node("node", node);
            Check.node("port", port);
        }

        @Override
        public String kind() {
            return "pfc-one-side";
        }
    }

    /**
     * A host that stops: nothing leaves its NIC's receive buffer any more. The NIC itself still works.
     *
     * @param host that hangs
     */
    record HostHang(int host) implements OfHost {
        public HostHang {
            Check.node("host", host);
        }

        @Override
        public String kind() {
            return "host-hang";
        }
    }

    /**
     * A device that is off: all its links are down, what it held is gone.
     *
     * @param node switch or host
     */
    record DeviceDown(int node) implements InFabric {
        public DeviceDown {
            Check.node("node", node);
        }

        @Override
        public String kind() {
            return "device-down";
        }
    }

    /**
     * An agent that says nothing.
     *
     * @param node that it watches
     */
    record AgentSilent(int node) implements InTelemetry {
        public AgentSilent {
            Check.node("node", node);
        }

        @Override
        public String kind() {
            return "agent-silent";
        }
    }

    /**
     * An agent whose clock is wrong.
     *
     * @param node that it watches
     * @param offsetNanos what its clock is ahead, not 0
     */
    record AgentClockSkew(int node, long offsetNanos) implements InTelemetry {
        public AgentClockSkew {
            Check.node("node", node);
            if (offsetNanos == 0) {
                throw new IllegalArgumentException("a clock that is 0 ns off is right");
            }
        }

        @Override
        public String kind() {
            return "agent-clock-skew";
        }
    }

    /**
     * Counters that start again from 0, once, at the fault's start.
     *
     * @param node whose counters they are
     */
    record CounterReset(int node) implements InTelemetry {
        public CounterReset {
            Check.node("node", node);
        }

        @Override
        public String kind() {
            return "counter-reset";
        }
    }

    /**
     * An agent that sends everything twice.
     *
     * @param node that it watches
     */
    record DuplicatedTelemetry(int node) implements InTelemetry {
        public DuplicatedTelemetry {
            Check.node("node", node);
        }

        @Override
        public String kind() {
            return "duplicated-telemetry";
        }
    }

    /**
     * A group of counters that the device refreshes more slowly than they are read.
     *
     * @param node whose counters they are
     * @param group name of the group
     * @param refreshNanos time between two refreshes, above 0
     */
    record SlowRefresh(int node, String group, long refreshNanos) implements InTelemetry {
        public SlowRefresh {
            Check.node("node", node);
            if (group.isBlank()) {
                throw new IllegalArgumentException("the group of counters has no name");
            }
            Check.above("time between refreshes in ns", refreshNanos, 0);
        }

        @Override
        public String kind() {
            return "slow-refresh";
        }
    }

    /**
     * Watermarks that another reader clears.
     *
     * @param node whose watermarks they are
     * @param periodNanos of that reader, above 0
     */
    record WatermarkCleared(int node, long periodNanos) implements InTelemetry {
        public WatermarkCleared {
            Check.node("node", node);
            Check.above("period in ns", periodNanos, 0);
        }

        @Override
        public String kind() {
            return "watermark-cleared";
        }
    }

    /**
     * An agent that restarts and says so: a new epoch.
     *
     * @param node that it watches
     */
    record AgentRestart(int node) implements InTelemetry {
        public AgentRestart {
            Check.node("node", node);
        }

        @Override
        public String kind() {
            return "agent-restart";
        }
    }

    /**
     * Something that is wrong with the fabric as it was built or configured, so that nothing has to happen at its time: hosts without congestion control, cables that
     * can deadlock.
     *
     * @param kind what
     * @param node where it shows
     * @param port of that node; -1 for the whole device
     * @param priority 0 to 7; -1 for none or all
     * @param cycle ports that wait for each other, in the order of waiting; empty where none do
     */
    record AsBuilt(String kind, int node, int port, int priority, List<PortOf> cycle) implements Fault {
        /** A port of a node. */
        public record PortOf(int node, int port) {}

        public AsBuilt {
            cycle = List.copyOf(cycle);
            Check.node("node", node);
            if (kind.isBlank() || port < -1 || priority < -1 || priority > 7) {
                throw new IllegalArgumentException("'" + kind + "' at port " + port + " in priority " + priority
                        + ": a name, a port from -1 on and a priority of -1 to 7 are needed");
            }
        }
    }
}
