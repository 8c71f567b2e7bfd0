package io.stormglass.publisher;

import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/** How far the readers of the input topics have come. */
@FunctionalInterface
public interface ReaderProgress {
    /**
     * Next offset to be read of each partition; a partition that nobody has read yet may be missing.
     *
     * @throws RuntimeException if the reader has failed, so that nobody waits for it
     */
    Map<TopicPartition, Long> committed(Set<TopicPartition> partitions);
}
