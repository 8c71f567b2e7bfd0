package io.stormglass.models.ecn;

/**
 * What an outcome costs: four terms that are 1 at a target which an engineer would accept, and at most 10.
 *
 * <pre>
 * T = waste / 5 %
 * D = 0.5 p99 / (2 Dref) + 0.5 mean / (0.5 Dref)         Dref = base round trip + 16 packets
 * P = paused / 1 %
 * F = mean over the classes that are there: short 0.5 (mean - 1) / 0.5 + 0.5 (p99 - 1) / 2, long mean - 1
 * J = weighted mean; F is left out, and the other weights grow, where there are no messages
 * </pre>
 *
 * @param waste T
 * @param delay D
 * @param pause P
 * @param slowdown F; NaN where there were no messages
 */
public record Cost(double waste, double delay, double pause, double slowdown) {
    private static final double CAP = 10;

    /** The cost of an outcome at a queue. */
    public static Cost of(Outcome outcome, QueueFacts facts) {
        double reference = facts.referenceDelayNanos();
        return new Cost(
                capped(outcome.wasteRatio() / 0.05),
                capped(0.5 * outcome.p99DelayNanos() / (2 * reference)
                        + 0.5 * outcome.meanDelayNanos() / (0.5 * reference)),
                capped(outcome.pausedRatio() / 0.01),
                slowdown(outcome));
    }

    private static double slowdown(Outcome outcome) {
        Outcome.Slowdown brief = outcome.shortMessages();
        Outcome.Slowdown big = outcome.longMessages();
        double ofShort = 0.5 * (brief.mean() - 1) / 0.5 + 0.5 * (brief.p99() - 1) / 2;
        double ofLong = big.mean() - 1;
        if (brief.messages() == 0 && big.messages() == 0) {
            return Double.NaN;
        }
        if (brief.messages() == 0) {
            return capped(ofLong);
        }
        return capped(big.messages() == 0 ? ofShort : (ofShort + ofLong) / 2);
    }

    private static double capped(double term) {
        return Math.clamp(term, 0, CAP);
    }

    /** J, 0..10. */
    public double total(Profile profile) {
        Profile.Weights weights = profile.weights();
        double sum = weights.waste() * waste + weights.delay() * delay + weights.pause() * pause;
        return Double.isNaN(slowdown) ? sum / (1 - weights.slowdown()) : sum + weights.slowdown() * slowdown;
    }

    /**
     * How much worse a cost is than the best one, where a cost below 1 counts as 1: all targets are met there.
     *
     * @param cost J
     * @param best J*
     */
    public static double regret(double cost, double best) {
        return (cost - best) / Math.max(best, 1);
    }
}
