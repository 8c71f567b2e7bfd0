package io.stormglass.streams;

import io.stormglass.schemas.registry.SchemaRegistryClient;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.schemas.wire.SchemaIds;
import io.stormglass.streams.topology.RegistryPatience;
import io.stormglass.streams.topology.StormglassTopology;
import io.stormglass.streams.topology.TopologyInputs;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;

/**
 * The topologies, running in this process. Its topics have to exist. Closing it leaves the group, so that the next start
 * need not wait for a session to end.
 */
public final class StreamsRuntime implements AutoCloseable {
    /** Internal: {@code off} takes transitions as they come, to show what the boundary sort is for. */
    static final String BOUNDARY_SORT_PROPERTY = "stormglass.internal.boundary-sort";

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(30);

    private final SortedMap<String, KafkaStreams> applications;
    private final StreamsCounters counters;
    private final Map<Topic, Integer> partitions;
    private final CompletableFuture<Void> failure;
    private final CountDownLatch running;

    private StreamsRuntime(
            SortedMap<String, KafkaStreams> applications,
            StreamsCounters counters,
            Map<Topic, Integer> partitions,
            CompletableFuture<Void> failure,
            CountDownLatch running) {
        this.applications = applications;
        this.counters = counters;
        this.partitions = partitions;
        this.failure = failure;
        this.running = running;
    }

    /**
     * Starts the topologies; they run once this returns and {@link #awaitReady} is true.
     *
     * @throws RunFailedException if the topics are not there
     * @throws io.stormglass.schemas.registry.RegistryException if the schemas cannot be registered
     */
    public static StreamsRuntime start(StreamsSettings settings, SchemaRegistryClient registry) {
        Map<Topic, Integer> partitions;
        try (Admin admin = Admin.create(adminProperties(settings))) {
            ClusterTopics topics = new ClusterTopics(settings, admin);
            partitions = topics.partitions();
            if (settings.mode() == StreamsMode.REPLAY) {
                topics.startAtZero(partitions);
            }
        }
        StreamsCounters counters = new StreamsCounters();
        TopologyInputs inputs = new TopologyInputs(
                settings.naming(),
                settings.mode(),
                partitions.getOrDefault(Topic.FLOW_EVENTS, 1),
                partitions.getOrDefault(Topic.PORT_EVENTS, 1),
                SchemaIds.register(registry, settings.naming()),
                registry,
                RegistryPatience.of(Duration.ofMillis(StreamsProperties.MAX_POLL_INTERVAL_MILLIS / 2)),
                counters,
                settings.flows(),
                settings.limits(),
                settings.maxWait().toNanos(),
                !"off".equals(System.getProperty(BOUNDARY_SORT_PROPERTY)));
        return started(applications(settings, inputs), counters, partitions);
    }

    /**
     * A replay is one application. Live, what finds storms is one of its own: while a thread is busy with flows, or far behind with
     * them, no page waits for it.
     */
    private static SortedMap<String, KafkaStreams> applications(StreamsSettings settings, TopologyInputs inputs) {
        SortedMap<String, KafkaStreams> made = new TreeMap<>();
        switch (settings.mode()) {
            case REPLAY ->
                made.put(
                        settings.applicationId(),
                        application(settings, StreamsProperties.of(settings), inputs, StormglassTopology::build));
            case LIVE -> {
                made.put(
                        settings.applicationId(),
                        application(
                                settings, StreamsProperties.ofFlows(settings), inputs, StormglassTopology::ofFlows));
                made.put(
                        settings.stormsApplicationId(),
                        application(
                                settings, StreamsProperties.ofStorms(settings), inputs, StormglassTopology::ofStorms));
            }
        }
        return made;
    }

    private static KafkaStreams application(
            StreamsSettings settings,
            Properties properties,
            TopologyInputs inputs,
            BiFunction<TopologyInputs, StreamsConfig, Topology> topology) {
        StreamsConfig config = new StreamsConfig(properties);
        return settings.pauses().equals(ConsumerPauses.NONE)
                ? new KafkaStreams(topology.apply(inputs, config), config)
                : new KafkaStreams(topology.apply(inputs, config), config, new PausableClients(settings.pauses()));
    }

    private static StreamsRuntime started(
            SortedMap<String, KafkaStreams> applications, StreamsCounters counters, Map<Topic, Integer> partitions) {
        CompletableFuture<Void> failure = new CompletableFuture<>();
        CountDownLatch running = new CountDownLatch(applications.size());
        for (KafkaStreams streams : applications.values()) {
            AtomicBoolean ran = new AtomicBoolean();
            streams.setUncaughtExceptionHandler(new ThreadReplacement(System::nanoTime, failure));
            streams.setStateListener((now, before) -> {
                if (now == KafkaStreams.State.RUNNING && !ran.getAndSet(true)) {
                    running.countDown();
                }
                if (now == KafkaStreams.State.ERROR) {
                    failure.completeExceptionally(
                            new RunFailedException("the streams application stopped; its log names the cause"));
                }
            });
            streams.start();
        }
        return new StreamsRuntime(applications, counters, partitions, failure, running);
    }

    private static Map<String, Object> adminProperties(StreamsSettings settings) {
        Map<String, Object> properties = new HashMap<>(settings.clientProperties());
        properties.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, settings.bootstrapServers());
        return properties;
    }

    /** Waits until every partition is assigned and restored; false where that takes longer. */
    public boolean awaitReady(Duration timeout) throws InterruptedException {
        return running.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** True while it runs and restores nothing. */
    public boolean ready() {
        return applications.values().stream().allMatch(streams -> streams.state() == KafkaStreams.State.RUNNING);
    }

    /** True until it has stopped, by itself or when it was closed. */
    public boolean live() {
        return !failure.isDone();
    }

    /** What Kafka Streams and its clients measure, by application id. */
    public Map<String, Map<MetricName, ? extends Metric>> kafkaMetrics() {
        Map<String, Map<MetricName, ? extends Metric>> all = new TreeMap<>();
        applications.forEach((id, streams) -> all.put(id, streams.metrics()));
        return all;
    }

    /** Completes exceptionally when the application stops by itself, normally when it is closed. */
    public CompletableFuture<Void> failure() {
        return failure;
    }

    /** What the processors of this process counted. */
    public StreamsCounters counters() {
        return counters;
    }

    /** Partitions of the topics at the start. */
    public Map<Topic, Integer> partitions() {
        return Map.copyOf(partitions);
    }

    @Override
    public void close() {
        for (KafkaStreams streams : applications.values()) {
            streams.close(CloseOptions.groupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP)
                    .withTimeout(CLOSE_TIMEOUT));
        }
        failure.complete(null);
    }
}
