package io.stormglass.streams.metrics;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** All metrics; what is told and is not among them fails a test. */
final class Families {
    private Families() {}

    static List<Family> all() {
        return Stream.of(
                        List.of(MetricsPage.SCRAPES, Samples.LEFT_OUT),
                        ApplicationMetrics.families(),
                        KafkaMetrics.families(),
                        SinkMetrics.families(),
                        AdviceMetrics.families(),
                        HttpMetrics.families(),
                        ViewMetrics.families())
                .flatMap(List::stream)
                .sorted(Comparator.comparing(Family::name))
                .toList();
    }
}
