package io.stormglass.emulator;

import java.util.List;

/**
 * Who holds how much of a switch's buffer, counted where packets came in. It admits, it names pauses, it moves nothing.
 *
 * <pre>
 * S           = total - sum of headroom and reserve over ports and lossless priorities
 * threshold   = alpha (S - used), or fixed
 * lossless    : first the reserve, then the shared part up to the threshold, then the headroom; no room there either: dropped
 * pause       : headroom in use, or shared part at or above the threshold
 * resume      : headroom empty, and shared part empty or at least the XON offset below the threshold
 * lossy       : dropped if its egress queue would exceed lossyAlpha (S - used)
 * </pre>
 *
 * <p>Each slice has an S of its own; its part of the total, less what its ports set aside.
 *
 * <p>Source: operations of alibaba-edu/High-Precision-Congestion-Control 9f4be2a, {@code switch-mmu.cc}, with headroom per priority. A fixed threshold does not
 * look at S: {@code ports * threshold} beyond it is for the user to see.
 */
final class SharedBuffer {
    private final BufferSettings settings;
    private final int lossless;
    private final double alpha;
    private final long fixedBytes;
    /** By port; ports of a slice have the same one. */
    private final Pool[] pools;

    private final long[] headroomBytes;
    private final long[] heldBytes;
    private final long[] inHeadroomBytes;

    /** What ports share. */
    private static final class Pool {
        final long sharedBytes;
        long usedBytes;

        Pool(long sharedBytes) {
            this.sharedBytes = sharedBytes;
        }
    }

    SharedBuffer(BufferSettings settings, int lossless, List<Cable> cables, int largestPacketBytes) {
        this.settings = settings;
        this.lossless = lossless;
        headroomBytes = new long[cables.size()];
        heldBytes = new long[cables.size() * Priorities.COUNT];
        inHeadroomBytes = new long[cables.size() * Priorities.COUNT];
        pools = new Pool[cables.size()];
        long sliceBytes = settings.totalBytes() / settings.slices();
        long[] sharedBytes = settings.sharedBytes(cables, lossless, largestPacketBytes);
        for (int port = 0; port < pools.length; port++) {
            headroomBytes[port] = settings.headroom().bytes(cables.get(port), largestPacketBytes);
            boolean first = port == 0 || slice(port) != slice(port - 1);
            pools[port] = first ? new Pool(sharedBytes[port]) : pools[port - 1];
        }
        for (Pool pool : pools) {
            if (pool.sharedBytes <= 0) {
                throw new IllegalArgumentException("a buffer of " + sliceBytes + " bytes has no shared part left: "
                        + Math.ceilDiv(pools.length, settings.slices()) + " ports with " + Integer.bitCount(lossless)
                        + " lossless priorities set aside " + (sliceBytes - pool.sharedBytes) + " bytes");
            }
        }
        switch (settings.threshold()) {
            case PauseThreshold.Dynamic dynamic -> {
                alpha = dynamic.alpha();
                fixedBytes = -1;
            }
            case PauseThreshold.Static fixed -> {
                alpha = 0;
                fixedBytes = fixed.xoffBytes();
            }
        }
    }

    private int slice(int port) {
        return settings.slice(port, pools.length);
    }

    /** The threshold of a port now, in bytes of the shared part. */
    long thresholdBytes(int port) {
        return thresholdBytes(pools[port]);
    }

    private long thresholdBytes(Pool pool) {
        return fixedBytes >= 0 ? fixedBytes : (long) (alpha * (pool.sharedBytes - pool.usedBytes));
    }

    /** The shared part of a port's slice. */
    long sharedBytes(int port) {
        return pools[port].sharedBytes;
    }

    /** Used of the shared part of a port's slice. */
    long usedBytes(int port) {
        return pools[port].usedBytes;
    }

    /**
     * Takes a packet in if there is room.
     *
     * @param egressQueueBytes what its egress queue holds; decides for lossy priorities
     * @return false if it must be dropped
     */
    boolean admit(int port, int priority, int bytes, long egressQueueBytes) {
        int at = port * Priorities.COUNT + priority;
        Pool pool = pools[port];
        if (!Priorities.has(lossless, priority)) {
            long free = pool.sharedBytes - pool.usedBytes;
            if (bytes > free || egressQueueBytes + bytes > settings.lossyAlpha() * free) {
                return false;
            }
            heldBytes[at] += bytes;
            pool.usedBytes += bytes;
            return true;
        }
        long over = heldBytes[at] + bytes - settings.reserveBytes();
        if (over <= 0) {
            heldBytes[at] += bytes;
            return true;
        }
        if (over <= thresholdBytes(pool)) {
            heldBytes[at] += bytes;
            pool.usedBytes += Math.min(bytes, over);
            return true;
        }
        if (inHeadroomBytes[at] + bytes > headroomBytes[port]) {
            return false;
        }
        inHeadroomBytes[at] += bytes;
        return true;
    }

    /** A packet leaves that came in by a port: out of the headroom first, then of the shared part, then of the reserve. */
    void release(int port, int priority, int bytes) {
        int at = port * Priorities.COUNT + priority;
        if (!Priorities.has(lossless, priority)) {
            heldBytes[at] -= bytes;
            pools[port].usedBytes -= bytes;
            return;
        }
        long fromHeadroom = Math.min(inHeadroomBytes[at], bytes);
        inHeadroomBytes[at] -= fromHeadroom;
        long rest = bytes - fromHeadroom;
        pools[port].usedBytes -= Math.min(rest, sharedPart(at));
        heldBytes[at] -= rest;
    }

    private long sharedPart(int at) {
        return Math.max(0, heldBytes[at] - settings.reserveBytes());
    }

    boolean wantsPause(int port, int priority) {
        if (!Priorities.has(lossless, priority)) {
            return false;
        }
        int at = port * Priorities.COUNT + priority;
        return inHeadroomBytes[at] > 0 || sharedPart(at) >= Math.max(1, thresholdBytes(pools[port]));
    }

    boolean mayResume(int port, int priority) {
        int at = port * Priorities.COUNT + priority;
        if (inHeadroomBytes[at] > 0) {
            return false;
        }
        long shared = sharedPart(at);
        return shared == 0 || shared + settings.xonOffsetBytes() <= thresholdBytes(pools[port]);
    }

    /** All bytes of one port and priority. */
    long heldBytes(int port, int priority) {
        int at = port * Priorities.COUNT + priority;
        return heldBytes[at] + inHeadroomBytes[at];
    }
}
