package io.stormglass.emulator.queue;

import io.stormglass.models.ecn.Buffer;

/** Ingress side of a shared buffer: what each port holds, and when it is paused. Nothing is ever dropped: headroom is taken to be enough. */
final class Admission {
    private final long sharedBytes;
    private final long reserveBytes;
    private final long xonOffsetBytes;
    private final double alpha;
    private final long fixedBytes;
    private final long[] held;
    /** Of what is held, beyond the threshold when it came: freed first. */
    private final long[] inHeadroom;

    private final boolean[] pausing;
    private long usedBytes;

    Admission(Buffer buffer, int ports) {
        sharedBytes = buffer.sharedBytes();
        reserveBytes = buffer.reserveBytes();
        xonOffsetBytes = buffer.xonOffsetBytes();
        held = new long[ports];
        inHeadroom = new long[ports];
        pausing = new boolean[ports];
        switch (buffer.xoff()) {
            case Buffer.Dynamic dynamic -> {
                alpha = dynamic.alpha();
                fixedBytes = -1;
            }
            case Buffer.Fixed fixed -> {
                alpha = 0;
                fixedBytes = fixed.bytes();
            }
        }
    }

    private long threshold() {
        return fixedBytes >= 0 ? fixedBytes : (long) (alpha * (sharedBytes - usedBytes));
    }

    /**
     * Takes a packet in.
     *
     * @return true where the port is to be paused now
     */
    boolean admit(int port, int bytes) {
        long over = held[port] + bytes - reserveBytes;
        if (over <= 0) {
            held[port] += bytes;
        } else if (over <= threshold()) {
            held[port] += bytes;
            usedBytes += Math.min(bytes, over);
        } else {
            inHeadroom[port] += bytes;
        }
        if (pausing[port] || (inHeadroom[port] == 0 && sharedPart(port) < Math.max(1, threshold()))) {
            return false;
        }
        pausing[port] = true;
        return true;
    }

    /**
     * Lets a packet out.
     *
     * @return true where the port may send again now
     */
    boolean release(int port, int bytes) {
        long fromHeadroom = Math.min(inHeadroom[port], bytes);
        inHeadroom[port] -= fromHeadroom;
        long rest = bytes - fromHeadroom;
        usedBytes -= Math.min(rest, sharedPart(port));
        held[port] -= rest;
        if (!pausing[port] || inHeadroom[port] > 0) {
            return false;
        }
        long shared = sharedPart(port);
        if (shared > 0 && shared + xonOffsetBytes > threshold()) {
            return false;
        }
        pausing[port] = false;
        return true;
    }

    private long sharedPart(int port) {
        return Math.max(0, held[port] - reserveBytes);
    }
}
