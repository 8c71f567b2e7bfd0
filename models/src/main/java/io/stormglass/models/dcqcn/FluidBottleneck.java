package io.stormglass.models.dcqcn;

/**
 * One queue that greedy flows share.
 *
 * @param flows N, at least 1
 * @param lineBitsPerSecond C, the queue's rate
 * @param packetBytes size of a packet on the wire; laws and marks count packets
 * @param curve when the queue marks
 * @param feedbackNanos tau*, from a mark to the sender's reaction, base round trip
 */
public record FluidBottleneck(
        int flows, long lineBitsPerSecond, int packetBytes, MarkingCurve curve, long feedbackNanos) {
    public FluidBottleneck {
        Checks.count("number of flows", flows, 1);
        Checks.rates(lineBitsPerSecond, 1);
        Checks.count("packet size", packetBytes, 1);
        Checks.count("feedback delay in ns", feedbackNanos, 1);
    }

    /** C in packets per second. */
    double packetsPerSecond() {
        return lineBitsPerSecond / (8.0 * packetBytes);
    }

    /** A rate in packets per second. */
    double packetsPerSecond(long bitsPerSecond) {
        return bitsPerSecond / (8.0 * packetBytes);
    }
}
