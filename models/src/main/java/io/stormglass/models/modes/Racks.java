package io.stormglass.models.modes;

import io.stormglass.models.event.EntityRole;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.PortKey;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Which rack an address is in: the rack that people list its host in, else the one that they list its leaf switch in, else, as far as links tell, that leaf
 * itself. Source: our own rule.
 *
 * <p>A port of a leaf, or of a switch of unknown tier whose other end is a host, tells of its own device; a port of a host tells of the
 * device at the other end. Spines and cores attach no host, so what they list is no rack. Where several leaves attach one address
 * (a host with two uplinks) the first rack by name counts, so that each flow counts once.
 *
 * <p>Example: port e1 of leaf7 lists 10.0.0.3 in {@link LinkFacts#attachedAddresses()}: 10.0.0.3 is in rack leaf7.
 */
public final class Racks {
    /** Rack of an address of which neither links nor people tell. */
    public static final String UNKNOWN = "unknown";

    private final Map<String, String> rackByAddress = new HashMap<>();

    private Racks() {}

    /** The racks that the links of one fabric tell of; their order changes nothing. */
    public static Racks of(Map<PortKey, LinkFacts> links) {
        return of(links, Map.of());
    }

    /**
     * The racks of one fabric; the order of links changes nothing.
     *
     * @param listed racks that people list devices in, by device
     */
    public static Racks of(Map<PortKey, LinkFacts> links, Map<String, String> listed) {
        Racks racks = new Racks();
        links.forEach((port, facts) -> {
            String leaf = leaf(port, facts);
            String host = host(port, facts);
            racks.add(listed.getOrDefault(host, listed.getOrDefault(leaf, leaf)), facts.attachedAddresses());
        });
        return racks;
    }

    private void add(String rack, Collection<String> addresses) {
        if (rack.isEmpty()) {
            return;
        }
        for (String address : addresses) {
            rackByAddress.merge(address, rack, (one, other) -> one.compareTo(other) <= 0 ? one : other);
        }
    }

    /** Host whose addresses a port lists; empty where it is not known, or not the only one. */
    private static String host(PortKey port, LinkFacts facts) {
        return switch (facts.role()) {
            case HOST -> port.device();
            case LEAF, SWITCH, UNKNOWN -> facts.peerRole() == EntityRole.HOST ? facts.peerDevice() : "";
            case SPINE, CORE -> "";
        };
    }

    private static String leaf(PortKey port, LinkFacts facts) {
        return switch (facts.role()) {
            case LEAF -> port.device();
            case HOST -> facts.peerRole() == EntityRole.HOST ? "" : facts.peerDevice();
            case SWITCH, UNKNOWN -> facts.peerRole() == EntityRole.HOST ? port.device() : "";
            case SPINE, CORE -> "";
        };
    }

    /** Rack of an address; {@link #UNKNOWN} where no link tells. */
    public String rackOf(String address) {
        return rackByAddress.getOrDefault(address, UNKNOWN);
    }
}
