package io.stormglass.emulator;

import java.util.ArrayList;
import java.util.List;

/**
 * Nodes and cables. Hosts are nodes 0 to {@code hosts - 1} and have one cable each; switches follow. Ports of a node are numbered in the order of its cables.
 *
 * @param hosts 1 and up
 * @param switches 1 and up
 * @param cables in the order that numbers ports
 */
public record Topology(int hosts, int switches, List<Cable> cables) {
    public Topology {
        if (hosts < 1 || switches < 1) {
            throw new IllegalArgumentException(hosts + " hosts and " + switches + " switches: one of each is needed");
        }
        cables = List.copyOf(cables);
        int[] degree = new int[hosts + switches];
        for (Cable cable : cables) {
            if (cable.a() >= degree.length || cable.b() >= degree.length) {
                throw new IllegalArgumentException("cable from node " + cable.a() + " to " + cable.b() + ", there are "
                        + degree.length + " nodes");
            }
            degree[cable.a()]++;
            degree[cable.b()]++;
        }
        for (int host = 0; host < hosts; host++) {
            if (degree[host] != 1) {
                throw new IllegalArgumentException("host " + host + " has " + degree[host] + " cables, 1 is needed");
            }
        }
    }

    /**
     * Speed and length of a kind of cable.
     *
     * @param bitsPerSecond rate
     * @param delayPicos propagation
     */
    public record Link(long bitsPerSecond, long delayPicos) {
        Cable between(int a, int b) {
            return new Cable(a, b, bitsPerSecond, delayPicos);
        }
    }

    /** All hosts on one switch. Its port i leads to host i. */
    public static Topology star(int hosts, Link link) {
        List<Cable> cables = new ArrayList<>();
        for (int host = 0; host < hosts; host++) {
            cables.add(link.between(host, hosts));
        }
        return new Topology(hosts, 1, cables);
    }

    /** Two switches with a cable between them; the first half of the hosts is on the first one. */
    public static Topology dumbbell(int hostsPerSide, Link edge, Link core) {
        int left = 2 * hostsPerSide;
        List<Cable> cables = new ArrayList<>();
        for (int host = 0; host < left; host++) {
            cables.add(edge.between(host, host < hostsPerSide ? left : left + 1));
        }
        cables.add(core.between(left, left + 1));
        return new Topology(left, 2, cables);
    }

    /**
     * Leaves with hosts, each cabled to every spine. Oversubscription is hosts * edge rate over spines * up rate.
     *
     * @param leaves switches with hosts, the first ones
     * @param spines switches without
     * @param hostsPerLeaf hosts of each leaf, numbered leaf by leaf
     * @param edge host to leaf
     * @param up leaf to spine
     */
    public static Topology leafSpine(int leaves, int spines, int hostsPerLeaf, Link edge, Link up) {
        int hosts = leaves * hostsPerLeaf;
        List<Cable> cables = new ArrayList<>();
        for (int host = 0; host < hosts; host++) {
            cables.add(edge.between(host, hosts + host / hostsPerLeaf));
        }
        for (int leaf = 0; leaf < leaves; leaf++) {
            for (int spine = 0; spine < spines; spine++) {
                cables.add(up.between(hosts + leaf, hosts + leaves + spine));
            }
        }
        return new Topology(hosts, leaves + spines, cables);
    }

    /**
     * A fat tree of three tiers from switches of one size: arity pods of arity/2 edge and arity/2 aggregation switches, arity/2 hosts per edge switch, (arity/2)^2
     * cores. Switches are numbered edge by edge (pod by pod), then aggregation, then core; aggregation switch a of every pod is cabled to cores a * arity/2 and on.
     *
     * @param arity ports of a switch, even
     */
    public static Topology fatTree(int arity, Link link) {
        if (arity < 2 || arity % 2 != 0 || arity > 64) {
            throw new IllegalArgumentException("arity is " + arity + ", an even number of 2 to 64 is possible");
        }
        int half = arity / 2;
        int hosts = arity * half * half;
        int aggregation = hosts + arity * half;
        int core = aggregation + arity * half;
        List<Cable> cables = new ArrayList<>();
        for (int host = 0; host < hosts; host++) {
            cables.add(link.between(host, hosts + host / half));
        }
        for (int edge = 0; edge < arity * half; edge++) {
            for (int a = 0; a < half; a++) {
                cables.add(link.between(hosts + edge, aggregation + edge / half * half + a));
            }
        }
        for (int a = 0; a < arity * half; a++) {
            for (int c = 0; c < half; c++) {
                cables.add(link.between(aggregation + a, core + a % half * half + c));
            }
        }
        return new Topology(hosts, 2 * arity * half + half * half, cables);
    }

    /**
     * Switches in a ring, each cabled to the next. With five or more, paths of two cables all round wait for each other: lossless, they can deadlock.
     *
     * @param switches 3 and up
     * @param hostsPerSwitch numbered switch by switch
     */
    public static Topology ring(int switches, int hostsPerSwitch, Link link) {
        if (switches < 3) {
            throw new IllegalArgumentException("a ring of " + switches + " switches, 3 and up is possible");
        }
        int hosts = switches * hostsPerSwitch;
        List<Cable> cables = new ArrayList<>();
        for (int host = 0; host < hosts; host++) {
            cables.add(link.between(host, hosts + host / hostsPerSwitch));
        }
        for (int each = 0; each < switches; each++) {
            cables.add(link.between(hosts + each, hosts + (each + 1) % switches));
        }
        return new Topology(hosts, switches, cables);
    }

    /** Nodes of both kinds. */
    public int nodes() {
        return hosts + switches;
    }
}
