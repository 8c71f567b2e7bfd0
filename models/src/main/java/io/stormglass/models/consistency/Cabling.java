package io.stormglass.models.consistency;

import io.stormglass.models.event.EntityRole;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.event.PortSettings;
import io.stormglass.models.storm.AddressJoin;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The facts of all ports of a fabric at a moment, and what follows from them. */
final class Cabling {
    /** In the order of ports. */
    private final Map<PortKey, LinkFacts> facts;

    private final Map<PortKey, PortKey> names = new HashMap<>();
    private final Map<PortKey, PortKey> namedBy = new HashMap<>();
    private final Map<String, EntityRole> roles = new HashMap<>();
    private final AddressJoin joined;
    private final List<Link> links;
    private final int least;

    /**
     * A link of which both ends tell.
     *
     * @param a the end that comes first
     */
    record Link(PortKey a, LinkFacts ofA, PortKey b, LinkFacts ofB) {}

    /** @param least who must agree at least for a majority */
    Cabling(SortedMap<PortKey, LinkFacts> facts, int least) {
        this.facts = new LinkedHashMap<>(facts);
        this.least = least;
        Set<PortKey> named = new HashSet<>();
        facts.forEach((port, link) -> {
            PortKey peer = whomItNames(port, link);
            if (peer != null) {
                names.put(port, peer);
                namedBy.putIfAbsent(peer, port);
                named.add(peer);
            }
            if (!link.peerDevice().isEmpty()) {
                named.add(port);
            }
            learn(port.device(), link.role());
        });
        joined = new AddressJoin(facts, named);
        facts.values().forEach(link -> learn(link.peerDevice(), link.peerRole()));
        links = cabled();
    }

    private static @Nullable PortKey whomItNames(PortKey port, LinkFacts link) {
        return link.peerDevice().isEmpty() || link.peerPort().isEmpty()
                ? null
                : new PortKey(port.fabric(), link.peerDevice(), link.peerPort());
    }

    private void learn(String device, EntityRole role) {
        if (!device.isEmpty() && role != EntityRole.UNKNOWN) {
            roles.putIfAbsent(device, role);
        }
    }

    /** By port, in the order of ports. */
    Map<PortKey, LinkFacts> facts() {
        return facts;
    }

    int least() {
        return least;
    }

    EntityRole role(String device) {
        return roles.getOrDefault(device, EntityRole.UNKNOWN);
    }

    boolean isSwitch(PortKey port) {
        return isSwitch(port.device());
    }

    boolean isSwitch(String device) {
        return switch (role(device)) {
            case LEAF, SPINE, CORE, SWITCH -> true;
            case HOST, UNKNOWN -> false;
        };
    }

    boolean isHost(PortKey port) {
        return role(port.device()) == EntityRole.HOST;
    }

    /** Whom the port itself names; null where it names nobody. */
    @Nullable
    PortKey named(PortKey port) {
        return names.get(port);
    }

    /** The other end, told of by either or joined by addresses; null where unknown. */
    @Nullable
    PortKey peer(PortKey port) {
        LinkFacts link = facts.get(port);
        if (link != null && !link.peerDevice().isEmpty()) {
            return named(port);
        }
        PortKey other = namedBy.get(port);
        return other == null ? joined.peer(port) : other;
    }

    /** Device at the other end, which may be known where its port is not; empty where unknown. */
    String peerDevice(PortKey port) {
        LinkFacts link = facts.get(port);
        if (link != null && !link.peerDevice().isEmpty()) {
            return link.peerDevice();
        }
        PortKey other = namedBy.get(port);
        return other == null ? joined.device(port) : other.device();
    }

    /** Links of which both ends tell, and neither names somebody else. */
    List<Link> links() {
        return links;
    }

    private List<Link> cabled() {
        List<Link> found = new ArrayList<>();
        facts.forEach((a, ofA) -> {
            PortKey b = peer(a);
            LinkFacts ofB = b == null ? null : facts.get(b);
            if (b != null && ofB != null && a.compareTo(b) < 0 && a.equals(peer(b))) {
                found.add(new Link(a, ofA, b, ofB));
            }
        });
        return found;
    }

    /** Name of the switch that a host's port hangs on; empty where unknown. */
    String rack(PortKey port) {
        String peer = peerDevice(port);
        return isSwitch(peer) ? peer : "";
    }

    /** What most devices have, one voice each: that of two thirds of its ports. Null where there is no majority. */
    <V> @Nullable Majority<V> ofDevices(Function<PortKey, @Nullable V> value) {
        Map<String, List<V>> byDevice = new HashMap<>();
        for (PortKey port : facts.keySet()) {
            V of = value.apply(port);
            if (of != null) {
                byDevice.computeIfAbsent(port.device(), device -> new ArrayList<>())
                        .add(of);
            }
        }
        // A majority does not depend on the order of voices.
        List<V> voices = new ArrayList<>();
        for (List<V> each : byDevice.values()) {
            V shared = Majority.shared(each);
            if (shared != null) {
                voices.add(shared);
            }
        }
        return Majority.of(voices, least);
    }

    LinkFacts facts(PortKey port) {
        LinkFacts known = facts.get(port);
        if (known == null) {
            throw new IllegalArgumentException("nothing is known of " + port.text());
        }
        return known;
    }

    PortSettings settings(PortKey port) {
        return facts(port).settings();
    }
}
