package io.stormglass.emulator;

/**
 * How a flow is sent.
 *
 * @param control law
 * @param window limit besides
 * @param ecn what its packets say to switches
 */
public record Transport(CongestionControl control, WindowLimit window, Ecn ecn) {
    /** ECN field of the packets. */
    public enum Ecn {
        /** May be marked. */
        CAPABLE,
        /** Cannot be marked; dropped instead. */
        NOT_CAPABLE
    }

    /** A law with no other limit. */
    public static Transport of(CongestionControl control) {
        return new Transport(control, WindowLimit.none(), Ecn.CAPABLE);
    }

    /** A law with a window besides. */
    public static Transport of(CongestionControl control, WindowLimit window) {
        return new Transport(control, window, Ecn.CAPABLE);
    }
}
