package io.stormglass.models.storm;

import io.stormglass.models.event.Direction;
import io.stormglass.models.event.EntityRole;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.PortKey;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Who pauses whom, from link facts. A link may be known from either of its ends. */
final class WaitEdges {
    private static final int ALL = -1;

    private final String fabric;
    private final Map<PortKey, LinkFacts> links = new HashMap<>();
    private final Map<PortKey, PortKey> derived = new HashMap<>();
    private final Map<String, EntityRole> roles = new HashMap<>();

    WaitEdges(String fabric, Map<PortKey, LinkFacts> links) {
        this.fabric = fabric;
        links.forEach(this::put);
    }

    /** Takes the facts of a port; what the other end says of itself is kept. */
    void put(PortKey port, LinkFacts facts) {
        links.put(port, facts);
        learnRole(port.device(), facts.role());
        learnRole(facts.peerDevice(), facts.peerRole());
        if (!facts.peerDevice().isEmpty() && !facts.peerPort().isEmpty()) {
            PortKey peer = new PortKey(fabric, facts.peerDevice(), facts.peerPort());
            derived.put(peer, port);
        }
    }

    private void learnRole(String device, EntityRole role) {
        if (!device.isEmpty() && role != EntityRole.UNKNOWN) {
            roles.put(device, role);
        }
    }

    Map<PortKey, LinkFacts> links() {
        return links;
    }

    boolean isHost(String device) {
        return roles.get(device) == EntityRole.HOST;
    }

    /** Device at the other end, empty where unknown. */
    String peerDevice(String device, String port) {
        PortKey key = new PortKey(fabric, device, port);
        LinkFacts facts = links.get(key);
        if (facts != null && !facts.peerDevice().isEmpty()) {
            return facts.peerDevice();
        }
        PortKey other = derived.get(key);
        return other == null ? "" : other.device();
    }

    /** Port at the other end, null where unknown. */
    @Nullable
    PortKey peer(String device, String port) {
        PortKey key = new PortKey(fabric, device, port);
        LinkFacts facts = links.get(key);
        if (facts != null && !facts.peerDevice().isEmpty() && !facts.peerPort().isEmpty()) {
            return new PortKey(fabric, facts.peerDevice(), facts.peerPort());
        }
        return derived.get(key);
    }

    /** Sender of the pause; empty where unknown. */
    String pauser(Incident.Port port) {
        return switch (port.direction()) {
            case RX -> peerDevice(port.device(), port.port());
            case TX -> port.device();
            case UNKNOWN -> "";
        };
    }

    /** Who is held up by the pause; empty where unknown. */
    String waiter(Incident.Port port) {
        return switch (port.direction()) {
            case RX -> port.device();
            case TX -> peerDevice(port.device(), port.port());
            case UNKNOWN -> "";
        };
    }

    /** The port that receives the pause, as far as known; else the port of observation. */
    PortKey receivingPort(Incident.Port port) {
        PortKey own = new PortKey(fabric, port.device(), port.port());
        if (port.direction() != Direction.TX) {
            return own;
        }
        PortKey peer = peer(port.device(), port.port());
        return peer == null ? own : peer;
    }

    /** 802.3x pauses every priority. */
    static boolean samePriority(int a, int b) {
        return a == b || a == ALL || b == ALL;
    }
}
