package io.stormglass.streams.remotewrite;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.stormglass.avro.PortState;
import io.stormglass.avro.Scope;
import io.stormglass.embedded.SharedStack;
import io.stormglass.schemas.RecordHeaders;
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
import io.stormglass.streams.sink.SinkCounters.Count;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The live sink on a real broker: over restarts, while its receiver is away, with a record that nobody can read. */
final class RemoteWriteIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long SECOND = 1_000_000_000L;
    private static final long AT = 1_760_000_000L * SECOND;
    private static final int AWAY = 503;
    private static final int GOOD = 204;

    @TempDir
    private Path folder;

    private final TopicNaming naming =
            new TopicNaming(SharedStack.uniqueName("samples").toLowerCase(Locale.ROOT), TopicNaming.LIVE);
    private final String bootstrap = SharedStack.endpoints().bootstrapServers();
    private final SchemaRegistryClient registry = new HttpSchemaRegistryClient(
            RegistryConfig.parse(SharedStack.endpoints().registryUrl()));
    private final AvroSerializer<PortState> values = new AvroSerializer<>(
            PortState.class, registry.register(naming.subject(Topic.PORT_STATES), PortState.getClassSchema()));
    private final KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrap), new ByteArraySerializer(), new ByteArraySerializer());
    private final HttpServer server = unbound();
    private final AtomicInteger status = new AtomicInteger(GOOD);
    private final List<Long> seconds = new CopyOnWriteArrayList<>();

    private static HttpServer unbound() {
        try {
            return HttpServer.create();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @BeforeEach
    void begin() throws IOException {
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/api/v1/write", this::receive);
        server.start();
        List<TopicDefinition> topics = List.of(
                        Topic.PORT_STATES,
                        Topic.QUEUE_LOADS,
                        Topic.FLOW_STATES,
                        Topic.STORM_INCIDENTS,
                        Topic.CC_MODES,
                        Topic.ECN_RECOMMENDATIONS,
                        Topic.DEAD_LETTERS)
                .stream()
                .map(topic -> TopicDefinition.of(topic, naming, TopicOptions.DEFAULT))
                .toList();
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
            new TopicAdmin(admin, PATIENCE).createNew(topics);
        }
    }

    @AfterEach
    void end() {
        producer.close();
        registry.close();
        server.stop(0);
    }

    private void receive(HttpExchange exchange) throws IOException {
        try (exchange) {
            Decoded request = Decoded.of(exchange.getRequestBody().readAllBytes());
            assertThat(exchange.getRequestHeaders().getFirst("Content-Encoding"))
                    .isEqualTo("snappy");
            if (status.get() == GOOD) {
                request.series().forEach(series -> series.samples().forEach(sample -> seconds.add(sample.millis())));
            }
            exchange.sendResponseHeaders(status.get(), -1);
        }
    }

    private RemoteWriteSink sink() {
        RemoteWriteSettings settings = RemoteWriteSettings.to(
                        URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/api/v1/write"))
                .withFlushMillis(50);
        return RemoteWriteSink.start(settings, StreamsSettings.live(naming, bootstrap, folder), registry);
    }

    private void publish(long second) throws Exception {
        PortState state = new PortState();
        state.setFabric("f");
        state.setRunId("live");
        state.setDevice("leaf-1");
        state.setPort("Ethernet4");
        state.setScope(Scope.SWITCH);
        state.setAtNanos(AT + second * SECOND);
        state.setLinkBitsPerSecond(100_000_000_000L);
        state.setPauses(List.of());
        state.setQuality(List.of());
        state.setTelemetry(List.of());
        state.setQueues(List.of());
        String topic = naming.topic(Topic.PORT_STATES);
        send(topic, Objects.requireNonNull(values.serialize(topic, state)));
    }

    private void send(String topic, byte[] value) throws Exception {
        producer.send(new ProducerRecord<>(topic, "f/leaf-1/Ethernet4".getBytes(StandardCharsets.UTF_8), value))
                .get(30, TimeUnit.SECONDS);
    }

    private static long at(long second) {
        return (AT + second * SECOND) / 1_000_000;
    }

    @Test
    void nothingIsLostOverRestartsAndOutagesAndNothingIsSentTwiceThatWasSettled() throws Exception {
        publish(1);
        send(naming.topic(Topic.PORT_STATES), new byte[] {1, 2, 3});
        publish(2);
        try (RemoteWriteSink sink = sink()) {
            assertThat(sink.awaitSent(PATIENCE)).isTrue();
            assertThat(seconds).containsExactly(at(1), at(2));
            assertThat(sink.counters().get(Count.UNREADABLE)).isEqualTo(1);
        }
        assertThat(new String(
                        deadLetter()
                                .headers()
                                .lastHeader(RecordHeaders.PROCESSOR)
                                .value(),
                        StandardCharsets.UTF_8))
                .isEqualTo("remote-write");

        status.set(AWAY);
        publish(3);
        try (RemoteWriteSink sink = sink()) {
            assertThat(sink.awaitSent(Duration.ofSeconds(2))).isFalse();
            assertThat(sink.counters().get(Count.FAILED)).isPositive();
        }
        status.set(GOOD);
        publish(4);
        try (RemoteWriteSink sink = sink()) {
            assertThat(sink.awaitSent(PATIENCE)).isTrue();
            assertThat(seconds).containsExactly(at(1), at(2), at(3), at(4));
            assertThat(sink.counters().get(Count.LOST)).isZero();
        }
    }

    private ConsumerRecord<byte[], byte[]> deadLetter() {
        TopicPartition partition = new TopicPartition(naming.topic(Topic.DEAD_LETTERS), 0);
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrap), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            while (System.nanoTime() < deadline) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(100))) {
                    return record;
                }
            }
        }
        throw new AssertionError("no dead letter");
    }
}
