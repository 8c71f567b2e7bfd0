package io.stormglass.models.modes;

import io.stormglass.models.event.EntityRole;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.PortKey;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Which rack an address is in, as far as links tell: the leaf switch that the address is attached to. Source: our own rule.
 *
 * <p>A port of a leaf, or of a switch of unknown tier whose other end is a host, tells of its own device; a port of a host tells of the
 * device at the other end. Spines and cores attach no host, so what they list is no rack. Where several leaves attach one address
 * (a host with two uplinks) the first by name is its rack, so that each flow counts once.
 *
 * <p>Example: port e1 of leaf7 lists 10.0.0.3 in {@link LinkFacts#attachedAddresses()}: 10.0.0.3 is in rack leaf7.
 */
public final class Racks {
    /** Rack of an address that no link tells of. */
    public static final String UNKNOWN = "unknown";

    private final Map<String, String> rackByAddress = new HashMap<>();

    private Racks() {}

    /** The racks that the links of one fabric tell of; their order changes nothing. */
    public static Racks of(Map<PortKey, LinkFacts> links) {
        Racks racks = new Racks();
        links.forEach((port, facts) -> racks.add(leaf(port, facts), facts.attachedAddresses()));
        return racks;
    }

    private void add(String leaf, Collection<String> addresses) {
        if (leaf.isEmpty()) {
            return;
        }
        for (String address : addresses) {
            rackByAddress.merge(address, leaf, (one, other) -> one.compareTo(other) <= 0 ? one : other);
        }
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
