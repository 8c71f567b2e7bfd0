package io.stormglass.streams.results;

import io.stormglass.avro.CcMode;
import io.stormglass.avro.EcnRecommendation;
import io.stormglass.avro.FabricLink;
import io.stormglass.avro.Finding;
import io.stormglass.avro.FlowState;
import io.stormglass.avro.PortState;
import io.stormglass.avro.QueueLoad;
import io.stormglass.avro.StormIncident;
import io.stormglass.avro.TelemetryQuality;
import io.stormglass.schemas.RecordHeaders;
import io.stormglass.schemas.registry.SchemaRegistryClient;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.schemas.wire.AvroDeserializer;
import io.stormglass.streams.RunFailedException;
import io.stormglass.streams.StreamsRuntime;
import io.stormglass.streams.StreamsSettings;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.function.BiConsumer;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the output topics of a run from their first record until every end mark has arrived: then nothing is missing.
 * Only committed records count.
 */
public final class RunReader implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(100);
    private static final String UNEXPECTED = "unexpected";

    private final StreamsSettings settings;
    private final StreamsRuntime runtime;
    private final RunWatcher watcher;
    private final Consumer<byte[], byte[]> consumer;
    private final Map<String, BiConsumer<String, ConsumerRecord<byte[], byte[]>>> readers = new HashMap<>();
    private final Map<TopicPartition, Set<String>> marks = new HashMap<>();
    private final Map<TopicPartition, Integer> missing = new HashMap<>();
    private final AvroDeserializer<FlowState> flowValues;
    private final AvroDeserializer<PortState> portValues;
    private final AvroDeserializer<FabricLink> linkValues;
    private final AvroDeserializer<StormIncident> incidentValues;
    private final AvroDeserializer<CcMode> modeValues;
    private final AvroDeserializer<TelemetryQuality> telemetryValues;
    private final AvroDeserializer<Finding> findingValues;
    private final AvroDeserializer<QueueLoad> loadValues;
    private final AvroDeserializer<EcnRecommendation> adviceValues;
    private final TreeMap<String, FlowState> flows = new TreeMap<>();
    private final TreeMap<String, PortState> ports = new TreeMap<>();
    private final TreeMap<String, FabricLink> links = new TreeMap<>();
    private final TreeMap<String, StormIncident> incidents = new TreeMap<>();
    private final TreeMap<String, CcMode> modes = new TreeMap<>();
    private final TreeMap<String, TelemetryQuality> telemetry = new TreeMap<>();
    private final TreeMap<String, Finding> findings = new TreeMap<>();
    private final TreeMap<String, Long> deadLetters = new TreeMap<>();

    /**
     * A reader of the run that a runtime works on.
     *
     * @param watcher is told of each result as it comes, on the thread that reads
     */
    public RunReader(
            StreamsSettings settings, StreamsRuntime runtime, SchemaRegistryClient registry, RunWatcher watcher) {
        this.settings = settings;
        this.runtime = runtime;
        this.watcher = watcher;
        flowValues = new AvroDeserializer<>(FlowState.class, registry);
        portValues = new AvroDeserializer<>(PortState.class, registry);
        linkValues = new AvroDeserializer<>(FabricLink.class, registry);
        incidentValues = new AvroDeserializer<>(StormIncident.class, registry);
        modeValues = new AvroDeserializer<>(CcMode.class, registry);
        telemetryValues = new AvroDeserializer<>(TelemetryQuality.class, registry);
        findingValues = new AvroDeserializer<>(Finding.class, registry);
        loadValues = new AvroDeserializer<>(QueueLoad.class, registry);
        adviceValues = new AvroDeserializer<>(EcnRecommendation.class, registry);
        Map<String, Object> properties = new HashMap<>(settings.clientProperties());
        properties.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, settings.bootstrapServers());
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        consumer = new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /**
     * Reads until the run has ended.
     *
     * @param silence longest time in which nothing at all arrives
     * @throws RunFailedException if the runtime failed, records were deleted unread, or nothing came for too long
     */
    public RunResults read(Duration silence) {
        expect();
        consumer.assign(missing.keySet());
        missing.keySet().forEach(partition -> consumer.seek(partition, 0));
        long heard = System.nanoTime();
        while (missing.values().stream().anyMatch(left -> left > 0)) {
            failIfStopped();
            ConsumerRecords<byte[], byte[]> records = poll();
            if (!records.isEmpty()) {
                heard = System.nanoTime();
                records.forEach(this::take);
            } else if (System.nanoTime() - heard > silence.toNanos()) {
                throw new RunFailedException("the run did not end: nothing arrived for " + silence.toSeconds()
                        + " s, and these partitions still wait for end marks: " + waiting());
            }
        }
        return new RunResults(flows, ports, links, incidents, modes, telemetry, findings, deadLetters);
    }

    private void expect() {
        Map<Topic, Integer> partitions = runtime.partitions();
        int flowInputs = partitions.getOrDefault(Topic.FLOW_EVENTS, 0);
        int portInputs = partitions.getOrDefault(Topic.PORT_EVENTS, 0);
        int fabricInputs = partitions.getOrDefault(Topic.PORT_TRANSITIONS, 0);
        expect(Topic.FLOW_STATES, flowInputs, fold(flows, flowValues, watcher::flow));
        expect(Topic.PORT_STATES, portInputs, fold(ports, portValues, watcher::port));
        expect(Topic.FABRIC_LINKS, portInputs, fold(links, linkValues, watcher::link));
        expect(Topic.STORM_INCIDENTS, fabricInputs, fold(incidents, incidentValues, watcher::incident));
        expect(Topic.CC_MODES, fabricInputs, fold(modes, modeValues, watcher::mode));
        expect(Topic.TELEMETRY_QUALITY, fabricInputs, fold(telemetry, telemetryValues, watcher::telemetry));
        expect(Topic.FINDINGS, fabricInputs, fold(findings, findingValues, watcher::finding));
        int measureInputs = partitions.getOrDefault(Topic.QUEUE_MEASURES, 0);
        expect(Topic.QUEUE_LOADS, measureInputs, each(loadValues, watcher::load));
        // Whoever makes advice is no part of the run: it has no end.
        expect(Topic.ECN_RECOMMENDATIONS, 0, each(adviceValues, watcher::advice));
        expect(Topic.DEAD_LETTERS, flowInputs + portInputs, (key, record) -> deadLetter(record));
    }

    private void expect(Topic topic, int count, BiConsumer<String, ConsumerRecord<byte[], byte[]>> reader) {
        String name = settings.naming().topic(topic);
        readers.put(name, reader);
        for (int p = 0; p < runtime.partitions().getOrDefault(topic, 0); p++) {
            TopicPartition partition = new TopicPartition(name, p);
            missing.put(partition, count);
            marks.put(partition, new HashSet<>());
        }
    }

    private void failIfStopped() {
        try {
            runtime.failure().getNow(null);
        } catch (CompletionException e) {
            throw e.getCause() instanceof RunFailedException failed
                    ? failed
                    : new RunFailedException("the streams application stopped", e);
        }
    }

    private ConsumerRecords<byte[], byte[]> poll() {
        try {
            return consumer.poll(POLL);
        } catch (InvalidOffsetException e) {
            throw new RunFailedException(
                    "results were deleted before they were read, in " + e.partitions()
                            + ": give the topics a larger size limit",
                    e);
        }
    }

    private List<TopicPartition> waiting() {
        return missing.entrySet().stream()
                .filter(entry -> entry.getValue() > 0)
                .map(Map.Entry::getKey)
                .sorted((a, b) -> a.toString().compareTo(b.toString()))
                .toList();
    }

    private void take(ConsumerRecord<byte[], byte[]> record) {
        String key = record.key() == null ? "" : new String(record.key(), StandardCharsets.UTF_8);
        if (text(record, RecordHeaders.MARK) != null) {
            TopicPartition partition = new TopicPartition(record.topic(), record.partition());
            Set<String> seen = marks.get(partition);
            if (seen != null && seen.add(key)) {
                missing.merge(partition, -1, Integer::sum);
            }
            return;
        }
        BiConsumer<String, ConsumerRecord<byte[], byte[]>> reader = readers.get(record.topic());
        if (reader != null) {
            reader.accept(key, record);
        }
    }

    private void deadLetter(ConsumerRecord<byte[], byte[]> record) {
        String reason = text(record, RecordHeaders.REASON);
        deadLetters.merge(reason == null ? UNEXPECTED : reason, 1L, Long::sum);
    }

    private static <T extends SpecificRecord> BiConsumer<String, ConsumerRecord<byte[], byte[]>> each(
            AvroDeserializer<T> reader, java.util.function.Consumer<T> told) {
        return (key, record) -> {
            T value = reader.deserialize(record.topic(), record.value());
            if (value != null) {
                told.accept(value);
            }
        };
    }

    private static <T extends SpecificRecord> BiConsumer<String, ConsumerRecord<byte[], byte[]>> fold(
            Map<String, T> values, AvroDeserializer<T> reader, java.util.function.Consumer<T> told) {
        return (key, record) -> {
            T value = reader.deserialize(record.topic(), record.value());
            if (value == null) {
                values.remove(key);
            } else {
                values.put(key, value);
                told.accept(value);
            }
        };
    }

    private static @Nullable String text(ConsumerRecord<byte[], byte[]> record, String name) {
        Header header = record.headers().lastHeader(name);
        return header == null ? null : new String(header.value(), StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        consumer.close();
    }
}
