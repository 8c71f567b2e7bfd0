package io.stormglass.models.event;

/** What a device is in the fabric. */
public enum EntityRole {
    /** Not known. */
    UNKNOWN,
    /** A host with its NICs. */
    HOST,
    /** A leaf (top of rack) switch. */
    LEAF,
    /** A spine switch. */
    SPINE,
    /** A core switch. */
    CORE,
    /** A switch of unknown tier. */
    SWITCH
}
