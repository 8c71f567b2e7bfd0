package io.stormglass.models.event;

/** What was observed of a flow; says which fields of {@link FlowEvent} count. */
public enum FlowEventKind {
    /** Not known. */
    UNKNOWN,
    /** Data packets and bytes sent since the flow's previous SENT or CE_MARKED event. */
    SENT,
    /** Packets and bytes newly acknowledged where no RTT sample could be taken. */
    DELIVERED,
    /** Data packets and bytes with CE; they are not contained in a SENT event. */
    CE_MARKED,
    /** A CNP seen on the wire. */
    CNP_SEEN,
    /** CNPs sent by the notification point. */
    CNP_SENT,
    /** CNPs handled by the reaction point. */
    CNP_HANDLED,
    /** CNPs ignored by the reaction point. */
    CNP_IGNORED,
    /** A round-trip time, with the packets and bytes that the same ACK newly acknowledged. */
    RTT_SAMPLE,
    /** Data packets and bytes sent again; they are also in SENT or CE_MARKED. */
    RETRANSMITTED,
    /** Data packets behind a later one that were not sent again. */
    REORDERED,
    /** A NAK; detail holds the AETH syndrome. */
    NAK,
    /** A receiver-not-ready NAK; detail holds the timer code. */
    RNR,
    /** An acknowledgement time-out. */
    TIMEOUT,
    /** The sender's port could not send the flow's priority, from the event's time on, for {@link FlowEvent#rttNanos}. */
    PAUSED
}
