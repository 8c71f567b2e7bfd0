package io.stormglass.emulator.telemetry;

import io.stormglass.emulator.Cable;
import io.stormglass.emulator.EcnSettings;
import io.stormglass.emulator.FabricSettings;
import io.stormglass.emulator.Topology;
import io.stormglass.models.event.EntityRole;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.event.PortSettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Who is cabled to whom, in which role, and what each port is set to. Settings change when faults change them. */
final class FabricMap {
    private static final int PRIORITIES = 8;

    private final Topology topology;
    private final FabricIdentity identity;
    private final String fabric;
    private final int lossless;
    private final FabricSettings settings;
    private final boolean watchdogs;
    private final List<NicControl> nics;
    private final TelemetrySettings.Hardware hardware;
    private final KeptFacts kept;
    /** By node and port; nothing for hosts. */
    private final long[][] sharedBytes;

    private final boolean[] deaf;
    private final int[][] classes;
    private final List<List<Port>> ports = new ArrayList<>();

    /** A port: where its cable leads and what it is set to. */
    private static final class Port {
        private final int peerNode;
        private final int peerPort;
        private final PortKey key;
        private final long headroomBytes;
        private final EcnSettings usualEcn;
        private final long usualBitsPerSecond;
        private EcnSettings ecn;
        private long bitsPerSecond;
        private int pfc;
        private @Nullable LinkFacts facts;

        Port(int peerNode, int peerPort, PortKey key, Cable cable, long headroomBytes, EcnSettings ecn, int pfc) {
            this.peerNode = peerNode;
            this.peerPort = peerPort;
            this.key = key;
            this.headroomBytes = headroomBytes;
            this.usualEcn = ecn;
            this.usualBitsPerSecond = cable.bitsPerSecond();
            this.ecn = ecn;
            this.bitsPerSecond = cable.bitsPerSecond();
            this.pfc = pfc;
        }
    }

    FabricMap(EmulatedAgents.Fabric of, TelemetrySettings telemetry) {
        topology = of.topology();
        identity = of.identity();
        fabric = telemetry.fabric();
        settings = of.settings();
        watchdogs = telemetry.watchdog().pollNanos() > 0;
        nics = of.nics();
        hardware = telemetry.hardware();
        kept = new KeptFacts(hardware.system(), settings.switches().buffer());
        deaf = new boolean[topology.hosts()];
        classes = new int[topology.nodes()][PRIORITIES];
        for (int[] each : classes) {
            Arrays.setAll(each, priority -> priority);
        }
        lossless = settings.switches().lossless();
        int[] used = new int[topology.nodes()];
        for (int node = 0; node < topology.nodes(); node++) {
            ports.add(new ArrayList<>());
        }
        for (Cable cable : topology.cables()) {
            int a = used[cable.a()]++;
            int b = used[cable.b()]++;
            add(cable.a(), a, cable.b(), b, cable);
            add(cable.b(), b, cable.a(), a, cable);
        }
        sharedBytes = sharedBytes();
    }

    private long[][] sharedBytes() {
        List<List<Cable>> cables = new ArrayList<>();
        for (int node = 0; node < topology.nodes(); node++) {
            cables.add(new ArrayList<>());
        }
        for (Cable cable : topology.cables()) {
            cables.get(cable.a()).add(cable);
            cables.get(cable.b()).add(cable);
        }
        long[][] shared = new long[topology.nodes()][0];
        for (int node = topology.hosts(); node < shared.length; node++) {
            shared[node] = kept.buffer()
                    .sharedBytes(
                            cables.get(node), lossless, settings.wireFormat().fullBytes());
        }
        return shared;
    }

    private void add(int node, int port, int peerNode, int peerPort, Cable cable) {
        PortKey key = new PortKey(fabric, identity.device(node), identity.port(node, port));
        EcnSettings marks = node < topology.hosts()
                ? EcnSettings.off()
                : settings.switches().ecn();
        long headroom = settings.switches()
                .buffer()
                .headroom()
                .bytes(cable, settings.wireFormat().fullBytes());
        ports.get(node).add(new Port(peerNode, peerPort, key, cable, headroom, marks, lossless));
    }

    int hosts() {
        return topology.hosts();
    }

    int nodes() {
        return topology.nodes();
    }

    int ports(int node) {
        return ports.get(node).size();
    }

    int lossless() {
        return lossless;
    }

    PortKey key(int node, int port) {
        return port(node, port).key;
    }

    int peerNode(int node, int port) {
        return port(node, port).peerNode;
    }

    int peerPort(int node, int port) {
        return port(node, port).peerPort;
    }

    long bitsPerSecond(int node, int port) {
        return port(node, port).bitsPerSecond;
    }

    private Port port(int node, int port) {
        return ports.get(node).get(port);
    }

    /** A port's cable runs at another speed, at both ends. */
    void speed(int node, int port, long bitsPerSecond) {
        Port near = port(node, port);
        near.bitsPerSecond = bitsPerSecond;
        near.facts = null;
        Port far = port(near.peerNode, near.peerPort);
        far.bitsPerSecond = bitsPerSecond;
        far.facts = null;
    }

    /** A port's cable runs as it should. */
    void usualSpeed(int node, int port) {
        speed(node, port, port(node, port).usualBitsPerSecond);
    }

    /** A port marks by other settings. */
    void ecn(int node, int port, EcnSettings ecn) {
        port(node, port).ecn = ecn;
        port(node, port).facts = null;
    }

    /** A port marks as it should. */
    void usualEcn(int node, int port) {
        ecn(node, port, port(node, port).usualEcn);
    }

    /** Priorities with PFC at a port, as bits. */
    void pfc(int node, int port, int priorities) {
        port(node, port).pfc = priorities;
        port(node, port).facts = null;
    }

    /** A switch puts what says one priority into a class. */
    void classOf(int node, int priority, int trafficClass) {
        classes[node][priority] = trafficClass;
        ports.get(node).forEach(each -> each.facts = null);
    }

    /** A NIC's reaction to CNPs is off. */
    void reactionOff(int host) {
        deaf[host] = true;
        port(host, 0).facts = null;
    }

    /** A NIC reacts to CNPs. */
    void reactionOn(int host) {
        deaf[host] = false;
        port(host, 0).facts = null;
    }

    /** What the device of a port knows of it: a switch hears its neighbours and learns addresses, a host runs no LLDP. */
    LinkFacts facts(int node, int port) {
        Port of = port(node, port);
        LinkFacts known = of.facts;
        if (known == null) {
            known = node < topology.hosts() ? hostFacts(node, of) : switchFacts(node, port);
            of.facts = known;
        }
        return known;
    }

    private LinkFacts hostFacts(int host, Port of) {
        return new LinkFacts(
                        EntityRole.HOST,
                        "",
                        "",
                        EntityRole.UNKNOWN,
                        of.bitsPerSecond,
                        false,
                        identity.mac(host),
                        "",
                        List.of(),
                        "",
                        "",
                        hardware.nic(host).mtuBytes(),
                        of.pfc,
                        "emulator")
                .with(hostSettings(host));
    }

    /** An emulated NIC sends no pauses of the whole link and has neither marks nor a buffer with headroom. */
    private PortSettings hostSettings(int host) {
        NicControl control = nics.isEmpty() ? NicControl.UNKNOWN : nics.get(host);
        return new PortSettings(
                false,
                false,
                null,
                List.of(),
                dscpClasses(host),
                settings.nics().cnpPriority(),
                null,
                hardware.nic(host).model(),
                hardware.nic(host).firmware(),
                control.mode(),
                deaf[host] ? control.withoutReaction() : control.settings());
    }

    private PortSettings switchSettings(int node, int port) {
        Port of = port(node, port);
        List<PortSettings.QueueHeadroom> headroom = new ArrayList<>();
        for (int priority = 0; priority < PRIORITIES; priority++) {
            if ((of.pfc >>> priority & 1) != 0) {
                headroom.add(new PortSettings.QueueHeadroom(priority, of.headroomBytes));
            }
        }
        return new PortSettings(
                false,
                false,
                of.ecn.priorities(),
                headroom,
                dscpClasses(node),
                classes[node][settings.nics().cnpPriority()],
                // Without one nothing was looked for: a script may tell of storms that a watchdog saw.
                watchdogs ? Boolean.TRUE : null,
                "",
                "",
                "",
                "",
                kept.markings(of.ecn, of.ecn.equals(of.usualEcn) ? "" : "_" + of.key.port()),
                kept.buffers(of.pfc, sharedBytes[node][port]));
    }

    /** A code point says the priority of its upper three bits. */
    private String dscpClasses(int node) {
        StringBuilder text = new StringBuilder(PortSettings.DSCPS);
        for (int dscp = 0; dscp < PortSettings.DSCPS; dscp++) {
            text.append(classes[node][dscp * PRIORITIES / PortSettings.DSCPS]);
        }
        return text.toString();
    }

    private LinkFacts switchFacts(int node, int port) {
        Port of = port(node, port);
        boolean toHost = of.peerNode < topology.hosts();
        return new LinkFacts(
                        identity.role(node),
                        identity.device(of.peerNode),
                        identity.port(of.peerNode, of.peerPort),
                        identity.role(of.peerNode),
                        of.bitsPerSecond,
                        false,
                        "",
                        toHost ? identity.mac(of.peerNode) : "",
                        toHost ? List.of(identity.address(of.peerNode)) : List.of(),
                        "",
                        "",
                        hardware.switchMtuBytes(),
                        of.pfc,
                        "emulator")
                .withEcn(kept.thresholds(of.ecn))
                .with(switchSettings(node, port));
    }
}
