package io.stormglass.models.bbr;

import java.util.ArrayDeque;
import java.util.function.Consumer;

/**
 * One sender, one FIFO bottleneck of a fixed rate, a fixed delay: segments leave as the model paces and its window allows, each is
 * acknowledged. Segments beyond the buffer are lost and known to be lost a round trip later.
 */
final class BottleneckPath {
    private record Flight(SentStamp stamp, long ackNanos, boolean lost) {}

    private final BbrModel model;
    private final int segmentBytes;
    private final double nanosPerSegment;
    private final ArrayDeque<Flight> flights = new ArrayDeque<>();
    private final RateEstimator rates = new RateEstimator();
    private final AckSample sample = new AckSample();
    private double bottleneckFreeNanos;
    private long inflightBytes;
    private long lostBytes;
    private long departureNanos;
    private long nowNanos;

    long bufferSegments = Long.MAX_VALUE;
    int draw;
    long delayNanos;

    BottleneckPath(BbrModel model, int segmentBytes, double bytesPerSecond, long delayNanos) {
        this.model = model;
        this.segmentBytes = segmentBytes;
        this.nanosPerSegment = segmentBytes * 1e9 / bytesPerSecond;
        this.delayNanos = delayNanos;
    }

    /** Runs until a time; whoever listens sees each sample after the model took it. */
    void run(BbrState state, long untilNanos, Consumer<AckSample> listener) {
        while (nowNanos < untilNanos) {
            boolean mayDeparture = inflightBytes + segmentBytes <= (long) state.windowSegments() * segmentBytes;
            long ackNanos = flights.isEmpty() ? Long.MAX_VALUE : flights.peek().ackNanos();
            long sendNanos = mayDeparture ? Math.max(departureNanos, nowNanos) : Long.MAX_VALUE;
            if (sendNanos <= ackNanos) {
                nowNanos = sendNanos;
                send(state);
            } else {
                nowNanos = ackNanos;
                acknowledge(state, flights.remove(), listener);
            }
        }
    }

    private void send(BbrState state) {
        SentStamp stamp = new SentStamp();
        if (state.phase() == BbrPhase.PROBE_RTT) {
            rates.limitUntil(inflightBytes);
        }
        rates.sent(stamp, nowNanos, inflightBytes);
        inflightBytes += segmentBytes;
        departureNanos = nowNanos + Math.round(segmentBytes * 1e9 / Math.max(1, state.pacingBytesPerSecond()));
        double queuedNanos = Math.max(0, bottleneckFreeNanos - nowNanos);
        if (queuedNanos / nanosPerSegment >= bufferSegments) {
            flights.add(new Flight(stamp, nowNanos + Math.round(queuedNanos) + delayNanos, true));
            return;
        }
        bottleneckFreeNanos = Math.max(bottleneckFreeNanos, (double) nowNanos) + nanosPerSegment;
        flights.add(new Flight(stamp, Math.round(bottleneckFreeNanos) + delayNanos, false));
    }

    private void acknowledge(BbrState state, Flight flight, Consumer<AckSample> listener) {
        sample.clear();
        sample.nowNanos = nowNanos;
        sample.priorInflightBytes = inflightBytes;
        inflightBytes -= segmentBytes;
        sample.inflightBytes = inflightBytes;
        sample.nextDepartureNanos = departureNanos;
        sample.cycleDraw = draw;
        if (flight.lost()) {
            lostBytes += segmentBytes;
            sample.newlyLostBytes = segmentBytes;
            sample.deliveredBytes = rates.deliveredBytes();
        } else {
            rates.acked(sample, flight.stamp(), segmentBytes, state.minRttNanos());
        }
        sample.lostBytes = lostBytes;
        model.step(state, sample);
        listener.accept(sample);
    }
}
