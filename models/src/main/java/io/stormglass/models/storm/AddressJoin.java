package io.stormglass.models.storm;

import io.stormglass.models.event.EntityRole;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.PortKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Links that neither end names, from addresses: a switch port that has learned the MAC or IP address of a NIC (forwarding and
 * neighbour tables) leads to that NIC. An address that more switch ports have learned than NIC ports have joins nothing; of a
 * bond, whose ports share one, the device at the other end is known and the port is not.
 */
public final class AddressJoin {
    private final Map<PortKey, PortKey> peers = new HashMap<>();
    private final Map<PortKey, String> devices = new HashMap<>();

    /** Who has an address and who has learned it. */
    private record Ends(List<PortKey> nics, List<PortKey> switches) {
        Ends() {
            this(new ArrayList<>(), new ArrayList<>());
        }
    }

    /**
     * Joins what can be joined.
     *
     * @param named ports whose link is known by names
     */
    public AddressJoin(SortedMap<PortKey, LinkFacts> facts, Set<PortKey> named) {
        SortedMap<String, Ends> byMac = new TreeMap<>();
        SortedMap<String, Ends> byAddress = new TreeMap<>();
        facts.forEach((port, link) -> {
            if (named.contains(port)) {
                return;
            }
            boolean nic = link.role() == EntityRole.HOST;
            add(byMac, nic ? link.mac() : link.peerMac(), port, nic);
            link.attachedAddresses().forEach(address -> add(byAddress, address, port, nic));
        });
        byMac.values().forEach(this::join);
        byAddress.values().forEach(this::join);
    }

    private static void add(Map<String, Ends> ends, String address, PortKey port, boolean nic) {
        if (!address.isEmpty()) {
            Ends found = ends.computeIfAbsent(address.toLowerCase(Locale.ROOT), a -> new Ends());
            (nic ? found.nics : found.switches).add(port);
        }
    }

    /** What was joined by a better address stays. */
    private void join(Ends ends) {
        String host = onlyDevice(ends.nics);
        if (host == null || ends.switches.isEmpty() || ends.switches.size() > ends.nics.size()) {
            return;
        }
        ends.switches.forEach(port -> devices.putIfAbsent(port, host));
        String leaf = onlyDevice(ends.switches);
        if (leaf != null) {
            ends.nics.forEach(port -> devices.putIfAbsent(port, leaf));
        }
        if (ends.nics.size() == 1) {
            PortKey nic = ends.nics.get(0);
            PortKey port = ends.switches.get(0);
            boolean agree =
                    port.device().equals(devices.get(nic)) && nic.device().equals(devices.get(port));
            if (agree && !peers.containsKey(nic) && !peers.containsKey(port)) {
                peers.put(nic, port);
                peers.put(port, nic);
            }
        }
    }

    private static @Nullable String onlyDevice(List<PortKey> ports) {
        Set<String> found = ports.stream().map(PortKey::device).collect(Collectors.toSet());
        return found.size() == 1 ? found.iterator().next() : null;
    }

    /** Port at the other end; null where it is not known. */
    public @Nullable PortKey peer(PortKey port) {
        return peers.get(port);
    }

    /** Device at the other end; empty where it is not known. */
    public String device(PortKey port) {
        return devices.getOrDefault(port, "");
    }
}
