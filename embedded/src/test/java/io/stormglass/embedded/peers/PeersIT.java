package io.stormglass.embedded.peers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.stormglass.avro.FlowEvents;
import io.stormglass.avro.PortEvents;
import io.stormglass.embedded.EmbeddedStack;
import io.stormglass.embedded.SharedStack;
import io.stormglass.schemas.registry.HttpSchemaRegistryClient;
import io.stormglass.schemas.registry.RegistryConfig;
import io.stormglass.schemas.registry.SchemaRegistryClient;
import io.stormglass.schemas.wire.AvroDeserializer;
import io.stormglass.schemas.wire.AvroSerializer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Our records, schemas and partitions in the eyes of clients that share no code with us, and theirs in ours. */
final class PeersIT {
    private static final int PARTITIONS = 7;

    private final EmbeddedStack.Endpoints stack = SharedStack.endpoints();
    private final SchemaRegistryClient registry =
            new HttpSchemaRegistryClient(RegistryConfig.parse(stack.registryUrl()));
    private String topic = "";

    @BeforeEach
    void createATopic() throws Exception {
        topic = SharedStack.uniqueName("interop");
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", stack.bootstrapServers()))) {
            admin.createTopics(List.of(new NewTopic(topic, PARTITIONS, (short) 1)))
                    .all()
                    .get();
        }
    }

    @AfterEach
    void closeTheClient() {
        registry.close();
    }

    @ParameterizedTest
    @EnumSource
    void aPeerReadsOurFlowEvents(Peer peer) throws Exception {
        peer.assumeInstalled();
        assertPeerReads(peer, FlowEvents.class, Samples.flows(), "gzip");
    }

    @ParameterizedTest
    @EnumSource
    void aPeerReadsOurPortEvents(Peer peer) throws Exception {
        peer.assumeInstalled();
        assertPeerReads(peer, PortEvents.class, Samples.ports(), "gzip");
    }

    @ParameterizedTest
    @EnumSource
    void weReadThePeersFlowEvents(Peer peer) throws Exception {
        peer.assumeInstalled();
        assertWeRead(peer, FlowEvents.class, Samples.flows(), "gzip");
    }

    @ParameterizedTest
    @EnumSource
    void weReadThePeersPortEvents(Peer peer) throws Exception {
        peer.assumeInstalled();
        assertWeRead(peer, PortEvents.class, Samples.ports(), "gzip");
    }

    @Test
    void aPeerThatHasLz4ReadsOurRecordsAndWeReadIts() throws Exception {
        Peer.PYTHON.assumeInstalled();
        assertPeerReads(Peer.PYTHON, FlowEvents.class, Samples.flows(), "lz4");
        createATopic();
        assertWeRead(Peer.PYTHON, FlowEvents.class, Samples.flows(), "lz4");
    }

    @ParameterizedTest
    @EnumSource
    void aPeerGetsTheIdThatWeGet(Peer peer) throws Exception {
        peer.assumeInstalled();
        int ours = registry.register(topic + "-value", FlowEvents.getClassSchema());
        JsonNode answer = peer.ask(Peer.request("register")
                .put("registry", stack.registryUrl())
                .put("subject", topic + "-value")
                .put("schema", FlowEvents.getClassSchema().toString()));
        assertThat(answer.path("id").asInt()).isEqualTo(ours);
        assertThat(registry.versions(topic + "-value")).containsExactly(1);
    }

    @ParameterizedTest
    @EnumSource
    void aPeerPutsAKeyIntoTheSamePartitionAsWe(Peer peer) throws Exception {
        peer.assumeInstalled();
        List<Integer> ours = ourPartitions();
        assertThat(partitionsOf(peer, "murmur2_random")).isEqualTo(ours);
        assertThat(ours.stream().distinct().count()).as("partitions in use").isGreaterThan(PARTITIONS / 2);
    }

    @Test
    void thePartitionerThatLibrdkafkaHasByDefaultPutsKeysElsewhere() throws Exception {
        Peer.PYTHON.assumeInstalled();
        assertThat(partitionsOf(Peer.PYTHON, "consistent_random")).isNotEqualTo(ourPartitions());
    }

    private static List<String> keys() {
        List<String> keys = new ArrayList<>(
                List.of("fabric|[2001:db8::1]:5|[2001:db8::2]:6", "fabric/leaf-1/Ethernet1/3", "a", "ö/ü/日本"));
        IntStream.range(0, 40)
                .mapToObj(i -> "fabric|10.0.0." + i + "|10.0.1.7|" + 17 * i)
                .forEach(keys::add);
        return keys;
    }

    private List<Integer> ourPartitions() throws Exception {
        List<Integer> partitions = new ArrayList<>();
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", stack.bootstrapServers()),
                new StringSerializer(),
                new StringSerializer())) {
            for (String key : keys()) {
                partitions.add(producer.send(new ProducerRecord<>(topic, key, ""))
                        .get()
                        .partition());
            }
        }
        return partitions;
    }

    private List<Integer> partitionsOf(Peer peer, String partitioner) throws Exception {
        ObjectNode request = Peer.request("partitions")
                .put("bootstrap", stack.bootstrapServers())
                .put("topic", topic)
                .put("partitioner", partitioner);
        ArrayNode keys = request.putArray("keys");
        keys().forEach(keys::add);
        List<Integer> partitions = new ArrayList<>();
        peer.ask(request).path("partitions").forEach(each -> partitions.add(each.asInt()));
        return partitions;
    }

    private <T extends SpecificRecord> void assertPeerReads(
            Peer peer, Class<T> type, Map<String, T> samples, String codec) throws Exception {
        int id = registry.register(
                topic + "-value", samples.values().iterator().next().getSchema());
        try (KafkaProducer<String, T> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", stack.bootstrapServers(), "compression.type", codec),
                new StringSerializer(),
                new AvroSerializer<>(type, id))) {
            for (Map.Entry<String, T> each : samples.entrySet()) {
                producer.send(new ProducerRecord<>(topic, each.getKey(), each.getValue()))
                        .get();
            }
        }
        JsonNode answer = peer.ask(Peer.request("consume")
                .put("bootstrap", stack.bootstrapServers())
                .put("registry", stack.registryUrl())
                .put("topic", topic)
                .put("count", samples.size()));
        Map<String, JsonNode> read = new TreeMap<>();
        answer.path("records")
                .forEach(each -> read.put(each.path("key").asText(), PlainJson.normal(each.path("value"))));
        assertThat(read).isEqualTo(plain(samples));
    }

    private <T extends SpecificRecord> void assertWeRead(Peer peer, Class<T> type, Map<String, T> samples, String codec)
            throws Exception {
        var schema = samples.values().iterator().next().getSchema();
        ObjectNode request = Peer.request("produce")
                .put("bootstrap", stack.bootstrapServers())
                .put("registry", stack.registryUrl())
                .put("topic", topic)
                .put("codec", codec)
                .put("schema", schema.toString());
        ArrayNode records = request.putArray("records");
        samples.forEach((key, value) -> {
            JsonNode json = PlainJson.of(value);
            records.addObject()
                    .put("key", key)
                    .set("value", peer == Peer.PYTHON ? PlainJson.withNumbers(json, schema) : json);
        });
        assertThat(peer.ask(request).path("partitions")).hasSize(samples.size());
        assertThat(consume(type, samples.size())).isEqualTo(samples);
    }

    private <T extends SpecificRecord> Map<String, T> consume(Class<T> type, int count) {
        Map<String, T> read = new TreeMap<>();
        try (KafkaConsumer<String, T> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", stack.bootstrapServers(), "auto.offset.reset", "earliest"),
                new StringDeserializer(),
                new AvroDeserializer<>(type, registry))) {
            consumer.assign(IntStream.range(0, PARTITIONS)
                    .mapToObj(i -> new TopicPartition(topic, i))
                    .toList());
            long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
            while (read.size() < count) {
                assertThat(System.nanoTime())
                        .as("time to read " + count + " records")
                        .isLessThan(deadline);
                consumer.poll(Duration.ofMillis(200)).forEach(each -> read.put(each.key(), each.value()));
            }
        }
        return read;
    }

    private static Map<String, JsonNode> plain(Map<String, ? extends SpecificRecord> samples) {
        Map<String, JsonNode> plain = new TreeMap<>();
        samples.forEach((key, value) -> plain.put(key, PlainJson.normal(PlainJson.of(value))));
        return plain;
    }
}
