package io.stormglass.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Plain text in and out of a broker. */
final class KafkaProbe {
    private KafkaProbe() {}

    static void createTopic(String bootstrapServers, String topic) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
            admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1))).all().get();
        }
    }

    /** Writes one record per value, each with a time of its own, and waits until all are acknowledged. */
    static void write(String bootstrapServers, String topic, long timeMillis, List<String> values) throws Exception {
        Map<String, Object> settings = Map.of("bootstrap.servers", bootstrapServers, "acks", "all");
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
            List<Future<RecordMetadata>> sent = new ArrayList<>();
            for (String value : values) {
                sent.add(producer.send(new ProducerRecord<>(topic, 0, timeMillis, "key", value)));
            }
            for (Future<RecordMetadata> each : sent) {
                each.get();
            }
        }
    }

    /** Reads a topic of one partition from its beginning to its end. */
    static List<String> read(String bootstrapServers, String topic) {
        TopicPartition partition = new TopicPartition(topic, 0);
        try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrapServers), new StringDeserializer(), new StringDeserializer())) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            long end =
                    consumer.endOffsets(List.of(partition)).values().iterator().next();
            List<String> values = new ArrayList<>();
            long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
            while (consumer.position(partition) < end) {
                assertThat(System.nanoTime()).as("time to read " + topic).isLessThan(deadline);
                consumer.poll(Duration.ofMillis(200)).forEach(each -> values.add(each.value()));
            }
            return values;
        }
    }
}
