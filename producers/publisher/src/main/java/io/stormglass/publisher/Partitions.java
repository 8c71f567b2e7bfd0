package io.stormglass.publisher;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.utils.Utils;

/**
 * Kafka's default choice of a partition for a key, made by us because the sequence of a record counts per partition and
 * stands in its value.
 */
final class Partitions {
    private Partitions() {}

    /** Partition of a key: murmur2 of its UTF-8 bytes, sign bit cleared, modulo the number of partitions. */
    static int of(String key, int partitions) {
        return Utils.toPositive(Utils.murmur2(key.getBytes(StandardCharsets.UTF_8))) % partitions;
    }
}
