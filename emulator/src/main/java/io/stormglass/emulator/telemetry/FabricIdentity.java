package io.stormglass.emulator.telemetry;

import io.stormglass.emulator.fault.DeviceNames;

/** Names and addresses of an emulated fabric, as agents tell them. */
public interface FabricIdentity extends DeviceNames {
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
}
