package io.stormglass.models.quality;

/**
 * When silence and standing counters count.
 *
 * @param stepNanos states change at multiples of this event time
 * @param reportNanos counts are told at multiples of this event time, a multiple of the step
 * @param silenceNanos shortest silence that can be {@code unknown}
 * @param missedRefreshes and so many refreshes of the source must be missing
 * @param ticketNanos silence that is worth a ticket
 * @param skewHoldNanos a clock is off until no record said so for this long
 * @param forgetNanos who was silent for so long is forgotten
 */
public record QualitySettings(
        long stepNanos,
        long reportNanos,
        long silenceNanos,
        int missedRefreshes,
        long ticketNanos,
        long skewHoldNanos,
        long forgetNanos) {
    private static final long SECOND = 1_000_000_000L;

    public QualitySettings {
        if (stepNanos < 1 || reportNanos < 1 || reportNanos % stepNanos != 0) {
            throw new IllegalArgumentException("reports every " + reportNanos
                    + " ns must be at multiples of steps, which are every " + stepNanos + " ns");
        }
        requireSteps("silence", silenceNanos, stepNanos);
        requireSteps("ticket", ticketNanos, stepNanos);
        requireSteps("skew hold", skewHoldNanos, stepNanos);
        requireSteps("forget", forgetNanos, stepNanos);
        if (missedRefreshes < 1) {
            throw new IllegalArgumentException("missed refreshes " + missedRefreshes + " must be at least 1");
        }
    }

    private static void requireSteps(String what, long nanos, long stepNanos) {
        if (nanos < stepNanos || nanos % stepNanos != 0) {
            throw new IllegalArgumentException(
                    what + " of " + nanos + " ns must be a multiple of the step of " + stepNanos + " ns");
        }
    }

    /** 3 missed refreshes and 30 s; a ticket after 10 min; forgotten after 7 days. */
    public static QualitySettings defaults() {
        return new QualitySettings(SECOND, 10 * SECOND, 30 * SECOND, 3, 600 * SECOND, 10 * SECOND, 7 * 86_400 * SECOND);
    }

    /** Silence that is {@code unknown}, for a source that refreshes every so often (0: not known); a multiple of the step. */
    long limitNanos(long refreshNanos) {
        long missed = Math.multiplyExact(refreshNanos, (long) missedRefreshes);
        return Math.max(silenceNanos, Math.ceilDiv(missed, stepNanos) * stepNanos);
    }

    /** First step after a time. */
    long stepAfter(long nanos) {
        return (Math.floorDiv(nanos, stepNanos) + 1) * stepNanos;
    }

    /** First report after a time. */
    long reportAfter(long nanos) {
        return (Math.floorDiv(nanos, reportNanos) + 1) * reportNanos;
    }
}
