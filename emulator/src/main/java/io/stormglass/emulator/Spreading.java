package io.stormglass.emulator;

/** How a switch chooses between ports that are equally near to the destination. */
public enum Spreading {
    /** By the hash of the flow's five-tuple: a flow keeps its path and its order. */
    FLOW_HASH,
    /** Each packet by a port drawn for it. Packets of a flow overtake each other; NICs need {@link NicSettings#reorderPackets}. */
    PER_PACKET
}
