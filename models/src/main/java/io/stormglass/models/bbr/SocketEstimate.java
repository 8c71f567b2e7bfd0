package io.stormglass.models.bbr;

/**
 * What the model says after a reading.
 *
 * @param timeMicros of the reading
 * @param bandwidthBytesPerSecond BtlBw, 0 while unknown
 * @param pacingBytesPerSecond rate at which BBR would pace
 * @param minRttNanos RTprop
 */
public record SocketEstimate(
        long timeMicros, long bandwidthBytesPerSecond, long pacingBytesPerSecond, long minRttNanos, BbrPhase phase) {}
