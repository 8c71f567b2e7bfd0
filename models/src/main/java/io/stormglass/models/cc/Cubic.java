package io.stormglass.models.cc;

import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * CUBIC.
 *
 * <p>Source: RFC 9438.
 *
 * <pre>
 * W.cubic(t) = C (t - K)^3 + W.max         K = cbrt((W.max - W.epoch) / C)      t since the epoch began, seconds
 * target     = W.cubic(t + RTT), at least W, at most 1.5 W
 * W.est     += alpha * acked / W           alpha = 3 (1 - beta) / (1 + beta), 1 once W.est &gt;= W.prior
 * ack        : W.cubic(t) &lt; W.est ? W = W.est : W += (target - W) / W per acked segment
 * congestion : W.prior = W; W.max = W &lt; W.max ? W (1 + beta) / 2 : W; ssthresh = max(beta * inflight, 2); W = ssthresh
 * timeout    : the same with W = 1; the next epoch starts with K = 0 and W.max = W
 * slow start : W += acked while W &lt; ssthresh
 * </pre>
 *
 * <table>
 * <caption>Symbols</caption>
 * <tr><td>W</td><td>window in segments</td><td>first 10 (RFC 6928)</td></tr>
 * <tr><td>C</td><td>growth, segments / s^3</td><td>0.4 (RFC 9438, section 5.1)</td></tr>
 * <tr><td>beta</td><td>what a cut leaves</td><td>0.7 (RFC 9438, section 4.6)</td></tr>
 * <tr><td>W.max, W.prior</td><td>window before the cut, with and without fast convergence</td><td>-</td></tr>
 * </table>
 *
 * <p>Deliberate deviations: a cut never raises the window; no HyStart++, no undo of spurious cuts; app-limited time is taken out of t.
 *
 * <p>Worked number: W = 100 with 100 in flight, loss: W = 70, W.max = 100, K = cbrt(30 / 0.4) = 4.217 s; at t = K the cubic curve is at 100 again.
 */
public final class Cubic implements WindowControl<Cubic.State> {
    private static final byte VERSION = 1;
    private static final int LEAST_THRESHOLD = 2;
    private static final double MOST_GROWTH = 1.5;

    /**
     * Parameters.
     *
     * @param segmentBytes 1 to 65,536
     * @param growth C, segments / s^3
     * @param keptShare beta, 0 to 1
     * @param initialWindowSegments first window
     */
    public record Parameters(int segmentBytes, double growth, double keptShare, int initialWindowSegments) {
        public Parameters {
            Expect.inRange("segmentBytes", segmentBytes, 1, 65_536);
            Expect.inRange("growth", growth, 1e-6, 1e12);
            Expect.inRange("keptShare", keptShare, 0.01, 0.99);
            Expect.inRange("initialWindowSegments", initialWindowSegments, 1, 100_000);
        }

        /** RFC 9438 with the first window of RFC 6928. */
        public static Parameters rfc9438(int segmentBytes) {
            return new Parameters(segmentBytes, 0.4, 0.7, 10);
        }
    }

    private final Parameters parameters;

    /** The law with these parameters. */
    public Cubic(Parameters parameters) {
        this.parameters = Objects.requireNonNull(parameters, "parameters");
    }

    @Override
    public State start(long nowNanos) {
        State state = new State();
        state.windowSegments = parameters.initialWindowSegments();
        state.seenNanos = nowNanos;
        return state;
    }

    @Override
    public ControlStep step(State s, ControlSignal signal) {
        return switch (signal.loss) {
            case TIMEOUT -> timeout(s, signal);
            case FAST_RETRANSMIT -> congestion(s, signal);
            case NONE -> signal.markedBytes > 0 ? congestion(s, signal) : acknowledge(s, signal);
        };
    }

    private ControlStep congestion(State s, ControlSignal signal) {
        if (s.recovering && signal.deliveredBytes < s.recoverBytes) {
            return ControlStep.HELD;
        }
        remember(s, signal);
        s.windowSegments = Math.min(s.windowSegments, s.thresholdSegments);
        s.recovering = true;
        return ControlStep.DECREASED;
    }

    private ControlStep timeout(State s, ControlSignal signal) {
        remember(s, signal);
        s.windowSegments = Math.min(s.windowSegments, 1);
        s.maxSegments = 0;
        s.recovering = false;
        return ControlStep.DECREASED;
    }

    private void remember(State s, ControlSignal signal) {
        s.priorSegments = s.windowSegments;
        s.maxSegments = s.windowSegments < s.maxSegments
                ? s.windowSegments * (1 + parameters.keptShare()) / 2
                : s.windowSegments;
        double inflight = (double) signal.inflightBytes / parameters.segmentBytes();
        s.thresholdSegments = Math.max(inflight * parameters.keptShare(), LEAST_THRESHOLD);
        s.recoverBytes = signal.sentBytes;
        s.inEpoch = false;
        s.seenNanos = signal.nowNanos;
    }

    private ControlStep acknowledge(State s, ControlSignal signal) {
        if (signal.ackedBytes <= 0) {
            return ControlStep.IGNORED;
        }
        long sinceLastNanos = signal.nowNanos - s.seenNanos;
        s.seenNanos = signal.nowNanos;
        if (signal.rttNanos >= 0) {
            s.rttNanos = signal.rttNanos;
        }
        if (s.recovering) {
            s.recovering = signal.deliveredBytes < s.recoverBytes;
            return ControlStep.HELD;
        }
        if (signal.appLimited) {
            s.epochNanos += sinceLastNanos;
            return ControlStep.HELD;
        }
        double acked = (double) signal.ackedBytes / parameters.segmentBytes();
        if (s.windowSegments < s.thresholdSegments) {
            s.windowSegments += acked;
            return ControlStep.INCREASED;
        }
        if (!s.inEpoch) {
            beginEpoch(s, signal.nowNanos);
        }
        avoid(s, signal.nowNanos, acked);
        return ControlStep.INCREASED;
    }

    private void beginEpoch(State s, long nowNanos) {
        s.inEpoch = true;
        s.epochNanos = nowNanos;
        s.maxSegments = Math.max(s.maxSegments, s.windowSegments);
        s.turnSeconds = StrictMath.cbrt((s.maxSegments - s.windowSegments) / parameters.growth());
        s.estimateSegments = s.windowSegments;
    }

    private void avoid(State s, long nowNanos, double acked) {
        double seconds = (nowNanos - s.epochNanos) / 1e9;
        double beta = parameters.keptShare();
        double alpha = s.estimateSegments >= s.priorSegments ? 1 : 3 * (1 - beta) / (1 + beta);
        s.estimateSegments += alpha * acked / s.windowSegments;
        if (cubic(s, seconds) < s.estimateSegments) {
            s.windowSegments = Math.max(s.windowSegments, s.estimateSegments);
            return;
        }
        double ahead = cubic(s, seconds + s.rttNanos / 1e9);
        double target = Math.min(Math.max(ahead, s.windowSegments), MOST_GROWTH * s.windowSegments);
        s.windowSegments = Math.min(target, s.windowSegments + (target - s.windowSegments) * acked / s.windowSegments);
    }

    private double cubic(State s, double seconds) {
        double distance = seconds - s.turnSeconds;
        return parameters.growth() * distance * distance * distance + s.maxSegments;
    }

    @Override
    public double windowSegments(State state) {
        return state.windowSegments;
    }

    /** State of a flow. */
    public static final class State implements ControlState {
        double windowSegments;
        double thresholdSegments = Double.MAX_VALUE;
        double maxSegments;
        double priorSegments;
        double estimateSegments;
        double turnSeconds;
        long epochNanos;
        long seenNanos;
        long rttNanos;
        long recoverBytes;
        boolean recovering;
        boolean inEpoch;

        State() {}

        @Override
        public int savedBytes() {
            return 82;
        }

        @Override
        public void write(ByteBuffer out) {
            out.put(VERSION).put((byte) ((recovering ? 1 : 0) | (inEpoch ? 2 : 0)));
            out.putDouble(windowSegments).putDouble(thresholdSegments).putDouble(maxSegments);
            out.putDouble(priorSegments).putDouble(estimateSegments).putDouble(turnSeconds);
            out.putLong(epochNanos).putLong(seenNanos).putLong(rttNanos).putLong(recoverBytes);
        }

        @Override
        public void readFrom(ByteBuffer in) {
            Expect.version(in, VERSION, "CUBIC");
            byte flags = in.get();
            recovering = (flags & 1) != 0;
            inEpoch = (flags & 2) != 0;
            windowSegments = in.getDouble();
            thresholdSegments = in.getDouble();
            maxSegments = in.getDouble();
            priorSegments = in.getDouble();
            estimateSegments = in.getDouble();
            turnSeconds = in.getDouble();
            epochNanos = in.getLong();
            seenNanos = in.getLong();
            rttNanos = in.getLong();
            recoverBytes = in.getLong();
        }
    }
}
