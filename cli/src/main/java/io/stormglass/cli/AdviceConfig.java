package io.stormglass.cli;

import io.stormglass.models.advice.AdviceRounds;
import io.stormglass.models.ecn.Profile;
import io.stormglass.replay.YamlShape;
import io.stormglass.streams.advice.RecommenderSettings;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Section {@code advice} of {@code run}; what is left out is as by default.
 *
 * @param on false: no ECN advice is made
 * @param profile {@code latency}, {@code balanced} or {@code throughput}
 * @param roundSeconds event time from one round to the next
 * @param periodSeconds in which an object is searched once
 * @param searches objects per period at most
 */
record AdviceConfig(
        @Nullable Boolean on,
        @Nullable String profile,
        @Nullable Long roundSeconds,
        @Nullable Long periodSeconds,
        @Nullable Integer searches) {
    static final YamlShape SHAPE = YamlShape.keys("on", "profile", "roundSeconds", "periodSeconds", "searches");
    static final AdviceConfig DEFAULT = new AdviceConfig(null, null, null, null, null);

    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final long MOST_SECONDS = 86_400;

    Optional<RecommenderSettings> settings() {
        RecommenderSettings base = RecommenderSettings.of(profile == null ? Profile.BALANCED : Profile.of(profile));
        AdviceRounds.Limits limits = base.limits();
        RecommenderSettings settings = new RecommenderSettings(
                base.advice(),
                new AdviceRounds.Limits(
                        nanos("roundSeconds", roundSeconds, limits.roundNanos()),
                        nanos("periodSeconds", periodSeconds, limits.periodNanos()),
                        searches == null ? limits.searches() : searches,
                        limits.forgetNanos()),
                base.patience());
        return Boolean.FALSE.equals(on) ? Optional.empty() : Optional.of(settings);
    }

    private static long nanos(String key, @Nullable Long seconds, long otherwise) {
        if (seconds == null) {
            return otherwise;
        }
        if (seconds < 1 || seconds > MOST_SECONDS) {
            throw new IllegalArgumentException(
                    "advice." + key + " is " + seconds + ", 1 to " + MOST_SECONDS + " is possible");
        }
        return seconds * NANOS_PER_SECOND;
    }
}
