package io.stormglass.streams.advice;

import io.stormglass.models.advice.AdviceRounds;
import io.stormglass.models.advice.AdviceSettings;
import io.stormglass.models.ecn.Profile;
import java.time.Duration;

/**
 * How the recommender works.
 *
 * @param advice how advice is made
 * @param limits how much is done
 * @param patience how much newer than a round's boundary the newest window has to be before the round is made: partitions are not read in step
 */
public record RecommenderSettings(AdviceSettings advice, AdviceRounds.Limits limits, Duration patience) {
    public RecommenderSettings {
        if (patience.isNegative()) {
            throw new IllegalArgumentException("patience is " + patience + ", it must not be negative");
        }
    }

    /** The usual settings, 3 s wait. */
    public static RecommenderSettings of(Profile profile) {
        return new RecommenderSettings(AdviceSettings.of(profile), AdviceRounds.Limits.STANDARD, Duration.ofSeconds(3));
    }
}
