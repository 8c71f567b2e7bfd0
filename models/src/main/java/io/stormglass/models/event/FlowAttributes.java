package io.stormglass.models.event;

import java.util.List;

/**
 * What an observer knows of a flow beside its key; the same for all events of a batch.
 *
 * @param pairedQp queue pair that the return direction addresses, -1 where unknown
 * @param priority 802.1p priority of the data, -1 where unknown
 * @param dscp DSCP of the data, -1 where unknown
 * @param senderBitsPerSecond rate of the sender's port, bit/s; 0 where unknown
 * @param vantage where the observer stands
 * @param pairing how the return direction was joined
 * @param mirrored true where mirror copies were seen
 * @param path hops, where the observer knows them
 */
public record FlowAttributes(
        int pairedQp,
        int priority,
        int dscp,
        long senderBitsPerSecond,
        Vantage vantage,
        Pairing pairing,
        boolean mirrored,
        List<PathHop> path) {
    public FlowAttributes {
        path = List.copyOf(path);
    }
}
