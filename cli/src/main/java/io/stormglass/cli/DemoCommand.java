package io.stormglass.cli;

import io.stormglass.emulator.scenario.Scenario;
import io.stormglass.fabric.publish.FabricProgress;
import io.stormglass.fabric.publish.FabricPublisher;
import io.stormglass.fabric.scenario.ScenarioFileException;
import io.stormglass.fabric.scenario.ScenarioLibrary;
import io.stormglass.models.ecn.Profile;
import io.stormglass.publisher.PublishException;
import io.stormglass.schemas.registry.RegistryException;
import io.stormglass.schemas.topics.TopicNaming;
import io.stormglass.streams.ConsumerPauses;
import io.stormglass.streams.FlowSettings;
import io.stormglass.streams.RunFailedException;
import io.stormglass.streams.advice.RecommenderSettings;
import io.stormglass.streams.http.HttpSettings;
import io.stormglass.streams.http.HttpStartException;
import io.stormglass.streams.results.RunResults;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** An emulated fabric with faults on a schedule, through the whole system, told while it happens. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Shows Stormglass at work where there is no fabric: an emulated one, with faults on a schedule.",
            "Kafka, schema registry and topologies run inside this process. Storms, queues and flows are told as they are",
            "found; lines of 'emulator' say what was done to the fabric, which the stream processors are not told.",
            "The faults of a scenario come again each time that its duration has passed, until Ctrl-C or for --seconds."
        })
final class DemoCommand implements Callable<Integer> {
    private static final Duration SILENCE = Duration.ofMinutes(5);
    private static final long LOOK_MILLIS = 100;
    private static final long STATUS_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final String NAME = "demo";

    private final Terminal terminal;

    @Option(
            names = "--scenario",
            paramLabel = "S",
            description = "One of 'stormglass scenarios', or a file of your own (default: ${DEFAULT-VALUE}).",
            defaultValue = NAME)
    private String scenario = NAME;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "Ends after so many seconds on the clock (default: goes on until Ctrl-C).")
    private int seconds;

    @Option(
            names = "--speed",
            paramLabel = "N",
            description =
                    "Event time per wall time, as far as the machine allows (default: ${DEFAULT-VALUE}); what was reached is told.",
            defaultValue = "4")
    private double speed = 4;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Another fabric of the same kind (default: ${DEFAULT-VALUE}).",
            defaultValue = "1")
    private long seed = 1;

    @Option(
            names = "--port",
            paramLabel = "P",
            description =
                    "Port of 127.0.0.1 where API and metrics are served (default: 8080 or, where that is taken, a free one).")
    private @Nullable Integer port;

    DemoCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws Exception {
        checkOptions();
        DemoSchedule schedule = load();
        try (Resources resources = new Resources()) {
            Cluster.Starting starting = resources.add("embedded stack", Cluster.embedded(null));
            RunPlan plan = new RunPlan(TopicNaming.replay(NAME), 2, 2, 1, null, false, ConsumerPauses.NONE);
            RunPipeline pipeline = resources.add("run", new RunPipeline(terminal, plan));
            terminal.say("starting Kafka, a schema registry and the stream processors in this process");
            pipeline.start(starting.await(), FlowSettings.defaults());
            terminal.say("API and metrics on " + serve(pipeline));
            show(schedule, resources, pipeline);
            return ExitCodes.DONE;
        } catch (InterruptedException | InterruptException e) {
            throw CommandFailure.interrupted(e);
        } catch (RunFailedException | PublishException | RegistryException | HttpStartException e) {
            throw RunPipeline.failed(e);
        }
    }

    private void checkOptions() {
        if (port != null && (port < 0 || port > 65_535)) {
            throw CommandFailure.usage("--port is " + port + "; give 0 to 65535", null);
        }
        if (seconds < 0) {
            throw CommandFailure.usage("--seconds is " + seconds + "; give 1 and up", null);
        }
        if (!(speed > 0) || speed > 1000) {
            throw CommandFailure.usage("--speed is " + speed + "; give a number above 0, at most 1000", null);
        }
    }

    private URI serve(RunPipeline pipeline) {
        if (port != null) {
            return pipeline.serve(HttpSettings.loopback(port));
        }
        try {
            return pipeline.serve(HttpSettings.loopback(HttpConfig.PORT));
        } catch (HttpStartException e) {
            return pipeline.serve(HttpSettings.loopback(0));
        }
    }

    private DemoSchedule load() {
        try {
            return new DemoSchedule(ScenarioLibrary.load(scenario));
        } catch (ScenarioFileException e) {
            throw CommandFailure.usage(String.valueOf(e.getMessage()), e);
        }
    }

    private void show(DemoSchedule schedule, Resources resources, RunPipeline pipeline) throws InterruptedException {
        Scenario repeated = schedule.repeated();
        long startNanos = Math.floorDiv(System.currentTimeMillis() * 1_000_000, TICK_NANOS) * TICK_NANOS;
        DemoStory story = new DemoStory(startNanos, names(repeated), terminal.out()::println, terminal.colours());
        FabricPublisher publisher = new FabricPublisher(
                new FabricPublisher.Plan(repeated, seed, startNanos).withInventory(),
                FabricPublisher.Timing.scaled(speed),
                pipeline.batchPublisher(repeated.telemetry().fabric(), speed));
        RunPipeline.Reading reading = pipeline.read(SILENCE, story);
        pipeline.advise(RecommenderSettings.of(Profile.BALANCED));
        terminal.out().println(DemoText.head(repeated, speed));
        CompletableFuture<FabricProgress> fabric = new CompletableFuture<>();
        Thread emulating = new Thread(() -> emulate(publisher, fabric), "stormglass-fabric");
        emulating.setDaemon(true);
        resources.add("emulated fabric", () -> {
            publisher.stop();
            emulating.interrupt();
            emulating.join(TimeUnit.SECONDS.toMillis(10));
        });
        emulating.start();
        FabricProgress end = follow(publisher, fabric, new Telling(story, schedule, startNanos, reading));
        RunResults results = reading.await();
        terminal.out().print(DemoText.end(end, story, results));
        terminal.out().flush();
    }

    private static DemoStory.Names names(Scenario scenario) {
        Map<String, String> hosts = new HashMap<>();
        Map<String, String> racks = new HashMap<>();
        for (int host = 0; host < scenario.topology().hosts(); host++) {
            hosts.put(scenario.names().address(host), scenario.names().device(host));
            racks.put(scenario.names().device(host), scenario.names().rack(host));
        }
        return new DemoStory.Names(
                address -> hosts.getOrDefault(address, address), host -> racks.getOrDefault(host, ""));
    }

    /** Who is told of what the emulator does. */
    private record Telling(DemoStory story, DemoSchedule schedule, long startNanos, RunPipeline.Reading reading) {
        void upTo(long eventNanos) {
            schedule.happenedBy(eventNanos).forEach(each -> story.emulator(startNanos + each.atNanos(), each.what()));
        }
    }

    private static void emulate(FabricPublisher publisher, CompletableFuture<FabricProgress> done) {
        try {
            done.complete(publisher.run());
        } catch (RuntimeException | Error e) {
            done.completeExceptionally(e);
        }
    }

    /** Waits for the end, or brings it about, and tells meanwhile how far the fabric is. */
    private FabricProgress follow(FabricPublisher publisher, CompletableFuture<FabricProgress> fabric, Telling telling)
            throws InterruptedException {
        long begin = System.nanoTime();
        long status = begin + STATUS_NANOS;
        while (true) {
            try {
                FabricProgress end = fabric.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                telling.upTo(end.eventNanos());
                return end;
            } catch (TimeoutException e) {
                FabricProgress progress = publisher.progress();
                telling.upTo(progress.eventNanos());
                long now = System.nanoTime();
                if (now >= status) {
                    status += STATUS_NANOS;
                    terminal.out().println(DemoText.status(progress, telling.story(), telling.startNanos()));
                }
                if (telling.reading().results().isDone()) {
                    // They end with the run, or fail: then nobody would tell of what is published.
                    publisher.stop();
                }
                if (seconds > 0 && now - begin >= TimeUnit.SECONDS.toNanos(seconds)) {
                    publisher.stop();
                }
            } catch (ExecutionException e) {
                throw e.getCause() instanceof RuntimeException cause ? cause : new CompletionException(e.getCause());
            }
        }
    }
}
