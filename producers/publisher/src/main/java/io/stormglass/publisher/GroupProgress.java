package io.stormglass.publisher;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** Progress of a consumer group, as its committed offsets say. */
public final class GroupProgress implements ReaderProgress {
    private static final long ANSWER_SECONDS = 30;

    private final Admin admin;
    private final String groupId;

    /**
     * Asks through {@code admin}, which stays the caller's to close.
     *
     * @param groupId consumer group; of a Streams application, its application id
     */
    public GroupProgress(Admin admin, String groupId) {
        this.admin = admin;
        this.groupId = groupId;
    }

    @Override
    public Map<TopicPartition, Long> committed(Set<TopicPartition> partitions) {
        Map<TopicPartition, Long> offsets = new HashMap<>();
        fetch().forEach((partition, offset) -> {
            if (offset != null && partitions.contains(partition)) {
                offsets.put(partition, offset.offset());
            }
        });
        return offsets;
    }

    private Map<TopicPartition, OffsetAndMetadata> fetch() {
        try {
            return admin.listConsumerGroupOffsets(groupId)
                    .partitionsToOffsetAndMetadata()
                    .get(ANSWER_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new PublishException("interrupted while asking how far group " + groupId + " has read", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new PublishException("cannot learn how far group " + groupId + " has read: " + e.getMessage(), e);
        }
    }
}
