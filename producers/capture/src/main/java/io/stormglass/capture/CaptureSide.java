package io.stormglass.capture;

/** Which direction of a port's link a capture interface holds, where whoever set it up says so. */
public enum CaptureSide {
    /** Not said. */
    UNKNOWN,
    /** Only frames that the port receives. */
    RX,
    /** Only frames that the port sends. */
    TX,
    /** Both; MAC addresses of the port or of its peer tell them apart. */
    BOTH_BY_MAC
}
