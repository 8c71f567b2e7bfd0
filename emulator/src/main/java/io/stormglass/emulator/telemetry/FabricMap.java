package io.stormglass.emulator.telemetry;

import io.stormglass.emulator.Cable;
import io.stormglass.emulator.EcnSettings;
import io.stormglass.emulator.FabricSettings;
import io.stormglass.emulator.Topology;
import io.stormglass.models.event.EntityRole;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.event.QueueEcn;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Who is cabled to whom, in which role, and what each port is set to. Settings change when faults change them. */
final class FabricMap {
    private static final int PRIORITIES = 8;

    private final Topology topology;
    private final FabricIdentity identity;
    private final String fabric;
    private final int lossless;
    private final List<List<Port>> ports = new ArrayList<>();

    /** A port: where its cable leads and what it is set to. */
    private static final class Port {
        private final int peerNode;
        private final int peerPort;
        private final PortKey key;
        private final EcnSettings usualEcn;
        private final long usualBitsPerSecond;
        private EcnSettings ecn;
        private long bitsPerSecond;
        private int pfc;
        private @Nullable LinkFacts facts;

        Port(int peerNode, int peerPort, PortKey key, EcnSettings ecn, long bitsPerSecond, int pfc) {
            this.peerNode = peerNode;
            this.peerPort = peerPort;
            this.key = key;
            this.usualEcn = ecn;
            this.usualBitsPerSecond = bitsPerSecond;
            this.ecn = ecn;
            this.bitsPerSecond = bitsPerSecond;
            this.pfc = pfc;
        }
    }

    FabricMap(Topology topology, FabricSettings settings, FabricIdentity identity, String fabric) {
        this.topology = topology;
        this.identity = identity;
        this.fabric = fabric;
        lossless = settings.switches().lossless();
        int[] used = new int[topology.nodes()];
        for (int node = 0; node < topology.nodes(); node++) {
            ports.add(new ArrayList<>());
        }
        for (Cable cable : topology.cables()) {
            int a = used[cable.a()]++;
            int b = used[cable.b()]++;
            add(cable.a(), a, cable.b(), b, cable, settings.switches().ecn());
            add(cable.b(), b, cable.a(), a, cable, settings.switches().ecn());
        }
    }

    private void add(int node, int port, int peerNode, int peerPort, Cable cable, EcnSettings ecn) {
        PortKey key = new PortKey(fabric, identity.device(node), identity.port(node, port));
        EcnSettings marks = node < topology.hosts() ? EcnSettings.off() : ecn;
        ports.get(node).add(new Port(peerNode, peerPort, key, marks, cable.bitsPerSecond(), lossless));
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

    /** What the device of a port knows of it: a switch hears its neighbours and learns addresses, a host runs no LLDP. */
    LinkFacts facts(int node, int port) {
        Port of = port(node, port);
        LinkFacts known = of.facts;
        if (known == null) {
            known = node < topology.hosts() ? hostFacts(node, of) : switchFacts(node, of);
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
                0,
                of.pfc,
                "emulator");
    }

    private LinkFacts switchFacts(int node, Port of) {
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
                        0,
                        of.pfc,
                        "emulator")
                .withEcn(thresholds(of.ecn));
    }

    /** A priority that is not marked has no thresholds that could be told. */
    private static List<QueueEcn> thresholds(EcnSettings ecn) {
        List<QueueEcn> found = new ArrayList<>();
        for (int priority = 0; priority < PRIORITIES; priority++) {
            if ((ecn.priorities() >>> priority & 1) != 0) {
                found.add(new QueueEcn(
                        priority, ecn.curve().kminBytes(), ecn.curve().kmaxBytes()));
            }
        }
        return found;
    }
}
