package io.stormglass.emulator.telemetry;

import io.stormglass.emulator.fault.DeviceNames;
import io.stormglass.models.event.EntityRole;

/** Names and addresses of an emulated fabric, as agents tell them. */
public interface FabricIdentity extends DeviceNames {
    /** What a node is in the fabric. */
    EntityRole role(int node);

    /** IP address of a host. */
    String address(int host);

    /** MAC address of a host's port. */
    String mac(int host);

    /**
     * Queue pair at the receiver that a flow's data is for.
     *
     * @param flow number of the flow
     */
    default int destinationQueuePair(int flow) {
        return 0x100 + flow % 0xffff00;
    }

    /** Queue pair at the sender that ACKs, NAKs and CNPs of a flow are for. */
    default int sourceQueuePair(int flow) {
        return 0x100 + flow % 0xffff00;
    }

    /**
     * TCP or UDP port that a flow's data comes from.
     *
     * @param flow number of the flow
     */
    default int sourcePort(int flow) {
        return 0xc000 | (flow & 0x3fff);
    }

    /** TCP port that a flow's data is for. */
    default int destinationPort(int flow) {
        return 5001 + (flow >>> 14) % 4096;
    }
}
