package io.stormglass.models.ecn;

/**
 * One egress queue and the way through it.
 *
 * @param lineBitsPerSecond C, of the egress and of every sender
 * @param packetBytes a full packet on the wire
 * @param baseRttNanos round trip of a full packet and its acknowledgement through empty queues
 * @param buffer when senders are paused
 * @param marking how the switch reads the queue
 */
public record QueueFacts(long lineBitsPerSecond, int packetBytes, long baseRttNanos, Buffer buffer, Marking marking) {
    /** Packets of queue that a good setting may have besides one round trip. */
    private static final int REFERENCE_PACKETS = 16;

    public QueueFacts {
        Checks.atLeast("line rate in bit/s", lineBitsPerSecond, 1_000_000);
        Checks.atLeast("packet size", packetBytes, 64);
        Checks.atLeast("largest packet of " + packetBytes + " bytes: room below 64 KiB", 65_535 - packetBytes, 0);
        Checks.atLeast("base round trip in ns", baseRttNanos, 1);
    }

    /** When the queue is read. */
    public enum MarkingPoint {
        /** Before a packet joins it. */
        ENQUEUE,
        /** When a packet leaves, of what it leaves behind. */
        DEQUEUE
    }

    /**
     * How the switch reads the queue.
     *
     * @param point when
     * @param averageWeight weight of the newest reading in the moving average, above 0 to 1; 1 is the instantaneous queue
     */
    public record Marking(MarkingPoint point, double averageWeight) {
        /** The instantaneous queue, at dequeue. */
        public static final Marking AT_DEQUEUE = new Marking(MarkingPoint.DEQUEUE, 1);

        public Marking {
            Checks.above("weight of the average", averageWeight, 0);
            Checks.share("weight of the average", averageWeight);
        }
    }

    /** With another marking. */
    public QueueFacts with(Marking other) {
        return new QueueFacts(lineBitsPerSecond, packetBytes, baseRttNanos, buffer, other);
    }

    /** With another buffer. */
    public QueueFacts with(Buffer other) {
        return new QueueFacts(lineBitsPerSecond, packetBytes, baseRttNanos, other, marking);
    }

    /** Time at line rate. */
    public double nanos(double bytes) {
        return bytes * 8e9 / lineBitsPerSecond;
    }

    /** Bytes at line rate. */
    public double bytes(double nanos) {
        return nanos * lineBitsPerSecond / 8e9;
    }

    /** C RTT: what a sender at line rate sends in a base round trip. */
    public double baseRttBytes() {
        return bytes((double) baseRttNanos);
    }

    /** Dref, the delay that the cost compares with: base round trip and 16 packets, in ns. */
    public double referenceDelayNanos() {
        return baseRttNanos + nanos(REFERENCE_PACKETS * (double) packetBytes);
    }
}
