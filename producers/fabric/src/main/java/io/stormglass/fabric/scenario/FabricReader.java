package io.stormglass.fabric.scenario;

import io.stormglass.emulator.Cable;
import io.stormglass.emulator.Topology;
import io.stormglass.emulator.scenario.FabricPlan;
import java.util.ArrayDeque;
import java.util.Arrays;

/** Reads the section {@code fabric}: nodes and cables. */
final class FabricReader {
    private final Section section;
    private final Topology.Link link;

    private FabricReader(Section section) throws ScenarioFileException {
        this.section = section;
        link = new Topology.Link(speed("linkGbps", 100), section.picos("propagationMicros", 1));
    }

    /** How many hosts a star gets where the file does not say. */
    static FabricPlan read(Section section, int hostsNeeded) throws ScenarioFileException {
        FabricReader reader = new FabricReader(section);
        String kind = section.word("topology", "star", "star", "dumbbell", "leaf-spine", "fat-tree", "ring");
        FabricPlan plan =
                switch (kind) {
                    case "star" -> FabricPlan.star(section.small("hosts", hostsNeeded, 2, 4096), reader.link);
                    case "dumbbell" -> reader.dumbbell();
                    case "leaf-spine" -> reader.leafSpine();
                    case "fat-tree" -> reader.fatTree();
                    case "ring" ->
                        FabricPlan.ring(
                                section.small("switches", 6, 3, 256),
                                section.small("hostsPerSwitch", 1, 1, 64),
                                reader.link);
                    default -> throw new IllegalStateException(kind);
                };
        FabricPlan whole = reader.servers(plan);
        section.done();
        return whole;
    }

    private long speed(String key, double standardGbps) throws ScenarioFileException {
        long speed = section.bitsPerSecond(key, standardGbps);
        if (8_000_000_000_000L % speed != 0) {
            throw section.wrong(
                    key,
                    "is a speed at which a byte does not last whole picoseconds;"
                            + " 10, 25, 40, 50, 100, 200, 400, 800 are possible");
        }
        return speed;
    }

    private Topology.Link other(String speedKey, String delayKey) throws ScenarioFileException {
        return new Topology.Link(
                speed(speedKey, link.bitsPerSecond() / 1e9), section.picos(delayKey, link.delayPicos() / 1e6));
    }

    private FabricPlan dumbbell() throws ScenarioFileException {
        return FabricPlan.dumbbell(
                section.small("hostsPerSide", 4, 1, 2048), link, other("coreGbps", "corePropagationMicros"));
    }

    private FabricPlan leafSpine() throws ScenarioFileException {
        return FabricPlan.leafSpine(
                section.small("leaves", 4, 1, 256),
                section.small("spines", 2, 1, 256),
                section.small("hostsPerLeaf", 4, 1, 256),
                link,
                other("uplinkGbps", "uplinkPropagationMicros"));
    }

    private FabricPlan fatTree() throws ScenarioFileException {
        int arity = section.small("arity", 4, 2, 32);
        if (arity % 2 != 0) {
            throw section.wrong("arity", "is " + arity + ", an even number is needed");
        }
        return FabricPlan.fatTree(arity, link);
    }

    private FabricPlan servers(FabricPlan plan) throws ScenarioFileException {
        int nics = section.small("nicsPerServer", 1, 1, 64);
        String where = section.word("nicsOn", "racks", "racks", "rack");
        if (nics == 1) {
            return plan;
        }
        try {
            return where.equals("racks") ? plan.withNicsAcrossRacks(nics) : plan.withNicsSideBySide(nics);
        } catch (IllegalArgumentException e) {
            throw section.wrong("nicsPerServer", "does not fit: " + e.getMessage());
        }
    }

    /**
     * Round trip of a full packet and of its acknowledgement between the two hosts that are farthest apart, without queues, store and forward.
     *
     * @param packetBytes on the wire
     * @param ackBytes on the wire
     */
    static long baseRttNanos(Topology topology, int packetBytes, int ackBytes) {
        long longest = 0;
        for (int host = 0; host < topology.hosts(); host++) {
            long[] delays = delays(topology, host, packetBytes + ackBytes);
            for (int other = 0; other < topology.hosts(); other++) {
                longest = Math.max(longest, delays[other]);
            }
        }
        return longest / 1000;
    }

    /** Both ways by shortest paths, in picoseconds: each cable's propagation twice and what both packets last on it. */
    private static long[] delays(Topology topology, int host, int bytes) {
        int[] hops = new int[topology.nodes()];
        long[] delays = new long[topology.nodes()];
        Arrays.fill(hops, Integer.MAX_VALUE);
        hops[host] = 0;
        ArrayDeque<Integer> open = new ArrayDeque<>();
        open.add(host);
        while (!open.isEmpty()) {
            int node = open.remove();
            if (node != host && node < topology.hosts()) {
                continue;
            }
            for (Cable cable : topology.cables()) {
                int next = cable.a() == node ? cable.b() : cable.b() == node ? cable.a() : -1;
                if (next >= 0 && hops[next] == Integer.MAX_VALUE) {
                    hops[next] = hops[node] + 1;
                    delays[next] = delays[node]
                            + 2 * cable.delayPicos()
                            + bytes * (8_000_000_000_000L / cable.bitsPerSecond());
                    open.add(next);
                }
            }
        }
        return delays;
    }
}
