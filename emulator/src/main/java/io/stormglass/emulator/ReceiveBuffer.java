package io.stormglass.emulator;

/**
 * A NIC's receive buffer: what has arrived and has not been taken by the host. Packets of a priority wait in their order; data takes its time at the drain
 * rate, the rest takes none but waits behind data of its priority.
 *
 * <pre>
 * XOFF of a priority   its bytes at or above xoffBytes, if it is one that the NIC pauses
 * XON                  its bytes at or below xonBytes
 * dropped              all bytes and this packet would be more than the buffer
 * </pre>
 *
 * @param bytes of all priorities together; {@link Long#MAX_VALUE}: endless, and nothing is ever paused or late
 * @param xoffBytes above 0
 * @param xonBytes 0 to XOFF
 * @param drainBitsPerSecond what the host takes, above 0
 * @param pauses priorities that are paused, as bits; none: PFC is off at this NIC
 */
public record ReceiveBuffer(long bytes, long xoffBytes, long xonBytes, long drainBitsPerSecond, int pauses) {
    public ReceiveBuffer {
        if (bytes <= 0 || xoffBytes <= 0 || xoffBytes > bytes || xonBytes < 0 || xonBytes > xoffBytes) {
            throw new IllegalArgumentException("receive buffer of " + bytes + " bytes with XOFF at " + xoffBytes
                    + ", XON at " + xonBytes + ": 0 <= XON <= XOFF <= bytes and XOFF above 0 are needed");
        }
        if (drainBitsPerSecond <= 0) {
            throw new IllegalArgumentException("drain rate is " + drainBitsPerSecond + " bit/s, above 0 is needed");
        }
        Priorities.checkSet("set of paused priorities", pauses);
    }

    /** The host takes everything at once: as if there were no buffer. */
    public static ReceiveBuffer endless() {
        return new ReceiveBuffer(Long.MAX_VALUE, Long.MAX_VALUE, 0, Long.MAX_VALUE, 0);
    }

    /**
     * For each paused priority XOFF at 256 KiB and the headroom of {@link Headroom#computed} above; XON at half of that; drained at twice the line. Sizes and rate
     * are a choice of ours: a fraction of a megabyte and a PCIe link that is faster than the line are usual.
     *
     * <p>Worked number, 400 Gb/s, 1 us, 4048 bytes, one priority: 262,144 + 112,400 = 374,544 bytes.
     *
     * @param cable of the NIC
     * @param largestPacketBytes on the wire
     * @param pauses priorities that are paused, as bits; none: a buffer for one, which overflows
     */
    public static ReceiveBuffer standard(Cable cable, int largestPacketBytes, int pauses) {
        long xoff = 256 << 10;
        long each = xoff + Headroom.computed().bytes(cable, largestPacketBytes);
        long bytes = Math.max(1, Integer.bitCount(pauses)) * each;
        return new ReceiveBuffer(bytes, xoff, xoff / 2, 2 * cable.bitsPerSecond(), pauses);
    }

    /** With another drain rate. */
    public ReceiveBuffer withDrain(long bitsPerSecond) {
        return new ReceiveBuffer(bytes, xoffBytes, xonBytes, bitsPerSecond, pauses);
    }

    /** With other paused priorities. */
    public ReceiveBuffer withPauses(int priorities) {
        return new ReceiveBuffer(bytes, xoffBytes, xonBytes, drainBitsPerSecond, priorities);
    }

    boolean isEndless() {
        return bytes == Long.MAX_VALUE;
    }
}
