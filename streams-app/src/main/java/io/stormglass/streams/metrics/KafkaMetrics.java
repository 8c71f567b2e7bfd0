package io.stormglass.streams.metrics;

import io.stormglass.streams.StreamsRuntime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;

/** The few of what Kafka Streams and its clients measure that say whether it is well. */
public final class KafkaMetrics implements MetricSource {
    private static final String THREADS = "stream-thread-metrics";
    private static final String TASKS = "stream-task-metrics";
    private static final String NODES = "stream-processor-node-metrics";
    private static final String CLIENTS = "stream-metrics";
    private static final String FETCHES = "consumer-fetch-manager-metrics";
    private static final String GROUPS = "consumer-coordinator-metrics";
    private static final String PRODUCERS = "producer-metrics";
    private static final double PER_MILLI = 1e-3;
    private static final String APPLICATION = "application";
    private static final String THREAD_TAG = "thread-id";
    private static final String RESTORE = "-restore-consumer";

    /** How values of the same labels are put together. */
    private enum Fold {
        SUM,
        MAX
    }

    /**
     * Where a family is from.
     *
     * @param tags Kafka's tags behind the labels after the application
     */
    private record Origin(Family family, String group, String name, List<String> tags, Fold fold, double factor) {}

    private static final List<Origin> ORIGINS = List.of(
            gauge(
                    "consumer_lag_records",
                    "Records of a partition that the application has not read yet.",
                    FETCHES,
                    "records-lag",
                    "topic",
                    "partition"),
            counter("consumed_records", "Records read, by topic.", FETCHES, "records-consumed-total", "topic"),
            counter("rebalances", "Times that partitions were dealt out anew.", GROUPS, "rebalance-total"),
            counter("producer_errors", "Records that Kafka did not take.", PRODUCERS, "record-error-total"),
            counter("producer_retries", "Records that were sent to Kafka again.", PRODUCERS, "record-retry-total"),
            gauge("threads_alive", "Stream threads that run.", CLIENTS, "alive-stream-threads"),
            gauge("threads_failed", "Stream threads that failed and were replaced.", CLIENTS, "failed-stream-threads"),
            seconds(
                    "process_latency_avg_seconds",
                    "Mean time that a thread works on what one poll brought, s.",
                    "process-latency-avg"),
            seconds(
                    "process_latency_max_seconds",
                    "Longest time that a thread worked on what one poll brought, s.",
                    "process-latency-max"),
            seconds("commit_latency_avg_seconds", "Mean time of a commit, s.", "commit-latency-avg"),
            seconds("commit_latency_max_seconds", "Longest time of a commit, s.", "commit-latency-max"),
            counter("processed_records", "Records processed, by thread.", THREADS, "process-total", THREAD_TAG),
            counter("commits", "Commits, by thread.", THREADS, "commit-total", THREAD_TAG),
            counter(
                    "dropped_records",
                    "Records that Kafka Streams dropped below our own checks: a defect of ours.",
                    TASKS,
                    "dropped-records-total",
                    "task-id"),
            delay("stage_delay_avg_seconds", "Mean time from an event to the end of its work in a stage, s.", "avg"),
            delay("stage_delay_max_seconds", "Longest time from an event to the end of its work in a stage, s.", "max"),
            gauge(
                    "restore_remaining_records",
                    "Records of changelogs that are still to be restored.",
                    TASKS,
                    "restore-remaining-records-total"));

    private final StreamsRuntime runtime;

    /** Metrics of an application. */
    public KafkaMetrics(StreamsRuntime runtime) {
        this.runtime = runtime;
    }

    private static Origin gauge(String name, String help, String group, String origin, String... tags) {
        return new Origin(Family.gauge("kafka_" + name, help, labels(tags)), group, origin, List.of(tags), Fold.SUM, 1);
    }

    private static Origin counter(String name, String help, String group, String origin, String... tags) {
        return new Origin(
                Family.counter("kafka_" + name, help, labels(tags)), group, origin, List.of(tags), Fold.SUM, 1);
    }

    private static Origin seconds(String name, String help, String origin) {
        return new Origin(
                Family.gauge("kafka_" + name, help, labels(THREAD_TAG)),
                THREADS,
                origin,
                List.of(THREAD_TAG),
                Fold.MAX,
                PER_MILLI);
    }

    private static Origin delay(String name, String help, String which) {
        String tag = "processor-node-id";
        return new Origin(
                Family.gauge("kafka_" + name, help, labels(tag)),
                NODES,
                "record-e2e-latency-" + which,
                List.of(tag),
                Fold.MAX,
                PER_MILLI);
    }

    private static String[] labels(String... tags) {
        List<String> labels = new ArrayList<>(List.of(APPLICATION));
        for (String tag : tags) {
            labels.add(
                    switch (tag) {
                        case THREAD_TAG -> "thread";
                        case "task-id" -> "task";
                        case "processor-node-id" -> "stage";
                        default -> tag;
                    });
        }
        return labels.toArray(String[]::new);
    }

    static List<Family> families() {
        return ORIGINS.stream().map(Origin::family).toList();
    }

    @Override
    public void collect(Samples samples) {
        runtime.kafkaMetrics().forEach((application, metrics) -> {
            Map<Origin, Map<List<String>, Double>> folded = fold(application, metrics);
            folded.forEach((origin, series) -> series.forEach(
                    (labels, value) -> samples.add(origin.family(), value, labels.toArray(String[]::new))));
        });
    }

    private static Map<Origin, Map<List<String>, Double>> fold(
            String application, Map<MetricName, ? extends Metric> metrics) {
        Map<Origin, Map<List<String>, Double>> folded = new LinkedHashMap<>();
        metrics.forEach((name, metric) -> {
            for (Origin origin : ORIGINS) {
                if (origin.name().equals(name.name())
                        && origin.group().equals(name.group())
                        && name.tags().keySet().containsAll(origin.tags())
                        && !name.tags().getOrDefault("client-id", "").endsWith(RESTORE)
                        && metric.metricValue() instanceof Number number
                        && !Double.isNaN(number.doubleValue())) {
                    folded.computeIfAbsent(origin, unused -> new LinkedHashMap<>())
                            .merge(
                                    labels(application, origin, name),
                                    number.doubleValue() * origin.factor(),
                                    origin.fold() == Fold.SUM ? Double::sum : Math::max);
                }
            }
        });
        return folded;
    }

    private static List<String> labels(String application, Origin origin, MetricName name) {
        List<String> labels = new ArrayList<>(List.of(application));
        for (String tag : origin.tags()) {
            String value = name.tags().getOrDefault(tag, "");
            // Ids of threads hold that of the process, which is new at each start.
            labels.add(tag.equals(THREAD_TAG) ? value.substring(value.lastIndexOf('-') + 1) : value);
        }
        return labels;
    }
}
