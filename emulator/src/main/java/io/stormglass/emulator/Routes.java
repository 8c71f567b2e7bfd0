package io.stormglass.emulator;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Shortest paths. Where several ports of a switch are equally near, the flow's hash picks one, mixed with a number of the switch, so that switches choose
 * independently of each other.
 */
final class Routes {
    private static final Dead NONE_DEAD = (node, port) -> false;

    private final Topology topology;
    private final List<List<Cable>> cables = new ArrayList<>();
    private final int[][][] ports;
    private final long[] salts;

    /** Which cables carry nothing. */
    interface Dead {
        /** True where the cable at a node's port carries nothing. */
        boolean at(int node, int port);
    }

    Routes(Topology topology, SplittableRandom random) {
        this.topology = topology;
        salts = random.longs(topology.nodes()).toArray();
        for (int node = 0; node < topology.nodes(); node++) {
            cables.add(new ArrayList<>());
        }
        for (Cable cable : topology.cables()) {
            cables.get(cable.a()).add(cable);
            cables.get(cable.b()).add(cable);
        }
        ports = new int[topology.nodes()][topology.hosts()][];
        avoid(NONE_DEAD);
    }

    /** Cables of a node; the place in the list is the number of its port. */
    List<Cable> cablesOf(int node) {
        return cables.get(node);
    }

    /** By host: the only port of a switch that leads there on a shortest path, or -1 where there are several. */
    int[] onlyPorts(int node) {
        return Arrays.stream(ports[node])
                .mapToInt(equal -> equal.length == 1 ? equal[0] : -1)
                .toArray();
    }

    /** The port by which a switch sends to a host. */
    int portTo(int node, int host, int pathHash) {
        int[] equal = ports[node][host];
        if (equal.length == 1) {
            return equal[0];
        }
        long mixed = mix(pathHash ^ salts[node]) >>> 32;
        return equal[(int) ((mixed * equal.length) >>> 32)];
    }

    /** One of the ports by which a switch can send to a host, drawn anew each time. */
    int anyPortTo(int node, int host, SplittableRandom random) {
        int[] equal = ports[node][host];
        return equal[random.nextInt(equal.length)];
    }

    /** Hash of a flow's five-tuple. */
    static int pathHash(int source, int destination, int sourcePort) {
        long tuple = ((long) source << 40) ^ ((long) destination << 16) ^ sourcePort;
        return (int) mix(tuple);
    }

    /**
     * Finds the paths anew where cables carry nothing. A node that has no way left to a host keeps the one that it has when everything works: what it sends there ends
     * at a dead port.
     *
     * @param dead cables that carry nothing
     */
    void avoid(Dead dead) {
        for (int host = 0; host < topology.hosts(); host++) {
            int[] whole = distances(host, NONE_DEAD);
            int[] left = distances(host, dead);
            for (int node = topology.hosts(); node < topology.nodes(); node++) {
                boolean reaches = left[node] != Integer.MAX_VALUE;
                ports[node][host] = reaches ? nearer(node, left, dead) : nearer(node, whole, NONE_DEAD);
            }
        }
    }

    private int[] distances(int host, Dead dead) {
        int[] distance = new int[topology.nodes()];
        Arrays.fill(distance, Integer.MAX_VALUE);
        distance[host] = 0;
        ArrayDeque<Integer> open = new ArrayDeque<>(List.of(host));
        while (!open.isEmpty()) {
            int node = open.remove();
            boolean forwards = node == host || node >= topology.hosts();
            for (int port = 0; forwards && port < cables.get(node).size(); port++) {
                int other = otherEnd(cables.get(node).get(port), node);
                if (distance[other] == Integer.MAX_VALUE && !dead.at(node, port)) {
                    distance[other] = distance[node] + 1;
                    open.add(other);
                }
            }
        }
        return distance;
    }

    private int[] nearer(int node, int[] distance, Dead dead) {
        List<Cable> own = cables.get(node);
        int[] found = new int[own.size()];
        int count = 0;
        for (int port = 0; port < found.length; port++) {
            int there = distance[otherEnd(own.get(port), node)];
            if (there != Integer.MAX_VALUE && there < distance[node] && !dead.at(node, port)) {
                found[count++] = port;
            }
        }
        if (count == 0) {
            throw new IllegalArgumentException("switch " + node + " has no way to some host");
        }
        return Arrays.copyOf(found, count);
    }

    private static int otherEnd(Cable cable, int node) {
        return cable.a() == node ? cable.b() : cable.a();
    }

    /** The finaliser of SplitMix64. */
    private static long mix(long value) {
        long z = value + 0x9e3779b97f4a7c15L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
