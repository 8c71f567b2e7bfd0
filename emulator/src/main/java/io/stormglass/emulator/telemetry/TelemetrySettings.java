package io.stormglass.emulator.telemetry;

import io.stormglass.models.event.Names;
import java.util.List;
import java.util.Map;

/**
 * What the agents of an emulated fabric read, how often, and how it gets through.
 *
 * @param fabric name of the pause domain; part of every key
 * @param nics the agent of each host's NIC
 * @param switches the agent of each switch
 * @param flows mirrors at hosts, that see packets
 * @param taps ports with a tap on the cable: the only place where pause frames can be seen
 * @param watchdog the PFC watchdog of each switch
 * @param delivery what happens to batches between agent and topic
 * @param hardware what agents read of NICs and switches besides counters
 */
public record TelemetrySettings(
        String fabric,
        NicReads nics,
        SwitchReads switches,
        FlowSight flows,
        List<Tap> taps,
        PfcWatchdog watchdog,
        Delivery delivery,
        Hardware hardware) {
    private static final long MILLI = 1_000_000L;
    private static final long SECOND = 1_000_000_000L;

    /** A place on a cable: everything that this port sends and receives. */
    public record Tap(int node, int port) {
        public Tap {
            if (node < 0 || port < 0) {
                throw new IllegalArgumentException("tap at node " + node + ", port " + port + ": 0 and up is possible");
            }
        }
    }

    /**
     * Counters of a NIC.
     *
     * @param pollNanos the agent reads so often; 0: there is no agent. {@code ethtool -S} costs locks and firmware commands, so 1 s
     * @param jitterNanos a read comes up to so much later
     * @param lifespanNanos a read within this time after a refresh shows the same snapshot again, as {@code hw_counters/lifespan} has it
     */
    public record NicReads(long pollNanos, long jitterNanos, long lifespanNanos) {
        public NicReads {
            atLeast("NIC poll interval", pollNanos, 0);
            atLeast("NIC poll jitter", jitterNanos, 0);
            atLeast("lifespan of NIC counters", lifespanNanos, 0);
        }

        /** 1 s, up to 20 ms late, lifespan 10 ms. */
        public static NicReads standard() {
            return new NicReads(SECOND, 20 * MILLI, 10 * MILLI);
        }

        /** No agent at hosts. */
        public static NicReads none() {
            return new NicReads(0, 0, 0);
        }
    }

    /**
     * NICs and switches as their agents find them.
     *
     * @param usual NIC of every host that is not named
     * @param others NICs of the others, by host
     * @param switchMtuBytes of every port of a switch; 0: not read
     * @param system of every switch
     */
    public record Hardware(NicBuild usual, Map<Integer, NicBuild> others, int switchMtuBytes, SwitchSystem system) {
        public Hardware {
            others = Map.copyOf(others);
            atLeast("MTU of switches", switchMtuBytes, 0);
        }

        /** All alike, SONiC on switches; 9000 bytes at hosts, 9216 at switches, which need room for headers. */
        public static Hardware standard() {
            return new Hardware(new NicBuild("emulated-nic", "1.0.0", 9000), Map.of(), 9216, SwitchSystem.standard());
        }

        /** With another system of switches. */
        public Hardware with(SwitchSystem other) {
            return new Hardware(usual, others, switchMtuBytes, other);
        }

        NicBuild nic(int host) {
            return others.getOrDefault(host, usual);
        }
    }

    /** What a switch refreshes together. */
    public enum CounterGroup {
        /** Per port: pause frames sent and received, link errors. */
        PORT,
        /** Per queue: packets, bytes, marked, dropped. */
        QUEUE,
        /** Per queue: the most bytes since the last refresh. */
        WATERMARK,
        /** The on-switch watchdog's own: pause time, depth, packets. */
        WATCHDOG;

        /** The word in scenario files and faults. */
        public String word() {
            return switch (this) {
                case PORT -> "port";
                case QUEUE -> "queue";
                case WATERMARK -> "watermark";
                case WATCHDOG -> "watchdog";
            };
        }
    }

    /**
     * Counter groups of a switch.
     *
     * @param jitterNanos a read comes up to so much later
     * @param port refresh and read
     * @param queue refresh and read
     * @param watermark refresh and read
     * @param watchdog refresh and read; without it the port group holds the pause time
     * @param marks whether packets that were marked, or dropped instead, are counted: SONiC's groups for them are off by default
     */
    public record SwitchReads(
            long jitterNanos, Group port, Group queue, Group watermark, Group watchdog, MarkCounters marks) {
        public SwitchReads {
            atLeast("switch read jitter", jitterNanos, 0);
        }

        /** SONiC: ports 1 s, queues 10 s, watermarks 60 s, watchdog 200 ms; marks on. */
        public static SwitchReads sonic() {
            return new SwitchReads(
                    5 * MILLI,
                    Group.every(SECOND),
                    Group.every(10 * SECOND),
                    Group.every(60 * SECOND),
                    Group.every(200 * MILLI),
                    MarkCounters.ON);
        }

        /** No agent at switches. */
        public static SwitchReads none() {
            return new SwitchReads(0, Group.OFF, Group.OFF, Group.OFF, Group.OFF, MarkCounters.OFF);
        }

        /** A group. */
        public Group group(CounterGroup which) {
            return switch (which) {
                case PORT -> port;
                case QUEUE -> queue;
                case WATERMARK -> watermark;
                case WATCHDOG -> watchdog;
            };
        }
    }

    /** Whether a switch counts marked packets. */
    public enum MarkCounters {
        /** It does. */
        ON,
        /** The counter is absent, which is not 0. */
        OFF
    }

    /**
     * A group of counters.
     *
     * @param refreshNanos the source refreshes so often; 0: the group does not exist
     * @param readNanos the agent reads so often; more often than refreshed, it reads the same snapshot again
     */
    public record Group(long refreshNanos, long readNanos) {
        /** There is no such group. */
        public static final Group OFF = new Group(0, 0);

        public Group {
            if (refreshNanos < 0 || readNanos < 0 || (refreshNanos == 0) != (readNanos == 0)) {
                throw new IllegalArgumentException("refresh every " + refreshNanos + " ns and read every " + readNanos
                        + " ns: both above 0, or both 0 for no group");
            }
        }

        /** Refreshed and read at one interval. */
        public static Group every(long nanos) {
            return new Group(nanos, nanos);
        }

        /** Whether there is such a group. */
        public boolean exists() {
            return refreshNanos > 0;
        }
    }

    /** Where mirrors of a host's packets stand. */
    public enum Mirrors {
        /** Nowhere. */
        NONE,
        /** At senders: bytes sent, CNPs that arrive, round trips, retransmissions. */
        SENDERS,
        /** At senders and receivers: CE marks and CNPs sent besides. */
        BOTH_ENDS
    }

    /** Whether the hops of a flow are told. */
    public enum Paths {
        /** They are not: who wants them knows the first and the last by link facts. */
        UNKNOWN,
        /** Every switch port on the way. */
        KNOWN
    }

    /**
     * What mirrors see of flows.
     *
     * @param mirrors where they stand
     * @param sampledOneIn of so many packets one is seen, at random; 1: every packet. A sampler sees no round trips
     * @param ackSpanNanos acknowledgements of so long a time become one event, its round trip that of the newest; 0: one event each
     * @param paths whether the hops are told
     */
    public record FlowSight(Mirrors mirrors, int sampledOneIn, long ackSpanNanos, Paths paths) {
        public FlowSight {
            atLeast("sampling of one in", sampledOneIn, 1);
            atLeast("span of acknowledgements", ackSpanNanos, 0);
        }

        /** Both ends, every packet, an event per ACK, paths not told. */
        public static FlowSight standard() {
            return new FlowSight(Mirrors.BOTH_ENDS, 1, 0, Paths.UNKNOWN);
        }

        /** No mirrors. */
        public static FlowSight none() {
            return new FlowSight(Mirrors.NONE, 1, 0, Paths.UNKNOWN);
        }
    }

    /** What a watchdog does to the queue of a storm. In an emulation it can only say so; a script tells what the others make of its ports. */
    public enum WatchdogAction {
        /** It drops what is in the queue and what comes. */
        DROP,
        /** It lets packets pass in spite of the pause. */
        FORWARD,
        /** It says so. */
        ALERT
    }

    /**
     * A PFC watchdog as SONiC's: a poll counts when bytes wait, none left and pause frames came; counted polls in a row for the detection time are a storm, none
     * received for the restoration time ends it.
     *
     * @param pollNanos between looks; 0: there is no watchdog
     * @param detectionNanos of counted polls
     * @param restorationNanos without a pause frame
     * @param action what is done meanwhile
     */
    public record PfcWatchdog(long pollNanos, long detectionNanos, long restorationNanos, WatchdogAction action) {
        public PfcWatchdog {
            atLeast("watchdog poll", pollNanos, 0);
            if (pollNanos > 0 && (detectionNanos < pollNanos || restorationNanos < pollNanos)) {
                throw new IllegalArgumentException("watchdog polls every " + pollNanos + " ns, detects in "
                        + detectionNanos + " ns and restores in " + restorationNanos
                        + " ns: neither may be shorter than a poll");
            }
        }

        /** {@code pfcwd start_default} up to 32 ports: 200 ms each; it says so only. */
        public static PfcWatchdog standard() {
            return new PfcWatchdog(200 * MILLI, 200 * MILLI, 200 * MILLI, WatchdogAction.ALERT);
        }

        /** None. */
        public static PfcWatchdog none() {
            return new PfcWatchdog(0, 0, 0, WatchdogAction.ALERT);
        }
    }

    /**
     * What happens to batches on their way.
     *
     * @param loss probability that a batch gets lost; its sequence is missing then, 0 to 1
     * @param late probability that a batch comes later, 0 to 1
     * @param latenessNanos how much later such a batch comes at most
     */
    public record Delivery(double loss, double late, long latenessNanos) {
        public Delivery {
            probability("loss of batches", loss);
            probability("late batches", late);
            atLeast("lateness", latenessNanos, 0);
        }

        /** Everything at once. */
        public static Delivery prompt() {
            return new Delivery(0, 0, 0);
        }
    }

    public TelemetrySettings {
        Names.requireName("fabric", fabric);
        taps = List.copyOf(taps);
    }

    /** SONiC's intervals, NICs every second, mirrors at both ends, no tap, no watchdog, fabric {@code emulated}. */
    public static TelemetrySettings standard() {
        return new TelemetrySettings(
                "emulated",
                NicReads.standard(),
                SwitchReads.sonic(),
                FlowSight.standard(),
                List.of(),
                PfcWatchdog.none(),
                Delivery.prompt(),
                Hardware.standard());
    }

    /** With another name of the fabric. */
    public TelemetrySettings withFabric(String name) {
        return new TelemetrySettings(name, nics, switches, flows, taps, watchdog, delivery, hardware);
    }

    /** With other reads of NICs. */
    public TelemetrySettings with(NicReads other) {
        return new TelemetrySettings(fabric, other, switches, flows, taps, watchdog, delivery, hardware);
    }

    /** With other reads of switches. */
    public TelemetrySettings with(SwitchReads other) {
        return new TelemetrySettings(fabric, nics, other, flows, taps, watchdog, delivery, hardware);
    }

    /** With other mirrors. */
    public TelemetrySettings with(FlowSight other) {
        return new TelemetrySettings(fabric, nics, switches, other, taps, watchdog, delivery, hardware);
    }

    /** With other taps. */
    public TelemetrySettings with(List<Tap> other) {
        return new TelemetrySettings(fabric, nics, switches, flows, other, watchdog, delivery, hardware);
    }

    /** With another watchdog. */
    public TelemetrySettings with(PfcWatchdog other) {
        return new TelemetrySettings(fabric, nics, switches, flows, taps, other, delivery, hardware);
    }

    /** With another delivery. */
    public TelemetrySettings with(Delivery other) {
        return new TelemetrySettings(fabric, nics, switches, flows, taps, watchdog, other, hardware);
    }

    /** With other hardware. */
    public TelemetrySettings with(Hardware other) {
        return new TelemetrySettings(fabric, nics, switches, flows, taps, watchdog, delivery, other);
    }

    private static void atLeast(String what, long value, long least) {
        if (value < least) {
            throw new IllegalArgumentException(what + " is " + value + ", at least " + least + " is possible");
        }
    }

    private static void probability(String what, double value) {
        if (!(value >= 0 && value <= 1)) {
            throw new IllegalArgumentException("probability of " + what + " is " + value + ", 0 to 1 is possible");
        }
    }
}
