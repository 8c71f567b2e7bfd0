package io.stormglass.models.pause;

/**
 * Whether what is paused moves.
 *
 * @param verdict what follows for the storm rule
 * @param sentPackets packets in the window, -1 where not observable
 */
record Progress(Verdict verdict, long sentPackets) {
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

    static final Progress UNSEEN = new Progress(Verdict.UNSEEN, -1);

    boolean opens() {
        return verdict == Verdict.STUCK || verdict == Verdict.UNSEEN;
    }

    double confidence() {
        return verdict == Verdict.STUCK ? PauseChange.CONFIDENCE_WITH_PROGRESS : PauseChange.CONFIDENCE_PAUSE_ALONE;
    }
}
