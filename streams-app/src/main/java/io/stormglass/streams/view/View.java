package io.stormglass.streams.view;

import io.stormglass.schemas.Decoded;
import io.stormglass.schemas.RecordHeaders;
import io.stormglass.schemas.registry.SchemaRegistryClient;
import io.stormglass.schemas.wire.AvroDeserializer;
import io.stormglass.streams.StopSignal;
import io.stormglass.streams.StreamsSettings;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The results of a run, read from its output topics by a consumer of its own without a group: every instance has all of them,
 * whoever works on what. Only what is committed counts.
 */
public final class View implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(View.class);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final long PAUSE_MILLIS = 1000L;
    private static final long STOP_MILLIS = 10_000L;
    private static final long NANOS_PER_MILLI = 1_000_000L;
    private static final int FORGET_EVERY = 10_000;

    private final StreamsSettings streams;
    private final Function<Map<String, Object>, Consumer<byte[], byte[]>> consumers;
    private final ViewSettings settings;
    private final InstantSource clock;
    private final Map<String, Kind> kinds = new HashMap<>();
    private final Map<Kind, AvroDeserializer<? extends SpecificRecord>> readers = new EnumMap<>(Kind.class);
    private final Map<Kind, History> histories = new EnumMap<>(Kind.class);
    private final Map<TopicPartition, Long> next = new ConcurrentHashMap<>();
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();
    private final ViewCounters counters = new ViewCounters();
    private final AtomicReference<Consumer<byte[], byte[]>> current = new AtomicReference<>();
    private final CountDownLatch caughtUp = new CountDownLatch(1);
    private final StopSignal stop = new StopSignal();
    private final Thread thread;
    private boolean isTroubled;
    private int untilForget = FORGET_EVERY;

    /** Hears of changes, on the thread that reads: it must not wait. */
    @FunctionalInterface
    public interface Listener {
        /** A key has a new value; null where it was withdrawn. */
        void changed(Kind kind, String key, @Nullable Entry entry);
    }

    /**
     * Where results are read.
     *
     * @param streams the run
     * @param consumers makes a consumer of settings
     */
    record Source(
            StreamsSettings streams,
            SchemaRegistryClient registry,
            Function<Map<String, Object>, Consumer<byte[], byte[]>> consumers) {}

    private View(Source source, ViewSettings settings, InstantSource clock) {
        streams = source.streams();
        consumers = source.consumers();
        this.settings = settings;
        this.clock = clock;
        for (Kind kind : Kind.values()) {
            kinds.put(streams.naming().topic(kind.topic()), kind);
            readers.put(kind, new AvroDeserializer<>(kind.type(), source.registry()));
            histories.put(
                    kind,
                    new History(
                            (long) (settings.historyBytes() * kind.share()),
                            kind.step().toNanos(),
                            startsAt(kind) * NANOS_PER_MILLI,
                            bytes -> decoded(kind, bytes)));
        }
        thread = new Thread(this::run, "stormglass-view");
        thread.setDaemon(true);
    }

    /** Starts to read. */
    public static View start(
            StreamsSettings streams, SchemaRegistryClient registry, ViewSettings settings, InstantSource clock) {
        return start(
                new Source(
                        streams,
                        registry,
                        properties -> new KafkaConsumer<>(
                                properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())),
                settings,
                clock);
    }

    static View start(Source source, ViewSettings settings, InstantSource clock) {
        View view = new View(source, settings, clock);
        view.thread.start();
        return view;
    }

    /** LIVE: from when on a topic is read that holds more than the newest of each key, ms; else 0: from its first record. */
    private long startsAt(Kind kind) {
        return kind.expires() && streams.naming().isLive()
                ? Math.max(0, clock.millis() - settings.startsBack().toMillis())
                : 0;
    }

    private void run() {
        while (!stop.isGiven()) {
            try (Consumer<byte[], byte[]> consumer = consumer()) {
                current.set(consumer);
                read(consumer);
            } catch (WakeupException | InterruptException e) {
                LOG.debug("the view was stopped");
            } catch (KafkaException e) {
                // Also a registry that is away: its exception is one of Kafka's.
                if (!isTroubled && !stop.isGiven()) {
                    LOG.warn("results cannot be read: {}; trying again", e.getMessage());
                }
                isTroubled = true;
                stop.await(PAUSE_MILLIS);
            } catch (RuntimeException e) {
                LOG.error("results cannot be read: a defect of ours; trying again", e);
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
        return consumers.apply(properties);
    }

    private void read(Consumer<byte[], byte[]> consumer) {
        List<TopicPartition> partitions = kinds.keySet().stream()
                .flatMap(topic -> partitions(consumer, topic).stream())
                .toList();
        consumer.assign(partitions);
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions, PATIENCE);
        seek(consumer, partitions, ends);
        while (!stop.isGiven()) {
            poll(consumer);
            partitions.forEach(partition -> next.put(partition, consumer.position(partition, PATIENCE)));
            if (caughtUp.getCount() > 0
                    && ends.entrySet().stream()
                            .allMatch(end -> next.getOrDefault(end.getKey(), 0L) >= end.getValue())) {
                caughtUp.countDown();
            }
            isTroubled = false;
        }
    }

    private static List<TopicPartition> partitions(Consumer<byte[], byte[]> consumer, String topic) {
        List<TopicPartition> partitions = consumer.partitionsFor(topic, PATIENCE).stream()
                .map(info -> new TopicPartition(topic, info.partition()))
                .toList();
        if (partitions.isEmpty()) {
            throw new KafkaException("topic " + topic + " does not exist");
        }
        return partitions;
    }

    private void seek(
            Consumer<byte[], byte[]> consumer, Collection<TopicPartition> partitions, Map<TopicPartition, Long> ends) {
        Map<TopicPartition, Long> beginnings = consumer.beginningOffsets(partitions, PATIENCE);
        Map<TopicPartition, Long> times = partitions.stream()
                .filter(partition -> startsAt(kind(partition.topic())) > 0)
                .collect(Collectors.toMap(partition -> partition, partition -> startsAt(kind(partition.topic()))));
        Map<TopicPartition, OffsetAndTimestamp> found =
                times.isEmpty() ? Map.of() : consumer.offsetsForTimes(times, PATIENCE);
        // Null where nothing is newer.
        times.keySet().forEach(partition -> beginnings.put(partition, offset(found.get(partition), ends, partition)));
        partitions.forEach(partition ->
                consumer.seek(partition, next.getOrDefault(partition, beginnings.getOrDefault(partition, 0L))));
    }

    private static long offset(
            @Nullable OffsetAndTimestamp found, Map<TopicPartition, Long> ends, TopicPartition partition) {
        return found == null ? ends.getOrDefault(partition, 0L) : found.offset();
    }

    private Kind kind(String topic) {
        Kind kind = kinds.get(topic);
        if (kind == null) {
            throw new IllegalArgumentException("topic " + topic + " is not read");
        }
        return kind;
    }

    private void poll(Consumer<byte[], byte[]> consumer) {
        try {
            consumer.poll(POLL).forEach(this::take);
        } catch (InvalidOffsetException e) {
            LOG.warn("results were deleted before they were read, in {}: reading from what is left", e.partitions());
            consumer.seekToBeginning(e.partitions());
        }
    }

    private void take(ConsumerRecord<byte[], byte[]> record) {
        try {
            accept(record);
        } catch (KafkaException e) {
            // Read again from here on.
            throw e;
        } catch (RuntimeException e) {
            counters.unreadable();
            LOG.error(
                    "{} partition {} offset {}: a defect of ours",
                    record.topic(),
                    record.partition(),
                    record.offset(),
                    e);
        }
        counters.read();
    }

    private void accept(ConsumerRecord<byte[], byte[]> record) {
        if (record.headers().lastHeader(RecordHeaders.MARK) != null || record.key() == null) {
            return;
        }
        Kind kind = kind(record.topic());
        String key = new String(record.key(), StandardCharsets.UTF_8);
        long nanos = record.timestamp() * NANOS_PER_MILLI;
        History history = history(kind);
        if (record.value() == null) {
            history.remove(key, nanos);
            listeners.forEach(listener -> listener.changed(kind, key, null));
            return;
        }
        SpecificRecord value = decoded(kind, record.value());
        if (value == null) {
            counters.unreadable();
            LOG.warn("{} partition {} offset {} cannot be read", record.topic(), record.partition(), record.offset());
            return;
        }
        Entry entry = new Entry(key, nanos, value);
        history.put(entry, record.value());
        listeners.forEach(listener -> listener.changed(kind, key, entry));
        forget();
    }

    private @Nullable SpecificRecord decoded(Kind kind, byte[] value) {
        AvroDeserializer<? extends SpecificRecord> reader = readers.get(kind);
        return reader != null && reader.read(value) instanceof Decoded.Value<? extends SpecificRecord> good
                ? good.value()
                : null;
    }

    /** Now and then; event time decides, so that a replay of old data forgets nothing too soon. */
    private void forget() {
        if (--untilForget > 0) {
            return;
        }
        untilForget = FORGET_EVERY;
        Arrays.stream(Kind.values())
                .filter(Kind::expires)
                .map(this::history)
                .forEach(history -> counters.expired(history.forgetBefore(
                        history.latestNanos() - settings.forget().toNanos())));
    }

    private History history(Kind kind) {
        History history = histories.get(kind);
        if (history == null) {
            throw new IllegalStateException("no history of " + kind);
        }
        return history;
    }

    /** Waits until what was there at the start has been read; false where that takes longer. */
    public boolean awaitCaughtUp(Duration timeout) throws InterruptedException {
        return caughtUp.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** True once what was there at the start has been read. */
    public boolean isCaughtUp() {
        return caughtUp.getCount() == 0;
    }

    /** The newest values of a kind, sorted by key. */
    public List<Entry> newest(Kind kind) {
        return history(kind).newest();
    }

    /** The newest value of a key. */
    public Optional<Entry> newest(Kind kind, String key) {
        return Optional.ofNullable(history(kind).newest(key));
    }

    /** The values of a kind as they were at a time, sorted by key; whole from {@link #sinceNanos} on. */
    public List<Entry> at(Kind kind, long nanos) {
        return history(kind).at(nanos);
    }

    /** The versions of a key that held at any time of a span, the oldest first. */
    public List<Entry> of(Kind kind, String key, long fromNanos, long toNanos) {
        return history(kind).of(key, fromNanos, toNanos);
    }

    /** Before this not everything of a kind is known, ns since 1970. */
    public long sinceNanos(Kind kind) {
        return history(kind).sinceNanos();
    }

    /** Newest event time of a kind, ns since 1970; 0 before the first. */
    public long latestNanos(Kind kind) {
        return history(kind).latestNanos();
    }

    /** Keys of a kind that have a value. */
    public int size(Kind kind) {
        return history(kind).size();
    }

    /** Memory that versions of a kind take that were replaced, about. */
    public long historyBytes(Kind kind) {
        return history(kind).bytes();
    }

    /** What was counted. */
    public ViewCounters counters() {
        return counters;
    }

    /** The run that is read. */
    public String runId() {
        return streams.naming().runId();
    }

    /** Lets somebody hear of changes. */
    public void listen(Listener listener) {
        listeners.add(listener);
    }

    /** Lets somebody hear no more. */
    public void unlisten(Listener listener) {
        listeners.remove(listener);
    }

    @Override
    public void close() {
        stop.give();
        Consumer<byte[], byte[]> consumer = current.get();
        if (consumer != null) {
            consumer.wakeup();
        }
        try {
            thread.join(STOP_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        thread.interrupt();
    }
}
