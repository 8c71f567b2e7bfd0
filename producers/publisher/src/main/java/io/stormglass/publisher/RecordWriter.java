package io.stormglass.publisher;

import io.stormglass.models.event.BatchHeader;
import io.stormglass.models.event.FlowBatch;
import io.stormglass.models.event.PortBatch;
import io.stormglass.models.storm.InventoryEntity;
import io.stormglass.schemas.RecordHeaders;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.schemas.topics.TopicNaming;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Writes the slicer's records to Kafka.
 *
 * <p>The broker refuses a batch of the producer whole when it refuses one record of it. So a record that is refused on
 * its own account goes to the dead letters, the others of its batch are sent again. Every other error fails the run: it
 * is thrown by the next call.
 */
final class RecordWriter implements BatchOutput, AutoCloseable {
    private static final int MOST_ATTEMPTS = 100;

    private final Producer<byte[], byte[]> producer;
    private final RecordEncoder encoder;
    private final Backpressure backpressure;
    private final Pace pace;
    private final PublishCounts counts;
    private final String flowTopic;
    private final String portTopic;
    private final String inventoryTopic;
    private final String deadLetterTopic;
    private final ConcurrentLinkedQueue<Returned> returned = new ConcurrentLinkedQueue<>();
    private final AtomicReference<@Nullable PublishException> failure = new AtomicReference<>();

    /** A record that the broker has not taken. */
    private record Returned(ProducerRecord<byte[], byte[]> record, int attempts, Exception why) {}

    RecordWriter(
            Producer<byte[], byte[]> producer,
            RecordEncoder encoder,
            TopicNaming naming,
            Backpressure backpressure,
            Pace pace,
            PublishCounts counts) {
        this.producer = producer;
        this.encoder = encoder;
        this.backpressure = backpressure;
        this.pace = pace;
        this.counts = counts;
        this.flowTopic = naming.topic(Topic.FLOW_EVENTS);
        this.portTopic = naming.topic(Topic.PORT_EVENTS);
        this.inventoryTopic = naming.topic(Topic.INVENTORY);
        this.deadLetterTopic = naming.topic(Topic.DEAD_LETTERS);
    }

    @Override
    public void flow(int partition, String key, FlowBatch batch, long newestNanos) {
        write(flowTopic, partition, key, batch.header(), encoder.flow(batch), newestNanos);
    }

    @Override
    public void port(int partition, String key, PortBatch batch, long newestNanos) {
        write(portTopic, partition, key, batch.header(), encoder.port(batch), newestNanos);
    }

    /** The topic has one partition. */
    void inventory(InventoryEntity entity, long atNanos) {
        byte[] value = encoder.inventory(entity);
        backpressure.sending(new TopicPartition(inventoryTopic, 0), value.length);
        send(
                new ProducerRecord<>(inventoryTopic, 0, Math.floorDiv(atNanos, 1_000_000L), bytes(entity.key()), value),
                1);
    }

    @Override
    public void sliceLeaves(long endNanos) {
        pace.until(endNanos);
    }

    @Override
    public void eventsEnd() {
        // Everything stands before the end marks, the dead letters and the records that were sent again as well.
        flush();
    }

    /** Writes an observation that cannot become an event to the dead letters; it has no bytes of its own. */
    void deadLetter(String key, String reason, String detail) {
        ProducerRecord<byte[], byte[]> letter =
                new ProducerRecord<>(deadLetterTopic, key.isEmpty() ? null : bytes(key), new byte[0]);
        letter.headers()
                .add(RecordHeaders.REASON, bytes(reason))
                .add(RecordHeaders.DETAIL, bytes(detail))
                .add(RecordHeaders.PROCESSOR, bytes("publisher"));
        send(letter, 1);
    }

    /** Waits until the broker has everything that was written. */
    void flush() {
        do {
            sendReturned();
            producer.flush();
            throwFailure();
        } while (!returned.isEmpty());
    }

    @Override
    public void close() {
        producer.close();
    }

    private void write(String topic, int partition, String key, BatchHeader header, byte[] value, long newestNanos) {
        backpressure.sending(new TopicPartition(topic, partition), value.length);
        ProducerRecord<byte[], byte[]> record =
                new ProducerRecord<>(topic, partition, Math.floorDiv(newestNanos, 1_000_000L), bytes(key), value);
        Headers headers = record.headers();
        headers.add(RecordHeaders.AGENT, bytes(header.agentId()));
        headers.add(RecordHeaders.EPOCH, bytes(Long.toString(header.epoch())));
        headers.add(RecordHeaders.SEQUENCE, bytes(Long.toString(header.sequence())));
        send(record, 1);
    }

    private void send(ProducerRecord<byte[], byte[]> record, int attempts) {
        throwFailure();
        if (!returned.isEmpty()) {
            sendReturned();
        }
        hand(record, attempts);
    }

    private void hand(ProducerRecord<byte[], byte[]> record, int attempts) {
        try {
            // The callback is told of every outcome.
            Future<RecordMetadata> unused =
                    producer.send(record, (metadata, error) -> completed(record, attempts, metadata, error));
        } catch (KafkaException e) {
            throw failed(record, e);
        }
    }

    private void completed(
            ProducerRecord<byte[], byte[]> record,
            int attempts,
            @Nullable RecordMetadata metadata,
            @Nullable Exception error) {
        if (error == null) {
            if (metadata != null && isInput(record)) {
                backpressure.acknowledged(
                        new TopicPartition(record.topic(), record.partition()),
                        metadata.offset(),
                        record.value().length);
            }
        } else if (attempts < MOST_ATTEMPTS && (isRefused(error) || isInnocent(error))) {
            returned.add(new Returned(record, attempts, error));
        } else {
            failure.compareAndSet(null, failed(record, error));
        }
    }

    /** Refused on its own account. */
    private static boolean isRefused(Exception error) {
        return error instanceof RecordTooLargeException
                || error instanceof InvalidTimestampException
                || error instanceof InvalidRecordException;
    }

    /** Refused because of another record: the client has no more than the plain exception for it. */
    private static boolean isInnocent(Exception error) {
        return error.getClass() == KafkaException.class;
    }

    private void sendReturned() {
        Returned next = returned.poll();
        while (next != null) {
            if (isInnocent(next.why())) {
                hand(next.record(), next.attempts() + 1);
            } else {
                reject(next.record(), next.why());
            }
            next = returned.poll();
        }
    }

    private void reject(ProducerRecord<byte[], byte[]> record, Exception why) {
        String key = record.key() == null ? "" : new String(record.key(), StandardCharsets.UTF_8);
        if (!isInput(record) || key.startsWith("tick|") || key.startsWith("end|")) {
            throw failed(record, why);
        }
        counts.rejected++;
        backpressure.refused(new TopicPartition(record.topic(), record.partition()), record.value().length);
        ProducerRecord<byte[], byte[]> letter = new ProducerRecord<>(deadLetterTopic, record.key(), record.value());
        letter.headers()
                .add(RecordHeaders.REASON, bytes("refused-by-broker"))
                .add(RecordHeaders.DETAIL, bytes(String.valueOf(why.getMessage())))
                .add(RecordHeaders.TOPIC, bytes(record.topic()))
                .add(RecordHeaders.PARTITION, bytes(String.valueOf(record.partition())))
                .add(RecordHeaders.PROCESSOR, bytes("publisher"));
        hand(letter, 1);
    }

    private boolean isInput(ProducerRecord<byte[], byte[]> record) {
        return !record.topic().equals(deadLetterTopic);
    }

    private void throwFailure() {
        PublishException thrown = failure.get();
        if (thrown != null) {
            throw thrown;
        }
    }

    private static PublishException failed(ProducerRecord<byte[], byte[]> record, Exception error) {
        String key = record.key() == null ? "none" : new String(record.key(), StandardCharsets.UTF_8);
        return new PublishException(
                "cannot write to topic " + record.topic() + ", partition " + record.partition() + ", key " + key + ", "
                        + record.value().length + " bytes: " + error.getMessage(),
                error);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
