package io.stormglass.models.dcqcn;

import java.util.Arrays;

/**
 * N equal DCQCN flows and one queue as a fluid: {@code dq/dt = N Rc - C}, the marking curve, and a {@link FluidLaw} that sees marks and rate of
 * one feedback delay ago.
 *
 * <p>At the fixed point every flow has C/N and the law's rates stand still; that leaves one equation for p, solved by bisection.
 * Then {@code q* = Kmin + (Kmax - Kmin) p* / Pmax}; above Pmax the curve jumps to 1 and the queue stays at Kmax.
 */
public final class FluidModel {
    private static final double LEAST_PROBABILITY = 1e-15;
    private static final int BISECTIONS = 64;

    private final FluidBottleneck bottleneck;
    private final FluidLaw law;

    /** A model of flows that follow the law through the bottleneck. */
    public FluidModel(FluidBottleneck bottleneck, FluidLaw law) {
        this.bottleneck = bottleneck;
        this.law = law;
    }

    /**
     * Where everything stands still.
     *
     * @param markProbability p*, 0..1; 1 where no probability holds the flows back
     * @param queueBytes q*
     * @param rateBitsPerSecond C/N
     * @param targetBitsPerSecond Rt
     * @param alpha 0..1
     */
    public record FixedPoint(
            double markProbability,
            double queueBytes,
            double rateBitsPerSecond,
            double targetBitsPerSecond,
            double alpha) {}

    /** Takes a trajectory. */
    @FunctionalInterface
    public interface Points {
        /** The state at one time. */
        void point(Point point);
    }

    /**
     * One time of a trajectory.
     *
     * @param atNanos since the start
     * @param queueBytes q
     * @param rateBitsPerSecond Rc of one flow
     * @param targetBitsPerSecond Rt of one flow
     * @param alpha 0..1
     * @param markProbability of the queue now
     */
    public record Point(
            long atNanos,
            double queueBytes,
            double rateBitsPerSecond,
            double targetBitsPerSecond,
            double alpha,
            double markProbability) {}

    /** The fixed point; some microseconds of work. */
    public FixedPoint fixedPoint() {
        double rate = bottleneck.packetsPerSecond() / bottleneck.flows();
        double low = LEAST_PROBABILITY;
        double high = 1;
        for (int i = 0; i < BISECTIONS; i++) {
            // In the logarithm: p* spans many decades.
            double middle = StrictMath.sqrt(low * high);
            if (surplus(law.pace(bottleneck, middle, rate), rate) > 0) {
                low = middle;
            } else {
                high = middle;
            }
        }
        FluidLaw.Pace pace = law.pace(bottleneck, high, rate);
        double bits = 8.0 * bottleneck.packetBytes();
        double target = Math.max(rate, rate + gap(pace, rate));
        return new FixedPoint(high, queueBytes(high), rate * bits, target * bits, pace.alpha());
    }

    private double queueBytes(double probability) {
        MarkingCurve curve = bottleneck.curve();
        if (probability > curve.maxProbability() || probability == 1) {
            return curve.kmaxBytes();
        }
        return curve.kminBytes()
                + probability / curve.maxProbability() * (curve.kmaxBytes() - (double) curve.kminBytes());
    }

    /** The distance from rate to target at which the rate stands still. */
    private static double gap(FluidLaw.Pace pace, double rate) {
        return pace.increases() == 0
                ? 0
                : (rate * pace.alpha() * pace.cuts() - pace.shareOfRise() * pace.targetRise()) / pace.increases();
    }

    /** By how much the target rises while the rate stands still; falls with p. */
    private static double surplus(FluidLaw.Pace pace, double rate) {
        return pace.targetRise() - gap(pace, rate) * pace.targetFalls();
    }

    /**
     * Integrates from an empty queue and flows at line rate with alpha 1: Heun's method at a fixed step.
     *
     * @param durationNanos how long
     * @param stepsPerFeedback steps of one feedback delay, at least 1; 8 is usual
     * @param points takes the start and every step
     */
    public void trajectory(long durationNanos, int stepsPerFeedback, Points points) {
        Checks.count("duration in ns", durationNanos, 0);
        Checks.count("steps per feedback delay", stepsPerFeedback, 1);
        new Run(stepsPerFeedback).until(durationNanos, points);
    }

    /** One integration. */
    private final class Run {
        private final double capacity = bottleneck.packetsPerSecond();
        private final double step;
        private final double stepNanos;
        private final double[] pastProbability;
        private final double[] pastRate;
        private double queue;
        private double rate = capacity;
        private double target = capacity;
        private double alpha = 1;

        Run(int stepsPerFeedback) {
            stepNanos = bottleneck.feedbackNanos() / (double) stepsPerFeedback;
            step = stepNanos / 1e9;
            pastProbability = new double[stepsPerFeedback + 1];
            pastRate = new double[stepsPerFeedback + 1];
            Arrays.fill(pastRate, rate);
        }

        void until(long durationNanos, Points points) {
            long steps = (long) Math.floor(durationNanos / stepNanos);
            int size = pastRate.length;
            for (long i = 0; i <= steps; i++) {
                int slot = (int) (i % size);
                pastProbability[slot] = probability();
                pastRate[slot] = rate;
                points.point(point(Math.round(i * stepNanos)));
                // The slot after this one is the oldest: one feedback delay ago; the one after that belongs to the end
                // of the step.
                advance((slot + 1) % size, (slot + 2) % size);
            }
        }

        private double probability() {
            return bottleneck.curve().probability((long) (queue * bottleneck.packetBytes()));
        }

        private Point point(long atNanos) {
            double bits = 8.0 * bottleneck.packetBytes();
            return new Point(
                    atNanos, queue * bottleneck.packetBytes(), rate * bits, target * bits, alpha, probability());
        }

        private void advance(int past, int pastAtEnd) {
            FluidLaw.Pace start = law.pace(bottleneck, pastProbability[past], pastRate[past]);
            FluidLaw.Pace end = law.pace(bottleneck, pastProbability[pastAtEnd], pastRate[pastAtEnd]);
            double alphaSlope = alphaSlope(start, alpha);
            double targetSlope = targetSlope(start, rate, target);
            double rateSlope = rateSlope(start, rate, target, alpha);
            double nextRate = within(rate + step * rateSlope);
            double nextTarget = within(target + step * targetSlope);
            double nextAlpha = alpha + step * alphaSlope;
            double filled = bottleneck.flows() * (rate + nextRate) / 2 - capacity;
            double half = step / 2;
            rate = within(rate + half * (rateSlope + rateSlope(end, nextRate, nextTarget, nextAlpha)));
            target = within(target + half * (targetSlope + targetSlope(end, nextRate, nextTarget)));
            alpha = Math.clamp(alpha + half * (alphaSlope + alphaSlope(end, nextAlpha)), 0, 1);
            queue = Math.max(0, queue + step * filled);
        }

        private double alphaSlope(FluidLaw.Pace pace, double from) {
            return law.alphaPerSecond() * (pace.alpha() - from);
        }

        private double targetSlope(FluidLaw.Pace pace, double fromRate, double fromTarget) {
            return pace.targetRise() - (fromTarget - fromRate) * pace.targetFalls();
        }

        private double rateSlope(FluidLaw.Pace pace, double fromRate, double fromTarget, double fromAlpha) {
            return -fromRate * fromAlpha * pace.cuts() / 2
                    + (fromTarget - fromRate) / 2 * pace.increases()
                    + pace.shareOfRise() * pace.targetRise() / 2;
        }

        private double within(double packetsPerSecond) {
            // A flow that sends nothing would never see a mark again: a packet per second is the floor.
            return Math.clamp(packetsPerSecond, 1, capacity);
        }
    }
}
