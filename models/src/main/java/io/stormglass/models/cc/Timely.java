package io.stormglass.models.cc;

import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * TIMELY: the gradient of the RTT.
 *
 * <p>Source: Mittal et al., SIGCOMM 2015; operations as in HPCC-ns3 {@code rdma-hw.cc} (cc_mode 7).
 *
 * <pre>
 * d = rtt - rtt.last;  D = (1 - a) D + a d;  gradient = D / rtt.min
 * rtt &lt; T.low  : R += step
 * rtt &gt; T.high : R *= 1 - b (1 - T.high / rtt)
 * else gradient &lt;= 0 : R += step,   otherwise R *= max(0, 1 - b gradient)
 * step = delta in the first five increases in a row, N delta after that
 * </pre>
 *
 * <table>
 * <caption>Symbols</caption>
 * <tr><td>R</td><td>rate, between the smallest and line rate</td><td>first line rate</td></tr>
 * <tr><td>a, b</td><td>smoothing, decrease</td><td>0.875, 0.8 (HPCC-ns3)</td></tr>
 * <tr><td>T.low, T.high, rtt.min</td><td>thresholds, reference RTT</td><td>50 us, 500 us, 20 us (paper)</td></tr>
 * <tr><td>delta, N</td><td>additive step, hyper increase</td><td>10 Mb/s, 5 (paper)</td></tr>
 * </table>
 *
 * <p>Updates come once per RTT (when data sent after the update before is acknowledged); the first RTT is only recorded.
 * Deliberate deviation from the paper, as HPCC-ns3 does it: hyper increase counts increases of every branch, not only of the gradient's.
 *
 * <p>Known property of the law, not of this class: just above T.high an RTT can cut less than just below it with a steep gradient.
 *
 * <p>Worked number: R 10 Gb/s, D = 0, last RTT 100 us, now 108 us: D = 7 us, gradient 0.35, R = 10 (1 - 0.28) = 7.2 Gb/s.
 */
public final class Timely implements RateControl<Timely.State> {
    private static final byte VERSION = 1;
    private static final int HYPER_AFTER = 5;

    /**
     * Parameters.
     *
     * @param lineBitsPerSecond line rate
     * @param minBitsPerSecond smallest rate
     * @param lowNanos T.low
     * @param highNanos T.high
     * @param minRttNanos reference of the gradient
     * @param smoothing a, 0 to 1
     * @param decrease b, 0 to 1
     * @param stepBitsPerSecond delta
     * @param hyperFactor N
     */
    public record Parameters(
            long lineBitsPerSecond,
            long minBitsPerSecond,
            long lowNanos,
            long highNanos,
            long minRttNanos,
            double smoothing,
            double decrease,
            long stepBitsPerSecond,
            int hyperFactor) {
        public Parameters {
            Expect.inRange("lineBitsPerSecond", lineBitsPerSecond, 1, 1_000_000_000_000_000L);
            Expect.inRange("minBitsPerSecond", minBitsPerSecond, 1, lineBitsPerSecond);
            Expect.inRange("lowNanos", lowNanos, 0, 1_000_000_000_000L);
            Expect.inRange("highNanos", highNanos, lowNanos, 1_000_000_000_000L);
            Expect.inRange("minRttNanos", minRttNanos, 1, 1_000_000_000_000L);
            Expect.inRange("smoothing", smoothing, 0, 1);
            Expect.inRange("decrease", decrease, 0, 1);
            Expect.inRange("stepBitsPerSecond", stepBitsPerSecond, 1, lineBitsPerSecond);
            Expect.inRange("hyperFactor", hyperFactor, 1, 1000);
        }

        /** The paper's values at a line rate; smallest rate 100 Mb/s as in HPCC-ns3. */
        public static Parameters paper(long lineBitsPerSecond) {
            return new Parameters(lineBitsPerSecond, 100_000_000, 50_000, 500_000, 20_000, 0.875, 0.8, 10_000_000, 5);
        }
    }

    private final Parameters parameters;

    /** The law with these parameters. */
    public Timely(Parameters parameters) {
        this.parameters = Objects.requireNonNull(parameters, "parameters");
    }

    @Override
    public State start(long nowNanos) {
        State state = new State();
        state.rateBitsPerSecond = parameters.lineBitsPerSecond();
        return state;
    }

    @Override
    public ControlStep step(State s, ControlSignal signal) {
        if (signal.rttNanos < 0) {
            return ControlStep.IGNORED;
        }
        if (s.lastRttNanos >= 0 && signal.deliveredBytes <= s.updateBytes) {
            return ControlStep.HELD;
        }
        ControlStep step = s.lastRttNanos < 0 ? ControlStep.HELD : update(s, signal.rttNanos);
        s.lastRttNanos = signal.rttNanos;
        s.updateBytes = signal.sentBytes;
        return step;
    }

    private ControlStep update(State s, long rttNanos) {
        double difference = rttNanos - s.lastRttNanos;
        s.differenceNanos = (1 - parameters.smoothing()) * s.differenceNanos + parameters.smoothing() * difference;
        double gradient = s.differenceNanos / parameters.minRttNanos();
        if (rttNanos < parameters.lowNanos()) {
            return increase(s);
        }
        if (rttNanos > parameters.highNanos()) {
            return decrease(s, 1 - parameters.decrease() * (1 - (double) parameters.highNanos() / rttNanos));
        }
        return gradient <= 0 ? increase(s) : decrease(s, Math.max(0, 1 - parameters.decrease() * gradient));
    }

    private ControlStep increase(State s) {
        double factor = s.increases < HYPER_AFTER ? 1 : parameters.hyperFactor();
        s.rateBitsPerSecond = Math.min(
                (double) parameters.lineBitsPerSecond(), s.rateBitsPerSecond + factor * parameters.stepBitsPerSecond());
        s.increases = Math.min(s.increases + 1, HYPER_AFTER);
        return ControlStep.INCREASED;
    }

    private ControlStep decrease(State s, double kept) {
        s.rateBitsPerSecond = Math.max((double) parameters.minBitsPerSecond(), s.rateBitsPerSecond * kept);
        s.increases = 0;
        return ControlStep.DECREASED;
    }

    @Override
    public double rateBitsPerSecond(State state) {
        return state.rateBitsPerSecond;
    }

    /** State of a flow. */
    public static final class State implements ControlState {
        double rateBitsPerSecond;
        double differenceNanos;
        long lastRttNanos = -1;
        long updateBytes;
        int increases;

        State() {}

        @Override
        public int savedBytes() {
            return 34;
        }

        @Override
        public void write(ByteBuffer out) {
            out.put(VERSION).put((byte) increases);
            out.putDouble(rateBitsPerSecond).putDouble(differenceNanos);
            out.putLong(lastRttNanos).putLong(updateBytes);
        }

        @Override
        public void readFrom(ByteBuffer in) {
            Expect.version(in, VERSION, "TIMELY");
            increases = in.get();
            rateBitsPerSecond = in.getDouble();
            differenceNanos = in.getDouble();
            lastRttNanos = in.getLong();
            updateBytes = in.getLong();
        }
    }
}
