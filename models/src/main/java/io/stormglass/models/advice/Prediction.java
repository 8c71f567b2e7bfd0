package io.stormglass.models.advice;

import io.stormglass.models.ecn.Evaluation;
import io.stormglass.models.ecn.NamedProfile;
import io.stormglass.models.ecn.Profile;
import java.util.List;

/**
 * What the model says of settings at the queue that decides.
 *
 * @param profile of the cost
 * @param whatIf name of the model
 * @param current cost as it is
 * @param target cost of the target
 * @param step cost of the next step
 * @param published cost of published settings
 * @param change of the cost in the terms that live windows show too; what does not show may fall while this rises
 * @param changeDeviation standard deviation of that
 * @param runs a run is one seed of one setting
 * @param packetHops that the model moved
 */
public record Prediction(
        Profile profile,
        String whatIf,
        Cost current,
        Cost target,
        Cost step,
        List<Published> published,
        double change,
        double changeDeviation,
        int runs,
        long packetHops) {
    public Prediction {
        published = List.copyOf(published);
    }

    /**
     * Cost with the 95 % interval of another measurement of the same length: chance of both, what the model is wrong by in general, and what it is wrong by here.
     */
    public record Cost(double mean, double low, double high) {
        /** Standard deviation of a whole fabric's cost over that of the model, where the workload is known: {@code docs/tune.md}. */
        private static final double MODEL_DEVIATION = 0.08;

        private static final double Z95 = 1.96;

        /**
         * The cost of an evaluation.
         *
         * @param residual how much more than the model said the setting of today costs in what live windows show; the interval reaches to where the cost is if all of
         *     that stays
         */
        static Cost of(Evaluation evaluation, Profile profile, double residual) {
            Evaluation.Estimate estimate =
                    evaluation.predictedCost(profile, evaluation.outcomes().size());
            double model = Z95 * MODEL_DEVIATION * estimate.mean();
            double half = Math.hypot(estimate.high() - estimate.mean(), model);
            return new Cost(
                    estimate.mean(),
                    Math.max(0, estimate.mean() - half + Math.min(0, residual)),
                    estimate.mean() + half + Math.max(0, residual));
        }
    }

    /** Cost of a published setting. */
    public record Published(NamedProfile profile, double cost) {}
}
