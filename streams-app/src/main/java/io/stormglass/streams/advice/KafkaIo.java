package io.stormglass.streams.advice;

import io.stormglass.avro.EcnRecommendation;
import io.stormglass.avro.StormIncident;
import io.stormglass.models.advice.Advice;
import io.stormglass.models.advice.Storm;
import io.stormglass.models.load.QueueLoad;
import io.stormglass.schemas.Decoded;
import io.stormglass.schemas.codec.AdviceCodec;
import io.stormglass.schemas.codec.QueueLoadCodec;
import io.stormglass.schemas.registry.SchemaRegistryClient;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.schemas.wire.AvroDeserializer;
import io.stormglass.schemas.wire.AvroSerializer;
import io.stormglass.streams.StreamsSettings;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The recommender's way to a cluster. */
final class KafkaIo implements RecommenderLoop.Io {
    private final StreamsSettings streams;
    private final AvroDeserializer<io.stormglass.avro.QueueLoad> loadValues;
    private final AvroDeserializer<EcnRecommendation> adviceValues;
    private final AvroDeserializer<StormIncident> stormValues;
    private final AvroSerializer<EcnRecommendation> serializer;

    KafkaIo(StreamsSettings streams, SchemaRegistryClient registry) {
        this.streams = streams;
        loadValues = new AvroDeserializer<>(io.stormglass.avro.QueueLoad.class, registry);
        adviceValues = new AvroDeserializer<>(EcnRecommendation.class, registry);
        stormValues = new AvroDeserializer<>(StormIncident.class, registry);
        serializer = new AvroSerializer<>(
                EcnRecommendation.class,
                registry.register(
                        streams.naming().subject(Topic.ECN_RECOMMENDATIONS), EcnRecommendation.getClassSchema()));
    }

    @Override
    public String loadsTopic() {
        return streams.naming().topic(Topic.QUEUE_LOADS);
    }

    @Override
    public String adviceTopic() {
        return streams.naming().topic(Topic.ECN_RECOMMENDATIONS);
    }

    @Override
    public String stormsTopic() {
        return streams.naming().topic(Topic.STORM_INCIDENTS);
    }

    private Map<String, Object> properties() {
        Map<String, Object> properties = new HashMap<>(streams.clientProperties());
        properties.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, streams.bootstrapServers());
        return properties;
    }

    private Consumer<byte[], byte[]> consumer(Map<String, Object> more) {
        Map<String, Object> properties = properties();
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        properties.putAll(more);
        return new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    @Override
    public Consumer<byte[], byte[]> loads() {
        return consumer(Map.of(
                ConsumerConfig.GROUP_ID_CONFIG,
                streams.applicationId() + "-advice",
                ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
                AllToOne.class.getName()));
    }

    @Override
    public Consumer<byte[], byte[]> reader() {
        return consumer(Map.of());
    }

    @Override
    public Producer<byte[], byte[]> producer() {
        Map<String, Object> properties = properties();
        properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        properties.put(ProducerConfig.ACKS_CONFIG, "all");
        return new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
    }

    @Override
    public Decoded<QueueLoad> load(byte[] value) {
        return then(loadValues.read(value), QueueLoadCodec::toNeutral);
    }

    @Override
    public Decoded<Advice> advice(byte[] value) {
        return then(adviceValues.read(value), AdviceCodec::toNeutral);
    }

    @Override
    public Decoded<Storm> storm(byte[] value) {
        return then(stormValues.read(value), incident -> new Decoded.Value<>(StormPorts.of(incident)));
    }

    /** Reads further what could be read. */
    static <A, B> Decoded<B> then(Decoded<A> read, Function<A, Decoded<B>> next) {
        return switch (read) {
            case Decoded.Value<A> good -> next.apply(good.value());
            case Decoded.Malformed<A> bad -> new Decoded.Malformed<>(bad.reason(), bad.detail());
        };
    }

    @Override
    public byte[] value(Advice advice) {
        EcnRecommendation avro = AdviceCodec.toAvro(advice, streams.naming().runId());
        return Objects.requireNonNull(serializer.serialize(adviceTopic(), avro));
    }
}
