package io.stormglass.models.quality;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What has been counted and measured, as of the newest report. Refreshes are those of the SOURCE, rounded to half of the first digit; 0 where not known.
 *
 * @param lost sequences that are missing; those that may still come are among them
 * @param duplicates records that had been seen before
 * @param late records whose newest event was behind the watermark, or too old to tell
 * @param resets times that a counter started anew (or wrapped), of the counter where that was most often
 * @param shortestRefreshNanos of the counter group that is refreshed most often
 * @param longestRefreshNanos of the one that is refreshed least often
 * @param shortestNominalNanos as the sources name it
 * @param longestNominalNanos as the sources name it
 * @param worstClockOffsetNanos largest offset of the agent's clock so far; null where not measured
 * @param related agent: devices that it told of; device: agents that told of it; sorted
 */
public record TelemetryReport(
        long lost,
        long duplicates,
        long late,
        long resets,
        long shortestRefreshNanos,
        long longestRefreshNanos,
        long shortestNominalNanos,
        long longestNominalNanos,
        @Nullable Long worstClockOffsetNanos,
        List<String> related) {
    /** Nothing yet. */
    public static final TelemetryReport NONE = new TelemetryReport(0, 0, 0, 0, 0, 0, 0, 0, null, List.of());

    public TelemetryReport {
        related = List.copyOf(related);
    }

    /** Of two partitions together. */
    TelemetryReport with(TelemetryReport other) {
        TreeSet<String> names = new TreeSet<>(related);
        names.addAll(other.related);
        return new TelemetryReport(
                lost + other.lost,
                duplicates + other.duplicates,
                late + other.late,
                Math.max(resets, other.resets),
                shorter(shortestRefreshNanos, other.shortestRefreshNanos),
                Math.max(longestRefreshNanos, other.longestRefreshNanos),
                shorter(shortestNominalNanos, other.shortestNominalNanos),
                Math.max(longestNominalNanos, other.longestNominalNanos),
                worse(worstClockOffsetNanos, other.worstClockOffsetNanos),
                new ArrayList<>(names));
    }

    /** With a clock offset. */
    TelemetryReport withOffset(@Nullable Long clockOffsetNanos) {
        return new TelemetryReport(
                lost,
                duplicates,
                late,
                resets,
                shortestRefreshNanos,
                longestRefreshNanos,
                shortestNominalNanos,
                longestNominalNanos,
                clockOffsetNanos,
                related);
    }

    /** The smaller one; 0 is not known. */
    static long shorter(long one, long other) {
        if (one == 0 || other == 0) {
            return Math.max(one, other);
        }
        return Math.min(one, other);
    }

    /** The offset that is further off; of two that are as far off the one ahead. */
    static @Nullable Long worse(@Nullable Long one, @Nullable Long other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        int further = Long.compare(Math.abs(one), Math.abs(other));
        if (further == 0) {
            return Math.max(one, other);
        }
        return further > 0 ? one : other;
    }
}
