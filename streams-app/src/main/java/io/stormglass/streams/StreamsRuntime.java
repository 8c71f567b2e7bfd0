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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
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

    private final KafkaStreams streams;
    private final StreamsCounters counters;
    private final Map<Topic, Integer> partitions;
    private final CompletableFuture<Void> failure;
    private final CountDownLatch running;

    private StreamsRuntime(
            KafkaStreams streams,
            StreamsCounters counters,
            Map<Topic, Integer> partitions,
            CompletableFuture<Void> failure,
            CountDownLatch running) {
        this.streams = streams;
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
                settings.pause(),
                settings.storm(),
                settings.maxWait().toNanos(),
                !"off".equals(System.getProperty(BOUNDARY_SORT_PROPERTY)));
        Properties properties = StreamsProperties.of(settings);
        StreamsConfig config = new StreamsConfig(properties);
        Topology topology = StormglassTopology.build(inputs, config);
        KafkaStreams streams = settings.pauses().equals(ConsumerPauses.NONE)
                ? new KafkaStreams(topology, config)
                : new KafkaStreams(topology, config, new PausableClients(settings.pauses()));
        return started(streams, counters, partitions);
    }

    private static StreamsRuntime started(
            KafkaStreams streams, StreamsCounters counters, Map<Topic, Integer> partitions) {
        CompletableFuture<Void> failure = new CompletableFuture<>();
        CountDownLatch running = new CountDownLatch(1);
        streams.setUncaughtExceptionHandler(new ThreadReplacement(System::nanoTime, failure));
        streams.setStateListener((now, before) -> {
            if (now == KafkaStreams.State.RUNNING) {
                running.countDown();
            }
            if (now == KafkaStreams.State.ERROR) {
                failure.completeExceptionally(
                        new RunFailedException("the streams application stopped; its log names the cause"));
            }
        });
        streams.start();
        return new StreamsRuntime(streams, counters, partitions, failure, running);
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
        return streams.state() == KafkaStreams.State.RUNNING;
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
        streams.close(CloseOptions.groupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP)
                .withTimeout(CLOSE_TIMEOUT));
        failure.complete(null);
    }
}
