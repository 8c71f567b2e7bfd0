package io.stormglass.models.dcqcn;

import java.nio.ByteBuffer;

/**
 * The sender's side of DCQCN for one queue pair: a rate limit that CNPs cut and timers raise.
 *
 * <p>Time is handed in and may be model time: whoever takes pauses out of it hands in the shortened time. It never goes
 * back. Inputs at one nanosecond come before timers of that nanosecond; so {@link #advanceTo} runs timers that are due
 * strictly before its argument, and cutting an idle interval anywhere changes nothing. Timers of one nanosecond run in
 * the order in which they were armed.
 *
 * <p>A step allocates nothing. The whole state is {@link #save saved} into at most {@link #STATE_BYTES} bytes; parameters
 * are not part of it. Not thread-safe.
 *
 * <p>The rate is a limit, not what a flow sends.
 */
public sealed interface ReactionPoint
        permits HpccReactionPoint, MsrReactionPoint, NvidiaReactionPoint, PaperReactionPoint {
    /** Room that is enough for the state of every variant. */
    int STATE_BYTES = 96;

    /** First byte of a saved state. */
    byte STATE_VERSION = 1;

    /**
     * Runs the first timer that is due before a time, and only that one. Rows of a trace come from here; everybody else
     * calls {@link #advanceTo}.
     *
     * @param beforeNanos timers at this time or later do not run
     * @return what it did, a set of {@link Branch} bits; 0 where no timer was due
     */
    int next(long beforeNanos);

    /**
     * Runs every timer that is due before a time. The cost is bounded by what changes: a state that timers no longer
     * change is carried over any span at once.
     *
     * @return all that happened, a set of {@link Branch} bits; of increases that changed nothing the kinds may be missing
     * @throws IllegalArgumentException if time goes back
     */
    int advanceTo(long nowNanos);

    /**
     * A CNP arrives, after {@link #advanceTo advancing} to its time.
     *
     * @return all that happened, a set of {@link Branch} bits
     * @throws IllegalArgumentException if time goes back
     */
    int cnp(long nowNanos);

    /**
     * The flow sends, after {@link #advanceTo advancing} to that time. Drives the byte counter, where there is one.
     *
     * @param bytes 0 and up; of one packet, or of a chunk well below the byte counter's period
     * @return all that happened, a set of {@link Branch} bits
     * @throws IllegalArgumentException if time goes back or the count is negative
     */
    int sent(long nowNanos, long bytes);

    /** Time of the last step; {@link Long#MIN_VALUE} before the first. */
    long nowNanos();

    /** Rc, the rate that the flow may use, in bit/s. */
    long rateBitsPerSecond();

    /** Rt, the rate that it is on its way back to, in bit/s. */
    long targetBitsPerSecond();

    /** The estimate of congestion, 0..1. */
    double alpha();

    /** Timer events since the last cut. */
    int timeStage();

    /** Byte counter events since the last cut; 0 where there is no byte counter. */
    int byteStage();

    /** What the next increase event will do. */
    Phase phase();

    /** What the limit is made with. */
    DcqcnParameters parameters();

    /**
     * Writes the state: version byte, variant byte, then a fixed layout per variant, big endian whatever the buffer's order.
     *
     * @param buffer moved on by at most {@link #STATE_BYTES}
     * @throws java.nio.BufferOverflowException if there is not enough room
     */
    void save(ByteBuffer buffer);

    /**
     * Takes a saved state in place of this one's. Continuing from it equals never having stopped.
     *
     * @param buffer stands at the version byte; moved on
     * @throws IllegalArgumentException if the version is unknown or the state is that of another variant
     * @throws java.nio.BufferUnderflowException if the state is cut short
     */
    void load(ByteBuffer buffer);
}
