package io.stormglass.emulator;

/**
 * Buffer of one ingress port and lossless priority for what arrives after XOFF was decided.
 *
 * <pre>
 * bytes = k D R + n M + e          D one-way delay, R rate, M the largest packet on the wire
 * </pre>
 *
 * <p>Worked number, {@link #computed}, 400 Gb/s, 1 us, 4048 bytes: 2 * 50,000 + 3 * 4048 + 256 = 112,400.
 *
 * @param delayRates k, 0 and up
 * @param packets n, 0 and up
 * @param extraBytes e, 0 and up
 */
public record Headroom(double delayRates, double packets, double extraBytes) {
    public Headroom {
        if (!(delayRates >= 0 && packets >= 0 && extraBytes >= 0)) {
            throw new IllegalArgumentException("headroom of " + delayRates + " D R + " + packets + " M + " + extraBytes
                    + " bytes: nothing of it may be negative");
        }
    }

    /**
     * What the loop needs: the wire in both directions, the packet that crosses the threshold, the one that the pause frame waits for at the switch, the one
     * that its receiver has begun, and the pause frame itself behind frames of other priorities.
     */
    public static Headroom computed() {
        return new Headroom(2, 3, 256);
    }

    /** The HPCC simulator: three one-way bandwidth-delay products. */
    public static Headroom ns3() {
        return new Headroom(3, 0, 0);
    }

    /** A share of this. */
    public Headroom times(double factor) {
        return new Headroom(delayRates * factor, packets * factor, extraBytes * factor);
    }

    /** Bytes of one priority of a port on this cable. */
    public long bytes(Cable cable, int largestPacketBytes) {
        double inFlight = delayRates * cable.delayPicos() / Picos.perByte(cable.bitsPerSecond());
        return Math.round(inFlight + packets * largestPacketBytes + extraBytes);
    }
}
