package io.stormglass.streams.metrics;

import io.stormglass.streams.StreamsCounters;
import io.stormglass.streams.StreamsCounters.Count;
import io.stormglass.streams.StreamsRuntime;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What the topologies counted, how far they have come, and whether they run. */
public final class ApplicationMetrics implements MetricSource {
    private static final double MILLIS_PER_SECOND = 1e3;
    private static final double NANOS_PER_SECOND = 1e9;

    private static final Family READY =
            Family.gauge("ready", "1 while every part of the application runs and restores nothing, else 0.");
    private static final Family LIVE = Family.gauge("live", "1 until the application has stopped by itself, then 0.");
    private static final Family DEAD_LETTERS =
            Family.counter("dead_letters", "Records that became dead letters, by what was wrong.", "reason");
    private static final Family WATERMARK = Family.gauge(
            "watermark_seconds",
            "Event time up to which an input partition has been processed, s since 1970.",
            "stage",
            "partition");
    private static final Family DELAY = Family.gauge(
            "event_time_delay_seconds",
            "Wall clock less the watermark of an input partition, s; tells nothing in a replay.",
            "stage",
            "partition");
    private static final Map<Count, Family> COUNTS = counts();

    private final StreamsRuntime runtime;
    private final InstantSource clock;

    /** Metrics of an application. */
    public ApplicationMetrics(StreamsRuntime runtime, InstantSource clock) {
        this.runtime = runtime;
        this.clock = clock;
    }

    private static Map<Count, Family> counts() {
        Map<Count, Family> families = new EnumMap<>(Count.class);
        for (Count count : Count.values()) {
            families.put(count, Family.counter(word(count.text()), count.about()));
        }
        return families;
    }

    /** A counter's name as a part of a metric's. */
    static String word(String text) {
        return text.replace('-', '_');
    }

    static List<Family> families() {
        List<Family> families = new ArrayList<>(List.of(READY, LIVE, DEAD_LETTERS, WATERMARK, DELAY));
        families.addAll(COUNTS.values());
        return families;
    }

    @Override
    public void collect(Samples samples) {
        samples.add(READY, runtime.ready() ? 1 : 0);
        samples.add(LIVE, runtime.live() ? 1 : 0);
        StreamsCounters counters = runtime.counters();
        COUNTS.forEach((count, family) -> samples.add(family, counters.get(count)));
        counters.refusals().forEach((reason, count) -> samples.add(DEAD_LETTERS, count, reason.text()));
        double now = clock.millis() / MILLIS_PER_SECOND;
        counters.watermarks().forEach((partition, nanos) -> {
            String number = String.valueOf(partition.partition());
            samples.add(WATERMARK, nanos / NANOS_PER_SECOND, partition.stage(), number);
            samples.add(DELAY, now - nanos / NANOS_PER_SECOND, partition.stage(), number);
        });
    }
}
