package io.stormglass.models.congestion;

import io.stormglass.models.shadow.QueueSign;
import org.jspecify.annotations.Nullable;

/**
 * What the counters of a queue say at one moment. Counts are growth over the newest refreshes; null where not known.
 *
 * @param sign what flows through the queue may take from it
 * @param signNanos end of the newest interval that the sign rests on, 0 where it is unknown
 * @param evidence what decided, in short words with numbers
 * @param missing what would decide more; empty where nothing is missing
 * @param refreshedNanos newest refresh at the source, 0 before the first
 * @param depthBytes newest depth
 * @param watermarkBytes newest watermark as read, whenever its peak was
 * @param peakBytes highest depth known to fall into the time looked at; 0 where none is
 */
public record QueueReading(
        int priority,
        int queue,
        QueueClass queueClass,
        QueueSign sign,
        long signNanos,
        String evidence,
        String missing,
        long refreshedNanos,
        @Nullable Long depthBytes,
        @Nullable Long watermarkBytes,
        long peakBytes,
        @Nullable QueueThresholds thresholds,
        @Nullable Long sentPackets,
        @Nullable Long marked,
        @Nullable Long dropped,
        @Nullable Long wredDropped) {}
