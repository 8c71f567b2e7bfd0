package io.stormglass.models.event;

/** Where on the path of a flow's data the observer stands; the scope of its RTT samples. */
public enum Vantage {
    /** Not known. */
    UNKNOWN,
    /** At the sender: samples hold the full loop. */
    SENDER,
    /** Between sender and receiver. */
    MID,
    /** At the receiver: samples hold the receiver's reaction only. */
    RECEIVER
}
