package io.stormglass.emulator;

import io.stormglass.models.cc.LossEvent;

/**
 * What a TCP sender knows of losses: duplicate acknowledgements, recovery, and its retransmission timeout.
 *
 * <p>Source: RFC 6582 (NewReno: recovery ends when everything sent before it is acknowledged; duplicates that a timeout's own repetitions cause start none), RFC
 * 6298 (timeout), RFC 3042 (a duplicate acknowledgement means that a packet has left the path, so that another may follow).
 */
final class TcpRecovery {
    private static final int DUPLICATES = 3;

    private final TcpSettings settings;
    private int duplicates;
    private boolean recovering;
    private int recover;
    private boolean resends;
    private long smoothedPicos;
    private long variationPicos;
    private int doublings;

    TcpRecovery(TcpSettings settings) {
        this.settings = settings;
    }

    void restart() {
        duplicates = 0;
        recovering = false;
        recover = 0;
        resends = false;
        smoothedPicos = 0;
        variationPicos = 0;
        doublings = 0;
    }

    /**
     * Takes an acknowledgement.
     *
     * @param packets newly acknowledged; 0 for a duplicate
     * @param number the first that is missing
     * @param next the next that would be sent
     * @param rttPicos since the answered packet was sent
     */
    LossEvent acknowledged(int packets, int number, int next, long rttPicos) {
        measure(rttPicos);
        if (packets == 0) {
            return duplicate(number, next);
        }
        doublings = 0;
        if (!recovering) {
            duplicates = 0;
            return LossEvent.NONE;
        }
        if (number >= recover) {
            recovering = false;
            resends = false;
            duplicates = 0;
        } else {
            duplicates = Math.max(0, duplicates - (packets - 1));
            resends = true;
        }
        return LossEvent.NONE;
    }

    private LossEvent duplicate(int number, int next) {
        if (number >= next || (!recovering && number < recover)) {
            return LossEvent.NONE;
        }
        duplicates = Math.min(duplicates + 1, next - number - 1);
        if (recovering || duplicates < DUPLICATES) {
            return LossEvent.NONE;
        }
        recovering = true;
        recover = next;
        resends = true;
        return LossEvent.FAST_RETRANSMIT;
    }

    private void measure(long rttPicos) {
        if (smoothedPicos == 0) {
            smoothedPicos = rttPicos;
            variationPicos = rttPicos / 2;
            return;
        }
        variationPicos += (Math.abs(smoothedPicos - rttPicos) - variationPicos) / 4;
        smoothedPicos += (rttPicos - smoothedPicos) / 8;
    }

    /** The timer has run out and the sender goes back; everything up to the highest number may have to be sent again. */
    void timedOut(int highest) {
        doublings = Math.min(doublings + 1, TcpSettings.MOST_DOUBLINGS);
        duplicates = 0;
        recovering = false;
        resends = false;
        recover = highest;
    }

    /** True where the missing packet is to be sent again, whatever the window says. */
    boolean resends() {
        return resends;
    }

    void resent() {
        resends = false;
    }

    /** Packets after the missing one that have left the path. */
    int leftThePath() {
        return duplicates;
    }

    long timeoutPicos() {
        long base = smoothedPicos == 0
                ? settings.firstTimeoutPicos()
                : Math.max(settings.leastTimeoutPicos(), smoothedPicos + 4 * variationPicos);
        return base << doublings;
    }
}
