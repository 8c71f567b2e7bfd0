package io.stormglass.models.pause;

/**
 * Whether what is paused moves.
 *
 * @param verdict what can be said
 * @param sentPackets packets in the window, or in the newest interval that told of some within the detection time; -1 where not observable
 * @param stillNanos for how long of the pause it is known that nothing was sent
 */
record Progress(Verdict verdict, long sentPackets, long stillNanos) {
    enum Verdict {
        /** Packets are sent: congestion, no fault. */
        MOVES,
        /** There is something to send and nothing of it is sent. */
        STUCK,
        /** Nothing to send: pausing it holds nobody up. */
        IDLE,
        /** Cannot be seen. */
        UNSEEN
    }

    static final Progress UNSEEN = new Progress(Verdict.UNSEEN, -1, Long.MAX_VALUE);

    static Progress moves(long sentPackets) {
        return new Progress(Verdict.MOVES, sentPackets, 0);
    }

    /** True where the rule {@code sustained} may open: stuck, or nothing can be seen. */
    boolean opens(long needNanos) {
        return (verdict == Verdict.STUCK || verdict == Verdict.UNSEEN) && stillNanos >= needNanos;
    }

    boolean idle(long needNanos) {
        return verdict == Verdict.IDLE && stillNanos >= needNanos;
    }

    double confidence() {
        return verdict == Verdict.UNSEEN ? PauseChange.CONFIDENCE_PAUSE_ALONE : PauseChange.CONFIDENCE_WITH_PROGRESS;
    }
}
