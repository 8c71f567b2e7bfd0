package io.stormglass.cli.tune;

import io.stormglass.models.advice.Advice;
import io.stormglass.models.ecn.Thresholds;

/**
 * One round of the loop: what the fabric ran with, and what was advised.
 *
 * @param number from 1
 * @param current thresholds of the switches
 * @param advice what the recommender said
 */
public record TuneStep(int number, Thresholds current, Advice advice) {
    /** True where the recommender wants nothing changed. */
    public boolean isLast() {
        return advice.step() == null || advice.step().equals(current);
    }
}
