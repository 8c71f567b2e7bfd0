package io.stormglass.models.pause;

/**
 * Limits of the rules by which a port's storm states open and clear, and of the signs that a port tells.
 *
 * @param bucketNanos length of a bucket; decisions from frames are made at its multiples
 * @param windowBuckets buckets of the sliding window, the detection time from frames
 * @param openRatio share of the window that must be paused to open
 * @param clearRatio share of the window below which a storm state clears
 * @param clearNanos how long it must stay below; a rise within it continues the same state
 * @param recentNanos how far back of a pause traffic proves that there was something to send
 * @param idleNanos how long an idle priority must be paused for the rule {@code idle-pause}
 * @param counterRefreshes refreshes at the source that a decision from counters needs
 * @param maxCounterRatio a sample above this is bad
 * @param watchdog when a watchdog's storm ends without its word
 * @param choppy limits of the rule {@code choppy}
 * @param signs limits of signs
 * @param rising limits of {@code pauses-rising}
 */
public record PauseSettings(
        long bucketNanos,
        int windowBuckets,
        double openRatio,
        double clearRatio,
        long clearNanos,
        long recentNanos,
        long idleNanos,
        int counterRefreshes,
        double maxCounterRatio,
        Watchdog watchdog,
        Choppy choppy,
        Signs signs,
        Rising rising) {
    public PauseSettings {
        if (bucketNanos <= 0
                || windowBuckets <= 0
                || clearNanos < 0
                || recentNanos < 0
                || idleNanos <= 0
                || counterRefreshes < 1) {
            throw new IllegalArgumentException("bucket " + bucketNanos + " ns, " + windowBuckets
                    + " buckets, idle time "
                    + idleNanos + " ns and " + counterRefreshes + " refreshes must be above 0, clear time " + clearNanos
                    + " ns and recent time " + recentNanos + " ns not negative");
        }
        if (!(clearRatio > 0 && clearRatio <= openRatio && openRatio <= 1 && maxCounterRatio >= 1)) {
            throw new IllegalArgumentException("ratios must be 0 < clear " + clearRatio + " <= open " + openRatio
                    + " <= 1 <= highest " + maxCounterRatio);
        }
    }

    /**
     * When a watchdog's storm ends although it never said restored: the word was lost, or the switch was reloaded.
     *
     * @param passingNanos so long after its last word, where counters show that the priority is not paused and packets of it pass
     * @param longestNanos so long after its last word, whatever is seen
     */
    public record Watchdog(long passingNanos, long longestNanos) {
        public Watchdog {
            if (passingNanos <= 0 || longestNanos < passingNanos) {
                throw new IllegalArgumentException(
                        "watchdog: " + passingNanos + " ns must be above 0, " + longestNanos + " ns not shorter");
            }
        }
    }

    /**
     * Rule {@code choppy}: of the newest seconds, so many must be paused for the share or more while packets pass.
     *
     * @param pausedRatio share of a second, above 0, at most 1
     * @param seconds how many seconds
     * @param ofSeconds of how many in a row, at most 15
     */
    public record Choppy(double pausedRatio, int seconds, int ofSeconds) {
        public Choppy {
            if (!(pausedRatio > 0 && pausedRatio <= 1)
                    || seconds < 1
                    || seconds > ofSeconds
                    || ofSeconds >= SecondSums.SECONDS) {
                throw new IllegalArgumentException("choppy: ratio " + pausedRatio + " must be in (0, 1], " + seconds
                        + " seconds within 1 and " + ofSeconds + ", which is at most " + (SecondSums.SECONDS - 1));
            }
        }

        /** How long it takes to see that many seconds, ns. */
        public long windowNanos() {
            return ofSeconds * SecondSums.NANOS;
        }

        long pausedNanos() {
            return Math.round(pausedRatio * SecondSums.NANOS);
        }
    }

    /**
     * Signs.
     *
     * @param lineRateBegins share of the line rate at which {@code LINE_RATE} begins
     * @param lineRateEnds share below which it ends
     * @param backPressureNanos {@code BACK_PRESSURE} ends after this time without growth, or two intervals of the source where that is longer
     * @param linkErrorsNanos the same of {@code LINK_ERRORS}
     * @param dropSeconds the same of drops, and the seconds whose drops are counted, at most 15
     * @param severeDrops {@code LOSSLESS_DROPS} that reach as many packets are told at once
     * @param toldAgainFactor a value that grew or shrank by this factor is told again
     * @param toldAgainNanos but not before this time has passed
     */
    public record Signs(
            double lineRateBegins,
            double lineRateEnds,
            long backPressureNanos,
            long linkErrorsNanos,
            int dropSeconds,
            double severeDrops,
            double toldAgainFactor,
            long toldAgainNanos) {
        public Signs {
            if (!(lineRateEnds > 0 && lineRateEnds <= lineRateBegins && lineRateBegins <= 1 && toldAgainFactor > 1)) {
                throw new IllegalArgumentException("line rate must be 0 < end " + lineRateEnds + " <= begin "
                        + lineRateBegins + " <= 1, factor " + toldAgainFactor + " above 1");
            }
            if (backPressureNanos <= 0
                    || linkErrorsNanos <= 0
                    || toldAgainNanos < 0
                    || !(severeDrops > 0)
                    || dropSeconds < 1
                    || dropSeconds >= SecondSums.SECONDS) {
                throw new IllegalArgumentException("back pressure " + backPressureNanos + " ns and link errors "
                        + linkErrorsNanos + " ns must be above 0, " + toldAgainNanos
                        + " ns until told again not negative, severe drops " + severeDrops
                        + " above 0, seconds of drops " + dropSeconds + " within 1 and "
                        + (SecondSums.SECONDS - 1));
            }
        }

        long dropNanos() {
            return dropSeconds * SecondSums.NANOS;
        }
    }

    /**
     * Pauses that rise above what the port is used to.
     *
     * @param windowNanos length of a window, which divides a day
     * @param coveredRatio share of a window that samples must cover, or it is not counted
     * @param pausedRatio share of a window that must be paused at least
     * @param ofMedian and so many times the median
     * @param fallenShare below this share of both it is over
     * @param days how many days make the median, the running one among them
     * @param historyNanos so much of them must be counted before anything is judged
     * @param frameGapNanos a tap that told nothing for so long has not listened meanwhile
     */
    public record Rising(
            long windowNanos,
            double coveredRatio,
            double pausedRatio,
            double ofMedian,
            double fallenShare,
            int days,
            long historyNanos,
            long frameGapNanos) {
        private static final long DAY = 86_400_000_000_000L;

        public Rising {
            if (windowNanos <= 0 || DAY % windowNanos != 0 || historyNanos < windowNanos || frameGapNanos <= 0) {
                throw new IllegalArgumentException("window of " + windowNanos + " ns must divide a day, history of "
                        + historyNanos + " ns must not be shorter, gap of " + frameGapNanos + " ns above 0");
            }
            if (!(coveredRatio > 0 && coveredRatio <= 1 && pausedRatio > 0 && pausedRatio <= 1)) {
                throw new IllegalArgumentException(
                        "covered ratio " + coveredRatio + " and paused ratio " + pausedRatio + " must be in (0, 1]");
            }
            if (!(ofMedian >= 1 && fallenShare > 0 && fallenShare <= 1) || days < 1 || days * DAY < historyNanos) {
                throw new IllegalArgumentException("factor " + ofMedian + " must be at least 1, fallen share "
                        + fallenShare + " in (0, 1], " + days + " days as long as the history of " + historyNanos
                        + " ns");
            }
        }

        /** Windows of 5 min, covered by 80 %; 1 % and 5 times the median of 7 days, over below half; after 24 h; gaps of 60 s. */
        public static Rising defaults() {
            return new Rising(300_000_000_000L, 0.8, 0.01, 5, 0.5, 7, DAY, 60_000_000_000L);
        }
    }

    /**
     * 10 ms buckets, 200 ms window, 95 % opens, below 5 % for 60 s clears, 10 s recent, 10 s idle, 2 refreshes, 1.02; a watchdog's storm 1 h and 24 h; choppy from 50 % in 3 of 5 s;
     * line rate from 90 % until 80 %, back pressure 5 s, link errors 60 s, drops 10 s and from 10 on at once, told again at twice or half, after 1 s.
     */
    public static PauseSettings defaults() {
        return new PauseSettings(
                10_000_000L,
                20,
                0.95,
                0.05,
                60_000_000_000L,
                10_000_000_000L,
                10_000_000_000L,
                2,
                1.02,
                new Watchdog(3_600_000_000_000L, 86_400_000_000_000L),
                new Choppy(0.5, 3, 5),
                new Signs(0.9, 0.8, 5_000_000_000L, 60_000_000_000L, 10, 10, 2, 1_000_000_000L),
                Rising.defaults());
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
                idleNanos,
                counterRefreshes,
                maxCounterRatio,
                watchdog,
                choppy,
                signs,
                rising);
    }

    /** Length of the window, ns. */
    public long windowNanos() {
        return bucketNanos * windowBuckets;
    }
}
