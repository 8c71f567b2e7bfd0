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
 * @param ecn thresholds of the port's queues; empty where not known
 * @param source where the facts come from: lldp, fdb, neighbour, file, emulator
 * @param settings what port and device are set to besides
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
        List<QueueEcn> ecn,
        String source,
        PortSettings settings) {
    public LinkFacts {
        attachedAddresses = List.copyOf(attachedAddresses);
        ecn = List.copyOf(ecn);
    }

    /** Facts of a port of whose settings nothing but the priorities with PFC is known. */
    public LinkFacts(
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
        this(
                role,
                peerDevice,
                peerPort,
                peerRole,
                linkBitsPerSecond,
                speedAssumed,
                mac,
                peerMac,
                attachedAddresses,
                breakoutParent,
                lag,
                mtuBytes,
                pfcEnabledPriorities,
                List.of(),
                source,
                PortSettings.UNKNOWN);
    }

    /** The same with the thresholds of the port's queues. */
    public LinkFacts withEcn(List<QueueEcn> thresholds) {
        return new LinkFacts(
                role,
                peerDevice,
                peerPort,
                peerRole,
                linkBitsPerSecond,
                speedAssumed,
                mac,
                peerMac,
                attachedAddresses,
                breakoutParent,
                lag,
                mtuBytes,
                pfcEnabledPriorities,
                thresholds,
                source,
                settings);
    }

    /** The same with other settings. */
    public LinkFacts with(PortSettings others) {
        return new LinkFacts(
                role,
                peerDevice,
                peerPort,
                peerRole,
                linkBitsPerSecond,
                speedAssumed,
                mac,
                peerMac,
                attachedAddresses,
                breakoutParent,
                lag,
                mtuBytes,
                pfcEnabledPriorities,
                ecn,
                source,
                others);
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
