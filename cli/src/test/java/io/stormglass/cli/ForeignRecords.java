package io.stormglass.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.stormglass.avro.FlowEvents;
import io.stormglass.embedded.SharedStack;
import io.stormglass.models.event.BatchHeader;
import io.stormglass.models.event.FlowBatch;
import io.stormglass.models.event.FlowEvent;
import io.stormglass.models.event.FlowEventKind;
import io.stormglass.models.event.FlowKey;
import io.stormglass.models.event.ObserverRole;
import io.stormglass.models.event.Pairing;
import io.stormglass.models.event.RecordKind;
import io.stormglass.models.event.Scope;
import io.stormglass.models.event.Transport;
import io.stormglass.models.event.Vantage;
import io.stormglass.schemas.RecordHeaders;
import io.stormglass.schemas.codec.EventCodec;
import io.stormglass.schemas.registry.SchemaRegistryClient;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.schemas.topics.TopicAdmin;
import io.stormglass.schemas.topics.TopicNaming;
import io.stormglass.schemas.wire.AvroSerializer;
import io.stormglass.testkit.Seeds;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.apache.avro.Schema;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Somebody else's records between those of a run. */
final class ForeignRecords {
    private ForeignRecords() {}

    /** Waits for the run's topics and sends three records that nobody can use. */
    static void sendInto(String runId, String bootstrapServers) {
        TopicNaming naming = TopicNaming.replay(runId);
        awaitTopic(naming.topic(Topic.FLOW_EVENTS), bootstrapServers);
        FlowEvents impossible = record(naming, 5);
        byte[] impossibleTime;
        try (SchemaRegistryClient registry = registry()) {
            int id = registry.register(naming.subject(Topic.FLOW_EVENTS), FlowEvents.getClassSchema());
            impossibleTime = value(impossible, id);
        }
        send(naming, bootstrapServers, List.of(random(), unknownSchema(), impossibleTime));
    }

    /**
     * Waits for the run's topics and sends a good record of a flow of its own under a schema id that the application has
     * never met: it has to ask the registry.
     */
    static void sendForeignSchemaInto(String runId, String bootstrapServers, long startNanos) {
        TopicNaming naming = TopicNaming.replay(runId);
        awaitTopic(naming.topic(Topic.FLOW_EVENTS), bootstrapServers);
        Schema other = new Schema.Parser()
                .parse(FlowEvents.getClassSchema()
                        .toString()
                        .replace("Events of one flow that one observer saw", "Events of a flow that somebody saw"));
        try (SchemaRegistryClient registry = registry()) {
            int id = registry.register(SharedStack.uniqueName("foreign") + "-value", other);
            send(naming, bootstrapServers, List.of(value(record(naming, startNanos + 3_700_000_000L), id)));
        }
    }

    private static SchemaRegistryClient registry() {
        return ClusterOptions.registry(SharedStack.endpoints().registryUrl(), Map.of());
    }

    private static byte[] value(FlowEvents record, int schemaId) {
        try (AvroSerializer<FlowEvents> serializer = new AvroSerializer<>(FlowEvents.class, schemaId)) {
            byte[] value = serializer.serialize("flow-events", record);
            return value == null ? new byte[0] : value;
        }
    }

    private static void send(TopicNaming naming, String bootstrapServers, List<byte[]> values) {
        Map<String, Object> settings = Map.of("bootstrap.servers", bootstrapServers, "acks", "all");
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            for (byte[] value : values) {
                producer.send(new ProducerRecord<>(
                                naming.topic(Topic.FLOW_EVENTS),
                                0,
                                1_760_000_003_700L,
                                "intruder".getBytes(UTF_8),
                                value))
                        .get(30, TimeUnit.SECONDS);
            }
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new IllegalStateException("the records cannot be sent", e);
        }
    }

    private static void awaitTopic(String topic, String bootstrapServers) {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
            while (!admin.listTopics().names().get(30, TimeUnit.SECONDS).contains(topic)) {
                LockSupport.parkNanos(20_000_000L);
            }
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new IllegalStateException("topic " + topic + " does not appear", e);
        }
    }

    private static byte[] random() {
        byte[] bytes = new byte[20];
        Seeds.random("random bytes").nextBytes(bytes);
        bytes[0] = 0x7f;
        return bytes;
    }

    private static byte[] unknownSchema() {
        ByteBuffer value = ByteBuffer.allocate(9);
        value.put((byte) 0).putInt(1_000_000_000).putInt(7);
        return value.array();
    }

    private static FlowEvents record(TopicNaming naming, long timeNanos) {
        return EventCodec.toAvro(new FlowBatch(
                new BatchHeader(
                        RecordKind.EVENTS,
                        StormCapture.FABRIC,
                        naming.runId(),
                        "intruder",
                        0,
                        0,
                        ObserverRole.CAPTURE,
                        Scope.FLOW,
                        1,
                        false,
                        0,
                        null,
                        1.0),
                FlowKey.roce(StormCapture.FABRIC, Transport.ROCEV2, "10.0.0.1", "10.0.0.2", 7),
                -1,
                3,
                24,
                0,
                Vantage.MID,
                Pairing.NONE,
                "",
                List.of(),
                List.of(new FlowEvent(FlowEventKind.SENT, timeNanos, 1, 1000, 0, 0))));
    }

    /** Reasons in the headers of a run's dead letters. */
    static List<String> reasonsIn(String runId, String bootstrapServers) {
        TopicPartition letters = new TopicPartition(TopicNaming.replay(runId).topic(Topic.DEAD_LETTERS), 0);
        Map<String, Object> settings =
                Map.of("bootstrap.servers", bootstrapServers, "isolation.level", "read_committed");
        List<String> reasons = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(List.of(letters));
            consumer.seekToBeginning(List.of(letters));
            long end = consumer.endOffsets(List.of(letters)).getOrDefault(letters, 0L);
            while (consumer.position(letters) < end) {
                consumer.poll(Duration.ofMillis(200)).forEach(record -> {
                    Header reason = record.headers().lastHeader(RecordHeaders.REASON);
                    if (reason != null) {
                        reasons.add(new String(reason.value(), UTF_8));
                    }
                });
            }
        }
        return reasons;
    }

    /** Removes what a kept run left. */
    static void deleteTopics(String runId, String bootstrapServers) throws Exception {
        TopicNaming naming = TopicNaming.replay(runId);
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
            List<String> internal = admin.listTopics().names().get(30, TimeUnit.SECONDS).stream()
                    .filter(name -> name.startsWith(naming.applicationId() + "-"))
                    .toList();
            new TopicAdmin(admin, Duration.ofSeconds(30)).delete(naming, internal);
            admin.deleteConsumerGroups(List.of(naming.applicationId())).all().get(30, TimeUnit.SECONDS);
            while (admin.listTopics().names().get(30, TimeUnit.SECONDS).stream()
                    .anyMatch(name -> name.contains(runId))) {
                LockSupport.parkNanos(20_000_000L);
            }
        }
    }
}
