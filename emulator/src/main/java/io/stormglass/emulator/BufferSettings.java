package io.stormglass.emulator;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A switch's packet buffer.
 *
 * @param totalBytes all of it
 * @param reserveBytes guaranteed to each port and lossless priority
 * @param headroom set aside for each port and lossless priority
 * @param threshold when a lossless priority's peer is paused
 * @param xonOffsetBytes how far below the threshold it may send again
 * @param lossyAlpha a lossy queue holds at most this share of what is free of the shared buffer
 * @param slices equal parts that the buffer is cut into, 1 and up: what comes in by a port uses the part of that port alone. Ports are dealt out in blocks of
 *     neighbours, port i of n to slice i * slices / n
 */
public record BufferSettings(
        long totalBytes,
        long reserveBytes,
        Headroom headroom,
        PauseThreshold threshold,
        long xonOffsetBytes,
        double lossyAlpha,
        int slices) {
    public BufferSettings {
        if (totalBytes <= 0 || reserveBytes < 0 || xonOffsetBytes < 0) {
            throw new IllegalArgumentException("buffer of " + totalBytes + " bytes, reserve " + reserveBytes
                    + ", XON offset " + xonOffsetBytes + ": the first must be above 0, the others 0 and up");
        }
        if (!(lossyAlpha > 0)) {
            throw new IllegalArgumentException("alpha of lossy queues is " + lossyAlpha + ", above 0 is needed");
        }
        if (slices < 1) {
            throw new IllegalArgumentException("buffer in " + slices + " slices, 1 and up is possible");
        }
    }

    /** 32 MiB, alpha 1/8, 4 KiB reserve, XON 3 KiB below, headroom as computed, one slice. */
    public static BufferSettings standard() {
        return new BufferSettings(
                32L << 20, 4096, Headroom.computed(), new PauseThreshold.Dynamic(1.0 / 8), 3072, 1, 1);
    }

    /** The slice of a port of a switch with so many. */
    int slice(int port, int ports) {
        return port * slices / ports;
    }

    /**
     * What the lossless priorities of each port of a switch can share with the other ports of its slice: the slice without headroom and reserves, which can be less
     * than nothing.
     *
     * @param cables of its ports, in their order
     * @param lossless set of priorities, as bits
     * @param largestPacketBytes on the wire
     */
    public long[] sharedBytes(List<Cable> cables, int lossless, int largestPacketBytes) {
        long[] ofSlice = new long[slices];
        Arrays.fill(ofSlice, totalBytes / slices);
        int ports = cables.size();
        for (int port = 0; port < ports; port++) {
            ofSlice[slice(port, ports)] -=
                    Integer.bitCount(lossless) * (headroom.bytes(cables.get(port), largestPacketBytes) + reserveBytes);
        }
        return IntStream.range(0, ports)
                .mapToLong(port -> ofSlice[slice(port, ports)])
                .toArray();
    }

    /** With another headroom. */
    public BufferSettings with(Headroom other) {
        return new BufferSettings(totalBytes, reserveBytes, other, threshold, xonOffsetBytes, lossyAlpha, slices);
    }

    /** With another threshold and distance of XON. */
    public BufferSettings with(PauseThreshold other, long otherXonOffsetBytes) {
        return new BufferSettings(totalBytes, reserveBytes, headroom, other, otherXonOffsetBytes, lossyAlpha, slices);
    }

    /** With another size. */
    public BufferSettings withTotal(long bytes) {
        return new BufferSettings(bytes, reserveBytes, headroom, threshold, xonOffsetBytes, lossyAlpha, slices);
    }

    /** With another number of slices. */
    public BufferSettings withSlices(int count) {
        return new BufferSettings(totalBytes, reserveBytes, headroom, threshold, xonOffsetBytes, lossyAlpha, count);
    }
}
