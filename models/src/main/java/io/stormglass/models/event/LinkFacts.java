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
        return change().ecn(thresholds).done();
    }

    /** The same with other settings. */
    public LinkFacts with(PortSettings others) {
        return change().settings(others).done();
    }

    /** The same facts, of which some may be changed. */
    public Change change() {
        return new Change(this);
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

    /** Facts of which some are others than they were; what is not named stays. */
    public static final class Change {
        private final LinkFacts before;
        private EntityRole role;
        private String peerDevice;
        private String peerPort;
        private EntityRole peerRole;
        private long linkBitsPerSecond;
        private boolean speedAssumed;
        private String mac;
        private String peerMac;
        private List<String> attachedAddresses;
        private int mtuBytes;
        private @Nullable Integer pfcEnabledPriorities;
        private List<QueueEcn> ecn;
        private PortSettings settings;

        private Change(LinkFacts before) {
            this.before = before;
            role = before.role;
            peerDevice = before.peerDevice;
            peerPort = before.peerPort;
            peerRole = before.peerRole;
            linkBitsPerSecond = before.linkBitsPerSecond;
            speedAssumed = before.speedAssumed;
            mac = before.mac;
            peerMac = before.peerMac;
            attachedAddresses = before.attachedAddresses;
            mtuBytes = before.mtuBytes;
            pfcEnabledPriorities = before.pfcEnabledPriorities;
            ecn = before.ecn;
            settings = before.settings;
        }

        public Change role(EntityRole other) {
            role = other;
            return this;
        }

        public Change peer(String device, String port, EntityRole itsRole) {
            peerDevice = device;
            peerPort = port;
            peerRole = itsRole;
            return this;
        }

        public Change speed(long bitsPerSecond, boolean assumed) {
            linkBitsPerSecond = bitsPerSecond;
            speedAssumed = assumed;
            return this;
        }

        public Change macs(String own, String peers) {
            mac = own;
            peerMac = peers;
            return this;
        }

        public Change attachedAddresses(List<String> addresses) {
            attachedAddresses = addresses;
            return this;
        }

        public Change mtu(int bytes) {
            mtuBytes = bytes;
            return this;
        }

        public Change pfc(@Nullable Integer enabledPriorities) {
            pfcEnabledPriorities = enabledPriorities;
            return this;
        }

        public Change ecn(List<QueueEcn> thresholds) {
            ecn = thresholds;
            return this;
        }

        public Change settings(PortSettings others) {
            settings = others;
            return this;
        }

        /** The facts as they are now. */
        public LinkFacts done() {
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
                    before.breakoutParent,
                    before.lag,
                    mtuBytes,
                    pfcEnabledPriorities,
                    ecn,
                    before.source,
                    settings);
        }
    }
}
