package io.stormglass.streams.view;

import io.stormglass.schemas.RecordHeaders;
import io.stormglass.schemas.registry.MemorySchemaRegistry;
import io.stormglass.schemas.topics.TopicNaming;
import io.stormglass.schemas.wire.AvroSerializer;
import io.stormglass.streams.StreamsSettings;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;

/** A view of topics that a test writes. */
public final class TestView implements AutoCloseable {
    private static final TopicNaming NAMING = new TopicNaming("t", "run-1");
    private static final long NANOS_PER_MILLI = 1_000_000L;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final MemorySchemaRegistry registry = new MemorySchemaRegistry();
    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none");
    private final Map<Kind, Long> next = new EnumMap<>(Kind.class);
    private final AtomicLong sent = new AtomicLong();
    private final View view;

    /** A view of topics that are empty at the start. */
    public TestView(ViewSettings settings) {
        Node node = new Node(1, "nowhere", 1);
        Map<TopicPartition, Long> zero = new HashMap<>();
        for (Kind kind : Kind.values()) {
            TopicPartition partition = partition(kind);
            consumer.updatePartitions(
                    partition.topic(),
                    List.of(new PartitionInfo(partition.topic(), 0, node, new Node[] {node}, new Node[] {node})));
            zero.put(partition, 0L);
            next.put(kind, 0L);
        }
        consumer.updateBeginningOffsets(zero);
        consumer.updateEndOffsets(zero);
        view = View.start(
                new View.Source(
                        StreamsSettings.replay(NAMING, "nowhere:1", Path.of("x")), registry, properties -> consumer),
                settings,
                InstantSource.system());
        await(view::isCaughtUp);
    }

    private static TopicPartition partition(Kind kind) {
        return new TopicPartition(NAMING.topic(kind.topic()), 0);
    }

    /** The view. */
    public View view() {
        return view;
    }

    /** Writes a value and waits until it has been read. */
    public void tell(Kind kind, String key, SpecificRecord value, long atNanos) {
        tellBytes(kind, key, bytes(kind, value), atNanos);
    }

    /** Writes a value; {@link #awaitRead} waits until all have been read. */
    public void write(Kind kind, String key, SpecificRecord value, long atNanos) {
        add(kind, key, bytes(kind, value), atNanos, false);
    }

    /** Writes that a key is withdrawn, and waits. */
    public void withdraw(Kind kind, String key, long atNanos) {
        tellBytes(kind, key, null, atNanos);
    }

    /** Writes an end mark, and waits. */
    void mark(Kind kind) {
        send(kind, "end", new byte[] {1}, 0, true);
    }

    /** Writes the same value so many times, and waits. */
    void tellOften(Kind kind, String key, SpecificRecord value, long atNanos, int count) {
        byte[] bytes = bytes(kind, value);
        for (int i = 0; i < count; i++) {
            add(kind, key, bytes, atNanos, false);
        }
        awaitRead();
    }

    void tellBytes(Kind kind, String key, byte @Nullable [] value, long atNanos) {
        send(kind, key, value, atNanos, false);
    }

    private void send(Kind kind, String key, byte @Nullable [] value, long atNanos, boolean isMark) {
        add(kind, key, value, atNanos, isMark);
        awaitRead();
    }

    /** Waits until all that was written has been read. */
    public void awaitRead() {
        await(() -> view.counters().recordsRead() >= sent.get());
    }

    private void add(Kind kind, String key, byte @Nullable [] value, long atNanos, boolean isMark) {
        long offset = next.merge(kind, 1L, Long::sum) - 1;
        org.apache.kafka.common.header.internals.RecordHeaders headers =
                new org.apache.kafka.common.header.internals.RecordHeaders();
        if (isMark) {
            headers.add(new RecordHeader(RecordHeaders.MARK, RecordHeaders.MARK_END.getBytes(StandardCharsets.UTF_8)));
        }
        consumer.addRecord(new ConsumerRecord<>(
                partition(kind).topic(),
                0,
                offset,
                atNanos / NANOS_PER_MILLI,
                TimestampType.CREATE_TIME,
                0,
                0,
                key.getBytes(StandardCharsets.UTF_8),
                value,
                headers,
                Optional.empty()));
        sent.incrementAndGet();
    }

    @SuppressWarnings("unchecked") // The class of a kind is that of its schema.
    private byte[] bytes(Kind kind, SpecificRecord value) {
        int id = registry.register(NAMING.subject(kind.topic()), kind.schema());
        byte[] bytes = new AvroSerializer<>((Class<SpecificRecord>) kind.type(), id).serialize("", value);
        if (bytes == null) {
            throw new IllegalArgumentException("no value");
        }
        return bytes;
    }

    private static void await(java.util.function.BooleanSupplier condition) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("the view does not get on");
            }
            LockSupport.parkNanos(NANOS_PER_MILLI);
        }
    }

    @Override
    public void close() {
        view.close();
    }
}
