package io.stormglass.models.event;

/** Transport protocol of a flow. */
public enum Transport {
    /** Not known. */
    UNKNOWN,
    /** RoCEv2: BTH over UDP destination port 4791. */
    ROCEV2,
    /** RoCEv1: GRH and BTH over ethertype 0x8915. */
    ROCEV1,
    /** TCP. */
    TCP
}
