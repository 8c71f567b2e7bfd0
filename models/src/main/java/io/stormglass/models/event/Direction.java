package io.stormglass.models.event;

/** Direction as seen from the port that an event names. */
public enum Direction {
    /** Not known. */
    UNKNOWN,
    /** Received by the port. A pause frame received pauses the port. */
    RX,
    /** Sent by the port. A pause frame sent pauses the peer. */
    TX
}
