package io.stormglass.models.ecn;

/**
 * Whether a better setting is worth a change.
 *
 * @param leastMove relative change that one parameter has to make at least; 0.25 is 25 %
 * @param leastGain of the cost, relative to that of the current setting
 * @param deviations by how many standard deviations of the paired gain it has to be above 0
 * @param coolDownNanos after a change, at least
 * @param coolDownBursts and for so many bursts
 */
public record Hysteresis(
        double leastMove, double leastGain, double deviations, long coolDownNanos, int coolDownBursts) {
    /** 25 %, 5 %, 2, 10 s and 300 bursts. */
    public static final Hysteresis STANDARD = new Hysteresis(0.25, 0.05, 2, 10_000_000_000L, 300);

    private static final double LEAST_PROBABILITY = 0.001;

    /** What is to be done. */
    public enum Verdict {
        /** Recommend the change. */
        ACT,
        /** No parameter moves far enough. */
        SMALL_MOVE,
        /** The gain is too small. */
        SMALL_GAIN,
        /** The gain may be chance. */
        WITHIN_NOISE,
        /** The last change is too recent. */
        COOLING_DOWN
    }

    public Hysteresis {
        Checks.above("least move", leastMove, 0);
        Checks.atLeast("least gain", leastGain, 0);
        Checks.atLeast("deviations", deviations, 0);
        Checks.atLeast("cool-down in ns", coolDownNanos, 0);
        Checks.atLeast("cool-down in bursts", coolDownBursts, 0);
    }

    /**
     * Judges a result of {@link LocalSearch}.
     *
     * @param sinceChangeNanos since the thresholds changed last; {@link Long#MAX_VALUE} where they never did
     */
    public Verdict judge(LocalSearch.Result result, Workload workload, long sinceChangeNanos) {
        if (sinceChangeNanos < coolDownNanos(workload)) {
            return Verdict.COOLING_DOWN;
        }
        if (!movesEnough(result.current().thresholds(), result.best().thresholds(), workload.facts())) {
            return Verdict.SMALL_MOVE;
        }
        Evaluation.Estimate gain = result.gain();
        if (gain.mean() < leastGain * result.currentCost().mean()) {
            return Verdict.SMALL_GAIN;
        }
        return gain.mean() > deviations * gain.deviation() ? Verdict.ACT : Verdict.WITHIN_NOISE;
    }

    /** How long nothing is changed after a change. */
    public long coolDownNanos(Workload workload) {
        return Math.max(coolDownNanos, coolDownBursts * workload.bursts().periodNanos());
    }

    /** True where a parameter moves by the least move or more. */
    public boolean movesEnough(Thresholds from, Thresholds to, QueueFacts facts) {
        double packet = facts.packetBytes();
        return moves((double) from.kminBytes(), (double) to.kminBytes(), packet)
                || moves((double) from.kmaxBytes(), (double) to.kmaxBytes(), packet)
                || moves(from.maxProbability(), to.maxProbability(), LEAST_PROBABILITY);
    }

    private boolean moves(double from, double to, double least) {
        double low = Math.max(least, Math.min(from, to));
        double high = Math.max(least, Math.max(from, to));
        return high >= (1 + leastMove) * low;
    }
}
