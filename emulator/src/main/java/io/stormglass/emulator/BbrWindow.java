package io.stormglass.emulator;

/** What the window of a BBR sender counts in. */
public enum BbrWindow {
    /** Whole packets, as the model gives it: rounded up, with room for bursts and aggregation, never below its smallest window. */
    PACKETS,
    /**
     * Bytes: gain * BDP and one packet, half the BDP in PROBE_RTT, no floor, and never more than the model's window. A window below one packet is a packet every
     * RTT / window.
     *
     * <p>Own choice. At 64 senders a smallest window of some packets is the whole queue: it hides the path's round trip in PROBE_RTT. The packet that is added
     * keeps shares equal, since windows that are proportional to what a flow gets leave shares as they are.
     */
    BYTES
}
