package io.stormglass.streams.output;

import io.stormglass.schemas.Reason;
import io.stormglass.schemas.RecordHeaders;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.streams.StreamsSettings;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** Writes what a sink refuses to the run's dead letters. Connects with the first one; there may never be any. */
public final class DeadLetterWriter implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 30;

    private final StreamsSettings streams;
    private final String sink;
    private @Nullable Producer<byte[], byte[]> producer;

    /**
     * A writer.
     *
     * @param sink what the header {@link RecordHeaders#PROCESSOR} says
     */
    public DeadLetterWriter(StreamsSettings streams, String sink) {
        this.streams = streams;
        this.sink = sink;
    }

    /**
     * Writes a record with its original bytes and waits until the broker has it.
     *
     * @throws KafkaException if that failed
     */
    public void write(ConsumerRecord<byte[], byte[]> record, Reason reason, String detail) {
        ProducerRecord<byte[], byte[]> letter = new ProducerRecord<>(
                streams.naming().topic(Topic.DEAD_LETTERS), null, record.timestamp(), record.key(), record.value());
        record.headers().forEach(header -> letter.headers().add(header));
        Map<String, String> words = Map.of(
                RecordHeaders.REASON, reason.text(),
                RecordHeaders.DETAIL, detail,
                RecordHeaders.TOPIC, record.topic(),
                RecordHeaders.PARTITION, String.valueOf(record.partition()),
                RecordHeaders.OFFSET, String.valueOf(record.offset()),
                RecordHeaders.PROCESSOR, sink);
        words.forEach((name, text) -> {
            letter.headers().remove(name);
            letter.headers().add(name, text.getBytes(StandardCharsets.UTF_8));
        });
        letter.headers().remove(RecordHeaders.MARK);
        try {
            connected().send(letter).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new KafkaException("a dead letter cannot be written: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    private Producer<byte[], byte[]> connected() {
        Producer<byte[], byte[]> known = producer;
        if (known == null) {
            Map<String, Object> properties = new HashMap<>(streams.clientProperties());
            properties.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, streams.bootstrapServers());
            known = new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
            producer = known;
        }
        return known;
    }

    @Override
    public void close() {
        if (producer != null) {
            producer.close();
        }
    }
}
