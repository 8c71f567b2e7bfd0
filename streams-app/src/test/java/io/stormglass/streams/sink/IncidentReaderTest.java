package io.stormglass.streams.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.avro.StormIncident;
import io.stormglass.schemas.RecordHeaders;
import io.stormglass.schemas.registry.MemorySchemaRegistry;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.schemas.topics.TopicNaming;
import io.stormglass.schemas.wire.AvroSerializer;
import io.stormglass.streams.StreamsSettings;
import io.stormglass.streams.sink.SinkCounters.Count;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The reader of incidents, over consumers that a test makes. */
class IncidentReaderTest {
    private static final TopicNaming NAMING = new TopicNaming("t", "run-1");
    private static final String TOPIC = NAMING.topic(Topic.STORM_INCIDENTS);
    private static final TopicPartition PARTITION = new TopicPartition(TOPIC, 0);

    private final MemorySchemaRegistry registry = new MemorySchemaRegistry();
    private final AvroSerializer<StormIncident> values = new AvroSerializer<>(
            StormIncident.class,
            registry.register(NAMING.subject(Topic.STORM_INCIDENTS), StormIncident.getClassSchema()));
    private final List<MockConsumer<byte[], byte[]>> consumers = new CopyOnWriteArrayList<>();
    private final Heard heard = new Heard();
    private final AtomicLong nowMillis = new AtomicLong(1_000_000L);
    private final IncidentReader reader = new IncidentReader(
            new IncidentReader.Source(
                    StreamsSettings.replay(NAMING, "nowhere:1", Path.of("x")), registry, settings -> consumer()),
            List.of("heard"),
            positions -> List.of(heard),
            () -> Instant.ofEpochMilli(nowMillis.get()));
    private final Thread thread = new Thread(reader, "reader");
    private volatile long end = 1;
    private volatile boolean noBroker;

    /** Notes what it is told. */
    private static final class Heard implements Target {
        private final List<String> told = new CopyOnWriteArrayList<>();
        private final AtomicInteger failures = new AtomicInteger();

        @Override
        public String name() {
            return "heard";
        }

        @Override
        public void take(Version version) {
            if (failures.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
                throw new IllegalStateException("a defect");
            }
            told.add(version.id() + "@" + version.offset());
        }

        @Override
        public void forget(String incidentId) {
            told.add("forget " + incidentId);
        }

        @Override
        public void begin() {
            told.add("begin");
        }

        @Override
        public long dealtWithBefore(int partition, long next) {
            return next;
        }

        @Override
        public boolean idle() {
            return true;
        }

        @Override
        public long step(long now) {
            return Long.MAX_VALUE;
        }

        @Override
        public SinkCounters counters() {
            return new SinkCounters("heard");
        }

        @Override
        public void close() {
            // Nothing was opened.
        }
    }

    private MockConsumer<byte[], byte[]> consumer() {
        MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none");
        Node node = new Node(1, "nowhere", 1);
        consumer.updatePartitions(
                TOPIC, List.of(new PartitionInfo(TOPIC, 0, node, new Node[] {node}, new Node[] {node})));
        consumer.updateBeginningOffsets(Map.of(PARTITION, 0L));
        consumer.updateEndOffsets(Map.of(PARTITION, end));
        if (noBroker) {
            consumer.setOffsetsException(new KafkaException("no broker"));
        }
        consumers.add(consumer);
        return consumer;
    }

    @AfterEach
    void stop() throws InterruptedException {
        reader.close();
        thread.join(10_000);
        assertThat(thread.isAlive()).isFalse();
    }

    private static void await(BooleanSupplier wanted) {
        long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (!wanted.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            LockSupport.parkNanos(5_000_000L);
        }
    }

    private MockConsumer<byte[], byte[]> assigned(int number) {
        await(() ->
                consumers.size() > number && consumers.get(number).assignment().contains(PARTITION));
        return consumers.get(number);
    }

    private ConsumerRecord<byte[], byte[]> record(long offset, String id, byte[] value) {
        return new ConsumerRecord<>(TOPIC, 0, offset, id.getBytes(StandardCharsets.UTF_8), value);
    }

    private byte[] bytes(String id) {
        byte[] bytes = values.serialize(TOPIC, Storms.open(id, "host-5", 2));
        return bytes == null ? new byte[0] : bytes;
    }

    @Test
    @SuppressWarnings("NullAway") // A tombstone is a record without a value.
    void incidentsAreToldInOrderAndWhatIsNoneIsPassedOver() {
        end = 5;
        thread.start();
        MockConsumer<byte[], byte[]> consumer = assigned(0);
        ConsumerRecord<byte[], byte[]> mark = record(1, "end", new byte[0]);
        mark.headers().add(RecordHeaders.MARK, RecordHeaders.MARK_END.getBytes(StandardCharsets.UTF_8));
        consumer.schedulePollTask(() -> {
            consumer.addRecord(record(0, "i1", bytes("i1")));
            consumer.addRecord(mark);
            consumer.addRecord(record(2, "i2", new byte[] {1, 2, 3}));
            consumer.addRecord(record(3, "i1", null));
            consumer.addRecord(record(4, "i3", bytes("i3")));
        });
        await(() -> heard.told.size() == 4);

        assertThat(heard.told).containsExactly("i1@0", "forget i1", "i3@4", "begin");
        assertThat(reader.counters().get(Count.UNREADABLE)).isEqualTo(1);
        assertThat(reader.next()).containsEntry(PARTITION, 5L);
    }

    @Test
    void afterAFailureItGoesOnWhereItStood() {
        thread.start();
        MockConsumer<byte[], byte[]> first = assigned(0);
        first.schedulePollTask(() -> first.addRecord(record(0, "i1", bytes("i1"))));
        await(() -> heard.told.size() == 2);
        first.schedulePollTask(() -> first.setPollException(new KafkaException("broken")));
        MockConsumer<byte[], byte[]> second = assigned(1);
        second.schedulePollTask(() -> second.addRecord(record(1, "i2", bytes("i2"))));
        await(() -> heard.told.size() == 3);

        assertThat(heard.told).containsExactly("i1@0", "begin", "i2@1");
    }

    @Test
    void afterADefectOfOursTheSameIncidentIsTriedAgainAndUntilThenNothingWasHeard() {
        heard.failures.set(1);
        thread.start();
        MockConsumer<byte[], byte[]> first = assigned(0);
        await(() -> reader.heardMillis() == nowMillis.get());
        long before = nowMillis.get();
        first.schedulePollTask(() -> {
            nowMillis.addAndGet(40_000);
            first.addRecord(record(0, "i1", bytes("i1")));
        });
        MockConsumer<byte[], byte[]> second = assigned(1);
        CountDownLatch polled = new CountDownLatch(2);
        second.schedulePollTask(polled::countDown);
        second.schedulePollTask(polled::countDown);
        await(() -> polled.getCount() == 0);
        assertThat(reader.heardMillis()).isEqualTo(before);
        second.schedulePollTask(() -> second.addRecord(record(0, "i1", bytes("i1"))));
        await(() -> heard.told.size() == 2);

        assertThat(heard.told).containsExactly("i1@0", "begin");
        await(() -> reader.heardMillis() == nowMillis.get());
    }

    @Test
    void whereNoBrokerAnswersNothingWasHeardHoweverOftenItPolls() {
        end = 0;
        thread.start();
        MockConsumer<byte[], byte[]> first = assigned(0);
        await(() -> reader.heardMillis() == nowMillis.get());
        noBroker = true;
        first.setOffsetsException(new KafkaException("no broker"));
        long before = nowMillis.get();
        nowMillis.addAndGet(40_000);
        await(() -> consumers.size() > 2);
        assertThat(reader.heardMillis()).isEqualTo(before);

        noBroker = false;
        await(() -> reader.heardMillis() == nowMillis.get());
    }
}
