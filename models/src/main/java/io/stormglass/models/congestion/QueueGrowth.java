package io.stormglass.models.congestion;

import org.jspecify.annotations.Nullable;

/**
 * What a refresh of an egress queue's counters brought. Null is what was not read with it, or of which the growth is not known.
 *
 * @param priority of the queue
 * @param queue its number
 * @param fromNanos the refresh before it; the same as the end where no growth is known
 * @param toNanos the refresh
 * @param sentPackets growth since the refresh before, as the next four
 * @param watermarkBytes the watermark that was read
 * @param depthBytes the depth that was read
 */
public record QueueGrowth(
        int priority,
        int queue,
        long fromNanos,
        long toNanos,
        @Nullable Long sentPackets,
        @Nullable Long sentBytes,
        @Nullable Long marked,
        @Nullable Long dropped,
        @Nullable Long wredDropped,
        @Nullable Long watermarkBytes,
        @Nullable Long depthBytes) {}
