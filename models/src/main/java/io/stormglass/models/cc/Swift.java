package io.stormglass.models.cc;

import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * Swift: delay against a target that scales with the window.
 *
 * <p>Source: Kumar et al., SIGCOMM 2020; operations and values as in htsim {@code swift.cpp}.
 *
 * <pre>
 * target = base + clamp(a / sqrt(W) + b, 0, fs) + hops * h
 * a      = fs / (1 / sqrt(W.fs.min) - 1 / sqrt(W.fs.max)),  b = -a / sqrt(W.fs.max)
 * delay &lt; target : W += W &gt;= 1 ? ai * acked / W : ai * acked
 * otherwise        : once per RTT W *= max(1 - beta (delay - target) / delay, 1 - mdf)
 * loss             : once per RTT W *= 1 - mdf
 * </pre>
 *
 * <table>
 * <caption>Symbols</caption>
 * <tr><td>W</td><td>window in segments, 0.001 to 100,000</td><td>first 10</td></tr>
 * <tr><td>base</td><td>target of an idle path</td><td>given; 25 us in {@link Parameters#htsim}</td></tr>
 * <tr><td>fs, W.fs</td><td>range of flow scaling, windows at its ends</td><td>5 base, 0.1 to 100 (htsim)</td></tr>
 * <tr><td>h</td><td>target per hop</td><td>0.5 us (own choice: about one switch)</td></tr>
 * <tr><td>ai, beta, mdf</td><td>increase, decrease, largest decrease</td><td>1, 0.8, 0.5 (htsim)</td></tr>
 * </table>
 *
 * <p>Deliberate deviations: one delay and one window (the paper has fabric and end-point windows and takes the smaller); the RTT that spaces cuts is the
 * one before the signal, so a longer delay never escapes a cut; a timeout counts like a fast retransmit.
 *
 * <p>Worked number: base 25 us, fs 125 us, W = 100 on an unknown path: target 25 us; delay 50 us: 1 - 0.8 * 25/50 = 0.6, W = 60.
 */
public final class Swift implements WindowControl<Swift.State> {
    private static final byte VERSION = 1;
    private static final double LEAST_WINDOW = 0.001;
    private static final double MOST_WINDOW = 100_000;

    /**
     * Parameters.
     *
     * @param segmentBytes 1 to 65,536
     * @param baseNanos target of an idle path
     * @param scalingNanos most that flow scaling adds
     * @param scalingLeastSegments window at which it adds that
     * @param scalingMostSegments window at which it adds nothing
     * @param hopNanos target per hop
     * @param increase segments per RTT
     * @param decrease share of the excess delay that is taken off
     * @param largestDecrease most that one cut takes, 0 to 1
     */
    public record Parameters(
            int segmentBytes,
            long baseNanos,
            long scalingNanos,
            double scalingLeastSegments,
            double scalingMostSegments,
            long hopNanos,
            double increase,
            double decrease,
            double largestDecrease) {
        public Parameters {
            Expect.inRange("segmentBytes", segmentBytes, 1, 65_536);
            Expect.inRange("baseNanos", baseNanos, 1, 1_000_000_000_000L);
            Expect.inRange("scalingNanos", scalingNanos, 0, 1_000_000_000_000L);
            Expect.inRange("scalingLeastSegments", scalingLeastSegments, 1e-6, 1e6);
            Expect.inRange("scalingMostSegments", scalingMostSegments, scalingLeastSegments * 1.001, 1e9);
            Expect.inRange("hopNanos", hopNanos, 0, 1_000_000_000L);
            Expect.inRange("increase", increase, 1e-9, 1e6);
            Expect.inRange("decrease", decrease, 0, 1);
            Expect.inRange("largestDecrease", largestDecrease, 0, 0.999);
        }

        /** The values of htsim around a base target. */
        public static Parameters htsim(int segmentBytes, long baseNanos) {
            return new Parameters(segmentBytes, baseNanos, 5 * baseNanos, 0.1, 100, 500, 1, 0.8, 0.5);
        }
    }

    private final Parameters parameters;
    private final double slope;
    private final double offset;

    /** The law with these parameters. */
    public Swift(Parameters parameters) {
        this.parameters = Objects.requireNonNull(parameters, "parameters");
        double atMost = 1 / StrictMath.sqrt(parameters.scalingMostSegments());
        this.slope = parameters.scalingNanos() / (1 / StrictMath.sqrt(parameters.scalingLeastSegments()) - atMost);
        this.offset = -slope * atMost;
    }

    @Override
    public State start(long nowNanos) {
        State state = new State();
        state.decreasedNanos = nowNanos;
        return state;
    }

    /** Delay that a window aims at, in nanoseconds. */
    public double targetNanos(double windowSegments, int hops) {
        double scaling = slope / StrictMath.sqrt(windowSegments) + offset;
        return parameters.baseNanos()
                + Math.min(Math.max(scaling, 0), (double) parameters.scalingNanos())
                + (double) hops * parameters.hopNanos();
    }

    @Override
    public ControlStep step(State s, ControlSignal signal) {
        if (signal.loss != LossEvent.NONE) {
            ControlStep step = decrease(s, signal.nowNanos, 1 - parameters.largestDecrease());
            rememberRtt(s, signal);
            return step;
        }
        if (signal.rttNanos < 0) {
            return ControlStep.IGNORED;
        }
        ControlStep step = delayed(s, signal);
        rememberRtt(s, signal);
        return step;
    }

    private static void rememberRtt(State s, ControlSignal signal) {
        if (signal.rttNanos >= 0) {
            s.rttNanos = signal.rttNanos;
        }
    }

    private ControlStep delayed(State s, ControlSignal signal) {
        double target = targetNanos(s.windowSegments, signal.hops);
        double delay = signal.rttNanos;
        if (delay >= target) {
            double kept = 1 - parameters.decrease() * (delay - target) / delay;
            return decrease(s, signal.nowNanos, Math.max(kept, 1 - parameters.largestDecrease()));
        }
        if (signal.ackedBytes <= 0 || signal.appLimited) {
            return ControlStep.HELD;
        }
        double added = parameters.increase() * signal.ackedBytes / parameters.segmentBytes();
        s.windowSegments += s.windowSegments >= 1 ? added / s.windowSegments : added;
        s.windowSegments = Math.min(s.windowSegments, MOST_WINDOW);
        return ControlStep.INCREASED;
    }

    private static ControlStep decrease(State s, long nowNanos, double kept) {
        if (nowNanos - s.decreasedNanos < s.rttNanos) {
            return ControlStep.HELD;
        }
        s.windowSegments = Math.min(s.windowSegments, Math.max(s.windowSegments * kept, LEAST_WINDOW));
        s.decreasedNanos = nowNanos;
        return ControlStep.DECREASED;
    }

    @Override
    public double windowSegments(State state) {
        return state.windowSegments;
    }

    /** State of a flow. */
    public static final class State implements ControlState {
        double windowSegments = 10;
        long decreasedNanos;
        long rttNanos;

        State() {}

        @Override
        public int savedBytes() {
            return 25;
        }

        @Override
        public void write(ByteBuffer out) {
            out.put(VERSION).putDouble(windowSegments).putLong(decreasedNanos).putLong(rttNanos);
        }

        @Override
        public void readFrom(ByteBuffer in) {
            Expect.version(in, VERSION, "Swift");
            windowSegments = in.getDouble();
            decreasedNanos = in.getLong();
            rttNanos = in.getLong();
        }
    }
}
