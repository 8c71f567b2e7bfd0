package io.stormglass.cli;

import io.stormglass.emulator.queue.PacketQueueWhatIf;
import io.stormglass.schemas.registry.HttpSchemaRegistryClient;
import io.stormglass.schemas.registry.RegistryException;
import io.stormglass.schemas.registry.SchemaRegistryClient;
import io.stormglass.schemas.topics.TopicNaming;
import io.stormglass.streams.RunFailedException;
import io.stormglass.streams.StreamsRuntime;
import io.stormglass.streams.StreamsSettings;
import io.stormglass.streams.advice.Recommender;
import io.stormglass.streams.http.HttpSettings;
import io.stormglass.streams.http.HttpStartException;
import io.stormglass.streams.metrics.AdviceMetrics;
import io.stormglass.streams.metrics.SinkMetrics;
import io.stormglass.streams.postgres.PostgresSettings;
import io.stormglass.streams.postgres.PostgresSink;
import io.stormglass.streams.remotewrite.RemoteWriteSettings;
import io.stormglass.streams.remotewrite.RemoteWriteSink;
import io.stormglass.streams.sink.OnCallSinks;
import io.stormglass.streams.sink.SinkSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs the streams application on the user's Kafka until it is stopped. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Runs the streams application against a Kafka cluster until it is stopped.",
            "The topics have to exist: 'stormglass topics apply' creates them."
        },
        footer = {
            "",
            "Keys of the configuration (YAML): bootstrapServers, schemaRegistry (url, user, passwordFile, tokenFile),",
            "prefix, threads, stateDir, client (settings of Kafka clients, such as security.protocol),",
            "sinks (alertmanager, webhook: docs/alerts.md), remoteWrite (docs/how-to/metrics-storage.md),",
            "postgres (docs/how-to/postgresql.md), http (metrics, API), advice, flows, pauses, storms, quality, findings",
            "(limits with their defaults: docs/how-to/run.md)."
        })
final class RunCommand implements Callable<Integer> {
    private static final Duration LOOK_AGAIN = Duration.ofMillis(200);
    private static final double NANOS_PER_SECOND = 1e9;

    private final Terminal terminal;

    @Option(names = "--config", paramLabel = "FILE", required = true, description = "YAML configuration.")
    private Path config = Path.of("stormglass.yaml");

    RunCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        RunConfig read = RunConfig.read(config);
        StreamsSettings settings = settings(read);
        SinkSettings told = read.sinks() == null ? null : read.sinks().settings();
        RemoteWriteSettings samples =
                read.remoteWrite() == null ? null : read.remoteWrite().settings();
        PostgresSettings rows = read.postgres() == null ? null : read.postgres().settings(terminal.environment());
        HttpConfig http = read.http();
        HttpSettings address = http == null ? null : http.settings(terminal.environment());
        try (Resources resources = new Resources()) {
            SchemaRegistryClient registry = resources.add(
                    "schema registry client", new HttpSchemaRegistryClient(read.registry(terminal.environment())));
            StreamsRuntime runtime = resources.add("streams application", StreamsRuntime.start(settings, registry));
            terminal.say("running as " + settings.applicationId() + " and " + settings.stormsApplicationId() + " on "
                    + read.bootstrapServers() + ", " + Words.plural(read.threads(), "thread", "threads")
                    + " each; Ctrl-C stops");
            WebService web = resources.add("HTTP", new WebService(runtime, settings, registry));
            if (http != null && address != null) {
                terminal.say("HTTP on " + web.start(address, http.history()));
            }
            if (told != null) {
                OnCallSinks sinks =
                        resources.add("sinks", OnCallSinks.start(told, settings, registry, () -> watches(runtime)));
                web.add(new SinkMetrics(sinks::counters));
            }
            if (samples != null) {
                RemoteWriteSink sink =
                        resources.add("remote write", RemoteWriteSink.start(samples, settings, registry));
                web.add(new SinkMetrics(() -> List.of(sink.counters())));
            }
            if (rows != null) {
                PostgresSink sink = resources.add("PostgreSQL sink", PostgresSink.start(rows, settings, registry));
                web.add(new SinkMetrics(() -> List.of(sink.counters())));
            }
            Optional<Recommender> recommender = read.recommender()
                    .map(advice -> resources.add(
                            "recommender",
                            Recommender.start(advice, settings, registry, PacketQueueWhatIf.standard())));
            recommender.ifPresent(each -> web.add(new AdviceMetrics(each)));
            sayWhenReady(runtime);
            CompletableFuture.anyOf(
                            runtime.failure(),
                            recommender.map(Recommender::failure).orElseGet(CompletableFuture::new))
                    .get();
            return ExitCodes.DONE;
        } catch (InterruptedException e) {
            throw CommandFailure.interrupted(e);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw CommandFailure.failed(String.valueOf(cause.getMessage()), cause);
        } catch (RunFailedException | RegistryException | HttpStartException e) {
            throw CommandFailure.failed(String.valueOf(e.getMessage()), e);
        }
    }

    private static boolean watches(StreamsRuntime runtime) {
        return runtime.ready() && !runtime.failure().isDone();
    }

    private void sayWhenReady(StreamsRuntime runtime) throws InterruptedException {
        long begin = System.nanoTime();
        boolean isReady = false;
        while (!isReady && !runtime.failure().isDone()) {
            isReady = runtime.awaitReady(LOOK_AGAIN);
        }
        if (isReady) {
            terminal.say(String.format(
                    Locale.ROOT, "ready: state restored in %.1f s", (System.nanoTime() - begin) / NANOS_PER_SECOND));
        }
    }

    static StreamsSettings settings(RunConfig config) {
        try {
            StreamsSettings settings = StreamsSettings.live(
                    new TopicNaming(config.prefix(), TopicNaming.LIVE),
                    config.bootstrapServers(),
                    Path.of(config.stateDir()));
            return settings.withThreads(config.threads())
                    .withFlows(config.flows().over(settings.flows()))
                    .withLimits(config.limits())
                    .withClientProperties(config.client());
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage(String.valueOf(e.getMessage()), e);
        }
    }
}
