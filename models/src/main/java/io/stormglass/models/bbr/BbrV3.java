package io.stormglass.models.bbr;

import java.util.Objects;

/**
 * BBR version 3: what differs from {@link BbrV1}.
 *
 * <p>Source: draft-ietf-ccwg-bbr (2026-08); for ECN google/bbr v3 {@code tcp_bbr.c}.
 *
 * <pre>
 * BtlBw     = max of two probing cycles; a cycle ends one round after UP
 * bw        = min(BtlBw, bw.lo)
 * cycle     : DOWN until inflight &lt;= min(BDP, headroom) -&gt; CRUISE until it is time to probe -&gt; REFILL for a round
 *             -&gt; UP until 3 rounds without 25 % more, or loss &gt; 2 %, or CE &gt; 50 %
 * probe     : after 2 to 3 s (drawn) or min(BDP, 63) rounds
 * too high  : inflight.hi = max(in flight, 0.7 * min(BDP, window))
 * lossy rnd : bw.lo = max(newest bw, 0.7 bw.lo); inflight.lo = max(newest inflight, 0.7 inflight.lo); both reset at REFILL
 * ECN       : a = 15/16 a + 1/16 CE share of the round; a marked round: inflight.lo *= 1 - a/3
 * PROBE_RTT : every 5 s, window 0.5 BDP, 200 ms
 * </pre>
 *
 * <p>Symbols: hi and lo are the long-term and short-term bounds, a is the smoothed CE share, initially 1. Defaults: {@link BbrV3Parameters}.
 *
 * <p>Deliberate deviations: loss is judged by what an acknowledgement newly found lost against what was in flight before it; in UP
 * the long-term bound grows by 1, 2, 4 ... segments a round at the end of the round, not spread over it; a is updated per round; there is no
 * packet conservation and no undo of spurious loss; bursts are single segments.
 *
 * <p>Worked number: inflight 100 segments, 3 of them lost during UP with BDP 80 and window 120: too high (3 % &gt; 2 %), the long-term bound
 * becomes max(100, 0.7 * 80) = 100, and CRUISE stays at or below 85.
 */
public final class BbrV3 implements BbrModel {
    private static final int UNIT = 256;
    private static final int PERMILLE = 1000;
    private static final int UNBOUNDED = Integer.MAX_VALUE;
    private static final int FULL_THRESHOLD_256 = 320;
    private static final int FULL_ROUNDS = 3;
    private static final int DRAIN_ROUNDS = 3;
    private static final int PROBE_ROUNDS = 63;
    private static final int STARTUP_MARKED_ROUNDS = 2;
    private static final int MARGIN_PERCENT = 1;
    private static final int MAX_SEGMENTS = Segments.MOST;
    private static final double MARKED_GAIN = 1.0 / 16;
    private static final double MARKED_CUT = 1.0 / 3;
    private static final double MARKED_TOO_HIGH = 0.5;

    private final BbrV3Parameters parameters;
    /** Segments per (byte/s x ns). */
    private final double segmentsPerByteNano;

    /** A model with these parameters. */
    public BbrV3(BbrV3Parameters parameters) {
        this.parameters = Objects.requireNonNull(parameters, "parameters");
        this.segmentsPerByteNano = 1 / (1e9 * parameters.segmentBytes());
    }

    @Override
    public BbrState start(long nowNanos, long rttNanos) {
        BbrState state = new BbrState(BbrState.LAYOUT_V3);
        state.minRttNanos = rttNanos;
        state.minRttStampNanos = nowNanos;
        state.probeRttMinNanos = rttNanos;
        state.probeRttStampNanos = nowNanos;
        state.phaseStampNanos = nowNanos;
        state.aggregationStampNanos = nowNanos;
        state.windowSegments = parameters.initialWindowSegments();
        if (rttNanos > 0) {
            state.set(BbrState.RTT_SEEN);
        }
        state.pacingBytesPerSecond = initialPacing(state, rttNanos > 0 ? rttNanos : parameters.initialRttNanos());
        return state;
    }

    private long initialPacing(BbrState s, long rttNanos) {
        long bandwidth = (long) ((double) s.windowSegments * parameters.segmentBytes() * 1e9 / rttNanos);
        return pacing(bandwidth, parameters.startupGain256());
    }

    @Override
    public BbrStep step(BbrState s, AckSample a) {
        if (s.layout != BbrState.LAYOUT_V3) {
            throw new IllegalArgumentException("state is of BBRv1, a state of BBRv3 is needed");
        }
        if (a.ackedBytes <= 0 && a.rttNanos < 0 && a.newlyLostBytes <= 0) {
            return BbrStep.IGNORED;
        }
        BbrPhase before = s.phase;
        updateRound(s, a);
        updateBandwidth(s, a);
        updateSignals(s, a);
        if (a.ackedBytes > 0 && a.bandwidthBytesPerSecond >= 0) {
            long expected = whole(estimate(s), a.nowNanos - s.aggregationStampNanos);
            AckAggregation.update(s, a.nowNanos, segments(a.ackedBytes), expected);
        }
        checkFullPipe(s, a);
        checkDrain(s, a);
        updateCycle(s, a);
        updateMinRtt(s, a);
        updatePacing(s, a);
        updateWindow(s, a);
        s.lossState = a.lossState;
        return branch(before, s.phase);
    }

    private static BbrStep branch(BbrPhase before, BbrPhase after) {
        if (before == after) {
            return BbrStep.UPDATED;
        }
        return switch (before) {
            case STARTUP -> after == BbrPhase.PROBE_RTT ? BbrStep.PROBE_RTT_ENTERED : BbrStep.FULL_PIPE;
            case DRAIN -> after == BbrPhase.PROBE_RTT ? BbrStep.PROBE_RTT_ENTERED : BbrStep.DRAINED;
            case PROBE_BW_UP, PROBE_BW_DOWN, PROBE_BW_CRUISE, PROBE_BW_REFILL ->
                after == BbrPhase.PROBE_RTT ? BbrStep.PROBE_RTT_ENTERED : BbrStep.CYCLE_ADVANCED;
            case PROBE_RTT -> BbrStep.PROBE_RTT_LEFT;
        };
    }

    private static void updateRound(BbrState s, AckSample a) {
        s.roundStart = false;
        if (a.bandwidthBytesPerSecond >= 0 && a.priorDeliveredBytes >= s.nextRoundBytes) {
            s.nextRoundBytes = a.deliveredBytes;
            s.roundCount++;
            s.roundsSinceProbe++;
            s.roundStart = true;
        }
    }

    private static void updateBandwidth(BbrState s, AckSample a) {
        if (a.bandwidthBytesPerSecond < 0 || a.priorDeliveredBytes < 0) {
            return;
        }
        long sample = Math.min(a.bandwidthBytesPerSecond, Packed.MAX);
        s.latestBandwidth = Math.max(s.latestBandwidth, sample);
        if (!a.appLimited || sample >= s.bandwidth.value()) {
            s.bandwidth.update(1, s.probeCycles, sample);
        }
    }

    private void updateSignals(BbrState s, AckSample a) {
        if (a.priorDeliveredBytes >= 0) {
            int inflight = segments(a.deliveredBytes - a.priorDeliveredBytes);
            s.latestInflightSegments = Math.max(s.latestInflightSegments, inflight);
        }
        if (a.newlyLostBytes > 0) {
            s.set(BbrState.LOSS_IN_ROUND);
        }
        s.roundMarkedBytes += Math.max(0, a.markedBytes);
        s.roundDeliveredBytes += Math.max(0, a.ackedBytes);
        if (!s.roundStart) {
            return;
        }
        boolean probing = probing(s.phase);
        if (s.has(BbrState.LOSS_IN_ROUND) && !probing) {
            lowerAfterLoss(s);
        }
        endMarkedRound(s, a, probing);
        s.unset(BbrState.LOSS_IN_ROUND);
        s.latestBandwidth = Math.max(0, Math.min(a.bandwidthBytesPerSecond, Packed.MAX));
        s.latestInflightSegments = segments(a.deliveredBytes - a.priorDeliveredBytes);
    }

    private void lowerAfterLoss(BbrState s) {
        long low = s.lowBandwidth == Packed.MAX ? s.bandwidth.value() : s.lowBandwidth;
        s.lowBandwidth = Math.max(s.latestBandwidth, low * parameters.keptPermille() / PERMILLE);
        long segments = s.shortTermSegments == UNBOUNDED ? s.windowSegments : s.shortTermSegments;
        s.shortTermSegments = (int) Math.max(s.latestInflightSegments, segments * parameters.keptPermille() / PERMILLE);
    }

    private void endMarkedRound(BbrState s, AckSample a, boolean probing) {
        double share =
                s.roundDeliveredBytes == 0 ? 0 : Math.min(1, (double) s.roundMarkedBytes / s.roundDeliveredBytes);
        s.roundMarkedBytes = 0;
        s.roundDeliveredBytes = 0;
        if (s.minRttNanos < 0 || s.minRttNanos > parameters.ecnMaxRttNanos()) {
            return;
        }
        s.markedShare += MARKED_GAIN * (share - s.markedShare);
        if (share > 0 && !probing) {
            int segments = s.shortTermSegments == UNBOUNDED ? s.windowSegments : s.shortTermSegments;
            s.shortTermSegments =
                    Math.max(parameters.minWindowSegments(), (int) (segments * (1 - s.markedShare * MARKED_CUT)));
        }
        s.markedRounds = share > MARKED_TOO_HIGH ? Math.min(s.markedRounds + 1, STARTUP_MARKED_ROUNDS) : 0;
        if (s.markedRounds > 0 && s.phase == BbrPhase.PROBE_BW_UP) {
            tooHigh(s, a);
        }
    }

    private static boolean probing(BbrPhase phase) {
        return switch (phase) {
            case STARTUP, PROBE_BW_REFILL, PROBE_BW_UP -> true;
            case DRAIN, PROBE_BW_DOWN, PROBE_BW_CRUISE, PROBE_RTT -> false;
        };
    }

    private void checkFullPipe(BbrState s, AckSample a) {
        if (s.phase == BbrPhase.STARTUP && (s.markedRounds >= STARTUP_MARKED_ROUNDS || lossy(a))) {
            s.set(BbrState.FULL | BbrState.FULL_NOW);
            s.longTermSegments = Math.max(segments(a.priorInflightBytes), parameters.minWindowSegments());
            return;
        }
        if (s.has(BbrState.FULL_NOW) || a.appLimited || a.bandwidthBytesPerSecond < 0) {
            return;
        }
        long sample = Math.min(a.bandwidthBytesPerSecond, Packed.MAX);
        if (sample >= s.fullBandwidth * FULL_THRESHOLD_256 / UNIT) {
            s.fullBandwidth = sample;
            s.fullCount = 0;
        } else if (s.roundStart && ++s.fullCount >= FULL_ROUNDS) {
            s.set(BbrState.FULL | BbrState.FULL_NOW);
        }
    }

    private boolean lossy(AckSample a) {
        return a.newlyLostBytes > 0
                && (double) a.newlyLostBytes * PERMILLE > (double) a.priorInflightBytes * parameters.lossPermille();
    }

    private void checkDrain(BbrState s, AckSample a) {
        if (s.phase == BbrPhase.STARTUP && s.has(BbrState.FULL)) {
            s.phase = BbrPhase.DRAIN;
            s.phaseRound = s.roundCount;
        }
        if (s.phase == BbrPhase.DRAIN
                && (segments(a.inflightBytes) <= bdpSegments(s, UNIT) || s.roundCount > s.phaseRound + DRAIN_ROUNDS)) {
            enterDown(s, a);
        }
    }

    private void updateCycle(BbrState s, AckSample a) {
        switch (s.phase) {
            case PROBE_BW_DOWN -> down(s, a);
            case PROBE_BW_CRUISE -> probeIfTime(s, a);
            case PROBE_BW_REFILL -> {
                if (s.roundStart) {
                    enterUp(s);
                }
            }
            case PROBE_BW_UP -> up(s, a);
            case STARTUP, DRAIN, PROBE_RTT -> {}
        }
    }

    private void down(BbrState s, AckSample a) {
        if (s.has(BbrState.ADVANCE_FILTER) && s.roundStart) {
            s.probeCycles++;
            s.unset(BbrState.ADVANCE_FILTER);
        }
        if (probeIfTime(s, a)) {
            return;
        }
        if (segments(a.inflightBytes) <= Math.min(bdpSegments(s, UNIT), headroom(s))) {
            s.phase = BbrPhase.PROBE_BW_CRUISE;
        }
    }

    private boolean probeIfTime(BbrState s, AckSample a) {
        boolean waited = a.nowNanos - s.phaseStampNanos > s.probeWaitMicros * 1000L;
        if (!waited && s.roundsSinceProbe < Math.min(bdpSegments(s, UNIT), PROBE_ROUNDS)) {
            return false;
        }
        s.phase = BbrPhase.PROBE_BW_REFILL;
        s.lowBandwidth = Packed.MAX;
        s.shortTermSegments = UNBOUNDED;
        s.nextRoundBytes = a.deliveredBytes;
        return true;
    }

    private static void enterUp(BbrState s) {
        s.phase = BbrPhase.PROBE_BW_UP;
        s.phaseRound = s.roundCount;
        s.fullBandwidth = s.bandwidth.value();
        s.fullCount = 0;
        s.unset(BbrState.FULL_NOW);
    }

    private void up(BbrState s, AckSample a) {
        if (lossy(a)) {
            tooHigh(s, a);
            return;
        }
        if (s.roundStart && s.longTermSegments != UNBOUNDED && segments(a.priorInflightBytes) >= s.longTermSegments) {
            int rounds = Math.min(s.roundCount - s.phaseRound, 20);
            s.longTermSegments = Math.min(s.longTermSegments + (1 << rounds), MAX_SEGMENTS);
        }
        if (s.has(BbrState.FULL_NOW)) {
            enterDown(s, a);
        }
    }

    private void tooHigh(BbrState s, AckSample a) {
        if (!a.appLimited) {
            long target = Math.min(bdpSegments(s, UNIT), s.windowSegments);
            s.longTermSegments =
                    (int) Math.max(segments(a.priorInflightBytes), target * parameters.keptPermille() / PERMILLE);
        }
        enterDown(s, a);
    }

    private void enterDown(BbrState s, AckSample a) {
        if (s.phase == BbrPhase.PROBE_BW_UP) {
            s.set(BbrState.ADVANCE_FILTER);
        }
        s.phase = BbrPhase.PROBE_BW_DOWN;
        s.phaseStampNanos = a.nowNanos;
        s.roundsSinceProbe = a.cycleDraw & 1;
        long baseMicros = parameters.probeWaitNanos() / 1000;
        s.probeWaitMicros = (int) (baseMicros + Math.floorMod(a.cycleDraw, baseMicros / 2 + 1));
        s.nextRoundBytes = a.deliveredBytes;
    }

    private void updateMinRtt(BbrState s, AckSample a) {
        boolean probeDue = a.nowNanos - s.probeRttStampNanos > parameters.probeRttIntervalNanos();
        boolean lower = s.probeRttMinNanos < 0 || a.rttNanos < s.probeRttMinNanos;
        if (a.rttNanos >= 0 && (lower || (probeDue && !a.ackDelayed))) {
            s.probeRttMinNanos = a.rttNanos;
            s.probeRttStampNanos = a.nowNanos;
        }
        boolean expired = a.nowNanos - s.minRttStampNanos > parameters.minRttWindowNanos();
        if (s.probeRttMinNanos >= 0 && (s.minRttNanos < 0 || s.probeRttMinNanos < s.minRttNanos || expired)) {
            s.minRttNanos = s.probeRttMinNanos;
            s.minRttStampNanos = s.probeRttStampNanos;
        }
        if (probeDue && s.phase != BbrPhase.PROBE_RTT && !s.has(BbrState.IDLE_RESTART)) {
            s.priorWindowSegments = s.windowSegments;
            s.phase = BbrPhase.PROBE_RTT;
            s.unset(BbrState.PROBE_RTT_TIMED | BbrState.PROBE_RTT_ROUND);
        }
        if (s.phase == BbrPhase.PROBE_RTT) {
            probeRtt(s, a);
        }
        if (a.ackedBytes > 0) {
            s.unset(BbrState.IDLE_RESTART);
        }
    }

    private void probeRtt(BbrState s, AckSample a) {
        if (!s.has(BbrState.PROBE_RTT_TIMED)) {
            if (segments(a.inflightBytes) <= probeRttWindow(s)) {
                s.set(BbrState.PROBE_RTT_TIMED);
                s.phaseStampNanos = a.nowNanos + parameters.probeRttNanos();
                s.nextRoundBytes = a.deliveredBytes;
            }
            return;
        }
        if (s.roundStart) {
            s.set(BbrState.PROBE_RTT_ROUND);
        }
        if (!s.has(BbrState.PROBE_RTT_ROUND) || a.nowNanos <= s.phaseStampNanos) {
            return;
        }
        s.probeRttStampNanos = a.nowNanos;
        s.windowSegments = Math.max(s.windowSegments, s.priorWindowSegments);
        s.lowBandwidth = Packed.MAX;
        s.shortTermSegments = UNBOUNDED;
        if (s.has(BbrState.FULL)) {
            enterDown(s, a);
            s.phase = BbrPhase.PROBE_BW_CRUISE;
        } else {
            s.phase = BbrPhase.STARTUP;
        }
    }

    private int probeRttWindow(BbrState s) {
        return Math.max(bdpSegments(s, UNIT / 2), parameters.minWindowSegments());
    }

    private void updatePacing(BbrState s, AckSample a) {
        if (!s.has(BbrState.RTT_SEEN) && a.rttNanos > 0) {
            s.set(BbrState.RTT_SEEN);
            s.pacingBytesPerSecond = initialPacing(s, a.rttNanos);
        }
        long rate = pacing(estimate(s), pacingGain(s.phase));
        if (s.has(BbrState.FULL) || rate > s.pacingBytesPerSecond) {
            s.pacingBytesPerSecond = rate;
        }
    }

    private void updateWindow(BbrState s, AckSample a) {
        int acked = segments(a.ackedBytes);
        long extra = s.has(BbrState.FULL) ? AckAggregation.extraSegments(s) : 0;
        int gain = s.phase == BbrPhase.PROBE_BW_UP ? parameters.upWindowGain256() : parameters.windowGain256();
        int target = (int) Math.min(bdpSegments(s, gain) + extra + 3, MAX_SEGMENTS);
        int window = s.windowSegments;
        if (acked > 0 && s.has(BbrState.FULL)) {
            window = Math.min(window + acked, target);
        } else if (acked > 0
                && (window < target
                        || a.deliveredBytes < (long) parameters.initialWindowSegments() * parameters.segmentBytes())) {
            window = window + acked;
        }
        window = Math.max(window, parameters.minWindowSegments());
        if (s.phase == BbrPhase.PROBE_RTT) {
            window = Math.min(window, probeRttWindow(s));
        }
        s.windowSegments = Math.min(Math.min(window, bound(s)), MAX_SEGMENTS);
    }

    private int bound(BbrState s) {
        int bound =
                switch (s.phase) {
                    case STARTUP, DRAIN -> UNBOUNDED;
                    case PROBE_BW_UP, PROBE_BW_DOWN, PROBE_BW_REFILL -> s.longTermSegments;
                    case PROBE_BW_CRUISE, PROBE_RTT -> headroom(s);
                };
        return Math.max(Math.min(bound, s.shortTermSegments), parameters.minWindowSegments());
    }

    private int headroom(BbrState s) {
        if (s.longTermSegments == UNBOUNDED) {
            return UNBOUNDED;
        }
        long free = Math.max(1, (long) s.longTermSegments * parameters.headroomPermille() / PERMILLE);
        return (int) Math.max(s.longTermSegments - free, parameters.minWindowSegments());
    }

    @Override
    public void restartFromIdle(BbrState s, long nowNanos) {
        s.set(BbrState.IDLE_RESTART);
        AckAggregation.restart(s, nowNanos);
        if (s.phase.probesBandwidth()) {
            s.pacingBytesPerSecond = pacing(estimate(s), UNIT);
        }
    }

    @Override
    public long bdpBytes(BbrState s) {
        return s.minRttNanos < 0 ? 0 : (long) ((double) estimate(s) * s.minRttNanos / 1e9);
    }

    private static long estimate(BbrState s) {
        return Math.min(s.bandwidth.value(), s.lowBandwidth);
    }

    private int pacingGain(BbrPhase phase) {
        return switch (phase) {
            case STARTUP -> parameters.startupGain256();
            case DRAIN -> parameters.drainGain256();
            case PROBE_BW_DOWN -> parameters.downGain256();
            case PROBE_BW_UP -> parameters.upGain256();
            case PROBE_BW_CRUISE, PROBE_BW_REFILL, PROBE_RTT -> UNIT;
        };
    }

    private static long pacing(long bandwidth, int gain256) {
        return (long) Math.min((double) bandwidth * gain256 * ((100 - MARGIN_PERCENT) / (100.0 * UNIT)), Packed.MAX);
    }

    private int bdpSegments(BbrState s, int gain256) {
        if (s.minRttNanos < 0) {
            return parameters.initialWindowSegments();
        }
        double segments = (double) estimate(s) * s.minRttNanos * gain256 * (1.0 / UNIT) * segmentsPerByteNano;
        return (int) Math.min(Math.ceil(segments), MAX_SEGMENTS);
    }

    private long whole(long bandwidth, long nanos) {
        return nanos <= 0 ? 0 : (long) ((double) bandwidth * nanos * segmentsPerByteNano);
    }

    private int segments(long bytes) {
        return Segments.of(bytes, parameters.segmentBytes());
    }
}
