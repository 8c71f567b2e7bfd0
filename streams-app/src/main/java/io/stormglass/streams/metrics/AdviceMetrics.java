package io.stormglass.streams.metrics;

import io.stormglass.streams.advice.AdviceCounters.Count;
import io.stormglass.streams.advice.Recommender;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What the recommender counted. */
public final class AdviceMetrics implements MetricSource {
    private static final Family ACTIVE =
            Family.gauge("advice_active", "1 where this instance is the one that makes advice, else 0.");
    private static final Map<Count, Family> COUNTS = counts();

    private final Recommender recommender;

    /** Metrics of a recommender. */
    public AdviceMetrics(Recommender recommender) {
        this.recommender = recommender;
    }

    private static Map<Count, Family> counts() {
        Map<Count, Family> families = new EnumMap<>(Count.class);
        for (Count count : Count.values()) {
            families.put(count, Family.counter("advice_" + ApplicationMetrics.word(count.text()), count.about()));
        }
        return families;
    }

    static List<Family> families() {
        List<Family> families = new ArrayList<>(List.of(ACTIVE));
        families.addAll(COUNTS.values());
        return families;
    }

    @Override
    public void collect(Samples samples) {
        samples.add(ACTIVE, recommender.isActive() ? 1 : 0);
        COUNTS.forEach(
                (count, family) -> samples.add(family, recommender.counters().get(count)));
    }
}
