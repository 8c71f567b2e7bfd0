package io.stormglass.publisher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stormglass.models.event.BatchHeader;
import io.stormglass.models.event.EntityRole;
import io.stormglass.models.event.FlowBatch;
import io.stormglass.models.event.ObserverRole;
import io.stormglass.models.event.Pairing;
import io.stormglass.models.event.PortBatch;
import io.stormglass.models.event.RecordKind;
import io.stormglass.models.event.Scope;
import io.stormglass.models.event.Vantage;
import io.stormglass.models.storm.InventoryEntity;
import io.stormglass.schemas.topics.TopicNaming;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

class RecordWriterTest {
    private static final TopicNaming NAMING = TopicNaming.replay("r1");

    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer());
    private final PublishCounts counts = new PublishCounts();
    private final RecordWriter writer = new RecordWriter(
            producer,
            new RecordEncoder() {
                @Override
                public byte[] flow(FlowBatch batch) {
                    return new byte[] {1, 2, 3};
                }

                @Override
                public byte[] port(PortBatch batch) {
                    return new byte[] {4};
                }

                @Override
                public byte[] inventory(InventoryEntity entity) {
                    return new byte[] {5, 6};
                }
            },
            NAMING,
            new Backpressure(1 << 20, partitions -> Map.of(), nanos -> {}),
            Pace.unlimited(),
            counts);

    @Test
    void aRecordHasEventTimeKeyPartitionAndSequenceHeaders() {
        writer.flow(3, "f|a|b|1", batch(RecordKind.EVENTS, 7), 1_700_000_000_123_999_999L);

        ProducerRecord<byte[], byte[]> record = producer.history().get(0);
        assertThat(record.topic()).isEqualTo("stormglass.r1.flow-events.v1");
        assertThat(record.partition()).isEqualTo(3);
        assertThat(record.timestamp()).isEqualTo(1_700_000_000_123L);
        assertThat(record.key()).isEqualTo("f|a|b|1".getBytes(UTF_8));
        assertThat(header(record, "stormglass-agent")).isEqualTo("replay");
        assertThat(header(record, "stormglass-epoch")).isEqualTo("2");
        assertThat(header(record, "stormglass-sequence")).isEqualTo("7");
    }

    @Test
    void anEntityOfTheInventoryIsWrittenUnderItsKey() {
        InventoryEntity entity = new InventoryEntity(
                "f",
                InventoryEntity.Kind.DEVICE,
                "leaf-0",
                EntityRole.LEAF,
                "",
                InventoryEntity.Place.UNKNOWN,
                InventoryEntity.People.UNKNOWN,
                null);
        writer.inventory(entity, 1_700_000_000_123_999_999L);

        ProducerRecord<byte[], byte[]> record = producer.history().getFirst();
        assertThat(record.topic()).isEqualTo("stormglass.r1.inventory.v1");
        assertThat(record.partition()).isZero();
        assertThat(record.timestamp()).isEqualTo(1_700_000_000_123L);
        assertThat(record.key()).isEqualTo("f/device/leaf-0".getBytes(UTF_8));
        assertThat(record.value()).containsExactly(5, 6);
    }

    @Test
    void aRecordRefusedAloneBecomesADeadLetterAndTheOthersOfItsBatchAreSentAgain() {
        writer.flow(0, "good", batch(RecordKind.EVENTS, 0), 0);
        writer.flow(0, "bad", batch(RecordKind.EVENTS, 1), 0);
        writer.flow(0, "fine", batch(RecordKind.EVENTS, 2), 0);
        producer.errorNext(new KafkaException("part of a batch which had one or more invalid records"));
        producer.errorNext(new InvalidRecordException("timestamp 1 is out of range"));
        producer.completeNext();
        writer.flush();

        List<ProducerRecord<byte[], byte[]>> history = producer.history();
        assertThat(history).hasSize(5);
        assertThat(history.get(3).key()).isEqualTo("good".getBytes(UTF_8));
        assertThat(history.get(4).topic()).isEqualTo("stormglass.r1.dead-letters.v1");
        assertThat(history.get(4).key()).isEqualTo("bad".getBytes(UTF_8));
        assertThat(history.get(4).value()).containsExactly(1, 2, 3);
        assertThat(header(history.get(4), "stormglass-reason")).isEqualTo("refused-by-broker");
        assertThat(header(history.get(4), "stormglass-detail")).contains("timestamp 1");
        assertThat(counts.rejected()).isEqualTo(1);
    }

    @Test
    void anyOtherErrorFailsTheRunAndSaysWhere() {
        writer.port(2, "f/leaf1/Ethernet0", batchOfPort(), 0);
        producer.errorNext(new TopicAuthorizationException("not allowed"));

        assertThatThrownBy(writer::flush)
                .isInstanceOf(PublishException.class)
                .hasMessageContaining("stormglass.r1.port-events.v1, partition 2, key f/leaf1/Ethernet0")
                .hasMessageContaining("not allowed");
    }

    @Test
    void aTickThatIsRefusedFailsTheRun() {
        writer.flow(0, "tick|replay", batch(RecordKind.TICK, 0), 50_000_000);
        producer.errorNext(new RecordTooLargeException("too large"));

        assertThatThrownBy(writer::flush).isInstanceOf(PublishException.class).hasMessageContaining("tick|replay");
    }

    @Test
    void whatNeverBecameAnEventIsADeadLetterWithItsReason() {
        writer.deadLetter("", "impossible-time", "packet 7 says 1970");
        producer.completeNext();
        writer.flush();

        ProducerRecord<byte[], byte[]> letter = producer.history().get(0);
        assertThat(letter.topic()).isEqualTo("stormglass.r1.dead-letters.v1");
        assertThat(letter.key()).isNull();
        assertThat(header(letter, "stormglass-reason")).isEqualTo("impossible-time");
        assertThat(header(letter, "stormglass-detail")).isEqualTo("packet 7 says 1970");
    }

    private static String header(ProducerRecord<byte[], byte[]> record, String name) {
        Header header = record.headers().lastHeader(name);
        return header == null ? "" : new String(header.value(), UTF_8);
    }

    private static BatchHeader header(RecordKind kind, long sequence) {
        return new BatchHeader(
                kind, "f", "r1", "replay", 2, sequence, ObserverRole.CAPTURE, Scope.FLOW, 1, false, 0, null, 1);
    }

    private static FlowBatch batch(RecordKind kind, long sequence) {
        return new FlowBatch(
                header(kind, sequence), null, -1, -1, -1, 0, Vantage.MID, Pairing.NONE, "", List.of(), List.of());
    }

    private static PortBatch batchOfPort() {
        return new PortBatch(header(RecordKind.EVENTS, 0), null, 0, null, List.of(), List.of());
    }
}
