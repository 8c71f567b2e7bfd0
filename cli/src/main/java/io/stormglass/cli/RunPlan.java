package io.stormglass.cli;

import io.stormglass.schemas.topics.TopicNaming;
import io.stormglass.streams.ConsumerPauses;
import org.jspecify.annotations.Nullable;

/**
 * How a replay runs; nothing of it changes the result.
 *
 * @param naming prefix and run
 * @param partitions partitions of the event topics and the states by key
 * @param threads stream threads of each instance
 * @param instances streams applications that share the work, all in this process
 * @param speed event time per wall time; null is as fast as it goes
 * @param keep leave topics and group on the cluster
 * @param pauses holds up consumers in tests
 */
record RunPlan(
        TopicNaming naming,
        int partitions,
        int threads,
        int instances,
        @Nullable Double speed,
        boolean keep,
        ConsumerPauses pauses) {}
