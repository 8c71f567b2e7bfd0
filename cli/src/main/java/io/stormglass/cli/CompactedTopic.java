package io.stormglass.cli;

import io.stormglass.schemas.Decoded;
import io.stormglass.schemas.registry.SchemaRegistryClient;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.schemas.topics.TopicNaming;
import io.stormglass.schemas.wire.AvroDeserializer;
import io.stormglass.schemas.wire.AvroSerializer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;

/**
 * A compacted topic that people write to: the newest value of each key counts.
 *
 * @param <T> its values
 */
final class CompactedTopic<T extends SpecificRecord> {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final Where where;
    private final String name;
    private final Class<T> type;
    private final Topic topic;
    private final Terminal terminal;

    /** Which cluster, which names. */
    static final class Where {
        @Mixin
        private ClusterOptions cluster = new ClusterOptions();

        @Mixin
        private PrefixOption prefix = new PrefixOption();

        private TopicNaming naming() {
            return prefix.naming();
        }

        private Map<String, Object> client() {
            Map<String, Object> settings = new HashMap<>(cluster.clientSettings());
            settings.put("bootstrap.servers", cluster.requireServers());
            return settings;
        }
    }

    CompactedTopic(Where where, Topic topic, Class<T> type, Terminal terminal) {
        this.where = where;
        this.topic = topic;
        this.type = type;
        this.terminal = terminal;
        name = where.naming().topic(topic);
    }

    /** Clients would have the broker make a topic that is missing, with settings of its own. */
    private void requireTopic() {
        try (Admin admin =
                ClusterOptions.admin(where.cluster.requireServers(), where.cluster.clientSettings(), TIMEOUT)) {
            admin.describeTopics(List.of(name)).allTopicNames().get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw CommandFailure.failed(
                    "cannot find " + name + " at " + where.cluster.requireServers() + ": "
                            + (e.getCause() == null ? "no answer" : e.getCause().getMessage())
                            + "; topics are created by 'topics apply'",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw CommandFailure.interrupted(e);
        }
    }

    /** Writes one value. It is on the topic afterwards. */
    void write(String key, T value) {
        SortedMap<String, @Nullable T> one = new TreeMap<>();
        one.put(key, value);
        write(one);
    }

    /** Writes values by key; null takes a key out. All are on the topic afterwards. */
    void write(SortedMap<String, @Nullable T> values) {
        requireTopic();
        try (SchemaRegistryClient registry = where.cluster.requireRegistry(terminal.environment())) {
            int id = registry.register(where.naming().subject(topic), Objects.requireNonNull(topic.schema()));
            AvroSerializer<T> serializer = new AvroSerializer<>(type, id);
            Map<String, Object> settings = where.client();
            settings.put("client.id", "stormglass-" + topic.shortName());
            settings.put("acks", "all");
            settings.put("delivery.timeout.ms", (int) TIMEOUT.toMillis());
            settings.put("request.timeout.ms", 10_000);
            settings.put("max.block.ms", TIMEOUT.toMillis());
            try (KafkaProducer<byte[], byte[]> producer =
                    new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
                Map<String, Future<?>> sent = new TreeMap<>();
                values.forEach((key, value) -> sent.put(
                        key,
                        producer.send(new ProducerRecord<>(
                                name,
                                key.getBytes(StandardCharsets.UTF_8),
                                value == null ? null : serializer.serialize(name, value)))));
                sent.forEach(this::await);
            }
        } catch (KafkaException e) {
            throw cannot("write to", e);
        }
    }

    /**
     * Writes what is new or differs from what is there, and says what that is.
     *
     * @param one what a value is called
     * @param many several of them
     */
    void apply(SortedMap<String, @Nullable T> wanted, String one, String many) {
        SortedMap<String, T> there = read();
        SortedMap<String, @Nullable T> changed = new TreeMap<>(wanted);
        changed.entrySet()
                .removeIf(each -> each.getValue() != null && each.getValue().equals(there.get(each.getKey())));
        if (!changed.isEmpty()) {
            write(changed);
        }
        changed.keySet().forEach(key -> terminal.out().println((there.containsKey(key) ? "changed " : "added ") + key));
        terminal.out().println(changed.size() + " of " + Words.plural(wanted.size(), one, many) + " written");
    }

    private void await(String key, Future<?> sent) {
        try {
            sent.get();
        } catch (ExecutionException e) {
            throw CommandFailure.failed(
                    "cannot write " + key + " to " + name + ": " + e.getCause()
                            + "; topics are created by 'topics apply'",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw CommandFailure.interrupted(e);
        }
    }

    /** The newest value of each key, sorted by key. */
    SortedMap<String, T> read() {
        requireTopic();
        SortedMap<String, T> values = new TreeMap<>();
        Map<String, Object> settings = where.client();
        settings.put("client.id", "stormglass-" + topic.shortName());
        settings.put("isolation.level", "read_committed");
        settings.put("default.api.timeout.ms", (int) TIMEOUT.toMillis());
        try (SchemaRegistryClient registry = where.cluster.requireRegistry(terminal.environment());
                KafkaConsumer<byte[], byte[]> consumer =
                        new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            AvroDeserializer<T> reader = new AvroDeserializer<>(type, registry);
            List<TopicPartition> partitions = consumer.partitionsFor(name).stream()
                    .map(each -> new TopicPartition(name, each.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (partitions.stream().anyMatch(each -> consumer.position(each) < ends.getOrDefault(each, 0L))) {
                CommandFailure.throwIfInterrupted();
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(200))) {
                    take(record, reader, values);
                }
            }
        } catch (KafkaException e) {
            throw cannot("read", e);
        }
        return values;
    }

    private void take(ConsumerRecord<byte[], byte[]> record, AvroDeserializer<T> reader, Map<String, T> values) {
        String key = record.key() == null ? "" : new String(record.key(), StandardCharsets.UTF_8);
        if (record.value() == null) {
            values.remove(key);
            return;
        }
        switch (reader.read(record.value())) {
            case Decoded.Value<T> good -> values.put(key, good.value());
            case Decoded.Malformed<T> bad ->
                terminal.say("warning: " + name + " offset " + record.offset() + ", key '" + key + "' is left out: "
                        + bad.detail());
        }
    }

    private CommandFailure cannot(String what, KafkaException e) {
        return CommandFailure.failed(
                "cannot " + what + " " + name + " at " + where.cluster.requireServers() + ": " + e.getMessage()
                        + "; topics are created by 'topics apply'",
                e);
    }
}
