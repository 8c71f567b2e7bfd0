package io.stormglass.schemas.topics;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What one topic has to be on a cluster.
 *
 * @param name full name
 * @param partitions number of partitions
 * @param replicationFactor copies; -1 is the cluster's default
 * @param settings topic configuration by its Kafka name, sorted
 */
public record TopicDefinition(
        String name, int partitions, short replicationFactor, SortedMap<String, String> settings) {
    static final long SMALLEST_RETENTION_BYTES = 1L << 20;
    /** Kafka refuses smaller ones. */
    private static final long SMALLEST_SEGMENT_BYTES = 1L << 20;

    private static final long LARGEST_SEGMENT_BYTES = 64L << 20;
    private static final long COMPACTED_SEGMENT_BYTES = 16L << 20;
    private static final Duration INCIDENT_HISTORY = Duration.ofDays(7);
    /** A dead letter holds a whole refused record and its headers, so it may be larger than what was refused. */
    private static final int DEAD_LETTER_BYTES = 2 << 20;

    public TopicDefinition {
        settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
    }

    /** The definition of one topic of a run. */
    public static TopicDefinition of(Topic topic, TopicNaming naming, TopicOptions options) {
        return new TopicDefinition(
                naming.topic(topic),
                partitions(topic, options),
                options.replicationFactor(),
                settings(topic, naming.isLive(), options));
    }

    /** The definitions of all topics of a run. */
    public static List<TopicDefinition> all(TopicNaming naming, TopicOptions options) {
        return Arrays.stream(Topic.values())
                .map(topic -> of(topic, naming, options))
                .toList();
    }

    private static int partitions(Topic topic, TopicOptions options) {
        return switch (topic) {
            case FLOW_EVENTS, PORT_EVENTS, FLOW_MERGES, QUEUE_SIGNS, FLOW_STATES, PORT_STATES ->
                options.eventPartitions() > 0 ? options.eventPartitions() : topic.partitions();
            case FABRIC_LINKS,
                    PORT_TRANSITIONS,
                    FLOW_CLASSES,
                    QUEUE_MEASURES,
                    QUEUE_LOADS,
                    CC_MODES,
                    STORM_INCIDENTS,
                    ECN_RECOMMENDATIONS,
                    INVENTORY,
                    MAINTENANCE,
                    FINDINGS,
                    TELEMETRY_QUALITY,
                    DEAD_LETTERS -> topic.partitions();
        };
    }

    private static SortedMap<String, String> settings(Topic topic, boolean live, TopicOptions options) {
        SortedMap<String, String> settings = new TreeMap<>();
        settings.put("cleanup.policy", topic.cleanup().policy());
        // Record time is event time: a broker that compares it with its clock refuses replays and, with them, the good
        // records of the same batch.
        settings.put("message.timestamp.type", "CreateTime");
        settings.put("message.timestamp.after.max.ms", String.valueOf(Long.MAX_VALUE));
        settings.put("message.timestamp.before.max.ms", String.valueOf(Long.MAX_VALUE));
        settings.putAll(
                switch (topic.cleanup()) {
                    case DELETE -> retention(topic.limits(), live, options);
                    case COMPACT ->
                        Map.of(
                                "retention.ms", "-1",
                                "retention.bytes", "-1",
                                "segment.bytes", String.valueOf(COMPACTED_SEGMENT_BYTES));
                });
        if (topic == Topic.STORM_INCIDENTS) {
            settings.put("min.compaction.lag.ms", String.valueOf(INCIDENT_HISTORY.toMillis()));
        }
        if (topic == Topic.DEAD_LETTERS) {
            settings.put("max.message.bytes", String.valueOf(DEAD_LETTER_BYTES));
        }
        if (!live) {
            // Segments roll by record time too: events that are years apart would make a segment each.
            settings.put("segment.ms", String.valueOf(Long.MAX_VALUE));
        }
        return settings;
    }

    private static Map<String, String> retention(Topic.Limits limits, boolean live, TopicOptions options) {
        Duration age = limits.liveAge();
        long bytes = options.retentionBytes() > 0
                ? options.retentionBytes()
                : live ? limits.liveBytes() : limits.replayBytes();
        // A year-old record is older than any age limit, so a replay is bounded by size only. Only whole segments are
        // deleted, so they have to be small beside the limit.
        return Map.of(
                "retention.ms", live && age != null ? String.valueOf(age.toMillis()) : "-1",
                "retention.bytes", String.valueOf(bytes),
                "segment.bytes", String.valueOf(Math.clamp(bytes / 8, SMALLEST_SEGMENT_BYTES, LARGEST_SEGMENT_BYTES)));
    }
}
