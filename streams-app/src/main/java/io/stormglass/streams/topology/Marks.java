package io.stormglass.streams.topology;

import io.stormglass.schemas.RecordHeaders;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.processor.StreamPartitioner;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** Records that are no data: they go to every partition of the topic, so that each reader sees them. */
final class Marks implements StreamPartitioner<byte[], byte[]> {
    private static final byte[] END = RecordHeaders.MARK_END.getBytes(StandardCharsets.UTF_8);
    private static final byte[] WATERMARK = "watermark".getBytes(StandardCharsets.UTF_8);

    /** Never called where the variant with headers is there; the interface still demands it. */
    @Override
    @SuppressWarnings({"deprecation", "removal"})
    public Optional<Set<Integer>> partitions(
            String topic, byte @Nullable [] key, byte @Nullable [] value, int numPartitions) {
        return Optional.empty();
    }

    @Override
    public Optional<Set<Integer>> partitions(
            String topic, byte @Nullable [] key, byte @Nullable [] value, Headers headers, int numPartitions) {
        Header mark = headers.lastHeader(RecordHeaders.MARK);
        return mark == null
                ? Optional.empty()
                : Optional.of(IntStream.range(0, numPartitions).boxed().collect(Collectors.toSet()));
    }

    /** The end of an input partition, for an output topic. */
    static Record<byte[], byte[]> end(String inputTopic, int partition, long timestampMillis) {
        Record<byte[], byte[]> record = new Record<>(
                RecordHeaders.endMarkKey(inputTopic, partition).getBytes(StandardCharsets.UTF_8),
                null,
                timestampMillis);
        record.headers().add(RecordHeaders.MARK, END);
        return record;
    }

    /** Marks a record as progress, which every partition must see. */
    static Record<byte[], byte[]> progress(Record<byte[], byte[]> record) {
        record.headers().add(RecordHeaders.MARK, WATERMARK);
        return record;
    }
}
