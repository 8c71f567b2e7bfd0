package io.stormglass.models.ecn;

import io.stormglass.models.dcqcn.AdaptedFluidLaw;
import io.stormglass.models.dcqcn.ClampTarget;
import io.stormglass.models.dcqcn.DcqcnParameters;
import io.stormglass.models.dcqcn.FluidBottleneck;
import io.stormglass.models.dcqcn.FluidModel;
import io.stormglass.models.dcqcn.HpccParameters;
import io.stormglass.models.dcqcn.MarkingCurve;
import io.stormglass.models.dcqcn.MsrParameters;
import io.stormglass.models.dcqcn.NvidiaParameters;
import io.stormglass.models.dcqcn.PaperParameters;

/**
 * What the NICs do about marks.
 *
 * @param point the senders' reaction point
 * @param cnpNanos least time between two CNPs of a flow; 0 for one per mark
 * @param window of a flow, besides its rate
 */
public record Reaction(DcqcnParameters point, long cnpNanos, Window window) {
    private static final MarkingCurve ANY_CURVE = new MarkingCurve(0, 1, 1);

    /** Limit of the bytes in flight. */
    public enum Window {
        /** None, as raw RoCE NICs have it. */
        NONE,
        /** One bandwidth-delay product of the base round trip. */
        BDP,
        /** That times rate / line. */
        VARIABLE
    }

    public Reaction {
        Checks.atLeast("CNP interval in ns", cnpNanos, 0);
    }

    /** Without a window. */
    public static Reaction of(DcqcnParameters point, long cnpNanos) {
        return new Reaction(point, cnpNanos, Window.NONE);
    }

    /** With another window. */
    public Reaction with(Window other) {
        return new Reaction(point, cnpNanos, other);
    }

    /** T_inc, period of the increase timer, in ns. */
    public long increaseNanos() {
        return 1_000 * timers().increaseMicros();
    }

    /** T_dec, at most one cut in so long, in ns. */
    public long decreaseNanos() {
        return Math.max(1_000 * timers().decreaseMicros(), cnpNanos);
    }

    /**
     * The same reaction in the terms of the adapted fluid law. Left out are byte counters (slower than the timer where flows share a link), the growth of
     * hyper increases, and that the paper's decay waits for quiet. A reaction point that cuts per CNP gets the CNP interval as its period of cuts.
     */
    public HpccParameters timers() {
        return switch (point) {
            case HpccParameters hpcc -> hpcc;
            case NvidiaParameters nvidia ->
                terms(
                        new Rates(
                                nvidia.lineBitsPerSecond(),
                                nvidia.minMegabitsPerSecond() * 1_000_000,
                                nvidia.aiMegabitsPerSecond() * 1_000_000,
                                nvidia.haiMegabitsPerSecond() * 1_000_000),
                        new Periods(
                                nvidia.dceTcpRttMicros(),
                                nvidia.monitorMicros(),
                                nvidia.timeResetMicros(),
                                nvidia.threshold()),
                        (1024 - nvidia.dceTcpG()) / 1024.0,
                        nvidia.clampTarget());
            case PaperParameters paper ->
                terms(
                        new Rates(
                                paper.lineBitsPerSecond(),
                                paper.minBitsPerSecond(),
                                paper.aiBitsPerSecond(),
                                paper.haiBitsPerSecond()),
                        new Periods(
                                paper.alphaMicros(), cnpMicros(), paper.increaseMicros(), paper.fastRecoveryTimes()),
                        paper.gain(),
                        ClampTarget.ALWAYS);
            case MsrParameters msr ->
                terms(
                        new Rates(
                                msr.lineBitsPerSecond(),
                                msr.minBitsPerSecond(),
                                msr.aiBitsPerSecond(),
                                msr.haiBitsPerSecond()),
                        new Periods(msr.alphaMicros(), cnpMicros(), msr.increaseMicros(), msr.fastRecoveryTimes()),
                        msr.gain(),
                        msr.clampTarget());
        };
    }

    private record Rates(long line, long least, long ai, long hai) {}

    private record Periods(long alpha, long decrease, long increase, int recoveries) {}

    private long cnpMicros() {
        return Math.max(1, cnpNanos / 1_000);
    }

    private static HpccParameters terms(Rates rates, Periods periods, double gain, ClampTarget clamp) {
        return new HpccParameters(
                rates.line(),
                rates.least(),
                gain,
                1,
                clamp == ClampTarget.ALWAYS ? clamp : ClampTarget.AFTER_ANY_INCREASE,
                periods.alpha(),
                periods.decrease(),
                periods.increase(),
                periods.recoveries(),
                rates.ai(),
                rates.hai());
    }

    /**
     * p*: the marking probability at which flows stand still. Bisection over the adapted fluid law ({@link AdaptedFluidLaw}); the round trip does not
     * enter.
     *
     * @param flows N, at least 1
     * @return 0..1; 1 where no probability holds them back
     */
    public double fixedPoint(QueueFacts facts, int flows) {
        FluidBottleneck bottleneck = new FluidBottleneck(
                flows, facts.lineBitsPerSecond(), facts.packetBytes(), ANY_CURVE, facts.baseRttNanos());
        return new FluidModel(bottleneck, new AdaptedFluidLaw(timers(), cnpNanos))
                .fixedPoint()
                .markProbability();
    }
}
