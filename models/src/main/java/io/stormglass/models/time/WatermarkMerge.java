package io.stormglass.models.time;

import java.util.Arrays;

/**
 * Minimum over the watermarks of all upstream partitions. A watermark says: every event before this time has been sent.
 *
 * <p>Before each partition has spoken there is no progress at all ({@link #NONE}); a partition that has ended stands at
 * {@link #END} and holds nobody up.
 */
public final class WatermarkMerge {
    /** No progress yet. */
    public static final long NONE = Long.MIN_VALUE;

    /** The partition has ended. */
    public static final long END = Long.MAX_VALUE;

    private final long[] watermarks;

    /**
     * A merge without progress.
     *
     * @throws IllegalArgumentException if there is no partition
     */
    public WatermarkMerge(int partitions) {
        if (partitions < 1) {
            throw new IllegalArgumentException("partitions " + partitions + " must be at least 1");
        }
        watermarks = new long[partitions];
        Arrays.fill(watermarks, NONE);
    }

    /**
     * Takes a partition's watermark. One that runs backwards changes nothing: progress is never taken back.
     *
     * @throws IllegalArgumentException if there is no such partition
     * @return the minimum afterwards
     */
    public long update(int partition, long watermarkNanos) {
        if (partition < 0 || partition >= watermarks.length) {
            throw new IllegalArgumentException("partition " + partition + " is not within 0.."
                    + (watermarks.length - 1)
                    + ": the upstream topic has another partition count than this run was started with");
        }
        watermarks[partition] = Math.max(watermarks[partition], watermarkNanos);
        return minimumNanos();
    }

    /** The partition's own watermark, {@link #NONE} before it spoke. */
    public long watermarkNanos(int partition) {
        return watermarks[partition];
    }

    /** How far all partitions have come. */
    public long minimumNanos() {
        long minimum = END;
        for (long watermark : watermarks) {
            minimum = Math.min(minimum, watermark);
        }
        return minimum;
    }

    /** True where every partition has ended. */
    public boolean ended() {
        return minimumNanos() == END;
    }
}
