package io.stormglass.models.bbr;

import java.util.Objects;

/**
 * BBR version 1 as Linux runs it.
 *
 * <p>Source: Linux {@code net/ipv4/tcp_bbr.c}; N. Cardwell et al., "BBR: Congestion-Based Congestion Control", ACM Queue 14(5),
 * 2016. Order per acknowledgement: bandwidth and rounds (with the policer detector), ack aggregation, cycle phase, full pipe,
 * drain, min RTT with PROBE_RTT, pacing rate, window.
 *
 * <pre>
 * BtlBw    = max of delivery-rate samples over W rounds      a sample counts if it is not app-limited or is >= BtlBw
 * RTprop   = min of RTT samples, replaced when older than M
 * BDP      = ceil(gain * BtlBw * RTprop / segment)
 * pacing   = gain * BtlBw * (1 - margin)                     only raised until the pipe was full once
 * window   = even(BDP(window gain) + extra + 3 * burst)      + 2 in the probing phase
 * full     : BtlBw grew by less than 25 % in each of 3 rounds that were not app-limited
 * cycle    : 1.25 until a RTprop has passed and (loss or inflight >= 1.25 BDP);
 *            0.75 until a RTprop has passed or inflight <= BDP;  6 x 1.0 for a RTprop each
 * </pre>
 *
 * <table>
 * <caption>Symbols</caption>
 * <tr><td>W</td><td>{@code bandwidthWindowRounds}</td><td>10 rounds</td></tr>
 * <tr><td>M</td><td>{@code minRttWindowNanos}</td><td>10 s</td></tr>
 * <tr><td>gain</td><td>pacing: 739, 88, 320, 192, 256; window: 739, 512, 256</td><td>of 256</td></tr>
 * <tr><td>margin</td><td>{@code pacingMarginPercent}</td><td>1 %</td></tr>
 * <tr><td>burst</td><td>what is handed to the wire at once</td><td>1/1024 s of pacing, at least 2 segments</td></tr>
 * <tr><td>extra</td><td>acknowledged beyond BtlBw, maximum of 5 to 10 rounds</td><td>at most 100 ms of BtlBw</td></tr>
 * </table>
 *
 * Defaults are Linux's ({@link BbrV1Parameters#linux}).
 *
 * <p>Deliberate deviations: bandwidth is kept in whole bytes per second, not in packets/us/2^24 (under 2 B/s apart at MSS 1448
 * and 40 Mb/s beside that unit's 0.09 %); time in nanoseconds, not in microseconds and jiffies; PROBE_RTT does not itself mark
 * the sender app-limited, whoever samples rates does (see {@link RateEstimator#limitUntil}); the start of a gain cycle is handed in.
 *
 * <p>Worked number: segment 1448, BtlBw 1,472,924 B/s, RTprop 20,279 us. BDP is 20.63, so 21 segments. In the probing phase
 * pacing is 1,472,924 * 320/256 * 0.99 = 1,822,743 B/s (the kernel of trace {@code tun_bulk_12m_20ms} shows the same number).
 */
public final class BbrV1 implements BbrModel {
    private static final int UNIT = 256;
    private static final int CYCLE_LENGTH = 8;
    private static final int FULL_THRESHOLD_256 = 320;
    private static final int FULL_ROUNDS = 3;
    private static final int MAX_BURST_BYTES = 65_536 - 1 - 320;
    private static final int MAX_BURST_SEGMENTS = 127;
    private static final int SLOW_BYTES_PER_SECOND = 150_000;
    private static final int MAX_SEGMENTS = Segments.MOST;
    private static final int POLICER_LOSS_256 = 50;
    private static final int POLICER_ROUNDS = 48;
    private static final int POLICER_DIFFERENCE_BYTES_PER_SECOND = 500;

    private final BbrV1Parameters parameters;
    /** Segments per (byte/s x ns). */
    private final double segmentsPerByteNano;
    /** Pacing rate per (byte/s x gain in 1/256). */
    private final double pacingPerGain;
    /** Bytes of a burst per byte/s of pacing. */
    private final double burstBytesPerRate;

    /** A model with these parameters. */
    public BbrV1(BbrV1Parameters parameters) {
        this.parameters = Objects.requireNonNull(parameters, "parameters");
        this.segmentsPerByteNano = 1 / (1e9 * parameters.segmentBytes());
        this.pacingPerGain = (100 - parameters.pacingMarginPercent()) / (100.0 * UNIT);
        this.burstBytesPerRate = parameters.quantumNanos() / 1e9;
    }

    @Override
    public BbrState start(long nowNanos, long rttNanos) {
        BbrState state =
                new BbrState(parameters.policerMinRounds() > 0 ? BbrState.LAYOUT_V1_POLICER : BbrState.LAYOUT_V1);
        state.minRttNanos = rttNanos;
        state.minRttStampNanos = nowNanos;
        state.phaseStampNanos = nowNanos;
        state.aggregationStampNanos = nowNanos;
        state.windowSegments = parameters.initialWindowSegments();
        long assumedNanos = rttNanos > 0 ? rttNanos : parameters.initialRttNanos();
        if (rttNanos > 0) {
            state.set(BbrState.RTT_SEEN);
        }
        state.pacingBytesPerSecond = initialPacing(state, assumedNanos);
        return state;
    }

    private long initialPacing(BbrState s, long rttNanos) {
        long bandwidth = (long) ((double) s.windowSegments * parameters.segmentBytes() * 1e9 / rttNanos);
        return pacing(bandwidth, parameters.startupGain256());
    }

    @Override
    public BbrStep step(BbrState s, AckSample a) {
        if (s.layout == BbrState.LAYOUT_V3) {
            throw new IllegalArgumentException("state is of BBRv3, a state of BBRv1 is needed");
        }
        if (a.ackedBytes <= 0 && a.rttNanos < 0 && a.newlyLostBytes <= 0) {
            return BbrStep.IGNORED;
        }
        BbrPhase before = s.phase;
        int cycleBefore = s.cycleIndex;
        boolean policedBefore = s.has(BbrState.POLICED);
        int gainBefore = pacingGain(s);
        updateBandwidth(s, a);
        updateAggregation(s, a);
        if (s.phase.probesBandwidth() && cycleIsOver(s, a, gainBefore)) {
            enterCycle(s, (s.cycleIndex + 1) % CYCLE_LENGTH, a.nowNanos);
        }
        checkFullPipe(s, a);
        checkDrain(s, a, gainBefore);
        updateMinRtt(s, a);
        updatePacing(s, a);
        updateWindow(s, a);
        if (s.has(BbrState.POLICED) && !policedBefore) {
            return BbrStep.POLICED;
        }
        return branch(before, cycleBefore, s);
    }

    private static BbrStep branch(BbrPhase before, int cycleBefore, BbrState s) {
        if (s.phase == BbrPhase.PROBE_RTT) {
            return before == BbrPhase.PROBE_RTT ? BbrStep.UPDATED : BbrStep.PROBE_RTT_ENTERED;
        }
        return switch (before) {
            case PROBE_RTT -> BbrStep.PROBE_RTT_LEFT;
            case STARTUP -> s.phase == BbrPhase.STARTUP ? BbrStep.UPDATED : BbrStep.FULL_PIPE;
            case DRAIN -> s.phase == BbrPhase.DRAIN ? BbrStep.UPDATED : BbrStep.DRAINED;
            case PROBE_BW_UP, PROBE_BW_DOWN, PROBE_BW_CRUISE, PROBE_BW_REFILL ->
                s.cycleIndex == cycleBefore ? BbrStep.UPDATED : BbrStep.CYCLE_ADVANCED;
        };
    }

    private void updateBandwidth(BbrState s, AckSample a) {
        s.roundStart = false;
        if (a.bandwidthBytesPerSecond < 0 || a.priorDeliveredBytes < 0) {
            return;
        }
        if (a.priorDeliveredBytes >= s.nextRoundBytes) {
            s.nextRoundBytes = a.deliveredBytes;
            s.roundCount++;
            s.roundStart = true;
            s.unset(BbrState.CONSERVATION);
        }
        if (parameters.policerMinRounds() > 0) {
            samplePolicer(s, a);
        }
        long sample = Math.min(a.bandwidthBytesPerSecond, Packed.MAX);
        if (!a.appLimited || sample >= s.bandwidth.value()) {
            s.bandwidth.update(parameters.bandwidthWindowRounds(), s.roundCount, sample);
        }
    }

    private void samplePolicer(BbrState s, AckSample a) {
        if (s.has(BbrState.POLICED)) {
            if (s.phase.probesBandwidth() && s.roundStart && ++s.policerRounds >= POLICER_ROUNDS) {
                resetPolicer(s, a);
                enterProbeBandwidth(s, a);
            }
            return;
        }
        if (!s.has(BbrState.POLICER_SAMPLING)) {
            if (a.newlyLostBytes <= 0) {
                return;
            }
            startPolicerInterval(s, a);
            s.set(BbrState.POLICER_SAMPLING);
        }
        if (a.appLimited) {
            resetPolicer(s, a);
            return;
        }
        if (s.roundStart) {
            s.policerRounds++;
        }
        if (s.policerRounds < parameters.policerMinRounds()) {
            return;
        }
        if (s.policerRounds > 4 * parameters.policerMinRounds()) {
            resetPolicer(s, a);
            return;
        }
        if (a.newlyLostBytes > 0) {
            endPolicerInterval(s, a);
        }
    }

    private void endPolicerInterval(BbrState s, AckSample a) {
        double lost = a.lostBytes - s.policerLostBytes;
        double delivered = a.deliveredBytes - s.policerDeliveredBytes;
        long elapsedNanos = a.nowNanos - s.policerStampNanos;
        if (delivered <= 0 || lost * UNIT < POLICER_LOSS_256 * delivered || elapsedNanos < 1_000_000) {
            return;
        }
        long bandwidth = (long) Math.min(delivered * 1e9 / elapsedNanos, Packed.MAX);
        long difference = Math.abs(bandwidth - s.policerBandwidth);
        boolean alike = difference <= s.policerBandwidth / 8 || difference <= POLICER_DIFFERENCE_BYTES_PER_SECOND;
        if (s.policerBandwidth > 0 && alike) {
            s.policerBandwidth = (bandwidth + s.policerBandwidth) / 2;
            s.set(BbrState.POLICED);
            s.policerRounds = 0;
            return;
        }
        s.policerBandwidth = bandwidth;
        startPolicerInterval(s, a);
    }

    private static void startPolicerInterval(BbrState s, AckSample a) {
        s.policerStampNanos = a.nowNanos;
        s.policerDeliveredBytes = a.deliveredBytes;
        s.policerLostBytes = a.lostBytes;
        s.policerRounds = 0;
    }

    private static void resetPolicer(BbrState s, AckSample a) {
        s.policerBandwidth = 0;
        s.unset(BbrState.POLICED | BbrState.POLICER_SAMPLING);
        startPolicerInterval(s, a);
    }

    private void updateAggregation(BbrState s, AckSample a) {
        if (a.ackedBytes > 0 && a.bandwidthBytesPerSecond >= 0) {
            long expected = whole(estimate(s), a.nowNanos - s.aggregationStampNanos);
            AckAggregation.update(s, a.nowNanos, segments(a.ackedBytes), expected);
        }
    }

    private boolean cycleIsOver(BbrState s, AckSample a, int gain) {
        boolean fullLength = a.nowNanos - s.phaseStampNanos > s.minRttNanos;
        if (gain == UNIT) {
            return fullLength;
        }
        long bandwidth = s.bandwidth.value();
        if (gain > UNIT) {
            return fullLength
                    && (a.newlyLostBytes > 0
                            || inNetwork(s, a, a.priorInflightBytes, gain) >= inflightTarget(s, bandwidth, gain));
        }
        return fullLength || inNetwork(s, a, a.priorInflightBytes, gain) <= inflightTarget(s, bandwidth, UNIT);
    }

    private static void enterCycle(BbrState s, int index, long nowNanos) {
        s.cycleIndex = index;
        s.phaseStampNanos = nowNanos;
        s.phase = phaseOf(index);
    }

    /** The phase of a place in the cycle. */
    static BbrPhase phaseOf(int cycleIndex) {
        return switch (cycleIndex) {
            case 0 -> BbrPhase.PROBE_BW_UP;
            case 1 -> BbrPhase.PROBE_BW_DOWN;
            default -> BbrPhase.PROBE_BW_CRUISE;
        };
    }

    private static void enterProbeBandwidth(BbrState s, AckSample a) {
        if (a.cycleDraw < 0 || a.cycleDraw >= CYCLE_LENGTH - 1) {
            throw new IllegalArgumentException(
                    "cycleDraw is " + a.cycleDraw + ", 0 to " + (CYCLE_LENGTH - 2) + " is possible");
        }
        enterCycle(s, (CYCLE_LENGTH - a.cycleDraw) % CYCLE_LENGTH, a.nowNanos);
    }

    private static void checkFullPipe(BbrState s, AckSample a) {
        if (s.has(BbrState.FULL) || !s.roundStart || a.appLimited) {
            return;
        }
        long threshold = s.fullBandwidth * FULL_THRESHOLD_256 / UNIT;
        if (s.bandwidth.value() >= threshold) {
            s.fullBandwidth = s.bandwidth.value();
            s.fullCount = 0;
            return;
        }
        if (++s.fullCount >= FULL_ROUNDS) {
            s.set(BbrState.FULL);
        }
    }

    private void checkDrain(BbrState s, AckSample a, int gain) {
        if (s.phase == BbrPhase.STARTUP && s.has(BbrState.FULL)) {
            s.phase = BbrPhase.DRAIN;
        }
        if (s.phase == BbrPhase.DRAIN
                && inNetwork(s, a, a.inflightBytes, gain) <= inflightTarget(s, s.bandwidth.value(), UNIT)) {
            enterProbeBandwidth(s, a);
        }
    }

    private void updateMinRtt(BbrState s, AckSample a) {
        boolean expired = a.nowNanos - s.minRttStampNanos > parameters.minRttWindowNanos();
        boolean better = s.minRttNanos < 0 || a.rttNanos <= s.minRttNanos;
        if (a.rttNanos >= 0 && (better || (expired && !a.ackDelayed))) {
            s.minRttNanos = a.rttNanos;
            s.minRttStampNanos = a.nowNanos;
        }
        if (expired && !s.has(BbrState.IDLE_RESTART) && s.phase != BbrPhase.PROBE_RTT) {
            saveWindow(s);
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
            if (segments(a.inflightBytes) <= parameters.minWindowSegments()) {
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
        s.minRttStampNanos = a.nowNanos;
        s.windowSegments = Math.max(s.windowSegments, s.priorWindowSegments);
        if (s.has(BbrState.FULL)) {
            enterProbeBandwidth(s, a);
        } else {
            s.phase = BbrPhase.STARTUP;
        }
    }

    private static void saveWindow(BbrState s) {
        boolean calm = s.lossState == LossState.OPEN && s.phase != BbrPhase.PROBE_RTT;
        s.priorWindowSegments = calm ? s.windowSegments : Math.max(s.priorWindowSegments, s.windowSegments);
    }

    /** Pacing rate of a state whose place in the cycle was set from outside. */
    void repace(BbrState s) {
        long rate = pacing(estimate(s), pacingGain(s));
        if (s.has(BbrState.FULL) || rate > s.pacingBytesPerSecond) {
            s.pacingBytesPerSecond = rate;
        }
    }

    private void updatePacing(BbrState s, AckSample a) {
        if (!s.has(BbrState.RTT_SEEN) && a.rttNanos > 0) {
            s.set(BbrState.RTT_SEEN);
            s.pacingBytesPerSecond = initialPacing(s, a.rttNanos);
        }
        repace(s);
    }

    private void updateWindow(BbrState s, AckSample a) {
        int acked = segments(a.ackedBytes);
        if (recovers(s, a, acked) || acked == 0) {
            capInProbeRtt(s);
            return;
        }
        int target = quantized(s, bdpSegments(s, estimate(s), windowGain(s)) + extraSegments(s));
        int window = s.windowSegments;
        if (s.has(BbrState.FULL)) {
            window = Math.min(window + acked, target);
        } else if (window < target
                || a.deliveredBytes < (long) parameters.initialWindowSegments() * parameters.segmentBytes()) {
            window = window + acked;
        }
        s.windowSegments = Math.min(Math.max(window, parameters.minWindowSegments()), MAX_SEGMENTS);
        capInProbeRtt(s);
    }

    private void capInProbeRtt(BbrState s) {
        if (s.phase == BbrPhase.PROBE_RTT) {
            s.windowSegments = Math.min(s.windowSegments, parameters.minWindowSegments());
        }
    }

    /** Window while losses are repaired; true if it is thereby decided. */
    private boolean recovers(BbrState s, AckSample a, int acked) {
        int inflight = segments(a.inflightBytes);
        if (a.lossState != LossState.OPEN && s.lossState == LossState.OPEN) {
            saveWindow(s);
        }
        int window =
                a.newlyLostBytes > 0 ? Math.max(s.windowSegments - segments(a.newlyLostBytes), 1) : s.windowSegments;
        if (a.lossState == LossState.RECOVERY && s.lossState != LossState.RECOVERY) {
            s.set(BbrState.CONSERVATION);
            s.nextRoundBytes = a.deliveredBytes;
            window = inflight + acked;
        } else if (a.lossState == LossState.OPEN && s.lossState != LossState.OPEN) {
            window = Math.max(window, s.priorWindowSegments);
            s.unset(BbrState.CONSERVATION);
        } else if (a.lossState == LossState.LOSS && s.lossState != LossState.LOSS) {
            s.fullBandwidth = 0;
            window = inflight + 1;
        }
        s.lossState = a.lossState;
        if (s.has(BbrState.CONSERVATION)) {
            s.windowSegments = Math.max(Math.max(window, inflight + acked), parameters.minWindowSegments());
            return true;
        }
        s.windowSegments = Math.min(Math.max(window, 1), MAX_SEGMENTS);
        return false;
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

    /** Bandwidth that pacing and window are built on: the long-term average where a policer was found. */
    private static long estimate(BbrState s) {
        return s.has(BbrState.POLICED) ? s.policerBandwidth : s.bandwidth.value();
    }

    private int pacingGain(BbrState s) {
        return switch (s.phase) {
            case STARTUP -> parameters.startupGain256();
            case DRAIN -> parameters.drainGain256();
            case PROBE_BW_UP -> s.has(BbrState.POLICED) ? UNIT : parameters.upGain256();
            case PROBE_BW_DOWN -> s.has(BbrState.POLICED) ? UNIT : parameters.downGain256();
            case PROBE_BW_CRUISE, PROBE_BW_REFILL, PROBE_RTT -> UNIT;
        };
    }

    private int windowGain(BbrState s) {
        return switch (s.phase) {
            case STARTUP, DRAIN -> parameters.startupGain256();
            case PROBE_BW_UP, PROBE_BW_DOWN, PROBE_BW_CRUISE, PROBE_BW_REFILL -> parameters.windowGain256();
            case PROBE_RTT -> UNIT;
        };
    }

    private long pacing(long bandwidth, int gain256) {
        return (long) Math.min((double) bandwidth * gain256 * pacingPerGain, Packed.MAX);
    }

    /** Segments in flight when the next one may leave. */
    private int inNetwork(BbrState s, AckSample a, long inflightBytes, int gain) {
        int inflight = segments(inflightBytes) + (gain > UNIT ? burst(s) : 0);
        long gone = whole(estimate(s), a.nextDepartureNanos - a.nowNanos);
        return (int) Math.max(0, inflight - gone);
    }

    private int inflightTarget(BbrState s, long bandwidth, int gain256) {
        return quantized(s, bdpSegments(s, bandwidth, gain256));
    }

    private int bdpSegments(BbrState s, long bandwidth, int gain256) {
        if (s.minRttNanos < 0) {
            return parameters.initialWindowSegments();
        }
        double segments = (double) bandwidth * s.minRttNanos * gain256 * (1.0 / UNIT) * segmentsPerByteNano;
        return (int) Math.min(Math.ceil(segments), MAX_SEGMENTS);
    }

    private int quantized(BbrState s, int segments) {
        int even = (segments + 3 * burst(s) + 1) & ~1;
        return s.phase.probesBandwidth() && s.cycleIndex == 0 ? even + 2 : even;
    }

    private int burst(BbrState s) {
        int least = s.pacingBytesPerSecond < SLOW_BYTES_PER_SECOND ? 1 : parameters.minQuantumSegments();
        if (burstBytesPerRate == 0) {
            return least;
        }
        int bytes = (int) Math.min(s.pacingBytesPerSecond * burstBytesPerRate, MAX_BURST_BYTES);
        return Math.min(Math.max(bytes / parameters.segmentBytes(), least), MAX_BURST_SEGMENTS);
    }

    private int extraSegments(BbrState s) {
        if (!s.has(BbrState.FULL)) {
            return 0;
        }
        return (int) Math.min(AckAggregation.extraSegments(s), whole(estimate(s), parameters.aggregationCapNanos()));
    }

    /** Whole segments that pass at a bandwidth in a time; none in a negative one. */
    private long whole(long bandwidth, long nanos) {
        return nanos <= 0 ? 0 : (long) ((double) bandwidth * nanos * segmentsPerByteNano);
    }

    private int segments(long bytes) {
        return Segments.of(bytes, parameters.segmentBytes());
    }
}
