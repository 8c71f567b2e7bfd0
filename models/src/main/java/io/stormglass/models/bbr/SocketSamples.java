package io.stormglass.models.bbr;

import java.util.List;

/**
 * BBR samples of a socket's readings: everything that does not depend on the model's own decisions.
 *
 * <p>Between two readings both sends and an acknowledgement happened, in an unknown order. What the window forbade before the
 * acknowledgement was sent after it; the rest is taken as sent before. The RTT of an acknowledgement follows from the change of the
 * smoothed one (which moves by 1/8 of the difference each), or from the reported minimum where that fell.
 */
final class SocketSamples {
    /** Segments that an acknowledgement covers unless readings show more (delayed acknowledgements). */
    private static final int ACK_SEGMENTS = 2;

    private final List<SocketReading> readings;
    private final int segmentBytes;
    private final long[] priorSegments;
    private final int[] sentBefore;

    SocketSamples(List<SocketReading> readings, int segmentBytes) {
        this.readings = readings;
        this.segmentBytes = segmentBytes;
        this.priorSegments = new long[readings.size()];
        this.sentBefore = new int[readings.size()];
        followSends();
    }

    /** For each reading: what had been delivered when its newest acknowledged segment left. */
    private void followSends() {
        DeliveredAtSend deliveredAtSend = new DeliveredAtSend();
        deliveredAtSend.sent(
                readings.getFirst().sentSegments(), readings.getFirst().deliveredSegments());
        for (int i = 1; i < readings.size(); i++) {
            SocketReading last = readings.get(i - 1);
            SocketReading now = readings.get(i);
            long sent = Math.max(0, now.sentSegments() - last.sentSegments());
            long allowed = Math.max(0, last.windowSegments() - last.inflightSegments());
            sentBefore[i] = (int) Math.min(sent, allowed);
            deliveredAtSend.sent(last.sentSegments() + sentBefore[i], last.deliveredSegments());
            priorSegments[i] = deliveredAtSend.of(now.deliveredSegments() - 1, last.deliveredSegments());
            deliveredAtSend.sent(now.sentSegments(), now.deliveredSegments());
        }
    }

    int size() {
        return readings.size();
    }

    SocketReading reading(int index) {
        return readings.get(index);
    }

    /** Segments that left between the reading before and its acknowledgement. */
    int sentBefore(int index) {
        return sentBefore[index];
    }

    /** Segments that left since the reading before. */
    int sent(int index) {
        return (int) Math.max(
                0, readings.get(index).sentSegments() - readings.get(index - 1).sentSegments());
    }

    long timeNanos(int index) {
        return readings.get(index).timeMicros() * 1000;
    }

    /** Fills a sample, all but the next departure and the draw. */
    void fill(AckSample sample, int index) {
        SocketReading now = readings.get(index);
        SocketReading last = readings.get(index - 1);
        long acked = Math.max(0, now.deliveredSegments() - last.deliveredSegments());
        sample.clear();
        sample.nowNanos = timeNanos(index);
        sample.deliveredBytes = now.deliveredSegments() * segmentBytes;
        sample.ackedBytes = acked * segmentBytes;
        sample.lossState = now.lossState();
        sample.lostBytes = now.lostSegments() * segmentBytes;
        sample.newlyLostBytes = Math.max(0, now.lostSegments() - last.lostSegments()) * segmentBytes;
        if (acked == 0) {
            return;
        }
        long inflight = Math.max(0, last.inflightSegments() + sentBefore[index] - acked);
        sample.inflightBytes = inflight * segmentBytes;
        sample.priorInflightBytes = (inflight + Math.min(acked, ACK_SEGMENTS)) * segmentBytes;
        sample.priorDeliveredBytes = priorSegments[index] * segmentBytes;
        sample.appLimited = now.appLimited();
        sample.rttNanos = rttMicros(last, now, acked) * 1000;
        if (now.deliveryRateBytesPerSecond() > 0) {
            sample.bandwidthBytesPerSecond = now.deliveryRateBytesPerSecond();
        }
    }

    private static long rttMicros(SocketReading last, SocketReading now, long acked) {
        if (now.minRttMicros() < last.minRttMicros()) {
            return now.minRttMicros();
        }
        long acks = (acked + ACK_SEGMENTS - 1) / ACK_SEGMENTS;
        double moved = 1 - StrictMath.pow(7.0 / 8, (double) acks);
        double rtt = last.smoothedRttMicros() + (now.smoothedRttMicros() - last.smoothedRttMicros()) / moved;
        return Math.max(now.minRttMicros(), Math.round(rtt));
    }
}
