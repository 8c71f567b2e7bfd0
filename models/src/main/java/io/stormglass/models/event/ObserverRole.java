package io.stormglass.models.event;

/** What kind of observer saw the events. */
public enum ObserverRole {
    /** Not known. */
    UNKNOWN,
    /** Counters or events of a NIC. */
    NIC,
    /** A host: sockets, host capture. */
    HOST,
    /** A switch. */
    SWITCH,
    /** A packet capture or tap. */
    CAPTURE,
    /** A live mirror (SPAN, ERSPAN, sFlow). */
    MIRROR,
    /** The emulated fabric. */
    EMULATOR
}
