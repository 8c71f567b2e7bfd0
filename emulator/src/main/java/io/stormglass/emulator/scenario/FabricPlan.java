package io.stormglass.emulator.scenario;

import io.stormglass.emulator.Topology;
import io.stormglass.emulator.Topology.Link;
import io.stormglass.emulator.scenario.FabricNames.Named;
import io.stormglass.models.event.EntityRole;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Nodes, cables and what they are called.
 *
 * @param topology nodes and cables
 * @param names of all its nodes
 */
public record FabricPlan(Topology topology, FabricNames names) {
    public FabricPlan {
        Objects.requireNonNull(topology, "topology");
        if (names.size() != topology.nodes() || names.hosts() != topology.hosts()) {
            throw new IllegalArgumentException(names.hosts() + " hosts of " + names.size()
                    + " nodes have names, there are " + topology.hosts() + " of " + topology.nodes());
        }
    }

    /** {@link Topology#star}: {@code host-0}..., {@code switch-0}. */
    public static FabricPlan star(int hosts, Link link) {
        return new FabricPlan(
                Topology.star(hosts, link), FabricNames.of(hosts, hosts, Named.tier("switch", EntityRole.SWITCH, 1)));
    }

    /** {@link Topology#dumbbell}: {@code switch-0} and {@code switch-1}. */
    public static FabricPlan dumbbell(int hostsPerSide, Link edge, Link core) {
        return new FabricPlan(
                Topology.dumbbell(hostsPerSide, edge, core),
                FabricNames.of(2 * hostsPerSide, hostsPerSide, Named.tier("switch", EntityRole.SWITCH, 2)));
    }

    /** {@link Topology#ring}: {@code switch-0}... */
    public static FabricPlan ring(int switches, int hostsPerSwitch, Link link) {
        return new FabricPlan(
                Topology.ring(switches, hostsPerSwitch, link),
                FabricNames.of(
                        switches * hostsPerSwitch, hostsPerSwitch, Named.tier("switch", EntityRole.SWITCH, switches)));
    }

    /** {@link Topology#leafSpine}: {@code leaf-0}..., {@code spine-0}... */
    public static FabricPlan leafSpine(int leaves, int spines, int hostsPerLeaf, Link edge, Link up) {
        List<Named> switches = new ArrayList<>(Named.tier("leaf", EntityRole.LEAF, leaves));
        switches.addAll(Named.tier("spine", EntityRole.SPINE, spines));
        return new FabricPlan(
                Topology.leafSpine(leaves, spines, hostsPerLeaf, edge, up),
                FabricNames.of(leaves * hostsPerLeaf, hostsPerLeaf, switches));
    }

    /** {@link Topology#fatTree}: {@code leaf-0}..., {@code agg-0}..., {@code core-0}... */
    public static FabricPlan fatTree(int arity, Link link) {
        Topology topology = Topology.fatTree(arity, link);
        int half = arity / 2;
        List<Named> switches = new ArrayList<>(Named.tier("leaf", EntityRole.LEAF, arity * half));
        switches.addAll(Named.tier("agg", EntityRole.SPINE, arity * half));
        switches.addAll(Named.tier("core", EntityRole.CORE, half * half));
        return new FabricPlan(topology, FabricNames.of(topology.hosts(), half, switches));
    }

    /**
     * The same fabric with servers of several NICs (rails, or a bond over two leaves), each on a rack of its own: NIC r of a server is at the same place of the
     * r-th of as many racks that follow each other.
     *
     * @param nicsPerServer a divisor of the number of racks
     */
    public FabricPlan withNicsAcrossRacks(int nicsPerServer) {
        int hosts = names.hosts();
        int perRack = names.hostsOf(names.rack(0)).size();
        int racks = hosts / perRack;
        if (nicsPerServer < 1 || racks % nicsPerServer != 0) {
            throw new IllegalArgumentException(nicsPerServer + " NICs per server across " + racks
                    + " racks: the number of racks must be a multiple");
        }
        List<Integer> servers = new ArrayList<>();
        List<Integer> nics = new ArrayList<>();
        for (int host = 0; host < hosts; host++) {
            int rack = host / perRack;
            servers.add(rack / nicsPerServer * perRack + host % perRack);
            nics.add(rack % nicsPerServer);
        }
        return new FabricPlan(topology, names.withServers(servers, nics));
    }

    /**
     * The same fabric with servers of several NICs that follow each other on one rack.
     *
     * @param nicsPerServer a divisor of the number of hosts
     */
    public FabricPlan withNicsSideBySide(int nicsPerServer) {
        int hosts = names.hosts();
        if (nicsPerServer < 1 || hosts % nicsPerServer != 0) {
            throw new IllegalArgumentException(nicsPerServer + " NICs per server of " + hosts
                    + " hosts of the topology: their number must be a multiple");
        }
        List<Integer> servers = new ArrayList<>();
        List<Integer> nics = new ArrayList<>();
        for (int host = 0; host < hosts; host++) {
            servers.add(host / nicsPerServer);
            nics.add(host % nicsPerServer);
        }
        return new FabricPlan(topology, names.withServers(servers, nics));
    }
}
