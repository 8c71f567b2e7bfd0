package io.stormglass.cli.tune;

import io.stormglass.models.advice.Advice;
import io.stormglass.models.advice.Prediction;
import io.stormglass.models.ecn.Cost;
import io.stormglass.models.ecn.Evaluation;
import io.stormglass.models.ecn.NamedProfile;
import io.stormglass.models.ecn.Profile;
import io.stormglass.models.ecn.Thresholds;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What tuning a scenario for a weight profile came to. All evaluations are of the same seeds, which chose none of the settings.
 *
 * @param scenario name
 * @param profile of the cost
 * @param steps of the loop
 * @param before the setting of the scenario
 * @param after the setting that the loop ended with
 * @param best of the sweep
 * @param worst of the sweep
 * @param named published settings
 */
public record TuneRow(
        String scenario,
        Profile profile,
        List<TuneStep> steps,
        Evaluation before,
        Evaluation after,
        Evaluation best,
        Evaluation worst,
        Map<NamedProfile, Evaluation> named) {
    /** Below, the sweep's worst setting is so good that thresholds decide little. */
    public static final double LEAST_SPREAD = 1.3;

    private static final double LEAST_WORSE = 0.02;

    public TuneRow {
        steps = List.copyOf(steps);
        named = Collections.unmodifiableMap(new EnumMap<>(named));
    }

    /** J of an evaluation. */
    public double cost(Evaluation of) {
        return of.cost(profile).mean();
    }

    /** How much worse the loop's setting is than the best, on the scale on which 1 is the target. */
    public double regret() {
        return Cost.regret(cost(after), cost(best));
    }

    /** Half of the 95 % interval of the regret, paired by seeds. */
    public double regretMargin() {
        Evaluation.Estimate paired = best.gainOver(after, profile);
        return (paired.high() - paired.low()) / 2 / Math.max(1, cost(best));
    }

    /** J of the sweep's worst over that of its best. */
    public double spread() {
        return cost(best) == 0 ? Double.POSITIVE_INFINITY : cost(worst) / cost(best);
    }

    /** True where thresholds decide enough for the regret to count. */
    public boolean counts() {
        return spread() >= LEAST_SPREAD;
    }

    /** True where the loop's setting is more than 2 % worse than the start, at 95 %. */
    public boolean isWorse() {
        return after.gainOver(before, profile).high() < -LEAST_WORSE * cost(before);
    }

    /** True where ingress ports are paused more than under the start. */
    public boolean pausesMore() {
        return after.pausedRatio() > before.pausedRatio();
    }

    /** The last word of the loop. */
    public Advice lastAdvice() {
        return steps.getLast().advice();
    }

    /** True where nothing was ever changed. */
    public boolean declined() {
        return after.thresholds().equals(before.thresholds());
    }

    /** What the model said of the setting that the loop ended with; null where it was not asked. */
    public Prediction.@Nullable Cost predicted() {
        Prediction last = lastAdvice().prediction();
        if (last != null) {
            return last.current();
        }
        for (TuneStep step : steps.reversed()) {
            Prediction prediction = step.advice().prediction();
            Thresholds to = step.advice().step();
            if (prediction != null && to != null && to.equals(after.thresholds())) {
                return prediction.step();
            }
        }
        return null;
    }

    /** Whether the predicted interval holds what was measured; null where nothing was predicted. */
    public @Nullable Boolean held() {
        Prediction.Cost predicted = predicted();
        double measured = cost(after);
        return predicted == null ? null : measured >= predicted.low() && measured <= predicted.high();
    }
}
