package io.stormglass.models.event;

/** What the numbers of a record describe. */
public enum Scope {
    /** Not known. */
    UNKNOWN,
    /** One flow, packet by packet. */
    FLOW,
    /** Counters of one queue pair. */
    QP_COUNTER,
    /** Counters of one NIC port. */
    NIC,
    /** Counters of a switch port or queue. */
    SWITCH,
    /** One TCP socket. */
    SOCKET
}
