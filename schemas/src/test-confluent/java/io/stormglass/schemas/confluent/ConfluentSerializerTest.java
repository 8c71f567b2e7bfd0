package io.stormglass.schemas.confluent;

import static org.assertj.core.api.Assertions.assertThat;

import io.confluent.kafka.schemaregistry.avro.AvroSchema;
import io.confluent.kafka.schemaregistry.client.MockSchemaRegistryClient;
import io.confluent.kafka.serializers.KafkaAvroDeserializer;
import io.confluent.kafka.serializers.KafkaAvroSerializer;
import io.stormglass.avro.FlowEvents;
import io.stormglass.schemas.codec.EventCodec;
import io.stormglass.schemas.codec.RandomBatches;
import io.stormglass.schemas.registry.MemorySchemaRegistry;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.schemas.topics.TopicNaming;
import io.stormglass.schemas.wire.AvroDeserializer;
import io.stormglass.schemas.wire.AvroSerializer;
import io.stormglass.testkit.Property;
import java.util.Map;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;

/** What one side writes the other reads, with Confluent's published serializers. */
final class ConfluentSerializerTest {
    private static final String TOPIC = TopicNaming.live().topic(Topic.FLOW_EVENTS);
    private static final Map<String, Object> CONFIG = Map.of(
            "schema.registry.url", "mock://",
            "specific.avro.reader", true,
            "avro.remove.java.properties", true);

    @Test
    void bothSerializersWriteTheSameBytesAndBothDeserializersReadThem() throws Exception {
        Schema schema = Topic.FLOW_EVENTS.schema();
        if (schema == null) {
            throw new IllegalStateException("flow-events has a schema");
        }
        String subject = TopicNaming.live().subject(Topic.FLOW_EVENTS);
        MockSchemaRegistryClient theirRegistry = new MockSchemaRegistryClient();
        MemorySchemaRegistry ourRegistry = new MemorySchemaRegistry();
        int id = theirRegistry.register(subject, new AvroSchema(schema.toString()));
        assertThat(ourRegistry.register(subject, schema)).isEqualTo(id);
        try (AvroSerializer<FlowEvents> ours = new AvroSerializer<>(FlowEvents.class, id);
                AvroDeserializer<FlowEvents> ourReader = new AvroDeserializer<>(FlowEvents.class, ourRegistry);
                KafkaAvroSerializer theirs = new KafkaAvroSerializer(theirRegistry, CONFIG);
                KafkaAvroDeserializer theirReader = new KafkaAvroDeserializer(theirRegistry, CONFIG)) {
            Property.check("Confluent's serializers and ours agree", 500, random -> {
                FlowEvents record = EventCodec.toAvro(new RandomBatches(random).flowBatch(random.nextInt(20)));
                byte[] written = ours.serialize(TOPIC, record);
                assertThat(theirs.serialize(TOPIC, record)).isEqualTo(written);
                assertThat(theirReader.deserialize(TOPIC, written)).isEqualTo(record);
                assertThat(ourReader.deserialize(TOPIC, written)).isEqualTo(record);
            });
        }
    }
}
