package io.stormglass.models.congestion;

/**
 * Limits of the classes of NICs and queues.
 *
 * @param intervals refreshes of the source that a class looks back on
 * @param windowNanos none of them may have ended longer than this before the newest, ns
 * @param staleNanos a newest refresh older than this, and than {@code staleRefreshes} intervals of the source, decides nothing more, ns
 * @param staleRefreshes see {@code staleNanos}
 * @param enough CNPs or packets with CE that a class needs
 * @param counterWidthBits 1..63 where the counters of the source are known to wrap, else 64
 */
public record CongestionSettings(
        int intervals, long windowNanos, long staleNanos, int staleRefreshes, long enough, int counterWidthBits) {
    public CongestionSettings {
        if (intervals < 2 || windowNanos <= 0 || staleNanos <= 0 || staleRefreshes < 1 || enough < 1) {
            throw new IllegalArgumentException(intervals + " intervals must be at least 2; window " + windowNanos
                    + " ns, stale time " + staleNanos + " ns, " + staleRefreshes + " stale refreshes and " + enough
                    + " packets must be above 0");
        }
        if (counterWidthBits < 1 || counterWidthBits > 64) {
            throw new IllegalArgumentException("counter width " + counterWidthBits + " bits is not within 1..64");
        }
    }

    /** 8 refreshes, 5 min, stale after 30 s and 3 refreshes, 16 packets, 64 bits. */
    public static CongestionSettings defaults() {
        return new CongestionSettings(8, 300_000_000_000L, 30_000_000_000L, 3, 16, 64);
    }

    /** The same for counters of another width. */
    public CongestionSettings withCounterWidthBits(int bits) {
        return new CongestionSettings(intervals, windowNanos, staleNanos, staleRefreshes, enough, bits);
    }
}
