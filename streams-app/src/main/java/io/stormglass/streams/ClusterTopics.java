package io.stormglass.streams;

import io.stormglass.schemas.topics.Topic;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;

/** What the cluster has of the topics that the topologies read and write. */
final class ClusterTopics {
    private static final List<Topic> NEEDED = List.of(
            Topic.FLOW_EVENTS,
            Topic.PORT_EVENTS,
            Topic.PORT_TRANSITIONS,
            Topic.FLOW_MERGES,
            Topic.FLOW_CLASSES,
            Topic.QUEUE_SIGNS,
            Topic.QUEUE_MEASURES,
            Topic.QUEUE_LOADS,
            Topic.CC_MODES,
            Topic.FLOW_STATES,
            Topic.PORT_STATES,
            Topic.FABRIC_LINKS,
            Topic.MAINTENANCE,
            Topic.INVENTORY,
            Topic.STORM_INCIDENTS,
            Topic.TELEMETRY_QUALITY,
            Topic.FINDINGS,
            Topic.DEAD_LETTERS);

    private static final List<Topic> SOURCES = List.of(
            Topic.FLOW_EVENTS,
            Topic.PORT_EVENTS,
            Topic.PORT_TRANSITIONS,
            Topic.FLOW_CLASSES,
            Topic.FLOW_MERGES,
            Topic.QUEUE_SIGNS,
            Topic.QUEUE_MEASURES,
            Topic.MAINTENANCE,
            Topic.INVENTORY);
    private static final long TIMEOUT_SECONDS = 30;

    private final StreamsSettings settings;
    private final Admin admin;

    ClusterTopics(StreamsSettings settings, Admin admin) {
        this.settings = settings;
        this.admin = admin;
    }

    /** Partitions of each topic that is read or written. */
    Map<Topic, Integer> partitions() {
        Map<String, Topic> names = NEEDED.stream()
                .collect(Collectors.toMap(topic -> settings.naming().topic(topic), topic -> topic));
        Map<String, TopicDescription> described =
                get("describe the topics", admin.describeTopics(names.keySet()).allTopicNames());
        Map<Topic, Integer> partitions = new EnumMap<>(Topic.class);
        names.forEach((name, topic) -> {
            TopicDescription description = described.get(name);
            partitions.put(
                    topic, description == null ? 0 : description.partitions().size());
        });
        samePartitions(partitions, Topic.FLOW_CLASSES, Topic.PORT_TRANSITIONS);
        samePartitions(partitions, Topic.QUEUE_SIGNS, Topic.FLOW_EVENTS);
        return partitions;
    }

    /** Topics that meet in one stage: a fabric must come to the same task in both, what every task has to hear must reach every task. */
    private static void samePartitions(Map<Topic, Integer> partitions, Topic one, Topic other) {
        int ofOne = partitions.getOrDefault(one, 0);
        int ofOther = partitions.getOrDefault(other, 0);
        if (ofOne != ofOther) {
            throw new RunFailedException(one.shortName() + " has " + ofOne + " partitions, " + other.shortName()
                    + " has " + ofOther + ": they must have the same number");
        }
    }

    /**
     * Commits offset 0 where the group has none: with the reset policy "none" a reader then fails where its records were
     * deleted, instead of starting behind the hole.
     */
    void startAtZero(Map<Topic, Integer> partitions) {
        String group = settings.applicationId();
        Map<TopicPartition, OffsetAndMetadata> held = get(
                "read the offsets of group " + group,
                admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
        Map<TopicPartition, OffsetAndMetadata> missing = new HashMap<>();
        for (Topic topic : SOURCES) {
            for (int p = 0; p < partitions.getOrDefault(topic, 0); p++) {
                TopicPartition partition = new TopicPartition(settings.naming().topic(topic), p);
                if (held.get(partition) == null) {
                    missing.put(partition, new OffsetAndMetadata(0));
                }
            }
        }
        if (!missing.isEmpty()) {
            get(
                    "commit the first offsets of group " + group,
                    admin.alterConsumerGroupOffsets(group, missing).all());
        }
    }

    private <T> T get(String what, KafkaFuture<T> future) {
        try {
            return future.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new RunFailedException(
                    "cannot " + what + " on " + settings.bootstrapServers() + ": " + e.getMessage()
                            + "; topics are created by 'topics apply'",
                    e);
        } catch (TimeoutException e) {
            throw new RunFailedException(
                    "cannot " + what + " on " + settings.bootstrapServers() + " within " + TIMEOUT_SECONDS + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RunFailedException("interrupted: cannot " + what, e);
        }
    }
}
