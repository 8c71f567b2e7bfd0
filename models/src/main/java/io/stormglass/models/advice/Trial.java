package io.stormglass.models.advice;

import io.stormglass.models.ecn.Thresholds;
import org.jspecify.annotations.Nullable;

/**
 * An advised step that was made, and what came of it.
 *
 * @param from thresholds before
 * @param to thresholds since
 * @param before what was measured before; null where nothing was
 * @param predictedChange of the cost in the terms that live windows show
 * @param predictedDeviation standard deviation of that
 * @param predictedGain by how much the whole cost was to fall, also in what live windows do not show
 * @param state how it compares
 * @param words with the numbers
 */
public record Trial(
        Thresholds from,
        Thresholds to,
        @Nullable Measured before,
        double predictedChange,
        double predictedDeviation,
        double predictedGain,
        State state,
        String words) {
    /** How the time after compares with that before. */
    public enum State {
        /** Not compared yet. */
        PENDING,
        /** Not worse than before. */
        GOOD,
        /** Worse, or it swings more. */
        WORSE,
        /** No windows of equal load. */
        INCONCLUSIVE
    }

    Trial judged(State other, String why) {
        return new Trial(from, to, before, predictedChange, predictedDeviation, predictedGain, other, why);
    }
}
