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
 * <p>Source: operations of alibaba-edu/High-Precision-Congestion-Control 9f4be2a, {@code switch-mmu.cc}, with headroom per priority. A fixed threshold does not
 * look at S: {@code ports * threshold} beyond it is for the user to see.
 */
final class SharedBuffer {
    private final BufferSettings settings;
    private final int lossless;
    private final double alpha;
    private final long fixedBytes;
    private final long sharedBytes;
    private final long[] headroomBytes;
    private final long[] heldBytes;
    private final long[] inHeadroomBytes;
    private long usedBytes;

    SharedBuffer(BufferSettings settings, int lossless, List<Cable> cables, int largestPacketBytes) {
        this.settings = settings;
        this.lossless = lossless;
        headroomBytes = new long[cables.size()];
        heldBytes = new long[cables.size() * Priorities.COUNT];
        inHeadroomBytes = new long[cables.size() * Priorities.COUNT];
        long left = settings.totalBytes();
        for (int port = 0; port < headroomBytes.length; port++) {
            headroomBytes[port] = settings.headroom().bytes(cables.get(port), largestPacketBytes);
            left -= Integer.bitCount(lossless) * (headroomBytes[port] + settings.reserveBytes());
        }
        if (left <= 0) {
            throw new IllegalArgumentException(
                    "a buffer of " + settings.totalBytes() + " bytes has no shared part left: "
                            + cables.size() + " ports with " + Integer.bitCount(lossless)
                            + " lossless priorities set aside " + (settings.totalBytes() - left) + " bytes");
        }
        sharedBytes = left;
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

    /** The threshold now, in bytes of the shared part. */
    long thresholdBytes() {
        return fixedBytes >= 0 ? fixedBytes : (long) (alpha * (sharedBytes - usedBytes));
    }

    /** The shared part. */
    long sharedBytes() {
        return sharedBytes;
    }

    /** Used of the shared part. */
    long usedBytes() {
        return usedBytes;
    }

    /**
     * Takes a packet in if there is room.
     *
     * @param egressQueueBytes what its egress queue holds; decides for lossy priorities
     * @return false if it must be dropped
     */
    boolean admit(int port, int priority, int bytes, long egressQueueBytes) {
        int at = port * Priorities.COUNT + priority;
        if (!Priorities.has(lossless, priority)) {
            long free = sharedBytes - usedBytes;
            if (bytes > free || egressQueueBytes + bytes > settings.lossyAlpha() * free) {
                return false;
            }
            heldBytes[at] += bytes;
            usedBytes += bytes;
            return true;
        }
        long over = heldBytes[at] + bytes - settings.reserveBytes();
        if (over <= 0) {
            heldBytes[at] += bytes;
            return true;
        }
        if (over <= thresholdBytes()) {
            heldBytes[at] += bytes;
            usedBytes += Math.min(bytes, over);
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
            usedBytes -= bytes;
            return;
        }
        long fromHeadroom = Math.min(inHeadroomBytes[at], bytes);
        inHeadroomBytes[at] -= fromHeadroom;
        long rest = bytes - fromHeadroom;
        usedBytes -= Math.min(rest, sharedPart(at));
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
        return inHeadroomBytes[at] > 0 || sharedPart(at) >= Math.max(1, thresholdBytes());
    }

    boolean mayResume(int port, int priority) {
        int at = port * Priorities.COUNT + priority;
        if (inHeadroomBytes[at] > 0) {
            return false;
        }
        long shared = sharedPart(at);
        return shared == 0 || shared + settings.xonOffsetBytes() <= thresholdBytes();
    }

    /** All bytes of one port and priority. */
    long heldBytes(int port, int priority) {
        int at = port * Priorities.COUNT + priority;
        return heldBytes[at] + inHeadroomBytes[at];
    }
}
