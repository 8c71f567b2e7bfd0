package io.stormglass.emulator.telemetry;

/** The registers of a fabric's devices: running totals and what is now. Where they come from is a matter of who emulates or tells. */
interface Readings {
    long total(int node, int port, int priority, Total which);

    long link(int node, int port, LinkTotal which);

    long nic(int host, NicTotal which);

    /** Bytes that wait in an egress queue. */
    long depthBytes(int node, int port, int priority);

    /** Most bytes that waited since {@link #clearPeak}. */
    long peakBytes(int node, int port, int priority);

    /** Starts the peak anew, from what waits now. */
    void clearPeak(int node, int port, int priority);

    /** Whether the peer forbids the port to send a priority. */
    boolean isPaused(int node, int port, int priority);
}
