package io.stormglass.capture.frame;

/** What a frame's innermost headers are. */
public enum FrameKind {
    /** Nothing that this decoder follows further. */
    OTHER,
    /** UDP with destination port 4791, whatever follows. */
    ROCEV2,
    /** Ethertype 0x8915. */
    ROCEV1,
    /** MAC control with opcode 0x0101: priority flow control. */
    PFC,
    /** MAC control with opcode 0x0001: 802.3x pause. */
    PAUSE,
    /** MAC control with another or an unreadable opcode. */
    MAC_CONTROL;

    /** RoCE of either version. */
    public boolean isRoce() {
        return this == ROCEV2 || this == ROCEV1;
    }

    /** PFC, pause, or another frame that a MAC neither forwards nor mirrors. */
    public boolean isMacControl() {
        return this == PFC || this == PAUSE || this == MAC_CONTROL;
    }
}
