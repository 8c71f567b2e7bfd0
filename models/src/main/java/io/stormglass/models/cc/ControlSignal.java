package io.stormglass.models.cc;

/**
 * What an acknowledgement, a loss or a timer tells a control law. One object is reused for all signals of all flows; whoever
 * fills it calls {@link #clear()} first. Fields are public because this is a register file, not an abstraction.
 */
public final class ControlSignal {
    /** Most hops of in-band telemetry. */
    public static final int MAX_HOPS = 5;

    /** Event time. */
    public long nowNanos;
    /** Bytes that this acknowledgement delivered, 0 and up. */
    public long ackedBytes;
    /** Bytes delivered since the flow began, this acknowledgement included. */
    public long deliveredBytes;
    /** Bytes sent since the flow began, in the same count as {@link #deliveredBytes}. */
    public long sentBytes;
    /** How many of {@link #ackedBytes} carried CE. */
    public long markedBytes;
    /** Bytes in flight before this signal. */
    public long inflightBytes;
    /** Round trip of the newest acknowledged unit, or -1. */
    public long rttNanos;
    /** What was lost. */
    public LossEvent loss = LossEvent.NONE;
    /** The sender had less to send than its limit allowed. */
    public boolean appLimited;
    /** Hops of the path, 0 while unknown. */
    public int hops;
    /** Entries used of the arrays below. */
    public int telemetryHops;
    /** Queue that the packet left behind at each hop. */
    public final long[] hopQueueBytes = new long[MAX_HOPS];
    /** Bytes that each hop's port had sent. */
    public final long[] hopSentBytes = new long[MAX_HOPS];
    /** Each hop's clock. */
    public final long[] hopNanos = new long[MAX_HOPS];
    /** Speed of each hop's port. */
    public final long[] hopBitsPerSecond = new long[MAX_HOPS];

    /** A cleared signal. */
    public ControlSignal() {
        clear();
    }

    /** Forgets everything. */
    public void clear() {
        nowNanos = 0;
        ackedBytes = 0;
        deliveredBytes = 0;
        sentBytes = 0;
        markedBytes = 0;
        inflightBytes = 0;
        rttNanos = -1;
        loss = LossEvent.NONE;
        appLimited = false;
        hops = 0;
        telemetryHops = 0;
    }
}
