package io.stormglass.cli.scoreboard;

import io.stormglass.emulator.Cable;
import io.stormglass.emulator.Topology;
import io.stormglass.emulator.scenario.Scenario;
import io.stormglass.emulator.telemetry.TelemetrySettings;
import io.stormglass.emulator.telemetry.TelemetrySettings.Group;
import io.stormglass.emulator.telemetry.TelemetrySettings.MarkCounters;
import io.stormglass.emulator.telemetry.TelemetrySettings.NicReads;
import io.stormglass.emulator.telemetry.TelemetrySettings.SwitchReads;
import io.stormglass.emulator.telemetry.TelemetrySettings.Tap;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** What agents see of a fabric. */
public sealed interface Refresh {
    /** As the command line has it. */
    String text();

    /** How long pauses of a scenario must last before there is anything to see, and how long news takes. */
    Sight sight(Scenario scenario);

    /** True where everything comes at least 5 times a second. */
    boolean isFine();

    /** The settings of a scenario with this in the place of its own reads. */
    TelemetrySettings of(Scenario scenario);

    /**
     * How well is seen.
     *
     * @param intervalNanos between two refreshes at the source, above 0
     * @param detectionNanos for which an unbroken pause must hold, above 0
     */
    record Sight(long intervalNanos, long detectionNanos) {
        private static final int REFRESHES = 2;
        private static final long LEAST_NANOS = 200_000_000L;

        /** Two refreshes are needed, and 200 ms however often counters come. */
        static Sight ofCounters(long intervalNanos) {
            return new Sight(intervalNanos, Math.max(LEAST_NANOS, REFRESHES * intervalNanos));
        }
    }

    /** What each scenario's file says of its agents. */
    record Own() implements Refresh {
        @Override
        public String text() {
            return "own";
        }

        /** Of the watchdog's group where there is one, else of the ports. */
        @Override
        public Sight sight(Scenario scenario) {
            SwitchReads reads = scenario.telemetry().switches();
            Group group = reads.watchdog().exists() ? reads.watchdog() : reads.port();
            return Sight.ofCounters(Math.max(1, group.refreshNanos()));
        }

        @Override
        public boolean isFine() {
            return false;
        }

        @Override
        public TelemetrySettings of(Scenario scenario) {
            return scenario.telemetry();
        }
    }

    /**
     * Counters of switches: ports, queues and watermarks are refreshed at one interval, and so is the watchdog's group with pause time and progress. They are read
     * every 50 ms at least, so that most reads show the same snapshot again, or as often as they are refreshed where a script tells of long times. NICs are read at the
     * interval, twice a second at most.
     *
     * @param nanos interval, above 0
     */
    record Counters(long nanos) implements Refresh {
        private static final long MILLI = 1_000_000L;
        private static final long LEAST_NIC_POLL_NANOS = 500 * MILLI;
        private static final long MOST_READ_NANOS = 50 * MILLI;
        private static final long FINE_NANOS = 200 * MILLI;

        public Counters {
            if (nanos < MILLI) {
                throw new IllegalArgumentException("refresh every " + nanos + " ns: 1 ms and up is possible");
            }
        }

        @Override
        public String text() {
            return nanos % (1000 * MILLI) == 0
                    ? nanos / (1000 * MILLI) + "s"
                    : BigDecimal.valueOf(nanos, 6).stripTrailingZeros().toPlainString() + "ms";
        }

        @Override
        public Sight sight(Scenario scenario) {
            return Sight.ofCounters(nanos);
        }

        @Override
        public boolean isFine() {
            return nanos <= FINE_NANOS;
        }

        @Override
        public TelemetrySettings of(Scenario scenario) {
            TelemetrySettings own = scenario.telemetry();
            boolean scripted = !scenario.script().spans().isEmpty();
            Group group = new Group(nanos, scripted ? nanos : Math.min(nanos, MOST_READ_NANOS));
            long late = Math.min(nanos / 100, 5 * MILLI);
            return own.with(new SwitchReads(
                            late, group, group, group, group, own.switches().marks()))
                    .with(new NicReads(Math.max(nanos, LEAST_NIC_POLL_NANOS), late, 10 * MILLI))
                    .with(List.<Tap>of());
        }
    }

    /** Every pause frame and every packet, by taps at all ports of all switches; no counters of switches. NICs are read once a second. */
    record Frames() implements Refresh {
        /** Taps tell of packets so often. */
        private static final long SLICE_NANOS = 10_000_000L;

        @Override
        public String text() {
            return "frames";
        }

        @Override
        public Sight sight(Scenario scenario) {
            return new Sight(SLICE_NANOS, Sight.LEAST_NANOS);
        }

        @Override
        public boolean isFine() {
            return true;
        }

        @Override
        public TelemetrySettings of(Scenario scenario) {
            Topology topology = scenario.topology();
            int[] ports = new int[topology.nodes()];
            List<Tap> taps = new ArrayList<>();
            for (Cable cable : topology.cables()) {
                tap(taps, topology, cable.a(), ports);
                tap(taps, topology, cable.b(), ports);
            }
            return scenario.telemetry()
                    .with(new SwitchReads(0, Group.OFF, Group.OFF, Group.OFF, Group.OFF, MarkCounters.OFF))
                    .with(NicReads.standard())
                    .with(taps);
        }

        private static void tap(List<Tap> taps, Topology topology, int node, int[] ports) {
            int port = ports[node]++;
            if (node >= topology.hosts()) {
                taps.add(new Tap(node, port));
            }
        }
    }
}
