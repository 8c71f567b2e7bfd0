package io.stormglass.models.storm;

import io.stormglass.models.event.Direction;
import io.stormglass.models.event.EntityRole;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.PortKey;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Who is at the other end of a port, and what it is. A link may be known from either of its ends. */
final class Links {
    private static final int ALL = -1;

    private final String fabric;
    private final Map<PortKey, LinkFacts> facts = new HashMap<>();
    private final Map<String, Map<String, PortKey>> keys = new HashMap<>();
    private Map<String, EntityRole> listedRoles = Map.of();
    private Map<String, String> listedHosts = Map.of();
    private @Nullable Index index;
    private long changes;

    /**
     * What follows from the facts of all ports, in the order of ports: so it depends on what is known, not on when it came.
     *
     * @param attached ports at either end of the link that leads to an address
     * @param addresses what has been asked for
     * @param slower what has been asked for; empty texts for ports that are not slower
     */
    private record Index(
            Map<PortKey, PortKey> namedBy,
            AddressJoin joined,
            Map<String, EntityRole> roles,
            Map<String, List<PortKey>> ports,
            int hostPorts,
            Map<String, SortedSet<PortKey>> attached,
            Map<PortKey, SortedSet<String>> addresses,
            Map<PortKey, String> slower) {}

    Links(String fabric, Map<PortKey, LinkFacts> facts) {
        this.fabric = fabric;
        this.facts.putAll(facts);
    }

    /** True where anything is new. */
    boolean put(PortKey port, LinkFacts newest) {
        boolean isNew = !newest.equals(facts.put(port, newest));
        if (isNew) {
            index = null;
            changes++;
        }
        return isNew;
    }

    /** What people say of devices counts where links say nothing: their roles, and which devices are NICs of one host. */
    void listed(Inventory inventory) {
        Map<String, EntityRole> roles = inventory.roles();
        Map<String, String> hosts = inventory.hosts();
        if (!roles.equals(listedRoles) || !hosts.equals(listedHosts)) {
            listedRoles = roles;
            listedHosts = hosts;
            index = null;
            changes++;
        }
    }

    /** The host that a device is a NIC of, else the device itself. */
    String entity(String device) {
        return listedHosts.getOrDefault(device, device);
    }

    /** Another number after each change. */
    long changes() {
        return changes;
    }

    Map<PortKey, LinkFacts> facts() {
        return facts;
    }

    private Index index() {
        Index made = index;
        if (made == null) {
            made = makeIndex();
            index = made;
        }
        return made;
    }

    private Index makeIndex() {
        Map<PortKey, PortKey> namedBy = new HashMap<>();
        Map<String, EntityRole> roles = new HashMap<>();
        Map<String, List<PortKey>> ports = new HashMap<>();
        Set<String> hostPorts = new HashSet<>();
        Set<PortKey> named = new HashSet<>();
        SortedMap<PortKey, LinkFacts> sorted = new TreeMap<>(facts);
        sorted.forEach((port, link) -> {
            ports.computeIfAbsent(port.device(), d -> new ArrayList<>()).add(port);
            PortKey peer = namedPeer(link);
            if (peer != null) {
                namedBy.putIfAbsent(peer, port);
                named.add(peer);
            }
            if (!link.peerDevice().isEmpty()) {
                named.add(port);
            }
            learnRole(roles, port.device(), link.role());
        });
        // What a device says of itself goes before what others say of it.
        sorted.values().forEach(link -> learnRole(roles, link.peerDevice(), link.peerRole()));
        listedRoles.forEach((device, role) -> learnRole(roles, device, role));
        sorted.forEach((port, link) -> {
            PortKey peer = namedPeer(link);
            if (roles.get(port.device()) == EntityRole.HOST) {
                hostPorts.add(port.text());
            } else if (roles.get(link.peerDevice()) == EntityRole.HOST) {
                hostPorts.add(peer == null ? "at " + port.text() : peer.text());
            }
        });
        return new Index(
                namedBy,
                new AddressJoin(sorted, named),
                roles,
                ports,
                hostPorts.size(),
                attached(sorted, roles),
                new HashMap<>(),
                new HashMap<>());
    }

    private static Map<String, SortedSet<PortKey>> attached(
            SortedMap<PortKey, LinkFacts> sorted, Map<String, EntityRole> roles) {
        Map<String, SortedSet<PortKey>> attached = new HashMap<>();
        sorted.forEach((port, link) -> {
            EntityRole role = roles.getOrDefault(port.device(), EntityRole.UNKNOWN);
            // What spines and cores list is somewhere below them.
            if (role != EntityRole.SPINE && role != EntityRole.CORE) {
                link.attachedAddresses()
                        .forEach(address -> attached.computeIfAbsent(address, a -> new TreeSet<>())
                                .add(port));
            }
        });
        return attached;
    }

    /** Addresses of the host at a port or at the other end of its link, as far as known. */
    SortedSet<String> addresses(PortKey port) {
        return index().addresses.computeIfAbsent(port, this::bothEnds);
    }

    private SortedSet<String> bothEnds(PortKey port) {
        SortedSet<String> addresses = new TreeSet<>(attachedAddresses(port));
        PortKey peer = peer(port);
        if (peer != null) {
            addresses.addAll(attachedAddresses(peer));
        }
        return Collections.unmodifiableSortedSet(addresses);
    }

    private List<String> attachedAddresses(PortKey port) {
        LinkFacts link = facts.get(port);
        return link == null ? List.of() : link.attachedAddresses();
    }

    /** Ports at either end of the links that lead to an address, as far as known. */
    Set<PortKey> attached(String address) {
        return index().attached.getOrDefault(address, Collections.emptySortedSet());
    }

    /** The host at a port or at the other end of its link; empty where there is none or it is not known. */
    String host(PortKey port) {
        if (isHost(port.device())) {
            return entity(port.device());
        }
        String peer = peerDevice(port);
        return isHost(peer) ? entity(peer) : "";
    }

    /** Port of a device of this fabric. */
    PortKey named(String device, String port) {
        return new PortKey(fabric, device, port);
    }

    boolean isLeaf(String device) {
        return role(device) == EntityRole.LEAF;
    }

    /** The port itself, or the one at the other end where it is a host's; null where that is not known. */
    @Nullable
    PortKey switchPort(PortKey port) {
        return isHost(port.device()) ? peer(port) : port;
    }

    private static void learnRole(Map<String, EntityRole> roles, String device, EntityRole role) {
        if (!device.isEmpty() && role != EntityRole.UNKNOWN) {
            roles.putIfAbsent(device, role);
        }
    }

    private @Nullable PortKey namedPeer(LinkFacts link) {
        return link.peerDevice().isEmpty() || link.peerPort().isEmpty()
                ? null
                : key(link.peerDevice(), link.peerPort());
    }

    EntityRole role(String device) {
        return index().roles.getOrDefault(device, EntityRole.UNKNOWN);
    }

    boolean isHost(String device) {
        return role(device) == EntityRole.HOST;
    }

    boolean isSwitch(String device) {
        return switch (role(device)) {
            case LEAF, SPINE, CORE, SWITCH -> true;
            case HOST, UNKNOWN -> false;
        };
    }

    /** Ports that hosts are attached with, as far as known. */
    int hostPorts() {
        return index().hostPorts;
    }

    /** True where routing only ever goes up from the one to the other. */
    boolean above(String device, String other) {
        int tier = tier(role(device));
        return tier > 0 && (tier(role(other)) > tier || (tier == 1 && role(other) == EntityRole.SWITCH));
    }

    private static int tier(EntityRole role) {
        return switch (role) {
            case LEAF -> 1;
            case SPINE -> 2;
            case CORE -> 3;
            case HOST, SWITCH, UNKNOWN -> 0;
        };
    }

    /** Device at the other end, empty where unknown. */
    String peerDevice(PortKey port) {
        LinkFacts link = facts.get(port);
        if (link != null && !link.peerDevice().isEmpty()) {
            return link.peerDevice();
        }
        PortKey other = index().namedBy.get(port);
        return other == null ? index().joined.device(port) : other.device();
    }

    /** Port at the other end, null where unknown. */
    @Nullable
    PortKey peer(PortKey port) {
        LinkFacts link = facts.get(port);
        if (link != null && !link.peerDevice().isEmpty()) {
            return namedPeer(link);
        }
        PortKey other = index().namedBy.get(port);
        return other == null ? index().joined.peer(port) : other;
    }

    /** In words, where the two ends of a port's link name different links; null where they do not. */
    @Nullable
    String contradiction(PortKey port) {
        LinkFacts own = facts.get(port);
        PortKey peer = own == null ? null : namedPeer(own);
        LinkFacts other = peer == null ? null : facts.get(peer);
        PortKey back = other == null ? null : namedPeer(other);
        if (peer == null || back == null || back.equals(port)) {
            return null;
        }
        return "names " + name(peer) + " as its peer, which names " + name(back);
    }

    /** Other ports of the device that lead to the same kind of peer (hosts, or switches). */
    List<PortKey> siblings(PortKey port) {
        boolean host = isHost(peerDevice(port));
        return index().ports.getOrDefault(port.device(), List.of()).stream()
                .filter(p -> !p.equals(port) && !peerDevice(p).isEmpty() && isHost(peerDevice(p)) == host)
                .toList();
    }

    /** In words, where more than half of at least two siblings whose speed is known are faster; null where they are not. */
    @Nullable
    String slower(PortKey port) {
        String words = index().slower.computeIfAbsent(port, this::slowerWords);
        return words.isEmpty() ? null : words;
    }

    private String slowerWords(PortKey port) {
        long own = speed(port);
        List<Long> others =
                siblings(port).stream().map(this::speed).filter(s -> s > 0).toList();
        long faster = others.stream().filter(s -> s > own).count();
        if (own == 0 || others.size() < 2 || faster * 2 <= others.size()) {
            return "";
        }
        return "runs at " + own + " bit/s, " + faster + " of " + others.size() + " ports of its kind are faster";
    }

    private long speed(PortKey port) {
        LinkFacts link = facts.get(port);
        return link == null || link.speedAssumed() ? 0 : link.linkBitsPerSecond();
    }

    PortKey key(Incident.Port port) {
        return key(port.device(), port.port());
    }

    /** The same object for the same port: names are checked once. */
    private PortKey key(String device, String port) {
        Map<String, PortKey> ofDevice = keys.get(device);
        PortKey known = ofDevice == null ? null : ofDevice.get(port);
        if (known != null) {
            return known;
        }
        PortKey made = new PortKey(fabric, device, port);
        keys.computeIfAbsent(device, d -> new HashMap<>()).put(port, made);
        return made;
    }

    /** Sender of the pause; empty where unknown. */
    String pauser(Incident.Port port) {
        return switch (port.direction()) {
            case RX -> entity(peerDevice(key(port)));
            case TX -> entity(port.device());
            case UNKNOWN -> "";
        };
    }

    /** Port that sends the pause; null where unknown. */
    @Nullable
    PortKey pausingPort(Incident.Port port) {
        return switch (port.direction()) {
            case RX -> peer(key(port));
            case TX -> key(port);
            case UNKNOWN -> null;
        };
    }

    /** Who is held up by the pause; empty where unknown. */
    String waiter(Incident.Port port) {
        return switch (port.direction()) {
            case RX -> entity(port.device());
            case TX -> entity(peerDevice(key(port)));
            case UNKNOWN -> "";
        };
    }

    /** Port that is held up by the pause; null where unknown. */
    @Nullable
    PortKey waitingPort(Incident.Port port) {
        return switch (port.direction()) {
            case RX -> key(port);
            case TX -> peer(key(port));
            case UNKNOWN -> null;
        };
    }

    /** The port that receives the pause, as far as known; else the port of observation. */
    PortKey receivingPort(Incident.Port port) {
        PortKey waiting = port.direction() == Direction.TX ? peer(key(port)) : null;
        return waiting == null ? key(port) : waiting;
    }

    /** {@code device/port} for people. */
    static String name(PortKey port) {
        return port.device() + "/" + port.port();
    }

    /** 802.3x pauses every priority. */
    static boolean samePriority(int a, int b) {
        return a == b || a == ALL || b == ALL;
    }
}
