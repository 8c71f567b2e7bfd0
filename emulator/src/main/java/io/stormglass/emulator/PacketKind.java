package io.stormglass.emulator;

/** What travels on a link. */
public enum PacketKind {
    /** Payload of a flow. */
    DATA(0),
    /** Everything before a number has arrived. */
    ACK(1),
    /** The same, and what came after it was refused: go back. */
    NAK(2),
    /** Congestion notification. */
    CNP(3),
    /** Pause frame of a priority; quanta 0 resume. */
    PFC(4);

    /** Place in tables by kind, and its code in the event log. */
    final int code;

    PacketKind(int code) {
        this.code = code;
    }
}
