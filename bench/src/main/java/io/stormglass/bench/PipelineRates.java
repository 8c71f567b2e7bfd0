package io.stormglass.bench;

import io.stormglass.embedded.EmbeddedConfig;
import io.stormglass.embedded.EmbeddedStack;
import io.stormglass.schemas.registry.HttpSchemaRegistryClient;
import io.stormglass.schemas.registry.RegistryConfig;
import io.stormglass.schemas.topics.TopicAdmin;
import io.stormglass.schemas.topics.TopicDefinition;
import io.stormglass.schemas.topics.TopicNaming;
import io.stormglass.schemas.topics.TopicOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;

/**
 * Rates inside one JVM with the broker: decoded events published, and plain Kafka Streams passing 100-byte records through.
 *
 * <p>Usage: {@code PipelineRates [CAPTURE.pcap] [PLAIN_RECORDS]}; without a capture it writes one of 2,000,000 packets.
 */
public final class PipelineRates {
    private static final int PARTITIONS = 4;
    private static final int ROUNDS = 3;

    private PipelineRates() {}

    public static void main(String[] args) throws Exception {
        Path folder = Files.createTempDirectory("stormglass-bench");
        Path capture = args.length > 0 ? Path.of(args[0]) : folder.resolve("capture.pcap");
        if (args.length == 0) {
            CaptureGenerator.write(capture, 2_000_000, 64, 64);
        }
        long plainRecords = args.length > 1 ? Long.parseLong(args[1]) : 3_000_000L;
        try (EmbeddedStack stack = EmbeddedStack.start(EmbeddedConfig.temporary())) {
            for (int round = 1; round <= ROUNDS; round++) {
                publish(stack, capture, round);
            }
            for (int round = 1; round <= ROUNDS; round++) {
                passThrough(stack, plainRecords, round);
            }
        }
        if (args.length == 0) {
            Files.delete(capture);
        }
        Files.delete(folder);
    }

    private static void publish(EmbeddedStack stack, Path capture, int round) throws Exception {
        TopicNaming naming = TopicNaming.replay("bench-" + round);
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", stack.bootstrapServers()));
                HttpSchemaRegistryClient registry =
                        new HttpSchemaRegistryClient(RegistryConfig.parse(stack.registryUrl()))) {
            TopicAdmin topics = new TopicAdmin(admin, Duration.ofSeconds(30));
            topics.createNew(TopicDefinition.all(naming, TopicOptions.DEFAULT.withEventPartitions(PARTITIONS)));
            PublishedCapture published = PublishedCapture.publish(stack, capture, naming, registry, PARTITIONS);
            System.out.printf(
                    "publish, round %d: %,d events in %,d records, %.2f s, %,.0f events/s (decoding included)%n",
                    round,
                    published.events(),
                    published.records(),
                    published.seconds(),
                    published.events() / published.seconds());
            topics.delete(naming, List.of());
        }
    }

    private static void passThrough(EmbeddedStack stack, long records, int round) throws Exception {
        String in = "plain-in-" + round;
        String out = "plain-out-" + round;
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", stack.bootstrapServers()))) {
            new TopicAdmin(admin, Duration.ofSeconds(30))
                    .createNew(List.of(
                            new TopicDefinition(in, PARTITIONS, (short) 1, Collections.emptySortedMap()),
                            new TopicDefinition(out, PARTITIONS, (short) 1, Collections.emptySortedMap())));
            fill(stack, in, records);
            AtomicLong seen = new AtomicLong();
            CountDownLatch done = new CountDownLatch(1);
            Topology topology = new Topology();
            topology.addSource("in", new ByteArrayDeserializer(), new ByteArrayDeserializer(), in);
            topology.addProcessor("pass", () -> new Pass(seen, records, done), "in");
            topology.addSink("out", out, new ByteArraySerializer(), new ByteArraySerializer(), "pass");
            try (KafkaStreams streams = new KafkaStreams(topology, streamsSettings(stack, round))) {
                streams.start();
                while (seen.get() == 0) {
                    Thread.onSpinWait();
                }
                long begin = System.nanoTime();
                if (!done.await(2, TimeUnit.MINUTES)) {
                    throw new IllegalStateException(
                            "only " + seen.get() + " of " + records + " records passed through");
                }
                double seconds = (System.nanoTime() - begin) / 1e9;
                System.out.printf(
                        "plain Kafka Streams pass-through (exactly once, 2 threads), round %d: %,.0f records/s%n",
                        round, records / seconds);
            }
            admin.deleteTopics(List.of(in, out)).all().get();
        }
    }

    private static void fill(EmbeddedStack stack, String topic, long records) {
        Map<String, Object> settings = new HashMap<>(
                Map.of("bootstrap.servers", stack.bootstrapServers(), "linger.ms", 5, "batch.size", 65536));
        settings.put("compression.type", "lz4");
        Queue<Exception> lost = new ConcurrentLinkedQueue<>();
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            byte[] value = new byte[100];
            for (long i = 0; i < records; i++) {
                value[(int) (i % 100)]++;
                Future<RecordMetadata> unused =
                        producer.send(new ProducerRecord<>(topic, value.clone()), (metadata, failure) -> {
                            if (failure != null) {
                                lost.add(failure);
                            }
                        });
            }
        }
        if (!lost.isEmpty()) {
            throw new IllegalStateException(lost.size() + " records of " + topic + " were not written", lost.peek());
        }
    }

    private static Properties streamsSettings(EmbeddedStack stack, int round) {
        Properties settings = new Properties();
        settings.put(StreamsConfig.APPLICATION_ID_CONFIG, "plain-" + round);
        settings.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, stack.bootstrapServers());
        settings.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, 2);
        settings.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        settings.put(StreamsConfig.consumerPrefix("auto.offset.reset"), "earliest");
        settings.put(StreamsConfig.producerPrefix("compression.type"), "lz4");
        settings.put(StreamsConfig.producerPrefix("batch.size"), 65536);
        return settings;
    }

    private static final class Pass extends ContextualProcessor<byte[], byte[], byte[], byte[]> {
        private final AtomicLong seen;
        private final long wanted;
        private final CountDownLatch done;

        private Pass(AtomicLong seen, long wanted, CountDownLatch done) {
            this.seen = seen;
            this.wanted = wanted;
            this.done = done;
        }

        @Override
        public void process(Record<byte[], byte[]> record) {
            context().forward(record);
            if (seen.incrementAndGet() == wanted) {
                done.countDown();
            }
        }
    }
}
