package io.stormglass.bench;

import io.stormglass.embedded.EmbeddedConfig;
import io.stormglass.embedded.EmbeddedStack;
import io.stormglass.schemas.registry.HttpSchemaRegistryClient;
import io.stormglass.schemas.registry.RegistryConfig;
import io.stormglass.schemas.topics.TopicAdmin;
import io.stormglass.schemas.topics.TopicDefinition;
import io.stormglass.schemas.topics.TopicNaming;
import io.stormglass.schemas.topics.TopicOptions;
import io.stormglass.streams.FlowSettings;
import io.stormglass.streams.StreamsCounters.Count;
import io.stormglass.streams.StreamsRuntime;
import io.stormglass.streams.StreamsSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;

/**
 * Rate of the topologies with models beside every flow, and with the models replaced by nothing but counters, in turn in one JVM with the
 * broker. Everything is published before the topologies start; the rate is that of the middle, from a tenth to the whole.
 *
 * <p>Usage: {@code ModelRates [CAPTURE.pcap] [ROUNDS]}; without a capture it writes one of 4,000,000 packets.
 */
public final class ModelRates {
    private static final int PARTITIONS = 2;
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private ModelRates() {}

    public static void main(String[] args) throws Exception {
        Path folder = Files.createTempDirectory("stormglass-bench");
        Path capture = args.length > 0 ? Path.of(args[0]) : folder.resolve("capture.pcap");
        if (args.length == 0) {
            CaptureGenerator.write(capture, 4_000_000, 64, 64);
        }
        int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 4;
        FlowSettings models = FlowSettings.defaults().withReorder(Duration.ZERO);
        FlowSettings counters = models.withPresets(null, List.of());
        try (EmbeddedStack stack = EmbeddedStack.start(EmbeddedConfig.temporary())) {
            for (int round = 1; round <= rounds; round++) {
                double with = run(stack, capture, "models-" + round, models);
                double without = run(stack, capture, "counters-" + round, counters);
                System.out.printf(
                        "round %d: with models %,.0f events/s, counters only %,.0f events/s, ratio %.2f%n",
                        round, with, without, with / without);
            }
        }
        if (args.length == 0) {
            Files.delete(capture);
        }
    }

    private static double run(EmbeddedStack stack, Path capture, String run, FlowSettings flows) throws Exception {
        TopicNaming naming = TopicNaming.replay(run);
        Path state = Files.createTempDirectory("stormglass-state");
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", stack.bootstrapServers()));
                HttpSchemaRegistryClient registry =
                        new HttpSchemaRegistryClient(RegistryConfig.parse(stack.registryUrl()))) {
            TopicAdmin topics = new TopicAdmin(admin, Duration.ofSeconds(30));
            topics.createNew(TopicDefinition.all(naming, TopicOptions.DEFAULT.withEventPartitions(PARTITIONS)));
            long events = PublishedCapture.publish(stack, capture, naming, registry, PARTITIONS)
                    .events();
            if (events == 0) {
                throw new IllegalStateException("no events in " + capture);
            }
            StreamsSettings settings = StreamsSettings.replay(naming, stack.bootstrapServers(), state)
                    .withThreads(PARTITIONS)
                    .withFlows(flows);
            double rate;
            try (StreamsRuntime runtime = StreamsRuntime.start(settings, registry)) {
                long begin = await(runtime, events / 10);
                long end = await(runtime, events);
                rate = (events - events / 10) * 1e9 / (end - begin);
            }
            topics.delete(naming, List.of());
            return rate;
        }
    }

    private static long await(StreamsRuntime runtime, long events) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (runtime.counters().get(Count.EVENTS) < events) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException(
                        runtime.counters().get(Count.EVENTS) + " of " + events + " events after " + PATIENCE);
            }
            // A sampling interval: 2 ms of runs of a second and more.
            Thread.sleep(2);
        }
        return System.nanoTime();
    }
}
