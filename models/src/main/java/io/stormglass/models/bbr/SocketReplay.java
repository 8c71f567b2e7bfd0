package io.stormglass.models.bbr;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * BBRv1 beside a socket's readings: what the sender's BBR should estimate and do, from nothing that BBR itself reports.
 *
 * <p>A sender starts each gain cycle at a random place, which nobody reports. It shows in the rate at which segments leave (1.25, 0.75 or 1 times
 * BtlBw), so the replay tries the places where a cycle starts and, twice a cycle, whether the sender has moved against the model, over the
 * next two cycles of readings, and goes on with the best. The current place is kept unless another is better by a fifth. So the
 * phase needs readings of the future: this is for recordings, not for a stream.
 */
public final class SocketReplay {
    private static final int PLACES = 8;
    private static final int LOOK_AHEAD_PHASES = 16;
    private static final int LEAST_PHASES = 6;
    private static final int SEARCH_EVERY_PHASES = 4;
    private static final double KEEP_BELOW = 0.8;
    /** Moves of the start of the current phase that are tried, in quarters of a phase. */
    private static final int[] QUARTERS = {-2, -1, 1, 2};

    private final BbrV1Parameters parameters;
    private final BbrV1 model;
    private final SocketSamples samples;
    private final AckSample sample = new AckSample();
    private final ByteBuffer saved = ByteBuffer.allocate(BbrState.V1_POLICER_BYTES);
    private final BbrState trial = new BbrState(BbrState.LAYOUT_V1);

    /** Whether the sender's place in its gain cycle is looked for. */
    enum Places {
        OBSERVED,
        FREE_RUNNING
    }

    private final Places places;

    private SocketReplay(BbrV1Parameters parameters, List<SocketReading> readings, Places places) {
        this.places = places;
        this.parameters = parameters;
        this.model = new BbrV1(parameters);
        this.samples = new SocketSamples(readings, parameters.segmentBytes());
    }

    /**
     * Runs the model over readings in order of time.
     *
     * @return one estimate per reading
     * @throws IllegalArgumentException if time goes backwards
     */
    public static List<SocketEstimate> run(BbrV1Parameters parameters, List<SocketReading> readings) {
        return run(parameters, readings, Places.OBSERVED);
    }

    static List<SocketEstimate> run(BbrV1Parameters parameters, List<SocketReading> readings, Places places) {
        Objects.requireNonNull(parameters, "parameters");
        for (int i = 1; i < readings.size(); i++) {
            if (readings.get(i).timeMicros() < readings.get(i - 1).timeMicros()) {
                throw new IllegalArgumentException(
                        "reading " + i + " is of " + readings.get(i).timeMicros() + " us, the one before it of "
                                + readings.get(i - 1).timeMicros() + " us");
            }
        }
        return readings.isEmpty() ? List.of() : new SocketReplay(parameters, List.copyOf(readings), places).run();
    }

    private List<SocketEstimate> run() {
        List<SocketEstimate> estimates = new ArrayList<>(samples.size());
        SocketReading first = samples.reading(0);
        long rttNanos = first.smoothedRttMicros() > 0 ? first.smoothedRttMicros() * 1000 : AckSample.UNKNOWN;
        BbrState state = model.start(samples.timeNanos(0), rttNanos);
        estimates.add(estimate(0, state));
        long departureNanos = 0;
        long searchedNanos = 0;
        for (int i = 1; i < samples.size(); i++) {
            boolean probed = state.phase().probesBandwidth();
            departureNanos = advance(state, i, departureNanos);
            if (places == Places.OBSERVED && state.phase().probesBandwidth()) {
                long nowNanos = samples.timeNanos(i);
                if (!probed) {
                    searchStart(state, i, departureNanos);
                    searchedNanos = nowNanos;
                } else if (nowNanos - searchedNanos > SEARCH_EVERY_PHASES * state.minRttNanos()) {
                    searchMove(state, i, departureNanos);
                    searchedNanos = nowNanos;
                }
            }
            estimates.add(estimate(i, state));
        }
        return estimates;
    }

    private SocketEstimate estimate(int index, BbrState state) {
        return new SocketEstimate(
                samples.reading(index).timeMicros(),
                state.bandwidthBytesPerSecond(),
                state.pacingBytesPerSecond(),
                state.minRttNanos(),
                state.phase());
    }

    /** One reading: what left before the acknowledgement, the acknowledgement, what left after it. */
    private long advance(BbrState state, int index, long departureNanos) {
        int before = samples.sentBefore(index);
        long due = depart(state, departureNanos, samples.timeNanos(index - 1), before);
        samples.fill(sample, index);
        sample.nextDepartureNanos = due;
        model.step(state, sample);
        return depart(state, due, samples.timeNanos(index), samples.sent(index) - before);
    }

    /** When pacing lets the next segment leave after these have left, none of them before {@code fromNanos}. */
    private long depart(BbrState state, long departureNanos, long fromNanos, int segments) {
        if (segments <= 0) {
            return departureNanos;
        }
        double gapNanos = parameters.segmentBytes() * 1e9 / Math.max(1, state.pacingBytesPerSecond());
        return Math.max(departureNanos, fromNanos) + Math.round(segments * gapNanos);
    }

    private void searchStart(BbrState state, int index, long departureNanos) {
        int best = state.cycleIndex;
        double bestError = Double.MAX_VALUE;
        for (int place = 0; place < PLACES; place++) {
            if (BbrV1.phaseOf(place) == BbrPhase.PROBE_BW_DOWN) {
                continue;
            }
            double error = error(state, index, departureNanos, place, state.phaseStampNanos);
            if (error < bestError) {
                bestError = error;
                best = place;
            }
        }
        settle(state, best, state.phaseStampNanos);
    }

    private void searchMove(BbrState state, int index, long departureNanos) {
        long stampNanos = state.phaseStampNanos;
        int bestPlace = state.cycleIndex;
        long bestStamp = stampNanos;
        double bestError = KEEP_BELOW * error(state, index, departureNanos, bestPlace, stampNanos);
        for (int place = 0; place < PLACES; place++) {
            double error = error(state, index, departureNanos, place, stampNanos);
            if (error < bestError) {
                bestError = error;
                bestPlace = place;
            }
        }
        int settledPlace = bestPlace;
        for (int quarters : QUARTERS) {
            long moved = Math.min(stampNanos + quarters * state.minRttNanos / 4, samples.timeNanos(index));
            double error = error(state, index, departureNanos, settledPlace, moved);
            if (error < bestError) {
                bestError = error;
                bestStamp = moved;
            }
        }
        settle(state, settledPlace, bestStamp);
    }

    /** Puts the sender at a place of its cycle; it paces by it until the next acknowledgement. */
    private void settle(BbrState state, int place, long stampNanos) {
        state.cycleIndex = place;
        state.phase = BbrV1.phaseOf(place);
        state.phaseStampNanos = stampNanos;
        model.repace(state);
    }

    /** How far what left and what pacing allowed lie apart over the readings ahead, as a mean square per half phase. */
    private double error(BbrState state, int index, long departureNanos, int place, long stampNanos) {
        saved.clear();
        state.write(saved);
        saved.flip();
        trial.readFrom(saved);
        settle(trial, place, stampNanos);
        long startNanos = samples.timeNanos(index);
        long binNanos = Math.max(1, state.minRttNanos() / 2);
        long endNanos = startNanos + LOOK_AHEAD_PHASES * state.minRttNanos();
        long binStart = startNanos;
        long departure = departureNanos;
        double difference = 0;
        double sum = 0;
        int bins = 0;
        for (int i = index + 1; i < samples.size() && samples.timeNanos(i) <= endNanos; i++) {
            long nanos = samples.timeNanos(i) - samples.timeNanos(i - 1);
            difference +=
                    samples.sent(i) - (double) trial.pacingBytesPerSecond() * nanos / 1e9 / parameters.segmentBytes();
            departure = advance(trial, i, departure);
            if (!trial.phase().probesBandwidth()) {
                break;
            }
            if (samples.timeNanos(i) - binStart >= binNanos) {
                sum += difference * difference;
                bins++;
                difference = 0;
                binStart = samples.timeNanos(i);
            }
        }
        return bins < LEAST_PHASES ? Double.MAX_VALUE : sum / bins;
    }
}
