package io.stormglass.cli.scoreboard;

import io.stormglass.emulator.scenario.Scenario;
import io.stormglass.fabric.scenario.ScenarioFile;
import io.stormglass.fabric.scenario.ScenarioFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A case that its seed alone decides: topology, speed, load, place, time, and what goes wrong; every second one is healthy. It is made as the text of a scenario file, so
 * that what is written is what was run.
 *
 * @param text scenario file
 * @param scenario as it is read
 */
public record GeneratedCase(String text, Scenario scenario) {
    /** The case of a seed, named {@code generated-SEED}. */
    public static GeneratedCase of(long seed) {
        String text = new Maker(seed).text();
        try {
            return new GeneratedCase(
                    text,
                    ScenarioFile.parse(text, "generated-" + seed + ".yaml").scenario());
        } catch (ScenarioFileException e) {
            throw new IllegalStateException("the case of seed " + seed + " is no scenario: " + e.getMessage(), e);
        }
    }

    private enum Shape {
        STAR,
        LEAF_SPINE,
        FAT_TREE,
        RING
    }

    private enum Fault {
        PAUSE_STORM,
        ALL_PRIORITIES,
        HANG,
        SLOW,
        PCIE,
        DEADLOCK
    }

    private enum Calm {
        LIGHT,
        BURSTS,
        PFC_ONLY_INCAST,
        IGNORES_CNPS,
        ECN_OFF,
        TELEMETRY
    }

    private static final class Maker {
        private static final String[] TELEMETRY_FAULTS = {
            "agent-silent", "counter-reset", "duplicated-telemetry", "agent-restart"
        };

        private final SplittableRandom random;
        private final long seed;
        private final boolean faulty;
        private final Shape shape;
        private final int hosts;
        private final String fabric;
        private final List<String> workloads = new ArrayList<>();
        private final List<String> faults = new ArrayList<>();
        private String about = "";
        private String pfc = "dynamic";
        private String control = "dcqcn";
        private String gbps;
        private long durationMicros;

        Maker(long seed) {
            this.seed = seed;
            random = new SplittableRandom(seed);
            faulty = random.nextBoolean();
            shape = pick(Shape.values());
            gbps = pick("2.5", "10");
            switch (shape) {
                case STAR -> {
                    hosts = between(6, 12);
                    fabric = "topology: star, hosts: " + hosts;
                }
                case LEAF_SPINE -> {
                    int leaves = between(2, 4);
                    int perLeaf = between(3, 5);
                    hosts = leaves * perLeaf;
                    fabric = "topology: leaf-spine, leaves: " + leaves + ", spines: " + between(1, 3)
                            + ", hostsPerLeaf: " + perLeaf;
                }
                case FAT_TREE -> {
                    hosts = 16;
                    fabric = "topology: fat-tree, arity: 4";
                }
                case RING -> {
                    // Two hops on is the shorter way round from five switches on.
                    hosts = between(5, 6);
                    fabric = "topology: ring, switches: " + hosts + ", hostsPerSwitch: 1";
                }
                default -> throw new IllegalStateException(String.valueOf(shape));
            }
        }

        String text() {
            if (faulty) {
                makeFault();
            } else {
                makeCalm();
            }
            StringBuilder text = new StringBuilder();
            text.append("name: generated-").append(seed).append('\n');
            text.append("about: Generated; ").append(about).append(".\n");
            text.append("fabric: {")
                    .append(fabric)
                    .append(", linkGbps: ")
                    .append(gbps)
                    .append(", propagationMicros: 1}\n");
            text.append("switch: {bufferBytes: 16777216, kminBytes: 100000, kmaxBytes: 400000, pmax: 0.2, pfc: \"")
                    .append(pfc)
                    .append("\"}\n");
            text.append("nic: {receiveBufferBytes: 60000, retransmitMicros: 1000000}\n");
            text.append("transport: {cc: ").append(control).append("}\n");
            list(text, "workloads", workloads);
            if (!faults.isEmpty()) {
                list(text, "faults", faults);
            }
            text.append("durationMicros: ").append(durationMicros).append('\n');
            text.append("ending: at-time\n");
            text.append("telemetry: {reads: quick, ackSpanMicros: 1000, mirrors: senders}\n");
            return text.toString();
        }

        private static void list(StringBuilder text, String key, List<String> items) {
            text.append(key).append(":\n");
            items.forEach(each -> text.append("  - {").append(each).append("}\n"));
        }

        // ---- what goes wrong

        private void makeFault() {
            Fault fault = pick(Fault.values());
            if (fault == Fault.DEADLOCK && shape != Shape.RING) {
                fault = Fault.PAUSE_STORM;
            }
            long from = between(500, 3000) * 1000L;
            long to = from + between(9500, 11_500) * 1000L;
            durationMicros = to + 1_500_000;
            int sick = random.nextInt(hosts);
            String when = ", fromMicros: " + from + ", toMicros: " + to;
            String at = ", host: host-" + sick;
            about = fault.name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ') + " at host-" + sick;
            switch (fault) {
                case PAUSE_STORM -> faults.add("kind: nic-pause-storm" + at + ", priorities: 3" + when);
                case ALL_PRIORITIES -> faults.add("kind: nic-pause-storm" + at + ", priorities: 0-7" + when);
                case HANG -> faults.add("kind: host-hang" + at + when);
                case SLOW -> faults.add("kind: slow-receiver" + at + ", drainGbps: 0." + pick("02", "04", "08") + when);
                case PCIE -> {
                    int period = between(40, 100) * 1000;
                    faults.add("kind: pcie-back-pressure" + at + ", drainGbps: " + gbps + ", stallMicros: "
                            + period * 7 / 10 + ", periodMicros: " + period + when);
                }
                case DEADLOCK -> {
                    about = "a ring that locks up";
                    deadlock(from);
                    return;
                }
            }
            readers(sick);
            background();
        }

        /** What {@code pfc-deadlock-ring} has: everybody sends two switches on. */
        private void deadlock(long from) {
            pfc = "static:100000:80000";
            control = "none";
            String pairs = "from: " + span(0) + ", to: \"" + rotated(2) + "\"";
            workloads.add("kind: on-off, " + pairs + ", flowBytes: 64000, offMicros: 20000");
            workloads.add("kind: on-off, " + pairs + ", flowBytes: 4000000, fromMicros: " + from);
            faults.add("kind: as-built, says: deadlock, device: switch-0, priority: 3, fromMicros: " + from
                    + ", cycle: \"" + ring() + "\"");
        }

        /** The port of each switch to the next one; every switch has a host at its first. */
        private String ring() {
            return IntStream.range(0, hosts)
                    .mapToObj(each -> "switch-" + each + (each == 0 ? "/Ethernet4" : "/Ethernet8"))
                    .collect(Collectors.joining(","));
        }

        /** Two hosts that always have something for the sick one. */
        private void readers(int sick) {
            int one = other(sick, 1);
            int two = other(sick, hosts - 1);
            workloads.add("kind: on-off, from: \"host-" + one + ",host-" + two + "\", to: host-" + sick
                    + ", flowBytes: 60000, offMicros: " + between(2, 6) * 1000);
        }

        private int other(int host, int distance) {
            return (host + distance) % hosts;
        }

        // ---- what does not

        private void makeCalm() {
            Calm calm = pick(Calm.values());
            durationMicros = between(5000, 9000) * 1000L;
            about = calm.name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ');
            int one = random.nextInt(hosts);
            switch (calm) {
                case LIGHT -> {}
                case BURSTS -> incast(one, between(3, hosts - 1), between(10, 60) * 1000L, 100_000);
                case PFC_ONLY_INCAST -> {
                    gbps = "1";
                    control = "none";
                    incast(one, between(3, Math.min(8, hosts - 1)), 1000, 1_000_000);
                }
                case IGNORES_CNPS -> {
                    incast(one, between(3, Math.min(5, hosts - 1)), between(10, 30) * 1000L, 300_000);
                    faults.add("kind: ignores-cnps, host: host-" + other(one, 1));
                }
                case ECN_OFF -> {
                    incast(one, between(3, Math.min(5, hosts - 1)), between(10, 30) * 1000L, 300_000);
                    faults.add("kind: ecn-off, device: "
                            + (shape == Shape.STAR || shape == Shape.RING ? "switch-0" : "leaf-0"));
                }
                case TELEMETRY -> {
                    String device = shape == Shape.STAR || shape == Shape.RING ? "switch-0" : "leaf-0";
                    faults.add("kind: " + pick(TELEMETRY_FAULTS) + ", device: " + device
                            + ", fromMicros: 1000000, toMicros: " + between(2000, 4500) * 1000);
                }
            }
            background();
        }

        private void incast(int receiver, int senders, long periodMicros, int bytes) {
            String from = IntStream.rangeClosed(1, senders)
                    .mapToObj(each -> "host-" + other(receiver, each))
                    .collect(Collectors.joining(","));
            workloads.add("kind: incast, from: \"" + from + "\", senders: " + senders + ", receiver: host-" + receiver
                    + ", flowBytes: " + bytes + ", bursts: 0, periodMicros: " + periodMicros + ", jitterMicros: 20");
        }

        /** Light traffic of everybody. In a ring it goes to the next switch only: what goes farther could lock up behind a storm. */
        private void background() {
            if (shape == Shape.RING) {
                workloads.add("kind: on-off, from: " + span(0) + ", to: \"" + rotated(1)
                        + "\", flowBytes: 32000, offMicros: " + between(10, 30) * 1000);
            } else {
                workloads.add("kind: poisson, sizes: fixed, flowBytes: 32000, load: 0.00" + between(1, 4));
            }
        }

        private String span(int first) {
            return "host-" + first + "..host-" + (hosts - 1);
        }

        private String rotated(int distance) {
            return IntStream.range(0, hosts)
                    .mapToObj(each -> "host-" + other(each, distance))
                    .collect(Collectors.joining(","));
        }

        // ---- draws

        private int between(int least, int most) {
            return random.nextInt(least, most + 1);
        }

        @SafeVarargs
        private <T> T pick(T... of) {
            return of[random.nextInt(of.length)];
        }
    }
}
