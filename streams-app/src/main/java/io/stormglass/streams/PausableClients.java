package io.stormglass.streams;

import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.KafkaClientSupplier;

/** Kafka's own clients, except that a stream thread's consumer asks before each poll. */
final class PausableClients implements KafkaClientSupplier {
    private final ConsumerPauses pauses;

    PausableClients(ConsumerPauses pauses) {
        this.pauses = pauses;
    }

    @Override
    public Admin getAdmin(Map<String, Object> config) {
        return Admin.create(config);
    }

    @Override
    public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
        return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
    }

    @Override
    public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
        return new PausingConsumer(config, pauses);
    }

    @Override
    public Consumer<byte[], byte[]> getRestoreConsumer(Map<String, Object> config) {
        return plain(config);
    }

    @Override
    public Consumer<byte[], byte[]> getGlobalConsumer(Map<String, Object> config) {
        return plain(config);
    }

    private static Consumer<byte[], byte[]> plain(Map<String, Object> config) {
        return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    private static final class PausingConsumer extends KafkaConsumer<byte[], byte[]> {
        private final ConsumerPauses pauses;
        private final String clientId;

        PausingConsumer(Map<String, Object> config, ConsumerPauses pauses) {
            super(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
            this.pauses = pauses;
            clientId = String.valueOf(config.get("client.id"));
        }

        @Override
        public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
            pauses.beforePoll(clientId);
            return super.poll(timeout);
        }
    }
}
