package io.stormglass.models.event;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Events of one flow in the order of observation; one Kafka record.
 *
 * @param flow null for ticks, end marks and heartbeats
 * @param pairedQp queue pair of the return direction, -1 where unknown
 * @param priority 802.1p priority of the data, -1 where unknown
 * @param dscp DSCP of the data, -1 where unknown
 * @param senderBitsPerSecond rate of the sender's port, bit/s; 0 where unknown
 * @param mergesProvisionalKey key of the provisional flow that this flow replaces from now on; empty where none
 */
public record FlowBatch(
        BatchHeader header,
        @Nullable FlowKey flow,
        int pairedQp,
        int priority,
        int dscp,
        long senderBitsPerSecond,
        Vantage vantage,
        Pairing pairing,
        String mergesProvisionalKey,
        List<PathHop> path,
        List<FlowEvent> events) {
    public FlowBatch {
        path = List.copyOf(path);
        events = List.copyOf(events);
    }

    /** A batch of what an observer knows of a flow; it replaces no provisional flow. */
    public static FlowBatch of(BatchHeader header, FlowKey flow, FlowAttributes attributes, List<FlowEvent> events) {
        return new FlowBatch(
                header,
                flow,
                attributes.pairedQp(),
                attributes.priority(),
                attributes.dscp(),
                attributes.senderBitsPerSecond(),
                attributes.vantage(),
                attributes.pairing(),
                "",
                attributes.path(),
                events);
    }

    /** The same with those of its events that are not after a time. */
    public FlowBatch until(long latestNanos) {
        boolean all = true;
        for (FlowEvent event : events) {
            all &= event.timeNanos() <= latestNanos;
        }
        if (all) {
            return this;
        }
        return withEvents(events.stream()
                .filter(event -> event.timeNanos() <= latestNanos)
                .toList());
    }

    /** The same of other events. */
    public FlowBatch withEvents(List<FlowEvent> others) {
        return new FlowBatch(
                header,
                flow,
                pairedQp,
                priority,
                dscp,
                senderBitsPerSecond,
                vantage,
                pairing,
                mergesProvisionalKey,
                path,
                others);
    }
}
