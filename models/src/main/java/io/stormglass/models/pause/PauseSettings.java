package io.stormglass.models.pause;

/**
 * Limits of the storm rule {@code sustained}.
 *
 * @param bucketNanos length of a bucket; decisions are made at its multiples
 * @param windowBuckets buckets of the sliding window
 * @param openRatio share of the window that must be paused to open
 * @param clearRatio share of the window below which a storm state clears
 * @param clearNanos how long it must stay below; a rise within it continues the same state
 * @param recentNanos how far back traffic proves that there was something to send
 * @param counterRefreshes refreshes at the source that a decision from counters needs
 * @param maxCounterRatio a sample above this is bad
 */
public record PauseSettings(
        long bucketNanos,
        int windowBuckets,
        double openRatio,
        double clearRatio,
        long clearNanos,
        long recentNanos,
        int counterRefreshes,
        double maxCounterRatio) {
    public PauseSettings {
        if (bucketNanos <= 0 || windowBuckets <= 0 || clearNanos < 0 || recentNanos < 0 || counterRefreshes < 1) {
            throw new IllegalArgumentException("bucket " + bucketNanos + " ns, " + windowBuckets
                    + " buckets and " + counterRefreshes + " refreshes must be above 0, clear time " + clearNanos
                    + " ns and recent time " + recentNanos + " ns not negative");
        }
        if (!(clearRatio > 0 && clearRatio <= openRatio && openRatio <= 1 && maxCounterRatio >= 1)) {
            throw new IllegalArgumentException("ratios must be 0 < clear " + clearRatio + " <= open " + openRatio
                    + " <= 1 <= highest " + maxCounterRatio);
        }
    }

    /** 10 ms buckets, 200 ms window, 95 % opens, below 5 % for 60 s clears, 10 s recent, 2 refreshes, 1.02. */
    public static PauseSettings defaults() {
        return new PauseSettings(10_000_000L, 20, 0.95, 0.05, 60_000_000_000L, 10_000_000_000L, 2, 1.02);
    }

    /** The same with another clear time. */
    public PauseSettings withClearNanos(long nanos) {
        return new PauseSettings(
                bucketNanos,
                windowBuckets,
                openRatio,
                clearRatio,
                nanos,
                recentNanos,
                counterRefreshes,
                maxCounterRatio);
    }

    /** Length of the window, ns. */
    public long windowNanos() {
        return bucketNanos * windowBuckets;
    }
}
