package io.stormglass.streams.sink;

import io.stormglass.avro.StormIncident;
import io.stormglass.schemas.Decoded;
import io.stormglass.schemas.RecordHeaders;
import io.stormglass.schemas.registry.SchemaRegistryClient;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.schemas.wire.AvroDeserializer;
import io.stormglass.streams.StopSignal;
import io.stormglass.streams.StreamsSettings;
import io.stormglass.streams.sink.SinkCounters.Count;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the incidents of a run from the first record on and hands each to all targets. What fails is tried again from where it
 * stood: Kafka and the registry may be away for as long as they like.
 */
final class IncidentReader implements Runnable, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(IncidentReader.class);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final long PAUSE_MILLIS = 1000L;
    private static final long SAVE_MILLIS = 200L;
    private static final long HEAR_MILLIS = 5000L;

    private final StreamsSettings streams;
    private final String topic;
    private final boolean keepsPositions;
    private final InstantSource clock;
    private final AvroDeserializer<StormIncident> values;
    private final Function<Map<String, Map<Integer, Long>>, List<Target>> makeTargets;
    private final Function<Map<String, Object>, Consumer<byte[], byte[]>> consumers;
    private final List<String> names;
    private final SinkCounters counters = new SinkCounters("reader");
    private final Map<TopicPartition, Long> next = new ConcurrentHashMap<>();
    private final Map<TopicPartition, SortedMap<String, Long>> saved = new HashMap<>();
    private final AtomicReference<Consumer<byte[], byte[]>> current = new AtomicReference<>();
    private volatile List<Target> targets = List.of();
    private volatile long heardMillis;
    private volatile boolean begun;
    private final StopSignal stop = new StopSignal();
    private boolean isTroubled;
    /** From a defect of ours until what was there then has been read: until then nothing counts as heard, so that the dead man's alert ends. */
    private boolean hasDefect;

    private boolean cannotSave;
    private long savedMillis;

    /**
     * Where incidents are read.
     *
     * @param streams the run
     * @param consumers makes a consumer of settings
     */
    record Source(
            StreamsSettings streams,
            SchemaRegistryClient registry,
            Function<Map<String, Object>, Consumer<byte[], byte[]>> consumers) {
        static Source kafka(StreamsSettings streams, SchemaRegistryClient registry) {
            return new Source(
                    streams,
                    registry,
                    settings ->
                            new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer()));
        }
    }

    /**
     * A reader.
     *
     * @param names of the targets
     * @param makeTargets is called once, with how far each target had come in an earlier run
     */
    IncidentReader(
            Source source,
            List<String> names,
            Function<Map<String, Map<Integer, Long>>, List<Target>> makeTargets,
            InstantSource clock) {
        this.streams = source.streams();
        this.consumers = source.consumers();
        this.names = List.copyOf(names);
        this.makeTargets = makeTargets;
        this.clock = clock;
        topic = streams.naming().topic(Topic.STORM_INCIDENTS);
        keepsPositions = streams.naming().isLive();
        values = new AvroDeserializer<>(StormIncident.class, source.registry());
    }

    /** When a broker last answered, ms since 1970; 0 before that. A poll tells nothing: it is as empty where there is no broker. */
    long heardMillis() {
        return heardMillis;
    }

    /** Offset up to which each partition has been read. */
    Map<TopicPartition, Long> next() {
        return Map.copyOf(next);
    }

    /** True once the topic has been read up to the end that it had at the start. */
    boolean begun() {
        return begun;
    }

    SinkCounters counters() {
        return counters;
    }

    @Override
    public void run() {
        while (!stop.isGiven()) {
            try (Consumer<byte[], byte[]> consumer = consumer()) {
                current.set(consumer);
                read(consumer);
            } catch (WakeupException | InterruptException e) {
                LOG.debug("the reader of incidents was stopped");
            } catch (KafkaException e) {
                // Also a registry that is away: its exception is one of Kafka's.
                if (!isTroubled && !stop.isGiven()) {
                    LOG.warn("incidents cannot be read: {}; trying again", e.getMessage());
                }
                isTroubled = true;
                stop.await(PAUSE_MILLIS);
            } catch (RuntimeException e) {
                LOG.error("incidents cannot be read: a defect of ours; trying again", e);
                hasDefect = true;
                isTroubled = true;
                stop.await(PAUSE_MILLIS);
            }
        }
    }

    private Consumer<byte[], byte[]> consumer() {
        Map<String, Object> properties = new HashMap<>(streams.clientProperties());
        properties.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, streams.bootstrapServers());
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        if (keepsPositions) {
            properties.put(ConsumerConfig.GROUP_ID_CONFIG, streams.applicationId() + "-on-call");
        }
        return consumers.apply(properties);
    }

    private void read(Consumer<byte[], byte[]> consumer) {
        Set<TopicPartition> partitions = consumer.partitionsFor(topic, PATIENCE).stream()
                .map(info -> new TopicPartition(topic, info.partition()))
                .collect(Collectors.toSet());
        if (partitions.isEmpty()) {
            throw new KafkaException("topic " + topic + " does not exist");
        }
        if (targets.isEmpty()) {
            targets = makeTargets.apply(positions(consumer, partitions));
        }
        consumer.assign(partitions);
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions, PATIENCE);
        Map<TopicPartition, Long> beginnings = consumer.beginningOffsets(partitions, PATIENCE);
        partitions.forEach(partition ->
                consumer.seek(partition, next.getOrDefault(partition, beginnings.getOrDefault(partition, 0L))));
        while (!stop.isGiven()) {
            poll(consumer).forEach(this::take);
            partitions.forEach(partition -> next.put(partition, consumer.position(partition, PATIENCE)));
            boolean isCaughtUp =
                    ends.entrySet().stream().allMatch(end -> next.getOrDefault(end.getKey(), 0L) >= end.getValue());
            hasDefect &= !isCaughtUp;
            if (!hasDefect) {
                hear(consumer, partitions);
            }
            if (!begun && isCaughtUp) {
                targets.forEach(Target::begin);
                begun = true;
            }
            save(consumer, false);
        }
        save(consumer, true);
    }

    private void hear(Consumer<byte[], byte[]> consumer, Set<TopicPartition> partitions) {
        if (clock.millis() - heardMillis < HEAR_MILLIS) {
            return;
        }
        consumer.endOffsets(partitions, PATIENCE);
        heardMillis = clock.millis();
        if (isTroubled) {
            LOG.info("incidents can be read again");
            isTroubled = false;
        }
    }

    private Map<String, Map<Integer, Long>> positions(
            Consumer<byte[], byte[]> consumer, Set<TopicPartition> partitions) {
        return keepsPositions ? Positions.load(consumer, partitions, names) : Map.of();
    }

    private ConsumerRecords<byte[], byte[]> poll(Consumer<byte[], byte[]> consumer) {
        try {
            return consumer.poll(POLL);
        } catch (WakeupException e) {
            // Only close wakes: what has been told by now is still to be kept.
            return ConsumerRecords.empty();
        } catch (InvalidOffsetException e) {
            LOG.warn("incidents were deleted before they were read, in {}: reading from what is left", e.partitions());
            consumer.seekToBeginning(e.partitions());
            return ConsumerRecords.empty();
        }
    }

    private void take(ConsumerRecord<byte[], byte[]> record) {
        boolean isMark = record.headers().lastHeader(RecordHeaders.MARK) != null;
        if (!isMark) {
            StormIncident incident = decoded(record);
            if (incident != null) {
                Version version = new Version(incident, record.partition(), record.offset());
                targets.forEach(target -> target.take(version));
            }
        }
        next.put(new TopicPartition(record.topic(), record.partition()), record.offset() + 1);
    }

    private @Nullable StormIncident decoded(ConsumerRecord<byte[], byte[]> record) {
        if (record.value() == null) {
            String id = record.key() == null ? "" : new String(record.key(), StandardCharsets.UTF_8);
            targets.forEach(target -> target.forget(id));
            return null;
        }
        return switch (values.read(record.value())) {
            case Decoded.Value<StormIncident> good -> good.value();
            case Decoded.Malformed<StormIncident> bad -> {
                counters.add(Count.UNREADABLE, 1);
                LOG.warn(
                        "{} partition {} offset {} is no incident: {}",
                        topic,
                        record.partition(),
                        record.offset(),
                        bad.detail());
                yield null;
            }
        };
    }

    private void save(Consumer<byte[], byte[]> consumer, boolean isLast) {
        boolean isTime = isLast || clock.millis() - savedMillis >= SAVE_MILLIS;
        if (!keepsPositions || !begun || !isTime) {
            return;
        }
        savedMillis = clock.millis();
        Map<TopicPartition, SortedMap<String, Long>> now = new HashMap<>();
        next.forEach((partition, read) -> {
            SortedMap<String, Long> byTarget = new TreeMap<>();
            targets.forEach(target -> byTarget.put(target.name(), target.dealtWithBefore(partition.partition(), read)));
            if (!byTarget.equals(saved.get(partition))) {
                now.put(partition, byTarget);
            }
        });
        if (now.isEmpty()) {
            return;
        }
        try {
            Positions.save(consumer, now);
            saved.putAll(now);
            cannotSave = false;
        } catch (WakeupException | InterruptException e) {
            throw e;
        } catch (KafkaException e) {
            if (!cannotSave) {
                LOG.warn("the position of the sinks cannot be kept: {}; trying again", e.getMessage());
            }
            cannotSave = true;
        }
    }

    @Override
    public void close() {
        stop.give();
        Consumer<byte[], byte[]> consumer = current.get();
        if (consumer != null) {
            consumer.wakeup();
        }
    }
}
