package io.stormglass.models.congestion;

import io.stormglass.models.event.EntityRole;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.PortKey;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The one switch port that a receiver is attached to, and the NIC of a sender, as far as links tell. Source: our own rule. What is behind two ports, or none, is behind no
 * known one. A NIC is the port that the facts of the switch port name as peer, else the one of a host whose MAC they name.
 *
 * <p>Not thread-safe; no clock is read.
 */
public final class ReceiverPorts {
    private final Map<String, FabricPaths> paths = new HashMap<>();
    private final Map<PortKey, LinkFacts> links = new HashMap<>();
    /** Fabric, MAC, ports of hosts that have it. */
    private final Map<String, Map<String, SortedSet<PortKey>>> hosts = new HashMap<>();

    /** Takes the newest facts of a port's link. */
    public void link(PortKey port, LinkFacts facts) {
        paths.computeIfAbsent(port.fabric(), f -> new FabricPaths()).link(port, facts);
        LinkFacts before = links.put(port, facts);
        if (before != null && isHost(before)) {
            ofMac(port.fabric(), before.mac()).remove(port);
        }
        if (isHost(facts)) {
            ofMac(port.fabric(), facts.mac()).add(port);
        }
    }

    private static boolean isHost(LinkFacts facts) {
        return facts.role() == EntityRole.HOST && !facts.mac().isEmpty();
    }

    private SortedSet<PortKey> ofMac(String fabric, String mac) {
        return hosts.computeIfAbsent(fabric, f -> new TreeMap<>()).computeIfAbsent(mac, m -> new TreeSet<>());
    }

    /** The switch port that an address is attached to. */
    public Optional<PortKey> of(String fabric, String address) {
        FabricPaths known = paths.get(fabric);
        if (known == null) {
            return Optional.empty();
        }
        SortedSet<PortKey> egress = known.attaching(address);
        return egress.size() == 1 ? Optional.of(egress.first()) : Optional.empty();
    }

    /** What is known of the NIC that an address is of. */
    public Optional<LinkFacts> nic(String fabric, String address) {
        return of(fabric, address).map(links::get).flatMap(port -> Optional.ofNullable(nic(fabric, port)));
    }

    private @Nullable LinkFacts nic(String fabric, LinkFacts port) {
        PortKey named = FabricPaths.peer(fabric, port);
        LinkFacts peer = named == null ? null : links.get(named);
        if (peer != null && peer.role() == EntityRole.HOST) {
            return peer;
        }
        SortedSet<PortKey> same = port.peerMac().isEmpty() ? new TreeSet<>() : ofMac(fabric, port.peerMac());
        return same.size() == 1 ? links.get(same.first()) : null;
    }
}
