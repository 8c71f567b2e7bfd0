package io.stormglass.publisher;

import io.stormglass.models.event.Names;
import io.stormglass.models.event.ObserverRole;
import io.stormglass.models.event.Scope;

/**
 * Who publishes, into how many partitions, and how far event times may run backwards.
 *
 * @param fabric fabric that ticks and end marks name; events carry the fabric of their key
 * @param runId {@code live} or the id of a replay
 * @param agentId who publishes; part of every tick's key
 * @param epoch starts anew when the agent restarts without its spool or the partition count changes
 * @param observerRole what kind of observer saw the events
 * @param scope what the numbers describe
 * @param flowPartitions partitions of the flow events topic, at least 1
 * @param portPartitions partitions of the port events topic, at least 1
 * @param reorderNanos how far an event may lie behind the newest one and still be put right, ns, at least 0
 * @param limits where batches and slices are cut
 */
public record PublisherSettings(
        String fabric,
        String runId,
        String agentId,
        long epoch,
        ObserverRole observerRole,
        Scope scope,
        int flowPartitions,
        int portPartitions,
        long reorderNanos,
        BatchLimits limits) {
    public PublisherSettings {
        Names.requireName("fabric", fabric);
        Names.requireName("run id", runId);
        Names.requireName("agent id", agentId);
        requirePartitions("flow events", flowPartitions);
        requirePartitions("port events", portPartitions);
        if (reorderNanos < 0) {
            throw new IllegalArgumentException("reorder limit " + reorderNanos + " ns is negative");
        }
    }

    private static void requirePartitions(String topic, int partitions) {
        if (partitions < 1) {
            throw new IllegalArgumentException("topic of " + topic + " needs at least 1 partition, not " + partitions);
        }
    }
}
