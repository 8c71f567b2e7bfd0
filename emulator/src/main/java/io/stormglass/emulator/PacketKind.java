package io.stormglass.emulator;

/** What travels on a link. */
public enum PacketKind {
    /** Payload of a flow. */
    DATA,
    /** Everything before a number has arrived. */
    ACK,
    /** The same, and what came after it was refused: go back. */
    NAK,
    /** Congestion notification. */
    CNP,
    /** Pause frame of a priority; quanta 0 resume. */
    PFC
}
