package io.stormglass.emulator;

import io.stormglass.models.bbr.AckSample;
import io.stormglass.models.bbr.BbrModel;
import io.stormglass.models.bbr.BbrPhase;
import io.stormglass.models.bbr.BbrState;
import io.stormglass.models.bbr.BbrStep;
import io.stormglass.models.bbr.BbrV1;
import io.stormglass.models.bbr.BbrV1Parameters;
import io.stormglass.models.bbr.BbrV3;
import io.stormglass.models.bbr.BbrV3Parameters;
import io.stormglass.models.bbr.LossState;
import io.stormglass.models.bbr.RateEstimator;
import io.stormglass.models.bbr.SentStamp;
import io.stormglass.models.cc.ControlSignal;
import io.stormglass.models.cc.LossEvent;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * BBR in the NIC. Every data packet takes a stamp along, its acknowledgement brings it back, and the model is given the delivery rate between the two. Pacing is
 * honoured per packet, so a rate below one packet per round trip needs no window below one packet; the window is an upper bound only, of at least the model's
 * smallest.
 *
 * <p>The model counts payload. Its pacing is scaled by what a full packet has besides, so that pacing at the estimate fills the share of the link that was measured.
 */
final class BbrLimit implements FlowControl {
    private static final int STATE_BYTES = Math.max(BbrState.V3_BYTES, BbrState.V1_POLICER_BYTES);
    /** Places of version 1's cycle that a flow may start at; version 3 takes any number. */
    private static final int PLACES = 7;

    private static final double UNIT = 256;
    private static final double NANOS_PER_SECOND = 1e9;

    private final BbrModel model;
    private final BbrState state;
    private final RateEstimator rates = new RateEstimator();
    private final AckSample sample = new AckSample();
    private final Gains gains;
    private final BbrWindow window;
    private final int draws;
    private final int segmentBytes;
    private final double wireBitsPerPayloadByte;
    private final ByteBuffer fresh = ByteBuffer.allocate(STATE_BYTES + RateEstimator.BYTES);

    private long seed;
    private int draw;
    private long lostBytes;
    private long recoverBytes;
    private LossState lossState = LossState.OPEN;
    private boolean idle;
    private long rttNanos;
    private long rateBitsPerSecond;
    private long windowBytes;

    /** Window gains in 1/256: until the pipe was full once, of probing upwards, otherwise. */
    private record Gains(int startup, int up, int otherwise) {
        double of(BbrPhase phase) {
            return switch (phase) {
                case STARTUP, DRAIN -> startup / UNIT;
                case PROBE_BW_UP -> up / UNIT;
                case PROBE_BW_DOWN, PROBE_BW_CRUISE, PROBE_BW_REFILL -> otherwise / UNIT;
                case PROBE_RTT -> 0.5;
            };
        }
    }

    private BbrLimit(BbrModel model, Gains gains, BbrWindow window, int draws, WireFormat format) {
        this.model = model;
        this.gains = gains;
        this.window = window;
        this.draws = draws;
        this.segmentBytes = format.payloadBytes();
        this.wireBitsPerPayloadByte = 8.0 * format.fullBytes() / format.payloadBytes();
        this.state = model.start(0, AckSample.UNKNOWN);
        state.write(fresh);
        rates.write(fresh);
        read();
    }

    static BbrLimit of(CongestionControl.BbrV1Nic bbr, WireFormat format) {
        BbrV1Parameters of = bbr.parameters();
        Gains gains = new Gains(of.startupGain256(), of.windowGain256(), of.windowGain256());
        return new BbrLimit(new BbrV1(of), gains, bbr.window(), PLACES, format);
    }

    static BbrLimit of(CongestionControl.BbrV3Nic bbr, WireFormat format) {
        BbrV3Parameters of = bbr.parameters();
        Gains gains = new Gains(of.windowGain256(), of.upWindowGain256(), of.windowGain256());
        return new BbrLimit(new BbrV3(of), gains, bbr.window(), Integer.MAX_VALUE, format);
    }

    @Override
    public void restart(long seedOfFlow) {
        seed = seedOfFlow;
        draw();
        fresh.rewind();
        state.readFrom(fresh);
        rates.read(fresh);
        lostBytes = 0;
        recoverBytes = 0;
        lossState = LossState.OPEN;
        idle = false;
        rttNanos = 0;
        read();
    }

    @Override
    public boolean stampsPackets() {
        return true;
    }

    @Override
    public void stamp(SentStamp stamp, long nowNanos, long inFlightBytes) {
        if (idle) {
            idle = false;
            if (inFlightBytes == 0) {
                model.restartFromIdle(state, nowNanos);
                read();
            }
        }
        rates.sent(stamp, nowNanos, inFlightBytes);
    }

    @Override
    public void outOfData(long inFlightBytes) {
        idle = true;
        rates.limitUntil(inFlightBytes);
    }

    @Override
    public void signal(ControlSignal signal, @Nullable SentStamp newest) {
        sample.clear();
        sample.nowNanos = signal.nowNanos;
        if (signal.ackedBytes > 0 && newest != null) {
            rates.acked(sample, newest, signal.ackedBytes, state.minRttNanos());
        } else {
            sample.deliveredBytes = rates.deliveredBytes();
        }
        sample.markedBytes = signal.markedBytes;
        sample.priorInflightBytes = signal.inflightBytes;
        sample.inflightBytes = Math.max(0, signal.inflightBytes - signal.ackedBytes);
        takeLoss(signal);
        rttNanos = signal.rttNanos > 0 ? signal.rttNanos : rttNanos;
        sample.cycleDraw = draw;
        BbrStep step = model.step(state, sample);
        if (step != BbrStep.UPDATED && step != BbrStep.IGNORED) {
            draw();
        }
        if (state.phase() == BbrPhase.PROBE_RTT) {
            rates.limitUntil(sample.inflightBytes);
        }
        read();
    }

    /** Everything that is sent again counts as lost: the receiver refused it, or nothing came back. */
    private void takeLoss(ControlSignal signal) {
        if (signal.loss != LossEvent.NONE) {
            sample.newlyLostBytes = sample.inflightBytes;
            lostBytes += sample.newlyLostBytes;
            sample.inflightBytes = 0;
            recoverBytes = signal.deliveredBytes + sample.newlyLostBytes;
            lossState = signal.loss == LossEvent.TIMEOUT ? LossState.LOSS : LossState.RECOVERY;
        } else if (signal.deliveredBytes >= recoverBytes) {
            lossState = LossState.OPEN;
        }
        sample.lostBytes = lostBytes;
        sample.lossState = lossState;
    }

    /** A fresh number: as SplitMix64 makes them. */
    private void draw() {
        seed += 0x9e37_79b9_7f4a_7c15L;
        long z = (seed ^ (seed >>> 30)) * 0xbf58_476d_1ce4_e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d0_49bb_1331_11ebL;
        draw = (int) ((z >>> 33) % draws);
    }

    private void read() {
        rateBitsPerSecond = Math.max(1, (long) (state.pacingBytesPerSecond() * wireBitsPerPayloadByte));
        windowBytes = (long) state.windowSegments() * segmentBytes;
        switch (window) {
            case PACKETS -> {}
            case BYTES -> readBytes();
        }
    }

    private void readBytes() {
        double bdpBytes = model.bdpBytes(state);
        double extraBytes = state.phase() == BbrPhase.PROBE_RTT ? 0 : segmentBytes;
        double bytes = gains.of(state.phase()) * bdpBytes + extraBytes;
        if (bdpBytes <= 0 || bytes >= windowBytes || rttNanos <= 0) {
            return;
        }
        if (bytes < segmentBytes) {
            double wireBitsPerSecond = bytes * wireBitsPerPayloadByte * NANOS_PER_SECOND / rttNanos;
            rateBitsPerSecond = Math.max(1, Math.min(rateBitsPerSecond, (long) wireBitsPerSecond));
        }
        windowBytes = segmentBytes * (long) Math.ceil(bytes / segmentBytes);
    }

    /** The model's estimates. */
    BbrState state() {
        return state;
    }

    @Override
    public long rateBitsPerSecond(long nowNanos) {
        return rateBitsPerSecond;
    }

    @Override
    public long windowBytes() {
        return windowBytes;
    }

    @Override
    public boolean readsSignals() {
        return true;
    }
}
