package io.stormglass.streams.advice;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.embedded.SharedStack;
import io.stormglass.models.ecn.Evaluation;
import io.stormglass.models.ecn.Outcome;
import io.stormglass.models.ecn.Profile;
import io.stormglass.models.ecn.SeedSet;
import io.stormglass.models.ecn.Thresholds;
import io.stormglass.models.ecn.WhatIf;
import io.stormglass.models.ecn.Workload;
import io.stormglass.models.load.QueueLoad;
import io.stormglass.schemas.codec.QueueLoadCodec;
import io.stormglass.schemas.registry.HttpSchemaRegistryClient;
import io.stormglass.schemas.registry.RegistryConfig;
import io.stormglass.schemas.registry.SchemaRegistryClient;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.schemas.topics.TopicAdmin;
import io.stormglass.schemas.topics.TopicDefinition;
import io.stormglass.schemas.topics.TopicNaming;
import io.stormglass.schemas.topics.TopicOptions;
import io.stormglass.schemas.wire.AvroSerializer;
import io.stormglass.streams.StreamsSettings;
import io.stormglass.streams.advice.AdviceCounters.Count;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two recommenders on a real broker. */
class RecommenderIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long T0 = 1_700_000_000L;

    @TempDir
    Path folder;

    private final TopicNaming naming =
            new TopicNaming(SharedStack.uniqueName("advice").toLowerCase(Locale.ROOT), TopicNaming.LIVE);
    private final String bootstrap = SharedStack.endpoints().bootstrapServers();
    private final SchemaRegistryClient registry = new HttpSchemaRegistryClient(
            RegistryConfig.parse(SharedStack.endpoints().registryUrl()));
    private final AvroSerializer<io.stormglass.avro.QueueLoad> values = new AvroSerializer<>(
            io.stormglass.avro.QueueLoad.class,
            registry.register(naming.subject(Topic.QUEUE_LOADS), io.stormglass.avro.QueueLoad.getClassSchema()));
    private final KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrap), new ByteArraySerializer(), new ByteArraySerializer());

    /** Whatever is set costs the same. */
    private static final class Flat implements WhatIf {
        @Override
        public String name() {
            return "flat";
        }

        @Override
        public Evaluation evaluate(Thresholds thresholds, Workload workload, SeedSet seeds) {
            Outcome outcome = new Outcome(0.3, 0, 0, 0, Outcome.Slowdown.NONE, Outcome.Slowdown.NONE, 1);
            return new Evaluation(thresholds, workload.facts(), Collections.nCopies(seeds.count(), outcome));
        }
    }

    @AfterEach
    void close() {
        producer.close();
        registry.close();
    }

    private void createTopics() {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
            new TopicAdmin(admin, PATIENCE)
                    .createNew(Stream.of(Topic.QUEUE_LOADS, Topic.ECN_RECOMMENDATIONS, Topic.STORM_INCIDENTS)
                            .map(topic -> TopicDefinition.of(topic, naming, TopicOptions.DEFAULT))
                            .toList());
        }
    }

    private Recommender recommender() {
        return Recommender.start(
                RecommenderSettings.of(Profile.BALANCED),
                StreamsSettings.live(naming, bootstrap, folder),
                registry,
                new Flat());
    }

    private void publish(List<QueueLoad> windows) {
        String topic = naming.topic(Topic.QUEUE_LOADS);
        List<Future<?>> sent = windows.stream()
                .<Future<?>>map(load -> producer.send(new ProducerRecord<>(
                        topic,
                        load.queue().getBytes(StandardCharsets.UTF_8),
                        values.serialize(topic, QueueLoadCodec.toAvro(load, TopicNaming.LIVE)))))
                .toList();
        producer.flush();
        assertThat(sent).allMatch(Future::isDone);
    }

    private static void await(String what, BooleanSupplier wanted) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!wanted.getAsBoolean()) {
            assertThat(System.nanoTime()).as(what).isLessThan(deadline);
            LockSupport.parkNanos(20_000_000L);
        }
    }

    private List<String> published() {
        Map<String, Object> properties = Map.of("bootstrap.servers", bootstrap, "isolation.level", "read_committed");
        TopicPartition partition = new TopicPartition(naming.topic(Topic.ECN_RECOMMENDATIONS), 0);
        List<String> keys = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            long end = consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
            while (consumer.position(partition) < end) {
                consumer.poll(Duration.ofMillis(100))
                        .forEach(record -> keys.add(new String(record.key(), StandardCharsets.UTF_8)));
            }
        }
        return keys;
    }

    @Test
    void oneWorksAndTheOtherGoesOnWhereItStopped() {
        createTopics();
        publish(Windows.of(T0, 14, false));
        Recommender first = recommender();
        await("first round", () -> first.counters().get(Count.PUBLISHED) == 1);
        try (Recommender second = recommender()) {
            publish(Windows.of(T0 + 14, 10, false));
            await(
                    "second round",
                    () -> first.counters().get(Count.ROUNDS) + second.counters().get(Count.ROUNDS) == 2);
            first.close();
            await("second took over", second::isActive);
            publish(Windows.of(T0 + 24, 20, true));
            await("rounds of the second", () -> second.counters().get(Count.PUBLISHED) == 1);
            assertThat(first.isActive()).isFalse();
        }

        assertThat(published()).containsExactly("f/leaf-1/Ethernet0/3", "f/leaf-1/A");
    }
}
