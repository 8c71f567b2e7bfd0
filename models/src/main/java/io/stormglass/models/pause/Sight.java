package io.stormglass.models.pause;

/**
 * What one source shows of a pause, as of its newest boundary or refresh.
 *
 * @param pausedRatio share of the window or interval
 * @param pausedSinceNanos start of the pause
 * @param sentPackets in the paused direction in the window or interval, -1 where not observable
 * @param frames pause frames in the window or interval
 */
record Sight(PauseChange.Source source, double pausedRatio, long pausedSinceNanos, long sentPackets, long frames) {}
