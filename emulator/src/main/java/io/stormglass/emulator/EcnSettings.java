package io.stormglass.emulator;

import io.stormglass.models.dcqcn.MarkingCurve;

/**
 * How a switch marks.
 *
 * @param curve probability over the egress queue
 * @param point when the queue is read
 * @param averageWeight weight of the newest reading in the moving average that the curve sees, above 0 to 1; 1 is the instantaneous queue
 * @param priorities set of priorities that are marked, as bits
 */
public record EcnSettings(MarkingCurve curve, Point point, double averageWeight, int priorities) {
    /** When the queue is read and the mark is set. */
    public enum Point {
        /** Before the packet joins the queue. */
        ENQUEUE,
        /** When it leaves, of what it leaves behind. Its mark is younger by the time that it waited. */
        DEQUEUE
    }

    public EcnSettings {
        if (!(averageWeight > 0 && averageWeight <= 1)) {
            throw new IllegalArgumentException(
                    "weight of the average is " + averageWeight + ", above 0 to 1 is possible");
        }
        Priorities.checkSet("set of marked priorities", priorities);
    }

    /** The curve on the instantaneous queue that a leaving packet of priority 3 leaves behind. */
    public static EcnSettings atDequeue(MarkingCurve curve) {
        return new EcnSettings(curve, Point.DEQUEUE, 1, 1 << 3);
    }

    /** Nothing is marked. */
    public static EcnSettings off() {
        return new EcnSettings(new MarkingCurve(0, 0, 0), Point.DEQUEUE, 1, 0);
    }
}
