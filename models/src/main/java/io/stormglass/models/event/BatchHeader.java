package io.stormglass.models.event;

import org.jspecify.annotations.Nullable;

/**
 * What every record on an input topic carries, whatever its key.
 *
 * @param epoch starts anew when the agent restarts without its spool or the partition count changes
 * @param sequence dense per (agentId, epoch, topic, partition), ticks included
 * @param watermarkNanos tick, end mark, heartbeat: every event before this time has been sent; else 0
 * @param clockOffsetNanos the agent's clock minus the broker's; null where not measured
 * @param eventTimePerWallTime how fast event time runs against the wall clock; 1 is real time
 */
public record BatchHeader(
        RecordKind kind,
        String fabric,
        String runId,
        String agentId,
        long epoch,
        long sequence,
        ObserverRole observerRole,
        Scope scope,
        int samplingRate,
        boolean mirrored,
        long watermarkNanos,
        @Nullable Long clockOffsetNanos,
        double eventTimePerWallTime) {}
