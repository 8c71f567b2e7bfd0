package io.stormglass.models.congestion;

import io.stormglass.models.event.EntityRole;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.PortKey;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Which egress ports the packets of a flow may cross, as far as the links of one fabric tell: two tiers, leaf and spine. Source: our own rule.
 *
 * <p>The receiver's egress is the switch port that its address is attached to. Within one leaf that is all. Across leaves ECMP takes any uplink
 * of the sender's leaf, and from the device behind it any port to the receiver's leaf; what no link names is missing. An end of a link
 * is known from the facts of either side.
 *
 * <p>Example: 10.0.0.1 at leaf1, 10.0.0.2 at leaf2/e3, links leaf1/u1 - spine1/d1 and leaf2/u1 - spine1/d2: leaf1/u1, spine1/d2, leaf2/e3.
 */
final class FabricPaths {
    private final Map<PortKey, LinkFacts> links = new HashMap<>();
    private final Map<String, SortedSet<PortKey>> portsByAddress = new HashMap<>();
    /** Switch, switch behind it, ports of the first to the second. */
    private final Map<String, SortedMap<String, SortedSet<PortKey>>> portsByDevices = new HashMap<>();

    private boolean stale;

    /**
     * Ports of a path.
     *
     * @param egress ports that the receiver may be behind; of one alone it is certain that the flow crosses it
     * @param all these and every other port that it may cross
     * @param missing what no link tells
     */
    record Ports(SortedSet<PortKey> egress, SortedSet<PortKey> all, SortedSet<String> missing) {}

    void link(PortKey port, LinkFacts facts) {
        stale |= !facts.equals(links.put(port, facts));
    }

    /** Switch ports that an address is behind. */
    SortedSet<PortKey> attaching(String address) {
        index();
        return portsByAddress.getOrDefault(address, new TreeSet<>());
    }

    Ports between(String srcIp, String dstIp) {
        index();
        SortedSet<PortKey> egress = portsByAddress.getOrDefault(dstIp, new TreeSet<>());
        Ports ports = new Ports(egress, new TreeSet<>(), new TreeSet<>());
        ports.all.addAll(egress);
        Collection<PortKey> ingress = portsByAddress.getOrDefault(srcIp, new TreeSet<>());
        if (egress.isEmpty()) {
            ports.missing.add("a link that attaches " + dstIp);
        }
        if (ingress.isEmpty()) {
            ports.missing.add("a link that attaches " + srcIp);
        }
        for (PortKey from : ingress) {
            for (PortKey to : egress) {
                if (!from.device().equals(to.device())) {
                    across(from.device(), to.device(), ports);
                }
            }
        }
        return ports;
    }

    private void across(String from, String to, Ports ports) {
        SortedMap<String, SortedSet<PortKey>> up = portsByDevices.getOrDefault(from, new TreeMap<>());
        if (up.isEmpty()) {
            ports.missing.add("uplinks of " + from);
        }
        up.forEach((next, uplinks) -> {
            ports.all.addAll(uplinks);
            if (next.equals(to)) {
                return;
            }
            SortedSet<PortKey> down =
                    portsByDevices.getOrDefault(next, new TreeMap<>()).get(to);
            if (down == null) {
                ports.missing.add("a link from " + next + " to " + to);
            } else {
                ports.all.addAll(down);
            }
        });
    }

    private void index() {
        if (!stale) {
            return;
        }
        stale = false;
        portsByAddress.clear();
        portsByDevices.clear();
        links.forEach((port, facts) -> {
            PortKey peer = peer(port.fabric(), facts);
            PortKey attaching = attaching(port, peer, facts);
            if (attaching != null) {
                attach(attaching, facts.attachedAddresses());
            }
            if (isSwitch(facts.role()) && isSwitch(facts.peerRole()) && peer != null) {
                connect(port, peer);
                connect(peer, port);
            }
        });
    }

    /** The switch port that the addresses of a link are behind. */
    private static @Nullable PortKey attaching(PortKey port, @Nullable PortKey peer, LinkFacts facts) {
        return switch (facts.role()) {
            case LEAF -> port;
            case HOST -> facts.peerRole() == EntityRole.HOST ? null : peer;
            case SWITCH, UNKNOWN -> facts.peerRole() == EntityRole.HOST ? port : null;
            case SPINE, CORE -> null;
        };
    }

    private static boolean isSwitch(EntityRole role) {
        return switch (role) {
            case LEAF, SPINE, CORE, SWITCH -> true;
            case HOST, UNKNOWN -> false;
        };
    }

    static @Nullable PortKey peer(String fabric, LinkFacts facts) {
        try {
            return new PortKey(fabric, facts.peerDevice(), facts.peerPort());
        } catch (IllegalArgumentException e) {
            // Not known, or a name that no key can have: then no queue of that port is known either.
            return null;
        }
    }

    private void attach(PortKey port, List<String> addresses) {
        addresses.forEach(address ->
                portsByAddress.computeIfAbsent(address, a -> new TreeSet<>()).add(port));
    }

    private void connect(PortKey from, PortKey to) {
        portsByDevices
                .computeIfAbsent(from.device(), d -> new TreeMap<>())
                .computeIfAbsent(to.device(), d -> new TreeSet<>())
                .add(from);
    }
}
