package io.stormglass.streams.sink;

import io.stormglass.schemas.registry.SchemaRegistryClient;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.streams.StreamsSettings;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Tells on-call staff of storms: reads the incidents of a run from the first on and keeps every receiver up to date, each at its own
 * pace. Nothing of it is in the way of the streams application.
 */
public final class OnCallSinks implements AutoCloseable {
    /** A sink that has not heard of Kafka for this long watches nothing. */
    private static final long DEAF_MILLIS = 30_000L;

    private static final long STOP_MILLIS = 10_000L;
    private static final long LOOK_AGAIN_MILLIS = 20L;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final SinkSettings settings;
    private final StreamsSettings streams;
    private final InstantSource clock;
    private final BooleanSupplier applicationHealthy;
    private final IncidentReader reader;
    private final Thread readerThread;
    private final List<TargetThread> threads = new CopyOnWriteArrayList<>();
    private final List<Target> targets = new CopyOnWriteArrayList<>();

    private OnCallSinks(
            SinkSettings settings,
            StreamsSettings streams,
            SchemaRegistryClient registry,
            BooleanSupplier applicationHealthy,
            InstantSource clock) {
        this.settings = settings;
        this.streams = streams;
        this.clock = clock;
        this.applicationHealthy = applicationHealthy;
        reader = new IncidentReader(
                IncidentReader.Source.kafka(streams, registry), names(settings), this::makeTargets, clock);
        readerThread = new Thread(reader, "stormglass-on-call-reader");
        readerThread.setDaemon(true);
    }

    /**
     * Starts to read and to tell.
     *
     * @param streams the run whose incidents are told
     * @param applicationHealthy whether the streams application runs; the dead man's alert stops where it does not
     */
    public static OnCallSinks start(
            SinkSettings settings,
            StreamsSettings streams,
            SchemaRegistryClient registry,
            BooleanSupplier applicationHealthy) {
        OnCallSinks sinks = new OnCallSinks(settings, streams, registry, applicationHealthy, InstantSource.system());
        sinks.readerThread.start();
        return sinks;
    }

    private static List<String> names(SinkSettings settings) {
        Stream<String> alertmanagers = settings.alertmanager() == null
                ? Stream.of()
                : settings.alertmanager().urls().stream().map(AlertmanagerTarget::nameOf);
        Stream<String> webhooks = settings.webhook() == null
                ? Stream.of()
                : Stream.of(WebhookTarget.nameOf(settings.webhook().url()));
        return Stream.concat(alertmanagers, webhooks).toList();
    }

    private List<Target> makeTargets(Map<String, Map<Integer, Long>> positions) {
        List<Target> made = new ArrayList<>();
        SinkSettings.Alertmanagers alertmanagers = settings.alertmanager();
        if (alertmanagers != null) {
            for (URI url : alertmanagers.urls()) {
                Map<Integer, Long> position = positions.getOrDefault(AlertmanagerTarget.nameOf(url), Map.of());
                made.add(new AlertmanagerTarget(url, settings, alertmanagers.auth(), position, this::watches));
            }
        }
        SinkSettings.Webhook webhook = settings.webhook();
        if (webhook != null) {
            made.add(new WebhookTarget(
                    settings, webhook, positions.getOrDefault(WebhookTarget.nameOf(webhook.url()), Map.of())));
        }
        List<Target> woken = new ArrayList<>();
        for (Target target : made) {
            TargetThread thread = new TargetThread(target, clock);
            targets.add(target);
            threads.add(thread);
            woken.add(new WokenTarget(target, thread));
            thread.start();
        }
        return woken;
    }

    private boolean watches() {
        return reader.begun()
                && clock.millis() - reader.heardMillis() < DEAF_MILLIS
                && applicationHealthy.getAsBoolean();
    }

    /**
     * Waits until all that the topic holds by now has been told or refused; false where that takes longer.
     *
     * @param timeout longest wait
     */
    public boolean awaitTold(Duration timeout) throws InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        Map<TopicPartition, Long> ends = ends();
        while (!isTold(ends)) {
            if (System.nanoTime() - deadline > 0) {
                return false;
            }
            Thread.sleep(LOOK_AGAIN_MILLIS);
        }
        return true;
    }

    private boolean isTold(Map<TopicPartition, Long> ends) {
        Map<TopicPartition, Long> read = reader.next();
        return ends.entrySet().stream().allMatch(end -> read.getOrDefault(end.getKey(), 0L) >= end.getValue())
                && targets.stream().allMatch(Target::idle);
    }

    private Map<TopicPartition, Long> ends() {
        Map<String, Object> properties = new HashMap<>(streams.clientProperties());
        properties.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, streams.bootstrapServers());
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        String topic = streams.naming().topic(Topic.STORM_INCIDENTS);
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            return consumer.endOffsets(
                    consumer.partitionsFor(topic, PATIENCE).stream()
                            .map(info -> new TopicPartition(topic, info.partition()))
                            .collect(Collectors.toSet()),
                    PATIENCE);
        }
    }

    /** What the reader and each receiver counted; the reader's first. */
    public List<SinkCounters> counters() {
        return Stream.concat(Stream.of(reader.counters()), targets.stream().map(Target::counters))
                .toList();
    }

    /** Stops; what has not been told is told after the next start. */
    @Override
    public void close() {
        reader.close();
        try {
            readerThread.join(STOP_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        readerThread.interrupt();
        threads.forEach(TargetThread::close);
    }
}
