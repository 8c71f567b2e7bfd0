package io.stormglass.cli;

import io.stormglass.emulator.queue.PacketQueueWhatIf;
import io.stormglass.publisher.BatchPublisher;
import io.stormglass.publisher.EventPublisher;
import io.stormglass.publisher.GroupProgress;
import io.stormglass.publisher.Pace;
import io.stormglass.publisher.PublisherSettings;
import io.stormglass.publisher.ReaderProgress;
import io.stormglass.schemas.registry.RegistryException;
import io.stormglass.schemas.registry.SchemaRegistryClient;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.schemas.topics.TopicAdmin;
import io.stormglass.schemas.topics.TopicAdminException;
import io.stormglass.schemas.topics.TopicDefinition;
import io.stormglass.schemas.topics.TopicNaming;
import io.stormglass.schemas.topics.TopicOptions;
import io.stormglass.schemas.wire.SchemaIds;
import io.stormglass.streams.FlowSettings;
import io.stormglass.streams.RunFailedException;
import io.stormglass.streams.StreamsRuntime;
import io.stormglass.streams.StreamsSettings;
import io.stormglass.streams.advice.Recommender;
import io.stormglass.streams.advice.RecommenderSettings;
import io.stormglass.streams.http.HttpSettings;
import io.stormglass.streams.postgres.PostgresSettings;
import io.stormglass.streams.postgres.PostgresSink;
import io.stormglass.streams.remotewrite.RemoteWriteSettings;
import io.stormglass.streams.remotewrite.RemoteWriteSink;
import io.stormglass.streams.results.RunReader;
import io.stormglass.streams.results.RunResults;
import io.stormglass.streams.results.RunWatcher;
import io.stormglass.streams.sink.OnCallSinks;
import io.stormglass.streams.sink.SinkSettings;
import io.stormglass.streams.view.ViewSettings;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;

/**
 * One run through Kafka, whatever is published: topics, topologies, publisher and reader, started together and closed together.
 */
final class RunPipeline implements AutoCloseable {
    private static final Duration ADMIN_TIMEOUT = Duration.ofSeconds(30);
    /** Embedded topics live in a temporary folder: a sixteenth of a usual disk is all they may take. */
    private static final long EMBEDDED_RETENTION_BYTES = 256L << 20;

    private static final String BATCH_AGENT_ID = "fabric";

    private final Terminal terminal;
    private final RunPlan plan;
    private final Resources resources = new Resources();
    private @Nullable Started started;

    /** What stands before anything is published. */
    private record Started(
            Cluster cluster,
            SchemaRegistryClient registry,
            Admin admin,
            List<TopicDefinition> topics,
            StreamsSettings settings,
            StreamsRuntime runtime) {}

    /** Results on their way, read while they are made: their topics are bounded by size as well. */
    record Reading(Future<RunResults> results) {
        /** Waits for the end of the run. */
        RunResults await() throws InterruptedException {
            try {
                return results.get();
            } catch (ExecutionException e) {
                if (e.getCause() instanceof RunFailedException failed) {
                    throw failed;
                }
                throw new IllegalStateException("the results cannot be read", e.getCause());
            }
        }
    }

    RunPipeline(Terminal terminal, RunPlan plan) {
        this.terminal = terminal;
        this.plan = plan;
    }

    /** Makes topics and starts the topologies, which then wait for what is published. */
    void start(Cluster cluster, FlowSettings flows) {
        try {
            SchemaRegistryClient registry = resources.add(
                    "schema registry client", ClusterOptions.registry(cluster.registryUrl(), terminal.environment()));
            Admin admin = resources.add(
                    "admin client",
                    ClusterOptions.admin(cluster.bootstrapServers(), cluster.clientSettings(), ADMIN_TIMEOUT));
            List<TopicDefinition> topics = TopicDefinition.all(plan.naming(), options(cluster));
            createTopics(cluster, admin, topics);
            StreamsSettings settings = settings(cluster, flows);
            StreamsRuntime runtime = resources.add("streams application", StreamsRuntime.start(settings, registry));
            for (int more = 1; more < plan.instances(); more++) {
                resources.add("streams application", StreamsRuntime.start(settings(cluster, flows), registry));
            }
            started = new Started(cluster, registry, admin, topics, settings, runtime);
        } catch (TopicAdminException | RunFailedException | RegistryException e) {
            throw failed(e);
        } catch (IOException e) {
            throw CommandFailure.failed("no temporary folder for the state of the run: " + e.getMessage(), e);
        }
    }

    /** Of one instance: each has a state directory of its own. */
    private StreamsSettings settings(Cluster cluster, FlowSettings flows) throws IOException {
        Path state = Files.createTempDirectory("stormglass-state-");
        resources.add("state directory", () -> deleteFolder(state));
        return StreamsSettings.replay(plan.naming(), cluster.bootstrapServers(), state)
                .withFlows(flows)
                .withThreads(plan.threads())
                .withClientProperties(cluster.clientSettings())
                .withConsumerPauses(plan.pauses());
    }

    private void createTopics(Cluster cluster, Admin admin, List<TopicDefinition> topics) {
        TopicAdmin topicAdmin = new TopicAdmin(admin, ADMIN_TIMEOUT);
        if (!cluster.embedded() && !plan.keep() && topicAdmin.describe(topics).isEmpty()) {
            // Also where only some of them come into being. Topics that were there before are somebody else's.
            resources.add("topics of the run", () -> delete(admin));
        }
        topicAdmin.createNew(topics);
    }

    /** Where a publisher of this run writes to, and who reads it. */
    EventPublisher.Target target(Pace pace) {
        Started run = running();
        return new EventPublisher.Target(
                plan.naming(), mostUnreadBytes(run.topics()), progress(run.admin(), run.runtime()), pace);
    }

    /** A publisher, closed with the run. */
    EventPublisher publisher(PublisherSettings settings, Pace pace) {
        Started run = running();
        return resources.add(
                "publisher",
                EventPublisher.connect(
                        settings,
                        target(pace),
                        clientSettings(run.cluster()),
                        SchemaIds.register(run.registry(), plan.naming())));
    }

    /** A publisher of batches that others make; closed with the run. */
    BatchPublisher batchPublisher(String fabric, double eventTimePerWallTime) {
        Started run = running();
        BatchPublisher.Settings settings = new BatchPublisher.Settings(
                fabric,
                plan.naming().runId(),
                BATCH_AGENT_ID,
                plan.partitions(),
                plan.partitions(),
                eventTimePerWallTime);
        return resources.add(
                "publisher",
                BatchPublisher.connect(
                        settings,
                        target(Pace.unlimited()),
                        clientSettings(run.cluster()),
                        SchemaIds.register(run.registry(), plan.naming())));
    }

    /**
     * Starts to read the results, on a thread of its own.
     *
     * @param silence longest time in which nothing at all arrives
     * @param watcher is told of each result as it comes
     */
    Reading read(Duration silence, RunWatcher watcher) {
        Started run = running();
        RunReader reader =
                resources.add("reader", new RunReader(run.settings(), run.runtime(), run.registry(), watcher));
        ExecutorService thread = Executors.newSingleThreadExecutor(task -> new Thread(task, "stormglass-results"));
        resources.add("reading thread", () -> stop(thread));
        return new Reading(thread.submit(() -> reader.read(silence)));
    }

    /** Starts to tell of the run's incidents; closed with the run. */
    OnCallSinks tell(SinkSettings sinks) {
        Started run = running();
        return resources.add("sinks", OnCallSinks.start(sinks, run.settings(), run.registry(), () -> true));
    }

    /** Starts to send samples of what the run finds; closed with the run. */
    RemoteWriteSink send(RemoteWriteSettings settings) {
        Started run = running();
        return resources.add("remote write", RemoteWriteSink.start(settings, run.settings(), run.registry()));
    }

    /** Starts to keep what the run finds; closed with the run. */
    PostgresSink keep(PostgresSettings settings) {
        Started run = running();
        return resources.add("PostgreSQL sink", PostgresSink.start(settings, run.settings(), run.registry()));
    }

    /**
     * Serves metrics and the API of the run; closed with it.
     *
     * @return where
     * @throws io.stormglass.streams.http.HttpStartException if the address cannot be bound
     */
    URI serve(HttpSettings http) {
        Started run = running();
        return resources
                .add("HTTP", new WebService(run.runtime(), run.settings(), run.registry()))
                .start(http, ViewSettings.DEFAULT);
    }

    /** Starts to make ECN advice beside the run; closed with it. */
    Recommender advise(RecommenderSettings advice) {
        Started run = running();
        return resources.add(
                "recommender", Recommender.start(advice, run.settings(), run.registry(), PacketQueueWhatIf.standard()));
    }

    /** The topologies. */
    StreamsRuntime runtime() {
        return running().runtime();
    }

    /** What a person is told of an error of a part. */
    static CommandFailure failed(RuntimeException error) {
        return Thread.currentThread().isInterrupted()
                ? CommandFailure.interrupted(error)
                : CommandFailure.failed(String.valueOf(error.getMessage()), error);
    }

    /** Stops what was started. */
    @Override
    public void close() {
        resources.close();
    }

    private Started running() {
        Started run = started;
        if (run == null) {
            throw new IllegalStateException("the run has not been started");
        }
        return run;
    }

    private static void stop(ExecutorService thread) throws InterruptedException {
        thread.shutdownNow();
        if (!thread.awaitTermination(10, TimeUnit.SECONDS)) {
            throw new IllegalStateException("the results are still being read");
        }
    }

    private TopicOptions options(Cluster cluster) {
        TopicOptions options = TopicOptions.DEFAULT.withEventPartitions(plan.partitions());
        return cluster.embedded() ? options.withRetentionBytes(EMBEDDED_RETENTION_BYTES) : options;
    }

    /** A quarter of what the smaller of the two input topics may hold. */
    private long mostUnreadBytes(List<TopicDefinition> topics) {
        return topics.stream()
                        .filter(topic -> topic.name().equals(plan.naming().topic(Topic.FLOW_EVENTS))
                                || topic.name().equals(plan.naming().topic(Topic.PORT_EVENTS)))
                        .mapToLong(
                                topic -> Long.parseLong(topic.settings().getOrDefault("retention.bytes", "1073741824")))
                        .min()
                        .orElseThrow()
                / 4;
    }

    private ReaderProgress progress(Admin admin, StreamsRuntime runtime) {
        GroupProgress group = new GroupProgress(admin, plan.naming().applicationId());
        return partitions -> {
            if (runtime.failure().isCompletedExceptionally()) {
                runtime.failure().join();
            }
            return group.committed(partitions);
        };
    }

    private static Map<String, Object> clientSettings(Cluster cluster) {
        Map<String, Object> settings = new HashMap<>(cluster.clientSettings());
        settings.put("bootstrap.servers", cluster.bootstrapServers());
        return settings;
    }

    private void delete(Admin admin) throws Exception {
        TopicNaming naming = plan.naming();
        String group = naming.applicationId();
        List<String> internal = admin.listTopics().names().get(ADMIN_TIMEOUT.toSeconds(), TimeUnit.SECONDS).stream()
                .filter(name -> name.startsWith(group + "-"))
                .sorted()
                .toList();
        new TopicAdmin(admin, ADMIN_TIMEOUT).delete(naming, internal);
        admin.deleteConsumerGroups(List.of(group)).all().get(ADMIN_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
    }

    private static void deleteFolder(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
