package io.stormglass.models.cc;

import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * HPCC: utilisation from in-band telemetry.
 *
 * <p>Source: Li et al., SIGCOMM 2019; operations as in HPCC-ns3 {@code rdma-hw.cc} (cc_mode 3), where rate and not window is controlled.
 *
 * <pre>
 * per hop : tau = t - t.last; u = (tx - tx.last) * 8 / tau / B + min(q, q.last) * line / (B * win);   the hop with the largest u
 * tau = min(tau, T);  U = (U (T - tau) + u tau) / T;  c = U / eta
 * c &gt;= 1 or stage &gt;= maxStage : R = Rc / c + R.AI, stage = 0
 * otherwise                       : R = Rc + R.AI,     stage + 1
 * once per RTT Rc = R and the stage is kept; other acknowledgements set R from the same Rc
 * </pre>
 *
 * <table>
 * <caption>Symbols</caption>
 * <tr><td>T</td><td>base RTT</td><td>given</td></tr>
 * <tr><td>win</td><td>line * T in bytes</td><td>-</td></tr>
 * <tr><td>eta</td><td>utilisation that is aimed at</td><td>0.95 (HPCC-ns3)</td></tr>
 * <tr><td>maxStage</td><td>additive steps in a row</td><td>5 (paper, HPCC-ns3)</td></tr>
 * <tr><td>R.AI</td><td>additive step</td><td>10 Mb/s per 25 Gb/s of line rate (HPCC-ns3 {@code run.py})</td></tr>
 * <tr><td>U</td><td>smoothed utilisation</td><td>first 1</td></tr>
 * </table>
 *
 * <p>Deliberate deviations: counters and clocks are full width instead of the 16 to 24 bits of the header; a change of the number of hops starts
 * anew; a hop whose clock did not move is skipped; a cut stops at the smallest rate.
 *
 * <p>Worked number: line 100 Gb/s, T 8 us, U = 1; a hop of 100 Gb/s sent 100,000 bytes in 8 us (u = 1) with 50,000 bytes queued of a window of 100,000 (u + 0.5):
 * U = 1.5, c = 1.5789, R = 100 / 1.5789 + 0.04 = 63.3733 Gb/s.
 */
public final class Hpcc implements RateControl<Hpcc.State> {
    private static final byte VERSION = 1;

    /**
     * Parameters.
     *
     * @param lineBitsPerSecond line rate of the sender
     * @param minBitsPerSecond smallest rate
     * @param baseRttNanos T
     * @param targetUtilization eta, 0 to 1
     * @param maxStage additive steps in a row, 0 and up
     * @param stepBitsPerSecond R.AI
     */
    public record Parameters(
            long lineBitsPerSecond,
            long minBitsPerSecond,
            long baseRttNanos,
            double targetUtilization,
            int maxStage,
            long stepBitsPerSecond) {
        public Parameters {
            Expect.inRange("lineBitsPerSecond", lineBitsPerSecond, 1, 1_000_000_000_000_000L);
            Expect.inRange("minBitsPerSecond", minBitsPerSecond, 1, lineBitsPerSecond);
            Expect.inRange("baseRttNanos", baseRttNanos, 1, 1_000_000_000_000L);
            Expect.inRange("targetUtilization", targetUtilization, 0.01, 1);
            Expect.inRange("maxStage", maxStage, 0, 100);
            Expect.inRange("stepBitsPerSecond", stepBitsPerSecond, 0, lineBitsPerSecond);
        }

        /** The values of HPCC-ns3 at a line rate; smallest rate 100 Mb/s. */
        public static Parameters ns3(long lineBitsPerSecond, long baseRttNanos) {
            return new Parameters(
                    lineBitsPerSecond, 100_000_000, baseRttNanos, 0.95, 5, lineBitsPerSecond / 25 / 1000 * 10);
        }
    }

    private final Parameters parameters;
    private final double windowBytes;

    /** The law with these parameters. */
    public Hpcc(Parameters parameters) {
        this.parameters = Objects.requireNonNull(parameters, "parameters");
        this.windowBytes = (double) parameters.lineBitsPerSecond() * parameters.baseRttNanos() / 8e9;
    }

    @Override
    public State start(long nowNanos) {
        State state = new State();
        state.rateBitsPerSecond = parameters.lineBitsPerSecond();
        state.committedBitsPerSecond = parameters.lineBitsPerSecond();
        return state;
    }

    @Override
    public ControlStep step(State s, ControlSignal signal) {
        int hops = signal.telemetryHops;
        if (hops <= 0) {
            return ControlStep.IGNORED;
        }
        if (hops > ControlSignal.MAX_HOPS) {
            throw new IllegalArgumentException(
                    "telemetryHops is " + hops + ", 0 to " + ControlSignal.MAX_HOPS + " is possible");
        }
        if (s.hops != hops) {
            remember(s, signal);
            s.updateBytes = signal.sentBytes;
            return ControlStep.HELD;
        }
        boolean measured = measure(s, signal);
        remember(s, signal);
        return measured ? adapt(s, signal) : ControlStep.HELD;
    }

    /** Smooths in the busiest hop; false if no hop's clock moved. */
    private boolean measure(State s, ControlSignal signal) {
        double most = -1;
        double mostNanos = 0;
        for (int i = 0; i < signal.telemetryHops; i++) {
            double nanos = signal.hopNanos[i] - s.lastNanos[i];
            if (nanos <= 0 || signal.hopBitsPerSecond[i] <= 0) {
                continue;
            }
            double sentBits = (signal.hopSentBytes[i] - s.lastSentBytes[i]) * 8e9 / nanos;
            double queue = Math.min(signal.hopQueueBytes[i], s.lastQueueBytes[i]);
            double used = sentBits / signal.hopBitsPerSecond[i]
                    + queue * parameters.lineBitsPerSecond() / signal.hopBitsPerSecond[i] / windowBytes;
            if (used > most) {
                most = used;
                mostNanos = nanos;
            }
        }
        if (most < 0) {
            return false;
        }
        double base = parameters.baseRttNanos();
        double nanos = Math.min(mostNanos, base);
        s.utilization = (s.utilization * (base - nanos) + most * nanos) / base;
        return true;
    }

    private static void remember(State s, ControlSignal signal) {
        s.hops = signal.telemetryHops;
        for (int i = 0; i < s.hops; i++) {
            s.lastNanos[i] = signal.hopNanos[i];
            s.lastSentBytes[i] = signal.hopSentBytes[i];
            s.lastQueueBytes[i] = signal.hopQueueBytes[i];
        }
    }

    private ControlStep adapt(State s, ControlSignal signal) {
        double excess = s.utilization / parameters.targetUtilization();
        boolean multiplicative = excess >= 1 || s.stage >= parameters.maxStage();
        double wanted = multiplicative ? s.committedBitsPerSecond / excess : s.committedBitsPerSecond;
        double before = s.rateBitsPerSecond;
        s.rateBitsPerSecond = Math.min(
                Math.max(wanted + parameters.stepBitsPerSecond(), (double) parameters.minBitsPerSecond()),
                (double) parameters.lineBitsPerSecond());
        if (signal.deliveredBytes > s.updateBytes) {
            s.updateBytes = signal.sentBytes;
            s.committedBitsPerSecond = s.rateBitsPerSecond;
            s.stage = multiplicative ? 0 : s.stage + 1;
        }
        return s.rateBitsPerSecond < before ? ControlStep.DECREASED : ControlStep.INCREASED;
    }

    @Override
    public double rateBitsPerSecond(State state) {
        return state.rateBitsPerSecond;
    }

    /** State of a flow. */
    public static final class State implements ControlState {
        double rateBitsPerSecond;
        double committedBitsPerSecond;
        double utilization = 1;
        long updateBytes;
        int stage;
        int hops;
        final long[] lastNanos = new long[ControlSignal.MAX_HOPS];
        final long[] lastSentBytes = new long[ControlSignal.MAX_HOPS];
        final long[] lastQueueBytes = new long[ControlSignal.MAX_HOPS];

        State() {}

        /** Smoothed utilisation of the busiest hop. */
        public double utilization() {
            return utilization;
        }

        @Override
        public int savedBytes() {
            return 35 + ControlSignal.MAX_HOPS * 24;
        }

        @Override
        public void write(ByteBuffer out) {
            out.put(VERSION).put((byte) stage).put((byte) hops);
            out.putDouble(rateBitsPerSecond).putDouble(committedBitsPerSecond).putDouble(utilization);
            out.putLong(updateBytes);
            for (int i = 0; i < ControlSignal.MAX_HOPS; i++) {
                out.putLong(lastNanos[i]).putLong(lastSentBytes[i]).putLong(lastQueueBytes[i]);
            }
        }

        @Override
        public void readFrom(ByteBuffer in) {
            Expect.version(in, VERSION, "HPCC");
            stage = in.get();
            hops = in.get();
            rateBitsPerSecond = in.getDouble();
            committedBitsPerSecond = in.getDouble();
            utilization = in.getDouble();
            updateBytes = in.getLong();
            for (int i = 0; i < ControlSignal.MAX_HOPS; i++) {
                lastNanos[i] = in.getLong();
                lastSentBytes[i] = in.getLong();
                lastQueueBytes[i] = in.getLong();
            }
        }
    }
}
