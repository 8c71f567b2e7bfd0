package io.stormglass.models.cc;

/** How a signal says that something was lost. */
public enum LossEvent {
    /** Nothing was. */
    NONE,
    /** Told by the receiver: third duplicate acknowledgement, SACK, NAK. */
    FAST_RETRANSMIT,
    /** The retransmission timer fired. */
    TIMEOUT
}
