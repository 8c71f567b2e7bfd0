package io.stormglass.models.bbr;

/**
 * What one acknowledgement (or one reading) tells a BBR model. One object is reused for all samples of all flows; whoever
 * fills it calls {@link #clear()} first.
 *
 * <p>Fields are public because this is a register file between two hot loops, not an abstraction.
 */
public final class AckSample {
    /** Stands for "not known" in fields that allow it. */
    public static final long UNKNOWN = -1;

    /** Event time. */
    public long nowNanos;
    /** Bytes delivered since the flow began, this acknowledgement included. */
    public long deliveredBytes;
    /** Bytes that this acknowledgement delivered, 0 and up. */
    public long ackedBytes;
    /** Bytes that had been delivered when the newest acknowledged unit was sent, or {@link #UNKNOWN}. */
    public long priorDeliveredBytes;
    /** Delivery rate of the sample, or {@link #UNKNOWN} if the sample has none. */
    public long bandwidthBytesPerSecond;
    /** Round trip of the newest acknowledged unit, or {@link #UNKNOWN}. */
    public long rttNanos;
    /** The acknowledgement may have been held back by the receiver. */
    public boolean ackDelayed;
    /** The sender had nothing to send while this sample was taken. */
    public boolean appLimited;
    /** Bytes lost since the flow began. */
    public long lostBytes;
    /** Bytes newly found lost. */
    public long newlyLostBytes;
    /** Newly delivered bytes that carried CE. */
    public long markedBytes;
    /** Bytes in flight before this acknowledgement. */
    public long priorInflightBytes;
    /** Bytes in flight after this acknowledgement. */
    public long inflightBytes;
    /** When pacing lets the next unit leave; anything up to {@link #nowNanos} means at once. */
    public long nextDepartureNanos;
    /** What loss recovery is doing. */
    public LossState lossState = LossState.OPEN;
    /** Fresh random number, 0 to 6 for BBRv1 and any for BBRv3; used only where the sample starts a cycle. */
    public int cycleDraw;

    /** A cleared sample. */
    public AckSample() {
        clear();
    }

    /** Forgets everything. */
    public void clear() {
        nowNanos = 0;
        deliveredBytes = 0;
        ackedBytes = 0;
        priorDeliveredBytes = UNKNOWN;
        bandwidthBytesPerSecond = UNKNOWN;
        rttNanos = UNKNOWN;
        ackDelayed = false;
        appLimited = false;
        lostBytes = 0;
        newlyLostBytes = 0;
        markedBytes = 0;
        priorInflightBytes = 0;
        inflightBytes = 0;
        nextDepartureNanos = 0;
        lossState = LossState.OPEN;
        cycleDraw = 0;
    }
}
