package io.stormglass.streams.sink;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * How far each target had come, kept as committed offsets of the sinks' group: the offset is that of the slowest, the metadata has
 * each. It decides nothing but whether what ended meanwhile was told before, so losing it costs a message at most.
 */
final class Positions {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int KEY_BYTES = 6;

    private Positions() {}

    /** By target and partition; what is not known is absent. */
    static Map<String, Map<Integer, Long>> load(
            Consumer<byte[], byte[]> consumer, Set<TopicPartition> partitions, Collection<String> targets) {
        Map<String, Map<Integer, Long>> positions = new HashMap<>();
        read(consumer, partitions)
                .forEach((partition, byKey) -> targets.forEach(target -> {
                    Long offset = byKey.get(key(target));
                    if (offset != null) {
                        positions
                                .computeIfAbsent(target, name -> new HashMap<>())
                                .put(partition.partition(), offset);
                    }
                }));
        return positions;
    }

    /** Keeps positions; those of other targets stay, and none goes back: a second instance may have come further. */
    static void save(Consumer<byte[], byte[]> consumer, Map<TopicPartition, SortedMap<String, Long>> byTarget) {
        Map<TopicPartition, SortedMap<String, Long>> kept = read(consumer, byTarget.keySet());
        Map<TopicPartition, OffsetAndMetadata> commits = new HashMap<>();
        byTarget.forEach((partition, offsets) -> {
            SortedMap<String, Long> merged = new TreeMap<>(kept.getOrDefault(partition, new TreeMap<>()));
            offsets.forEach((target, offset) -> merged.merge(key(target), offset, Math::max));
            long slowest = offsets.keySet().stream()
                    .mapToLong(target -> merged.getOrDefault(key(target), 0L))
                    .min()
                    .orElse(0);
            commits.put(partition, new OffsetAndMetadata(slowest, text(merged)));
        });
        consumer.commitSync(commits, PATIENCE);
    }

    private static Map<TopicPartition, SortedMap<String, Long>> read(
            Consumer<byte[], byte[]> consumer, Set<TopicPartition> partitions) {
        Map<TopicPartition, SortedMap<String, Long>> found = new HashMap<>();
        consumer.committed(partitions, PATIENCE).forEach((partition, committed) -> {
            if (committed != null) {
                found.put(partition, parse(committed.metadata()));
            }
        });
        return found;
    }

    private static String text(SortedMap<String, Long> offsets) {
        return offsets.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining(","));
    }

    private static SortedMap<String, Long> parse(String text) {
        SortedMap<String, Long> offsets = new TreeMap<>();
        for (String entry : List.of(text.split(",", -1))) {
            int equals = entry.indexOf('=');
            if (equals > 0 && entry.substring(equals + 1).matches("\\d{1,18}")) {
                offsets.put(entry.substring(0, equals), Long.parseLong(entry.substring(equals + 1)));
            }
        }
        return offsets;
    }

    /** Short, since a broker limits the metadata to 4096 bytes. */
    private static String key(String target) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(target.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, KEY_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
