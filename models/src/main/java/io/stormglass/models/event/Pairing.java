package io.stormglass.models.event;

/** How the return direction (ACK, CNP) of a flow was joined to it. */
public enum Pairing {
    /** Not known. */
    UNKNOWN,
    /** No return direction seen. */
    NONE,
    /** Learned from RDMA-CM ConnectRequest and ConnectReply. */
    CM,
    /** Learned by matching the sequence numbers of data and ACKs. */
    PSN,
    /** The only data flow between the two addresses. */
    IP,
    /** Not joined: the flow is named after the return direction. */
    PROVISIONAL
}
