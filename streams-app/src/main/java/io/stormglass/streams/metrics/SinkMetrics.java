package io.stormglass.streams.metrics;

import io.stormglass.streams.sink.SinkCounters;
import io.stormglass.streams.sink.SinkCounters.Count;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** What sinks counted. */
public final class SinkMetrics implements MetricSource {
    private static final double MILLIS_PER_SECOND = 1e3;
    private static final Family NEWEST = Family.gauge(
            "sink_newest_success_seconds",
            "When the receiver last accepted something, s since 1970; 0: never.",
            "sink");
    private static final Map<Count, Family> COUNTS = counts();

    private final Supplier<List<SinkCounters>> sinks;

    /** Metrics of sinks, whose number may change. */
    public SinkMetrics(Supplier<List<SinkCounters>> sinks) {
        this.sinks = sinks;
    }

    private static Map<Count, Family> counts() {
        Map<Count, Family> families = new EnumMap<>(Count.class);
        for (Count count : Count.values()) {
            families.put(count, Family.counter("sink_" + ApplicationMetrics.word(count.text()), count.about(), "sink"));
        }
        return families;
    }

    static List<Family> families() {
        List<Family> families = new ArrayList<>(List.of(NEWEST));
        families.addAll(COUNTS.values());
        return families;
    }

    @Override
    public void collect(Samples samples) {
        for (SinkCounters sink : sinks.get()) {
            COUNTS.forEach((count, family) -> samples.add(family, sink.get(count), sink.sink()));
            samples.add(NEWEST, sink.newestSuccessMillis() / MILLIS_PER_SECOND, sink.sink());
        }
    }
}
