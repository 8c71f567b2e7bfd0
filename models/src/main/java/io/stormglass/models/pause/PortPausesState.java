package io.stormglass.models.pause;

import io.stormglass.models.event.Direction;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything that {@link PortPauses} remembers, to be stored and restored. Lists are sorted by (priority, direction).
 *
 * @param nowNanos event time reached, 0 before the first event
 * @param linkBitsPerSecond speed, 0 where unknown
 * @param late events that came behind the time reached by more than a bucket
 * @param quality what is wrong with the telemetry, sorted
 */
public record PortPausesState(
        long nowNanos,
        long linkBitsPerSecond,
        long late,
        List<Frames> frames,
        List<Traffic> traffic,
        List<Counter> counters,
        List<Queue> queues,
        List<String> quality) {
    public PortPausesState {
        frames = List.copyOf(frames);
        traffic = List.copyOf(traffic);
        counters = List.copyOf(counters);
        queues = List.copyOf(queues);
        quality = List.copyOf(quality);
    }

    /** A port of which nothing is known. */
    public static PortPausesState empty() {
        return new PortPausesState(0, 0, 0, List.of(), List.of(), List.of(), List.of(), List.of());
    }

    /**
     * Pauses seen in frames.
     *
     * @param untilNanos end of the pause in force unless refreshed
     * @param sinceNanos start of the newest pause, which interruptions shorter than a bucket do not end
     * @param lastPausedNanos newest moment that was paused
     * @param frames frames so far
     * @param pausedNanos time paused so far
     * @param pausedBuckets ring by bucket number: ns paused
     * @param frameBuckets ring by bucket number: frames
     * @param ratio at the newest boundary
     */
    public record Frames(
            int priority,
            Direction direction,
            long untilNanos,
            long sinceNanos,
            long lastPausedNanos,
            long frames,
            long pausedNanos,
            List<Long> pausedBuckets,
            List<Long> frameBuckets,
            double ratio,
            StormState storm) {
        public Frames {
            pausedBuckets = List.copyOf(pausedBuckets);
            frameBuckets = List.copyOf(frameBuckets);
        }
    }

    /**
     * Traffic of one priority.
     *
     * @param direction direction of the traffic itself
     * @param lastNanos newest packet
     * @param packetBuckets ring by bucket number
     */
    public record Traffic(int priority, Direction direction, long lastNanos, List<Long> packetBuckets) {
        public Traffic {
            packetBuckets = List.copyOf(packetBuckets);
        }
    }

    /**
     * Pause counters.
     *
     * @param refreshedNanos newest refresh at the source, 0 before the first
     * @param total pause total at that refresh, null where the source does not say
     * @param frames frame total, null where the source does not say
     * @param runStartNanos start of the run of samples above the opening ratio, 0 where there is none
     * @param runSamples samples of that run
     * @param ratio newest sample
     * @param intervalNanos interval of the newest sample
     * @param nominalIntervalNanos refresh interval that the source names, null where it does not
     * @param pausedNanos time paused so far, as far as good samples tell
     */
    public record Counter(
            int priority,
            Direction direction,
            long refreshedNanos,
            @Nullable Long total,
            @Nullable Long frames,
            long runStartNanos,
            int runSamples,
            double ratio,
            long intervalNanos,
            @Nullable Long nominalIntervalNanos,
            long pausedNanos,
            StormState storm) {}

    /**
     * Packets that an egress queue has sent.
     *
     * @param refreshedNanos newest refresh at the source
     * @param sentPackets total at that refresh
     * @param unchangedSinceNanos earliest refresh that showed the same total
     * @param lastMovedNanos newest refresh that showed growth, 0 where none did
     * @param depthBytes bytes waiting, null where unknown
     */
    public record Queue(
            int priority,
            long refreshedNanos,
            long sentPackets,
            long unchangedSinceNanos,
            long lastMovedNanos,
            @Nullable Long depthBytes) {}
}
