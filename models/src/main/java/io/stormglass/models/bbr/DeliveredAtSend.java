package io.stormglass.models.bbr;

import java.util.Arrays;

/** What had been delivered when each segment left: runs of segments in order of sending, found by bisection. */
final class DeliveredAtSend {
    private long[] lastSegment = new long[1024];
    private long[] delivered = new long[1024];
    private int runs;

    /** All segments up to this one (counted from 1) that are not known yet left when so much had been delivered. */
    void sent(long upToSegment, long deliveredSegments) {
        if (upToSegment <= 0 || (runs > 0 && upToSegment <= lastSegment[runs - 1])) {
            return;
        }
        if (runs == lastSegment.length) {
            lastSegment = Arrays.copyOf(lastSegment, runs * 2);
            delivered = Arrays.copyOf(delivered, runs * 2);
        }
        lastSegment[runs] = upToSegment;
        delivered[runs] = deliveredSegments;
        runs++;
    }

    /** What had been delivered when a segment left, or {@code otherwise} if its sending was not seen. */
    long of(long segment, long otherwise) {
        int found = Arrays.binarySearch(lastSegment, 0, runs, segment);
        int run = found >= 0 ? found : -found - 1;
        return run < runs ? delivered[run] : otherwise;
    }
}
