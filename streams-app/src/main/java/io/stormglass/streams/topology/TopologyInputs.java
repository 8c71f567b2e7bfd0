package io.stormglass.streams.topology;

import io.stormglass.schemas.registry.SchemaRegistryClient;
import io.stormglass.schemas.topics.TopicNaming;
import io.stormglass.schemas.wire.SchemaIds;
import io.stormglass.streams.FlowSettings;
import io.stormglass.streams.Limits;
import io.stormglass.streams.StreamsCounters;
import io.stormglass.streams.StreamsMode;

/**
 * What the topologies are built from.
 *
 * @param flowPartitions partitions of {@code flow-events}, which share the flow states that may leave per second
 * @param portPartitions partitions of {@code port-events}: whose progress the fabric stage waits for
 * @param limits of all that finds storms
 * @param maxWaitNanos LIVE: how long a record may be late
 * @param boundarySort false only in tests that must show what it is for
 */
public record TopologyInputs(
        TopicNaming naming,
        StreamsMode mode,
        int flowPartitions,
        int portPartitions,
        SchemaIds ids,
        SchemaRegistryClient registry,
        RegistryPatience patience,
        StreamsCounters counters,
        FlowSettings flows,
        Limits limits,
        long maxWaitNanos,
        boolean boundarySort) {}
