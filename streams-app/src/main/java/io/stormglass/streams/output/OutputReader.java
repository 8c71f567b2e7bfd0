package io.stormglass.streams.output;

import io.stormglass.avro.CcMode;
import io.stormglass.avro.EcnRecommendation;
import io.stormglass.avro.FlowState;
import io.stormglass.avro.PortState;
import io.stormglass.avro.QueueLoad;
import io.stormglass.avro.StormIncident;
import io.stormglass.schemas.Decoded;
import io.stormglass.schemas.RecordHeaders;
import io.stormglass.schemas.registry.SchemaRegistryClient;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.schemas.wire.AvroDeserializer;
import io.stormglass.streams.StopSignal;
import io.stormglass.streams.StreamsSettings;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads output topics on a thread of its own and hands each record to a handler; nothing of it is in the way of the streams
 * application. Live, instances share the partitions as one consumer group, and the offset before which everything is settled is
 * committed; a replay is read by whoever asks for it, from its first record on. Kafka and the registry may be away for as long as
 * they like: then it begins again from what is settled.
 */
public final class OutputReader implements Runnable, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OutputReader.class);
    private static final Duration POLL = Duration.ofMillis(50);
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final long PAUSE_MILLIS = 1000L;
    private static final long COMMIT_MILLIS = 1000L;
    private static final Map<Topic, Class<? extends SpecificRecord>> CLASSES = Map.of(
            Topic.PORT_STATES, PortState.class,
            Topic.FLOW_STATES, FlowState.class,
            Topic.QUEUE_LOADS, QueueLoad.class,
            Topic.CC_MODES, CcMode.class,
            Topic.STORM_INCIDENTS, StormIncident.class,
            Topic.ECN_RECOMMENDATIONS, EcnRecommendation.class);

    private final Plan plan;
    private final OutputHandler handler;
    private final InstantSource clock;
    private final DeadLetterWriter letters;
    private final Map<String, Topic> topics;
    private final Map<Topic, AvroDeserializer<? extends SpecificRecord>> values = new HashMap<>();
    private final StopSignal stop = new StopSignal();
    private final AtomicReference<@Nullable KafkaConsumer<byte[], byte[]>> current = new AtomicReference<>();
    private final Map<TopicPartition, Long> settled = new ConcurrentHashMap<>();
    private final Map<TopicPartition, Long> begun = new HashMap<>();
    private final Map<TopicPartition, Long> committed = new HashMap<>();
    private boolean isTroubled;
    private boolean isPaused;
    private long committedMillis;

    /**
     * What is read.
     *
     * @param sink name of the sink; its group is {@code <application>-<sink>}
     * @param wholly topics that are read from the beginning at each start, because what is open says what is
     */
    public record Plan(StreamsSettings streams, String sink, List<Topic> topics, Set<Topic> wholly) {
        public Plan {
            topics = List.copyOf(topics);
            wholly = Set.copyOf(wholly);
            if (!CLASSES.keySet().containsAll(topics)) {
                throw new IllegalArgumentException("one of " + topics + " is no output topic that can be kept");
            }
        }

        String group() {
            return streams.applicationId() + "-" + sink;
        }
    }

    /** A reader; {@link #run} reads. The dead letters stay the caller's to close. */
    public OutputReader(
            Plan plan,
            SchemaRegistryClient registry,
            OutputHandler handler,
            DeadLetterWriter letters,
            InstantSource clock) {
        this.plan = plan;
        this.handler = handler;
        this.letters = letters;
        this.clock = clock;
        topics = plan.topics().stream()
                .collect(Collectors.toMap(topic -> plan.streams().naming().topic(topic), topic -> topic));
        plan.topics().forEach(topic -> values.put(topic, deserializer(topic, registry)));
    }

    private static AvroDeserializer<? extends SpecificRecord> deserializer(Topic topic, SchemaRegistryClient registry) {
        Class<? extends SpecificRecord> type = CLASSES.get(topic);
        if (type == null) {
            throw new IllegalArgumentException("no class for " + topic);
        }
        return new AvroDeserializer<>(type, registry);
    }

    @Override
    public void run() {
        while (!stop.isGiven()) {
            try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
                current.set(consumer);
                begin(consumer);
                while (!stop.isGiven()) {
                    round(consumer);
                }
                commit(consumer, true);
            } catch (WakeupException | InterruptException e) {
                LOG.debug("{} was stopped", plan.group());
            } catch (InterruptedException e) {
                stop.give();
            } catch (KafkaException e) {
                trouble(e);
            } catch (RuntimeException e) {
                // Nothing is committed while it lasts: the group's lag grows.
                LOG.error("{} cannot go on reading: a defect of ours; trying again", plan.group(), e);
                isTroubled = true;
                stop.await(PAUSE_MILLIS);
            } finally {
                current.set(null);
            }
        }
    }

    private void trouble(KafkaException e) {
        // Also a registry that is away: its exception is one of Kafka's.
        if (!isTroubled && !stop.isGiven()) {
            LOG.warn("{} cannot go on reading: {}; trying again", plan.group(), e.getMessage());
        }
        isTroubled = true;
        stop.await(PAUSE_MILLIS);
    }

    private KafkaConsumer<byte[], byte[]> consumer() {
        Map<String, Object> properties = clientProperties();
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        if (isLive()) {
            properties.put(ConsumerConfig.GROUP_ID_CONFIG, plan.group());
        }
        return new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    private Map<String, Object> clientProperties() {
        Map<String, Object> properties = new HashMap<>(plan.streams().clientProperties());
        properties.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, plan.streams().bootstrapServers());
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        return properties;
    }

    private boolean isLive() {
        return plan.streams().naming().isLive();
    }

    private void begin(KafkaConsumer<byte[], byte[]> consumer) {
        isPaused = false;
        begun.clear();
        committed.clear();
        if (isLive()) {
            consumer.subscribe(topics.keySet(), new Shares(consumer));
            return;
        }
        Set<TopicPartition> all = partitions(consumer);
        consumer.assign(all);
        Map<TopicPartition, Long> beginnings = consumer.beginningOffsets(all, PATIENCE);
        for (TopicPartition partition : all) {
            start(consumer, partition, settled.getOrDefault(partition, beginnings.getOrDefault(partition, 0L)));
        }
    }

    private Set<TopicPartition> partitions(KafkaConsumer<byte[], byte[]> consumer) {
        return topics.keySet().stream()
                .flatMap(topic -> consumer.partitionsFor(topic, PATIENCE).stream())
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .collect(Collectors.toSet());
    }

    private void start(KafkaConsumer<byte[], byte[]> consumer, TopicPartition partition, long from) {
        begun.put(partition, from);
        settled.put(partition, from);
        Topic topic = topics.get(partition.topic());
        if (topic == null) {
            throw new IllegalStateException(partition + " was not asked for");
        }
        handler.begin(topic, partition, from);
        if (plan.wholly().contains(topic)) {
            consumer.seekToBeginning(Set.of(partition));
        } else {
            consumer.seek(partition, from);
        }
    }

    private void round(KafkaConsumer<byte[], byte[]> consumer) throws InterruptedException {
        hold(consumer);
        poll(consumer).forEach(this::take);
        Map<TopicPartition, Long> next = new HashMap<>();
        for (TopicPartition partition : consumer.assignment()) {
            long position = consumer.position(partition, PATIENCE);
            if (position >= begun.getOrDefault(partition, 0L)) {
                next.put(partition, position);
            }
        }
        handler.read(next);
        handler.step(clock.millis());
        Map<TopicPartition, Long> now = handler.settled();
        next.keySet()
                .forEach(partition -> settled.merge(partition, now.getOrDefault(partition, Long.MIN_VALUE), Math::max));
        commit(consumer, false);
        if (isTroubled) {
            LOG.info("{} reads again", plan.group());
            isTroubled = false;
        }
    }

    private void hold(KafkaConsumer<byte[], byte[]> consumer) {
        // Also where nothing changed: partitions that came with a rebalance are not held.
        if (handler.full()) {
            consumer.pause(consumer.assignment());
            isPaused = true;
        } else if (isPaused) {
            consumer.resume(consumer.assignment());
            isPaused = false;
        }
    }

    private ConsumerRecords<byte[], byte[]> poll(KafkaConsumer<byte[], byte[]> consumer) {
        try {
            return consumer.poll(POLL);
        } catch (WakeupException e) {
            // Only close wakes: what is settled by now is still to be committed.
            return ConsumerRecords.empty();
        } catch (InvalidOffsetException e) {
            Map<TopicPartition, Long> first = consumer.beginningOffsets(e.partitions(), PATIENCE);
            e.partitions().forEach(partition -> {
                long from = first.getOrDefault(partition, 0L);
                long missed = from - wanted(e, partition, from);
                LOG.warn("{}: {} records of {} were deleted before they were read", plan.group(), missed, partition);
                handler.missed(Math.max(0, missed));
                start(consumer, partition, from);
            });
            return ConsumerRecords.empty();
        }
    }

    private static long wanted(InvalidOffsetException e, TopicPartition partition, long otherwise) {
        return e instanceof OffsetOutOfRangeException range
                ? range.offsetOutOfRangePartitions().getOrDefault(partition, otherwise)
                : otherwise;
    }

    private void take(ConsumerRecord<byte[], byte[]> record) {
        Topic topic = topics.get(record.topic());
        if (topic == null || record.headers().lastHeader(RecordHeaders.MARK) != null) {
            return;
        }
        boolean again =
                record.offset() < begun.getOrDefault(new TopicPartition(record.topic(), record.partition()), 0L);
        if (record.value() == null) {
            handler.take(new OutputRecord(topic, null, record, again));
            return;
        }
        SpecificRecord value = decoded(topic, record, again);
        if (value != null) {
            handler.take(new OutputRecord(topic, value, record, again));
        }
    }

    private @Nullable SpecificRecord decoded(Topic topic, ConsumerRecord<byte[], byte[]> record, boolean again) {
        AvroDeserializer<? extends SpecificRecord> reader = values.get(topic);
        if (reader == null) {
            return null;
        }
        Decoded<? extends SpecificRecord> read = reader.read(record.value());
        if (read instanceof Decoded.Malformed<? extends SpecificRecord> bad) {
            if (!again) {
                letters.write(record, bad.reason(), bad.detail());
                handler.unreadable();
            }
            return null;
        }
        return ((Decoded.Value<? extends SpecificRecord>) read).value();
    }

    private void commit(KafkaConsumer<byte[], byte[]> consumer, boolean isLast) {
        if (!isLive() || (!isLast && clock.millis() - committedMillis < COMMIT_MILLIS)) {
            return;
        }
        committedMillis = clock.millis();
        commit(consumer, consumer.assignment());
    }

    private void commit(KafkaConsumer<byte[], byte[]> consumer, Collection<TopicPartition> partitions) {
        Map<TopicPartition, OffsetAndMetadata> news = new HashMap<>();
        for (TopicPartition partition : partitions) {
            Long offset = settled.get(partition);
            if (offset != null && offset > committed.getOrDefault(partition, begun.getOrDefault(partition, 0L))) {
                news.put(partition, new OffsetAndMetadata(offset));
            }
        }
        if (!news.isEmpty()) {
            consumer.commitSync(news, PATIENCE);
            news.forEach((partition, offset) -> committed.put(partition, offset.offset()));
        }
    }

    /** The partitions of this instance. */
    private final class Shares implements ConsumerRebalanceListener {
        private final KafkaConsumer<byte[], byte[]> consumer;

        Shares(KafkaConsumer<byte[], byte[]> consumer) {
            this.consumer = consumer;
        }

        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            Map<TopicPartition, OffsetAndMetadata> known = consumer.committed(Set.copyOf(partitions), PATIENCE);
            Map<TopicPartition, Long> first = consumer.beginningOffsets(partitions, PATIENCE);
            for (TopicPartition partition : partitions) {
                OffsetAndMetadata before = known.get(partition);
                start(consumer, partition, before == null ? first.getOrDefault(partition, 0L) : before.offset());
            }
        }

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
            commit(consumer, partitions);
            onPartitionsLost(partitions);
        }

        @Override
        public void onPartitionsLost(Collection<TopicPartition> partitions) {
            partitions.forEach(partition -> {
                begun.remove(partition);
                committed.remove(partition);
                settled.remove(partition);
            });
        }
    }

    /**
     * Waits until all that the topics hold by now is settled; false where that takes longer.
     *
     * @param timeout longest wait
     */
    public boolean awaitSettled(Duration timeout) throws InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        Map<TopicPartition, Long> ends;
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(clientProperties(), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            ends = consumer.endOffsets(partitions(consumer), PATIENCE);
        }
        while (!ends.entrySet().stream().allMatch(end -> settled.getOrDefault(end.getKey(), -1L) >= end.getValue())) {
            if (System.nanoTime() - deadline > 0) {
                return false;
            }
            Thread.sleep(POLL.toMillis());
        }
        return true;
    }

    /** Offsets before which everything is settled. */
    public Map<TopicPartition, Long> settled() {
        return Map.copyOf(settled);
    }

    @Override
    public void close() {
        stop.give();
        KafkaConsumer<byte[], byte[]> consumer = current.get();
        if (consumer != null) {
            consumer.wakeup();
        }
    }
}
