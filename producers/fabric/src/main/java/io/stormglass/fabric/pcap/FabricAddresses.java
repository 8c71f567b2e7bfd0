package io.stormglass.fabric.pcap;

import io.stormglass.emulator.scenario.FabricNames;
import java.net.InetAddress;
import java.net.UnknownHostException;

/** What hosts, ports and flows are called on the wire. */
public interface FabricAddresses {
    /**
     * IP address of a host.
     *
     * @return 4 or 16 bytes, for all hosts alike
     */
    byte[] ip(int host);

    /** MAC address of a port in the lower 48 bits. */
    long mac(int node, int port);

    /** Queue pair at the receiver that a flow's data is for, 24 bits. */
    int destinationQueuePair(int flow);

    /** Queue pair at the sender that a flow's ACKs, NAKs and CNPs are for, 24 bits. */
    int sourceQueuePair(int flow);

    /** Those that the emulated agents tell, so that captures and telemetry name flows alike. */
    static FabricAddresses of(FabricNames names) {
        return new FabricAddresses() {
            @Override
            public byte[] ip(int host) {
                try {
                    // A literal: nothing is looked up.
                    return InetAddress.getByName(names.address(host)).getAddress();
                } catch (UnknownHostException e) {
                    throw new IllegalStateException("host " + host + " has no address", e);
                }
            }

            @Override
            public long mac(int node, int port) {
                return Long.parseLong(names.mac(node, port).replace(":", ""), 16);
            }

            @Override
            public int destinationQueuePair(int flow) {
                return names.destinationQueuePair(flow);
            }

            @Override
            public int sourceQueuePair(int flow) {
                return names.sourceQueuePair(flow);
            }
        };
    }
}
