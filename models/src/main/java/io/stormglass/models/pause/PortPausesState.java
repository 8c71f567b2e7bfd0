package io.stormglass.models.pause;

import io.stormglass.models.event.Direction;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything that {@link PortPauses} remembers, to be stored and restored. Lists are sorted by (priority, direction).
 *
 * @param nowNanos event time reached, 0 before the first event
 * @param linkBitsPerSecond speed, 0 where unknown
 * @param losslessPriorities bit p is set where link facts call priority p lossless
 * @param late events that came behind the time reached by more than a bucket
 * @param reported what the NIC reported of storms
 * @param reportedPriority priority of that, -1 where unknown
 * @param trends by the first of their keys
 * @param quality what was wrong with the telemetry within the last hour, by name
 */
public record PortPausesState(
        long nowNanos,
        long linkBitsPerSecond,
        int losslessPriorities,
        long late,
        List<Frames> frames,
        List<Traffic> traffic,
        List<Counter> counters,
        List<Queue> queues,
        List<Storm> storms,
        Growth reported,
        int reportedPriority,
        Signs signs,
        List<Trend> trends,
        List<Flag> quality) {
    public PortPausesState {
        frames = List.copyOf(frames);
        traffic = List.copyOf(traffic);
        counters = List.copyOf(counters);
        queues = List.copyOf(queues);
        storms = List.copyOf(storms);
        trends = List.copyOf(trends);
        quality = List.copyOf(quality);
    }

    /** A port of which nothing is known. */
    public static PortPausesState empty() {
        return new PortPausesState(
                0,
                0,
                0,
                0,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                Growth.NONE,
                -1,
                Signs.NONE,
                List.of(),
                List.of());
    }

    /** What was wrong, and when last. */
    public record Flag(String name, long atNanos) {}

    /**
     * Sums of the newest 16 seconds.
     *
     * @param newest number of the newest second since 1970
     * @param sums ring by the number of the second
     */
    public record Seconds(long newest, List<Long> sums) {
        public Seconds {
            sums = List.copyOf(sums);
        }
    }

    /**
     * A running total of a source.
     *
     * @param total newest value, null before the first
     * @param refreshedNanos its refresh
     * @param intervalNanos interval before it, 0 after the first
     */
    public record Total(@Nullable Long total, long refreshedNanos, long intervalNanos) {}

    /**
     * Counters that should stand still.
     *
     * @param untilNanos end of what grew
     */
    public record Growth(long untilNanos, List<Total> totals) {
        /** Never read. */
        public static final Growth NONE = new Growth(0, List.of());

        public Growth {
            totals = List.copyOf(totals);
        }
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
     * @param pausedSeconds ns paused by seconds
     * @param ratio at the newest boundary
     * @param highSinceNanos start of the stretch of windows paused enough to open, 0 where there is none
     * @param choppy the rule of that name held when the newest second ended
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
            Seconds pausedSeconds,
            double ratio,
            long highSinceNanos,
            boolean choppy) {
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
     * @param total packets so far
     * @param packetBuckets ring by bucket number
     * @param movedNewest newest second in which packets passed
     * @param movedBits bit n: packets passed in the second n before it
     */
    public record Traffic(
            int priority,
            Direction direction,
            long lastNanos,
            long total,
            List<Long> packetBuckets,
            long movedNewest,
            long movedBits) {
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
     * @param on2Off total of releases, null where the source does not say
     * @param newFrames frames of the newest interval
     * @param interrupted the pause was released within the newest interval
     * @param runStartNanos start of the run of samples above the opening ratio, 0 where there is none
     * @param runSamples samples of that run
     * @param ratio newest sample
     * @param intervalNanos interval of the newest sample
     * @param nominalIntervalNanos refresh interval that the source names, null where it does not
     * @param pausedNanos time paused so far, as far as good samples tell
     * @param seenPackets packets of what the pause holds up that were seen at the newest refresh, -1 where none can be
     * @param seenInSample those of the newest interval
     * @param lastSeenInSample those of the newest interval in which there were some
     * @param stillSinceNanos start of the part of the run without such packets
     * @param choppy the rule of that name held at the newest sample
     * @param pausedSeconds ns paused by seconds
     */
    public record Counter(
            int priority,
            Direction direction,
            long refreshedNanos,
            @Nullable Long total,
            @Nullable Long frames,
            @Nullable Long on2Off,
            long newFrames,
            boolean interrupted,
            long runStartNanos,
            int runSamples,
            double ratio,
            long intervalNanos,
            @Nullable Long nominalIntervalNanos,
            long pausedNanos,
            long seenPackets,
            long seenInSample,
            long lastSeenInSample,
            long stillSinceNanos,
            boolean choppy,
            Seconds pausedSeconds) {}

    /**
     * What an egress queue has sent, holds and has dropped.
     *
     * @param sentPackets growth in the newest interval, -1 where unknown
     * @param lastSentPackets growth in the newest interval in which there was some
     * @param unchangedSinceNanos earliest refresh that showed the same total of packets
     * @param lastMovedNanos newest refresh that showed growth, 0 where none did
     * @param depthBytes bytes waiting, null where unknown
     * @param depthNanos refresh that told the depth
     * @param waitedNanos newest refresh at which bytes waited
     * @param movedNewest newest second in which packets passed
     * @param movedBits bit n: packets passed in the second n before it
     * @param perhapsNewest the same where the interval was too long to tell seconds
     */
    public record Queue(
            int priority,
            int queue,
            Total sent,
            Total bytes,
            Total dropped,
            long sentPackets,
            long lastSentPackets,
            long unchangedSinceNanos,
            long lastMovedNanos,
            @Nullable Long depthBytes,
            long depthNanos,
            long waitedNanos,
            long movedNewest,
            long movedBits,
            long perhapsNewest,
            long perhapsBits) {}

    /**
     * Storm state of one priority and direction.
     *
     * @param watchdogStormed the device's watchdog is in storm
     * @param watchdogSinceNanos since when, or of the newest storm
     * @param watchdogSaidNanos its newest word
     * @param watchdogEndedNanos when it restored, or its storm ended without that; 0 where it never did
     * @param reportedSinceNanos when the NIC began to report a storm
     * @param reportedUntilNanos until when its report holds
     */
    public record Storm(
            int priority,
            Direction direction,
            StormState state,
            boolean watchdogStormed,
            long watchdogSinceNanos,
            long watchdogSaidNanos,
            long watchdogEndedNanos,
            long reportedSinceNanos,
            long reportedUntilNanos) {}

    /** A sign as it was told last. */
    public record Sign(PortSign.Kind kind, int priority, double value, long atNanos) {}

    /**
     * Bytes sent in the running span.
     *
     * @param startNanos report that started the span, 0 before the first
     * @param lastNanos newest report
     * @param reports times of reports in the span
     * @param spanNanos span that decided last
     * @param full the line rate was reached
     */
    public record Meter(long startNanos, long lastNanos, int reports, long bytes, long spanNanos, boolean full) {
        /** Nothing was reported. */
        public static final Meter NONE = new Meter(0, 0, 0, 0, 0, false);
    }

    /** Drops of one priority by seconds. */
    public record Drops(PortSign.Kind kind, int priority, Seconds sums, long untilNanos) {}

    /**
     * Signs and what they rest on.
     *
     * @param told by kind, then priority
     * @param errors of the link since they began
     */
    public record Signs(
            List<Sign> told,
            Meter traffic,
            Meter queues,
            Growth backPressure,
            Growth linkErrors,
            long errors,
            List<Drops> drops) {
        /** Nothing was told. */
        public static final Signs NONE =
                new Signs(List.of(), Meter.NONE, Meter.NONE, Growth.NONE, Growth.NONE, 0, List.of());

        public Signs {
            told = List.copyOf(told);
            drops = List.copyOf(drops);
        }
    }

    /**
     * How pauses develop over days, of all priorities and directions of which the same is known.
     *
     * @param keys bit 3 (priority + 1) + direction
     * @param counters counters tell of it, not frames
     * @param reachedNanos everything before has been taken
     * @param window number of the running window
     * @param pausedNanos paused in it
     * @param coveredNanos known of it
     * @param countedNanos end of the newest window that was counted, 0 where none was
     * @param rise what began and is not over
     */
    public record Trend(
            int keys,
            boolean counters,
            long reachedNanos,
            long window,
            long pausedNanos,
            long coveredNanos,
            long countedNanos,
            TrendChange.@Nullable Rise rise,
            PauseHistory history) {
        static final Trend NONE = new Trend(0, false, 0, 0, 0, 0, 0, null, PauseHistory.EMPTY);

        Trend of(int otherKeys) {
            return new Trend(
                    otherKeys, counters, reachedNanos, window, pausedNanos, coveredNanos, countedNanos, rise, history);
        }
    }
}
