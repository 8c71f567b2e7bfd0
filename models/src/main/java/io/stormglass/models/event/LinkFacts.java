package io.stormglass.models.event;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known of one port and the link on it. Empty texts are unknown.
 *
 * @param linkBitsPerSecond speed in bit/s, 0 where unknown
 * @param speedAssumed true where the speed is a default
 * @param attachedAddresses addresses of the host behind the port
 * @param pfcEnabledPriorities bit p is set where PFC is on for priority p; null where not read
 * @param source where the facts come from: lldp, fdb, neighbour, file, emulator
 */
public record LinkFacts(
        EntityRole role,
        String peerDevice,
        String peerPort,
        EntityRole peerRole,
        long linkBitsPerSecond,
        boolean speedAssumed,
        String mac,
        String peerMac,
        List<String> attachedAddresses,
        String breakoutParent,
        String lag,
        int mtuBytes,
        @Nullable Integer pfcEnabledPriorities,
        String source) {
    public LinkFacts {
        attachedAddresses = List.copyOf(attachedAddresses);
    }

    /** Facts that hold nothing but a speed. */
    public static LinkFacts speedOnly(long linkBitsPerSecond, boolean assumed) {
        return new LinkFacts(
                EntityRole.UNKNOWN,
                "",
                "",
                EntityRole.UNKNOWN,
                linkBitsPerSecond,
                assumed,
                "",
                "",
                List.of(),
                "",
                "",
                0,
                null,
                "");
    }
}
