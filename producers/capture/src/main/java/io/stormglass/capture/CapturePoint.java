package io.stormglass.capture;

import io.stormglass.models.event.EntityRole;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.PortKey;
import org.jspecify.annotations.Nullable;

/**
 * Where one capture interface stands in the fabric.
 *
 * @param port the port whose link was captured
 * @param side which direction the interface holds
 * @param link role of the device, peer, speed; {@link LinkFacts#speedOnly} where nothing else is known
 * @param mac MAC address of the port, null where unknown
 * @param peerMac MAC address of the other end of the link, null where unknown
 */
public record CapturePoint(
        PortKey port,
        CaptureSide side,
        LinkFacts link,
        @Nullable MacAddress mac,
        @Nullable MacAddress peerMac) {
    /** A point of which only name and speed are known. */
    public static CapturePoint unplaced(PortKey port, LinkFacts link) {
        return new CapturePoint(port, CaptureSide.UNKNOWN, link, null, null);
    }

    /** Role of the device that owns the port. */
    public EntityRole role() {
        return link.role();
    }
}
