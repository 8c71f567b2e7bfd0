package io.stormglass.cli;

import io.stormglass.capture.Inspection;
import io.stormglass.models.event.ObserverRole;
import io.stormglass.models.event.Scope;
import io.stormglass.publisher.BatchLimits;
import io.stormglass.publisher.EventPublisher;
import io.stormglass.publisher.GroupProgress;
import io.stormglass.publisher.Pace;
import io.stormglass.publisher.PublishCounts;
import io.stormglass.publisher.PublishException;
import io.stormglass.publisher.PublisherSettings;
import io.stormglass.publisher.ReaderProgress;
import io.stormglass.replay.LinksFile;
import io.stormglass.replay.Replay;
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
import io.stormglass.streams.results.RunReader;
import io.stormglass.streams.results.RunResults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;

/**
 * One replay through Kafka: topics, topologies, publisher and reader of one run, started together and closed together.
 */
final class ReplayRun implements AutoCloseable {
    private static final Duration ADMIN_TIMEOUT = Duration.ofSeconds(30);
    /** Embedded topics live in a temporary folder: a sixteenth of a usual disk is all they may take. */
    private static final long EMBEDDED_RETENTION_BYTES = 256L << 20;

    private static final Duration SILENCE = Duration.ofMinutes(5);
    private static final Duration SILENCE_WHEN_PACED = Duration.ofDays(3650);
    private static final String AGENT_ID = "replay";

    private final Terminal terminal;
    private final Replay replay;
    private final LinksFile links;
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

    ReplayRun(Terminal terminal, Replay replay, LinksFile links, RunPlan plan) {
        this.terminal = terminal;
        this.replay = replay;
        this.links = links;
        this.plan = plan;
    }

    /** Makes topics and starts the topologies, which then wait for what is published. */
    void start(Cluster cluster) {
        try {
            SchemaRegistryClient registry = resources.add(
                    "schema registry client", ClusterOptions.registry(cluster.registryUrl(), terminal.environment()));
            Admin admin = resources.add(
                    "admin client", ClusterOptions.admin(cluster.bootstrapServers(), cluster.clientSettings()));
            List<TopicDefinition> topics = TopicDefinition.all(plan.naming(), options(cluster));
            createTopics(cluster, admin, topics);
            Path state = Files.createTempDirectory("stormglass-state-");
            resources.add("state directory", () -> deleteFolder(state));
            // Captures are merged before they are published: of every flow one observer tells, who waits for nobody.
            FlowSettings flows = FlowSettings.defaults().withReorder(Duration.ZERO);
            StreamsSettings settings = StreamsSettings.replay(plan.naming(), cluster.bootstrapServers(), state)
                    .withFlows(flows)
                    .withThreads(plan.threads())
                    .withClientProperties(cluster.clientSettings())
                    .withConsumerPauses(plan.pauses());
            StreamsRuntime runtime = resources.add("streams application", StreamsRuntime.start(settings, registry));
            started = new Started(cluster, registry, admin, topics, settings, runtime);
        } catch (TopicAdminException | RunFailedException | RegistryException e) {
            throw failed(e);
        } catch (IOException e) {
            throw CommandFailure.failed("no temporary folder for the state of the run: " + e.getMessage(), e);
        }
    }

    private void createTopics(Cluster cluster, Admin admin, List<TopicDefinition> topics) {
        TopicAdmin topicAdmin = new TopicAdmin(admin, ADMIN_TIMEOUT);
        if (!cluster.embedded() && !plan.keep() && topicAdmin.describe(topics).isEmpty()) {
            // Also where only some of them come into being. Topics that were there before are somebody else's.
            resources.add("topics of the run", () -> delete(admin));
        }
        topicAdmin.createNew(topics);
    }

    /**
     * Publishes the captures and reads what came of it.
     *
     * @param report is given what was found, before everything is closed: nobody should wait for that
     */
    void publish(Inspection inspection, Consumer<ReplayReport> report) throws InterruptedException {
        Started run = started;
        if (run == null) {
            throw new IllegalStateException("the run has not been started");
        }
        try {
            EventPublisher.Target target = new EventPublisher.Target(
                    plan.naming(), mostUnreadBytes(run.topics()), progress(run.admin(), run.runtime()), pace());
            EventPublisher publisher = resources.add(
                    "publisher",
                    EventPublisher.connect(
                            publisherSettings(inspection),
                            target,
                            clientSettings(run.cluster()),
                            SchemaIds.register(run.registry(), plan.naming())));
            RunReader reader = resources.add("reader", new RunReader(run.settings(), run.runtime(), run.registry()));
            report.accept(publishAndRead(publisher, reader, inspection));
        } catch (RunFailedException | PublishException | RegistryException e) {
            throw failed(e);
        }
    }

    /** Stops what was started. */
    @Override
    public void close() {
        resources.close();
    }

    private static CommandFailure failed(RuntimeException error) {
        return Thread.currentThread().isInterrupted()
                ? CommandFailure.interrupted(error)
                : CommandFailure.failed(String.valueOf(error.getMessage()), error);
    }

    private ReplayReport publishAndRead(EventPublisher publisher, RunReader reader, Inspection inspection)
            throws InterruptedException {
        ExecutorService thread = Executors.newSingleThreadExecutor(task -> new Thread(task, "stormglass-results"));
        resources.add("reading thread", () -> stop(thread));
        long startedNanos = System.nanoTime();
        Duration silence = plan.speed() == null ? SILENCE : SILENCE_WHEN_PACED;
        // Results are read while they are made: their topics are bounded by size as well.
        Future<RunResults> results = thread.submit(() -> reader.read(silence));
        long pausesNotAttributed = publish(publisher, inspection);
        RunResults found = await(results);
        double seconds = Math.max(1, System.nanoTime() - startedNanos) / 1e9;
        PublishCounts counts = publisher.counts();
        List<String> assumptions = new ArrayList<>(links.assumptions());
        assumptions.addAll(inspection.assumptions());
        return new ReplayReport(
                plan.naming().runId(),
                counts.flowRecords(),
                counts.portRecords(),
                counts.events(),
                counts.late(),
                pausesNotAttributed,
                found.deadLetters(),
                List.copyOf(found.flows().values()),
                List.copyOf(found.incidents().values()),
                List.copyOf(found.modes().values()),
                inspection,
                assumptions,
                Math.rint(counts.events() / seconds));
    }

    private long publish(EventPublisher publisher, Inspection inspection) {
        Long first = inspection.firstNanos();
        Long last = inspection.lastNanos();
        double span = first == null || last == null ? 1 : Math.max(1, last - first);
        long from = first == null ? 0 : first;
        try (ProgressBar bar = new ProgressBar(terminal, "replay")) {
            long pausesNotAttributed = replay.emit(inspection, publisher, timeNanos -> {
                if (Thread.currentThread().isInterrupted()) {
                    throw CommandFailure.interrupted(null);
                }
                bar.show((timeNanos - from) / span);
            });
            publisher.end();
            return pausesNotAttributed;
        }
    }

    private static RunResults await(Future<RunResults> results) throws InterruptedException {
        try {
            return results.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RunFailedException failed) {
                throw failed;
            }
            throw new IllegalStateException("the results cannot be read", e.getCause());
        }
    }

    private static void stop(ExecutorService thread) throws InterruptedException {
        thread.shutdownNow();
        if (!thread.awaitTermination(10, TimeUnit.SECONDS)) {
            throw new IllegalStateException("the results are still being read");
        }
    }

    private PublisherSettings publisherSettings(Inspection inspection) {
        return new PublisherSettings(
                links.fabric(),
                plan.naming().runId(),
                AGENT_ID,
                0,
                ObserverRole.CAPTURE,
                Scope.FLOW,
                plan.partitions(),
                plan.partitions(),
                replay.reorderNanos(inspection),
                BatchLimits.DEFAULT);
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

    private Pace pace() {
        Double speed = plan.speed();
        return speed == null ? Pace.unlimited() : Pace.realTime(speed);
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
