package io.stormglass.emulator.scenario;

import io.stormglass.emulator.fault.DeviceNames;
import io.stormglass.emulator.telemetry.FabricIdentity;
import io.stormglass.models.event.EntityRole;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;

/**
 * What nodes and ports of a topology are called. Each host node is one NIC; NICs of one server share its device name and are its ports {@code eth0},
 * {@code eth1}... Switch ports are {@code Ethernet0}, {@code Ethernet4}... in the order of the topology.
 *
 * <p>The NIC of node n has the address 10.0.0.0 + n + 1; the MAC address of port p of node n is 02:00:nn:nn:pp:pp, both counted in hexadecimal.
 */
public final class FabricNames implements DeviceNames, FabricIdentity {
    private static final int LANES_PER_PORT = 4;

    private final List<String> devices;
    private final List<EntityRole> roles;
    private final List<Integer> rails;
    private final List<String> racks;
    private final Map<String, Integer> nodes = new HashMap<>();

    private FabricNames(List<String> devices, List<EntityRole> roles, List<Integer> rails, List<String> racks) {
        this.devices = List.copyOf(devices);
        this.roles = List.copyOf(roles);
        this.rails = List.copyOf(rails);
        this.racks = List.copyOf(racks);
        for (int node = 0; node < devices.size(); node++) {
            nodes.putIfAbsent(devices.get(node), node);
        }
    }

    /**
     * Names where each host node is a server of its own.
     *
     * @param hostsPerRack hosts that follow each other and share the first, second... switch of {@code switches}
     * @param switches names of the switches, those of racks first
     */
    static FabricNames of(int hosts, int hostsPerRack, List<Named> switches) {
        List<String> devices = new ArrayList<>();
        List<EntityRole> roles = new ArrayList<>();
        List<Integer> rails = new ArrayList<>();
        List<String> racks = new ArrayList<>();
        for (int host = 0; host < hosts; host++) {
            devices.add("host-" + host);
            roles.add(EntityRole.HOST);
            rails.add(0);
            racks.add(switches.get(host / hostsPerRack).name());
        }
        for (Named each : switches) {
            devices.add(each.name());
            roles.add(each.role());
        }
        return new FabricNames(devices, roles, rails, racks);
    }

    /** A switch. */
    record Named(String name, EntityRole role) {
        /** Switches of one tier, counted from 0. */
        static List<Named> tier(String prefix, EntityRole role, int count) {
            List<Named> tier = new ArrayList<>();
            for (int each = 0; each < count; each++) {
                tier.add(new Named(prefix + "-" + each, role));
            }
            return tier;
        }
    }

    /** The same with other servers: by host node, the number of its server and of the NIC in it. */
    FabricNames withServers(List<Integer> servers, List<Integer> nics) {
        List<String> other = new ArrayList<>(devices);
        for (int host = 0; host < hosts(); host++) {
            other.set(host, "host-" + servers.get(host));
        }
        return new FabricNames(other, roles, nics, racks);
    }

    /** Host nodes. */
    public int hosts() {
        return rails.size();
    }

    /** Nodes. */
    public int size() {
        return devices.size();
    }

    /** Name of the device that a node is, or is a NIC of: {@code host-3}, {@code leaf-0}, {@code spine-1}. */
    @Override
    public String device(int node) {
        return devices.get(node);
    }

    /** Name of a port: {@code eth0} at a host, {@code Ethernet4} at a switch. */
    @Override
    public String port(int node, int port) {
        return node < hosts() ? "eth" + rails.get(node) : "Ethernet" + LANES_PER_PORT * port;
    }

    /** What the node is. */
    @Override
    public EntityRole role(int node) {
        return roles.get(node);
    }

    /** Which NIC of its server a host node is, from 0. */
    public int rail(int host) {
        return rails.get(host);
    }

    /** Name of the switch that a host node hangs on. */
    public String rack(int host) {
        return racks.get(host);
    }

    /** IPv4 address of a host node's NIC. */
    @Override
    public String address(int host) {
        int number = 0x0a00_0000 + Objects.checkIndex(host, hosts()) + 1;
        return (number >>> 24) + "." + ((number >>> 16) & 0xff) + "." + ((number >>> 8) & 0xff) + "." + (number & 0xff);
    }

    /** MAC address of a host node's NIC. */
    @Override
    public String mac(int host) {
        return mac(Objects.checkIndex(host, hosts()), 0);
    }

    /** MAC address of a port. */
    public String mac(int node, int port) {
        return String.format(
                Locale.ROOT,
                "02:00:%02x:%02x:%02x:%02x",
                node >>> 8 & 0xff,
                node & 0xff,
                port >>> 8 & 0xff,
                port & 0xff);
    }

    /** Node of a device; of a server with several NICs, that of the first. Empty where there is none of that name. */
    public OptionalInt node(String device) {
        Integer node = nodes.get(device);
        return node == null ? OptionalInt.empty() : OptionalInt.of(node);
    }

    /** Every host node of a server, in the order of its NICs; of a switch, the one. Empty where there is none of that name. */
    public List<Integer> nodes(String device) {
        List<Integer> found = new ArrayList<>();
        for (int node = 0; node < devices.size(); node++) {
            if (devices.get(node).equals(device)) {
                found.add(node);
            }
        }
        return found;
    }

    /** Host nodes of a rack. */
    public List<Integer> hostsOf(String rack) {
        List<Integer> found = new ArrayList<>();
        for (int host = 0; host < hosts(); host++) {
            if (racks.get(host).equals(rack)) {
                found.add(host);
            }
        }
        return found;
    }
}
