package io.stormglass.models.bbr;

import java.nio.ByteBuffer;

/**
 * Everything that a {@link BbrModel} remembers of a flow: primitives only, changed in place by the model.
 *
 * <p>Saved form (big endian, fixed length per layout): byte 0 is the layout's version: {@value #LAYOUT_V1} is BBRv1 in
 * {@value #V1_BYTES} bytes, {@value #LAYOUT_V1_POLICER} is BBRv1 with its policer detector in {@value #V1_POLICER_BYTES},
 * {@value #LAYOUT_V3} is BBRv3 in {@value #V3_BYTES}. Then phase, cycle index, flags, three small counts, the maximum filter,
 * and the rest in the order of the fields below. A restored state behaves as the saved one would have.
 */
public final class BbrState {
    /** First byte of a saved BBRv1 state. */
    public static final byte LAYOUT_V1 = 1;
    /** First byte of a saved BBRv1 state with policer detector. */
    public static final byte LAYOUT_V1_POLICER = 2;
    /** First byte of a saved BBRv3 state. */
    public static final byte LAYOUT_V3 = 3;
    /** Length of a saved BBRv1 state. */
    public static final int V1_BYTES = 114;
    /** Length of a saved BBRv1 state with policer detector. */
    public static final int V1_POLICER_BYTES = 145;
    /** Length of a saved BBRv3 state. */
    public static final int V3_BYTES = 195;

    static final int FULL = 1;
    static final int IDLE_RESTART = 1 << 1;
    static final int PROBE_RTT_TIMED = 1 << 2;
    static final int PROBE_RTT_ROUND = 1 << 3;
    static final int CONSERVATION = 1 << 4;
    static final int POLICER_SAMPLING = 1 << 5;
    static final int POLICED = 1 << 6;
    static final int SECOND_SLOT = 1 << 7;
    static final int RTT_SEEN = 1 << 8;
    static final int LOSS_IN_ROUND = 1 << 9;
    static final int FULL_NOW = 1 << 10;
    static final int ADVANCE_FILTER = 1 << 11;

    byte layout;
    BbrPhase phase = BbrPhase.STARTUP;
    int cycleIndex;
    int flags;
    LossState lossState = LossState.OPEN;
    int fullCount;
    int aggregationRounds;
    int roundCount;
    final WindowedMax bandwidth = new WindowedMax();
    long nextRoundBytes;
    long minRttNanos = AckSample.UNKNOWN;
    long minRttStampNanos;
    /** Start of the phase in PROBE_BW, end of the quiet time in PROBE_RTT: the two never overlap. */
    long phaseStampNanos;

    long fullBandwidth;
    long pacingBytesPerSecond;
    int windowSegments;
    int priorWindowSegments;
    long aggregationStampNanos;
    int aggregationAckedSegments;
    int extraAcked0Segments;
    int extraAcked1Segments;

    // BBRv1 with policer detector only
    long policerStampNanos;
    long policerDeliveredBytes;
    long policerLostBytes;
    long policerBandwidth;
    int policerRounds;

    // BBRv3 only
    long lowBandwidth = Packed.MAX;
    long latestBandwidth;
    int longTermSegments = Integer.MAX_VALUE;
    int shortTermSegments = Integer.MAX_VALUE;
    int latestInflightSegments;
    int roundsSinceProbe;
    int phaseRound;
    int probeWaitMicros;
    int probeCycles;
    long probeRttMinNanos = AckSample.UNKNOWN;
    long probeRttStampNanos;
    double markedShare = 1;
    long roundMarkedBytes;
    long roundDeliveredBytes;
    int markedRounds;

    // Filled and used within one step, never saved
    boolean roundStart;

    BbrState(byte layout) {
        this.layout = layout;
    }

    /** Phase after the newest sample. */
    public BbrPhase phase() {
        return phase;
    }

    /** Estimate of the bottleneck's bandwidth (BtlBw) in bytes per second, 0 while unknown. */
    public long bandwidthBytesPerSecond() {
        return bandwidth.value();
    }

    /** Estimate of the propagation delay (RTprop), or {@link AckSample#UNKNOWN}. */
    public long minRttNanos() {
        return minRttNanos;
    }

    /** Rate at which the sender should pace, bytes per second. */
    public long pacingBytesPerSecond() {
        return pacingBytesPerSecond;
    }

    /** Congestion window in segments. */
    public int windowSegments() {
        return windowSegments;
    }

    /** Rounds counted so far. */
    public int roundCount() {
        return roundCount;
    }

    /** Whether STARTUP has found the pipe full. */
    public boolean fullPipe() {
        return has(FULL);
    }

    /** Place in BBRv1's gain cycle: 0 probes, 1 drains, 2 to 7 cruise. */
    public int cycleIndex() {
        return cycleIndex;
    }

    /** When the current phase of PROBE_BW began. */
    public long phaseStampNanos() {
        return phaseStampNanos;
    }

    boolean has(int flag) {
        return (flags & flag) != 0;
    }

    void set(int flag) {
        flags |= flag;
    }

    void unset(int flag) {
        flags &= ~flag;
    }

    /** Length of the saved form. */
    public int savedBytes() {
        return switch (layout) {
            case LAYOUT_V1 -> V1_BYTES;
            case LAYOUT_V1_POLICER -> V1_POLICER_BYTES;
            default -> V3_BYTES;
        };
    }

    /**
     * Saves at the buffer's position.
     *
     * @throws java.nio.BufferOverflowException if fewer than {@link #savedBytes()} are left
     */
    public void write(ByteBuffer out) {
        out.put(layout).put(phase.code()).put((byte) cycleIndex).putShort((short) flags);
        out.put(lossState.code()).put((byte) fullCount).put((byte) aggregationRounds);
        out.putInt(roundCount);
        bandwidth.write(out);
        out.putLong(nextRoundBytes)
                .putLong(minRttNanos)
                .putLong(minRttStampNanos)
                .putLong(phaseStampNanos);
        Packed.put48(out, fullBandwidth);
        Packed.put48(out, pacingBytesPerSecond);
        out.putInt(windowSegments).putInt(priorWindowSegments);
        out.putLong(aggregationStampNanos).putInt(aggregationAckedSegments);
        out.putInt(extraAcked0Segments).putInt(extraAcked1Segments);
        if (layout == LAYOUT_V1_POLICER) {
            writePolicer(out);
        } else if (layout == LAYOUT_V3) {
            writeV3(out);
        }
    }

    private void writePolicer(ByteBuffer out) {
        out.putLong(policerStampNanos).putLong(policerDeliveredBytes).putLong(policerLostBytes);
        Packed.put48(out, policerBandwidth);
        out.put((byte) policerRounds);
    }

    private void writeV3(ByteBuffer out) {
        Packed.put48(out, lowBandwidth);
        Packed.put48(out, latestBandwidth);
        out.putInt(longTermSegments).putInt(shortTermSegments).putInt(latestInflightSegments);
        out.putInt(roundsSinceProbe).putInt(phaseRound).putInt(probeWaitMicros).putInt(probeCycles);
        out.putLong(probeRttMinNanos).putLong(probeRttStampNanos).putDouble(markedShare);
        out.putLong(roundMarkedBytes).putLong(roundDeliveredBytes).put((byte) markedRounds);
    }

    /**
     * Restores from the buffer's position.
     *
     * @throws IllegalArgumentException if the bytes are of an unknown layout
     * @throws java.nio.BufferUnderflowException if they end too early
     */
    public static BbrState read(ByteBuffer in) {
        BbrState state = new BbrState(LAYOUT_V1);
        state.readFrom(in);
        return state;
    }

    /**
     * Like {@link #read(ByteBuffer)}, into this object: for one state that serves many flows in turn.
     *
     * @throws IllegalArgumentException if the bytes are of an unknown layout; this state is then as before
     * @throws java.nio.BufferUnderflowException if they end too early; this state is then undefined
     */
    public void readFrom(ByteBuffer in) {
        byte found = in.get();
        if (found < LAYOUT_V1 || found > LAYOUT_V3) {
            throw new IllegalArgumentException(
                    "layout of a saved BBR state is " + found + ", " + LAYOUT_V1 + " to " + LAYOUT_V3 + " can be read");
        }
        layout = found;
        phase = BbrPhase.of(in.get());
        cycleIndex = in.get();
        flags = in.getShort() & 0xffff;
        lossState = LossState.of(in.get());
        fullCount = in.get();
        aggregationRounds = in.get();
        roundCount = in.getInt();
        bandwidth.read(in);
        nextRoundBytes = in.getLong();
        minRttNanos = in.getLong();
        minRttStampNanos = in.getLong();
        phaseStampNanos = in.getLong();
        fullBandwidth = Packed.get48(in);
        pacingBytesPerSecond = Packed.get48(in);
        windowSegments = in.getInt();
        priorWindowSegments = in.getInt();
        aggregationStampNanos = in.getLong();
        aggregationAckedSegments = in.getInt();
        extraAcked0Segments = in.getInt();
        extraAcked1Segments = in.getInt();
        if (layout == LAYOUT_V1_POLICER) {
            readPolicer(in);
        } else if (layout == LAYOUT_V3) {
            readV3(in);
        }
    }

    private void readPolicer(ByteBuffer in) {
        policerStampNanos = in.getLong();
        policerDeliveredBytes = in.getLong();
        policerLostBytes = in.getLong();
        policerBandwidth = Packed.get48(in);
        policerRounds = in.get();
    }

    private void readV3(ByteBuffer in) {
        lowBandwidth = Packed.get48(in);
        latestBandwidth = Packed.get48(in);
        longTermSegments = in.getInt();
        shortTermSegments = in.getInt();
        latestInflightSegments = in.getInt();
        roundsSinceProbe = in.getInt();
        phaseRound = in.getInt();
        probeWaitMicros = in.getInt();
        probeCycles = in.getInt();
        probeRttMinNanos = in.getLong();
        probeRttStampNanos = in.getLong();
        markedShare = in.getDouble();
        roundMarkedBytes = in.getLong();
        roundDeliveredBytes = in.getLong();
        markedRounds = in.get();
    }
}
