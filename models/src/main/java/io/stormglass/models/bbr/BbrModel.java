package io.stormglass.models.bbr;

/** A BBR sender as a model: parameters are fixed, everything that changes is in the {@link BbrState}. */
public sealed interface BbrModel permits BbrV1, BbrV3 {
    /**
     * The state of a flow whose first sample is yet to come.
     *
     * @param nowNanos event time
     * @param rttNanos round trip of the handshake, or {@link AckSample#UNKNOWN}
     */
    BbrState start(long nowNanos, long rttNanos);

    /**
     * Takes a sample. Samples of a flow come in order of time; neither a clock nor a random source is read, nothing is
     * allocated.
     *
     * @return the branch that fired
     * @throws IllegalArgumentException if the state belongs to another variant
     */
    BbrStep step(BbrState state, AckSample sample);

    /**
     * What a sender does that starts to send after it had nothing to send: it paces at the estimate, not at a probe's gain.
     *
     * @param nowNanos event time
     */
    void restartFromIdle(BbrState state, long nowNanos);

    /** Bytes that bandwidth x propagation delay amounts to, 0 while either is unknown. */
    long bdpBytes(BbrState state);
}
