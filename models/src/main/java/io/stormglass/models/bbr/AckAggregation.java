package io.stormglass.models.bbr;

/**
 * How much more than the bandwidth estimate a path acknowledges at once, as a maximum over five to ten rounds in two slots.
 * Source: {@code bbr_update_ack_aggregation} in Linux {@code tcp_bbr.c}.
 */
final class AckAggregation {
    private static final int ROUNDS = 5;
    private static final int ROUNDS_MAX = 31;
    private static final int RESET_SEGMENTS = 1 << 20;

    private AckAggregation() {}

    /**
     * Takes an acknowledgement.
     *
     * @param acked newly acknowledged segments
     * @param expected segments that the estimate delivers since the epoch began
     */
    static void update(BbrState s, long nowNanos, int acked, long expected) {
        if (s.roundStart) {
            nextRound(s);
        }
        long allowed = expected;
        if (s.aggregationAckedSegments <= expected || s.aggregationAckedSegments + acked >= RESET_SEGMENTS) {
            restart(s, nowNanos);
            allowed = 0;
        }
        s.aggregationAckedSegments = Math.min(RESET_SEGMENTS - 1, s.aggregationAckedSegments + acked);
        int extra = (int) Math.min(s.aggregationAckedSegments - allowed, s.windowSegments);
        int kept = s.has(BbrState.SECOND_SLOT) ? s.extraAcked1Segments : s.extraAcked0Segments;
        if (extra > kept) {
            keep(s, extra);
        }
    }

    /** A new epoch. */
    static void restart(BbrState s, long nowNanos) {
        s.aggregationAckedSegments = 0;
        s.aggregationStampNanos = nowNanos;
    }

    /** The maximum of both slots. */
    static int extraSegments(BbrState s) {
        return Math.max(s.extraAcked0Segments, s.extraAcked1Segments);
    }

    private static void nextRound(BbrState s) {
        s.aggregationRounds = Math.min(ROUNDS_MAX, s.aggregationRounds + 1);
        if (s.aggregationRounds >= ROUNDS) {
            s.aggregationRounds = 0;
            s.flags ^= BbrState.SECOND_SLOT;
            keep(s, 0);
        }
    }

    private static void keep(BbrState s, int segments) {
        if (s.has(BbrState.SECOND_SLOT)) {
            s.extraAcked1Segments = segments;
        } else {
            s.extraAcked0Segments = segments;
        }
    }
}
