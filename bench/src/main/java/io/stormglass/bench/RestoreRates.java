package io.stormglass.bench;

import io.stormglass.avro.FlowState;
import io.stormglass.embedded.EmbeddedConfig;
import io.stormglass.embedded.EmbeddedStack;
import io.stormglass.models.event.FlowAttributes;
import io.stormglass.models.event.FlowEvent;
import io.stormglass.models.event.FlowEventKind;
import io.stormglass.models.event.FlowKey;
import io.stormglass.models.event.ObserverRole;
import io.stormglass.models.event.Pairing;
import io.stormglass.models.event.Scope;
import io.stormglass.models.event.Transport;
import io.stormglass.models.event.Vantage;
import io.stormglass.publisher.BatchLimits;
import io.stormglass.publisher.EventPublisher;
import io.stormglass.publisher.GroupProgress;
import io.stormglass.publisher.Pace;
import io.stormglass.publisher.PublisherSettings;
import io.stormglass.schemas.registry.HttpSchemaRegistryClient;
import io.stormglass.schemas.registry.RegistryConfig;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.schemas.topics.TopicAdmin;
import io.stormglass.schemas.topics.TopicDefinition;
import io.stormglass.schemas.topics.TopicNaming;
import io.stormglass.schemas.topics.TopicOptions;
import io.stormglass.schemas.wire.AvroDeserializer;
import io.stormglass.schemas.wire.SchemaIds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * One instance of {@code run} with many flows in a small heap: how much it holds, and how long it takes until it runs again after
 * {@code kill -9} with an empty state directory. The broker is in this process, the instance in one of its own.
 *
 * <p>Every flow is told of a number of times, so that the changelog has as many updates of it. After the restart every flow is told of once
 * more, and the state of each has to have counted all of it.
 *
 * <p>Usage: {@code RestoreRates [FLOWS] [UPDATES] [PARTITIONS] [THREADS] [KEY=VALUE of the Kafka clients...]}; the options of the instance's
 * JVM are in the property {@code instance.options}, separated by blanks.
 */
public final class RestoreRates {
    private static final int PACKETS = 3;
    private static final int PACKET_BYTES = 4096;
    private static final long LINE = 100_000_000_000L;
    /** Between two events of different flows: 250,000 flows a second, as many as an instance is to take. */
    private static final long STEP_NANOS = 4_000;

    private static final long CLOSING_NANOS = 100_000_000;
    private static final long MOST_UNREAD_BYTES = 64L << 20;
    /** A fifth of the default: on two cores a million flows that are all published would leave no time to take what comes. */
    private static final int STATES_PER_SECOND = 10_000;

    private static final int TURNS_BETWEEN_WORDS = 50;
    private static final Duration PATIENCE = Duration.ofMinutes(15);

    private final EmbeddedStack stack;
    private final HttpSchemaRegistryClient registry;
    private final Admin admin;
    private final TopicNaming naming = TopicNaming.live();
    private final int flows;
    private final int partitions;
    private final FlowKey[] keys;
    private final FlowKey closing;

    private RestoreRates(
            EmbeddedStack stack, HttpSchemaRegistryClient registry, Admin admin, int flows, int partitions) {
        this.stack = stack;
        this.registry = registry;
        this.admin = admin;
        this.flows = flows;
        this.partitions = partitions;
        keys = new FlowKey[flows];
        for (int i = 0; i < flows; i++) {
            keys[i] = FlowKey.roce("bench", Transport.ROCEV2, address(i / 64), address(100_000 + i % 64), i);
        }
        closing = FlowKey.roce("bench", Transport.ROCEV2, address(200_000), address(200_001), flows);
    }

    /**
     * How much is told.
     *
     * @param flows flows
     * @param updates how often each is told of before the instance is killed
     */
    record Load(int flows, int updates, int partitions, int threads) {}

    /**
     * What was seen.
     *
     * @param readySeconds from the start of the process with an empty state directory until it runs
     * @param counted flows whose newest state has counted everything, before and after
     */
    record Result(double readySeconds, int counted) {}

    public static void main(String[] args) throws Exception {
        Load load = new Load(
                argument(args, 0, 1_000_000), argument(args, 1, 10), argument(args, 2, 4), argument(args, 3, 2));
        Result result = measure(load, List.of(args).subList(Math.min(4, args.length), args.length));
        if (result.counted < load.flows) {
            throw new IllegalStateException("not every flow counted everything");
        }
    }

    static Result measure(Load load, List<String> client) throws Exception {
        Path folder = Files.createTempDirectory("stormglass-restore");
        // The embedded broker's own buffer is for small topics.
        EmbeddedConfig config = EmbeddedConfig.temporary()
                .withBrokerSetting("log.cleaner.dedupe.buffer.size", String.valueOf(128 << 20));
        try (EmbeddedStack stack = EmbeddedStack.start(config);
                HttpSchemaRegistryClient registry =
                        new HttpSchemaRegistryClient(RegistryConfig.parse(stack.registryUrl()));
                Admin admin = Admin.create(Map.of("bootstrap.servers", stack.bootstrapServers()))) {
            RestoreRates bench = new RestoreRates(stack, registry, admin, load.flows, load.partitions);
            new TopicAdmin(admin, Duration.ofSeconds(30))
                    .createNew(TopicDefinition.all(
                            bench.naming, TopicOptions.DEFAULT.withEventPartitions(load.partitions)));
            return bench.measure(load.updates, bench.config(folder, load.threads, client), folder.resolve("state"));
        } finally {
            delete(folder);
        }
    }

    private static int argument(String[] args, int index, int otherwise) {
        return args.length > index ? Integer.parseInt(args[index]) : otherwise;
    }

    private Path config(Path folder, int threads, List<String> client) throws IOException {
        String settings = client.isEmpty()
                ? ""
                : client.stream()
                        .map(each -> "  " + each.replaceFirst("=", ": \"") + "\"\n")
                        .collect(Collectors.joining("", "client:\n", ""));
        return Files.writeString(
                folder.resolve("run.yaml"),
                "bootstrapServers: " + stack.bootstrapServers() + "\nschemaRegistry:\n  url: " + stack.registryUrl()
                        + "\nthreads: " + threads + "\nstateDir: " + folder.resolve("state")
                        + "\nflows:\n  statesPerSecond: " + STATES_PER_SECOND + "\n" + settings);
    }

    private Result measure(int updates, Path config, Path state) throws Exception {
        long begin = System.nanoTime();
        Instance instance = Instance.start(config);
        System.out.printf("%,d flows, %d updates of each%n", flows, updates);
        System.out.printf("first start: ready after %.1f s%n", instance.readySeconds());
        try (EventPublisher publisher = publisher()) {
            tell(publisher, updates);
            long published = System.nanoTime();
            awaitRead();
            long read = System.nanoTime();
            System.out.printf(
                    Locale.ROOT,
                    "taken: %,.0f records/s (published %.0f s, %.0f s until everything was read)%n",
                    (double) flows * updates * 1e9 / (read - begin),
                    (published - begin) / 1e9,
                    (read - begin) / 1e9);
            System.out.println("heap after a full collection: " + instance.liveHeap());
            sayChangelogs();
            instance.kill();
            delete(state);
            long killed = System.nanoTime();
            instance = Instance.start(config);
            System.out.printf(
                    Locale.ROOT,
                    "after kill -9, empty state directory: ready after %.1f s (%.1f s after the kill)%n",
                    instance.readySeconds(),
                    (System.nanoTime() - killed) / 1e9);
            System.out.println("heap after a full collection: " + instance.liveHeap());
            tell(publisher, 1);
        }
        awaitRead();
        int counted = counted(updates + 1);
        instance.kill();
        return new Result(instance.readySeconds(), counted);
    }

    private EventPublisher publisher() {
        PublisherSettings settings = new PublisherSettings(
                "bench",
                TopicNaming.LIVE,
                "bench",
                1,
                ObserverRole.NIC,
                Scope.FLOW,
                partitions,
                partitions,
                0,
                BatchLimits.DEFAULT);
        EventPublisher.Target target = new EventPublisher.Target(
                naming, MOST_UNREAD_BYTES, new GroupProgress(admin, naming.applicationId()), Pace.unlimited());
        return EventPublisher.connect(
                settings,
                target,
                Map.of("bootstrap.servers", stack.bootstrapServers()),
                SchemaIds.register(registry, naming));
    }

    /** Tells of every flow a number of times: packets, then an acknowledgement with a round-trip time, or a CNP. */
    private void tell(EventPublisher publisher, int times) {
        FlowAttributes attributes = new FlowAttributes(-1, 3, 26, LINE, Vantage.SENDER, Pairing.PSN, false, List.of());
        long now = System.currentTimeMillis() * 1_000_000L;
        for (int time = 0; time < times; time++) {
            for (int i = 0; i < flows; i++) {
                long at = now + ((long) time * flows + i) * STEP_NANOS;
                long bytes = (long) PACKETS * PACKET_BYTES;
                publisher.flowEvent(keys[i], attributes, new FlowEvent(FlowEventKind.SENT, at, PACKETS, bytes, 0, 0));
                publisher.flowEvent(keys[i], attributes, second(at + 1_000, (time + i) % 3, bytes));
            }
        }
        // A slice of time leaves once something newer was told.
        long after = now + (long) times * flows * STEP_NANOS + CLOSING_NANOS;
        publisher.flowEvent(closing, attributes, new FlowEvent(FlowEventKind.SENT, after, 1, PACKET_BYTES, 0, 0));
    }

    private static FlowEvent second(long at, int kind, long bytes) {
        return kind == 0
                ? new FlowEvent(FlowEventKind.CNP_HANDLED, at, 1, 0, 0, 0)
                : new FlowEvent(FlowEventKind.RTT_SAMPLE, at, PACKETS, bytes, 8_000, 0);
    }

    private void awaitRead() throws Exception {
        Map<TopicPartition, Long> ends = ends(naming.topic(Topic.FLOW_EVENTS));
        GroupProgress progress = new GroupProgress(admin, naming.applicationId());
        long begin = System.nanoTime();
        long end = sum(ends);
        long read = 0;
        for (int turn = 0; read < end; turn++) {
            if (System.nanoTime() - begin > PATIENCE.toNanos()) {
                throw new IllegalStateException(
                        "only " + read + " of " + end + " records were read within " + PATIENCE);
            }
            TimeUnit.MILLISECONDS.sleep(100);
            read = sum(progress.committed(ends.keySet()));
            if (turn % TURNS_BETWEEN_WORDS == 0) {
                System.out.printf(
                        "  %,d of %,d records read after %.0f s%n", read, end, (System.nanoTime() - begin) / 1e9);
            }
        }
    }

    private static long sum(Map<TopicPartition, Long> offsets) {
        return offsets.values().stream().mapToLong(Long::longValue).sum();
    }

    private Map<TopicPartition, Long> ends(String topic) throws Exception {
        return offsets(topic, OffsetSpec.latest());
    }

    private Map<TopicPartition, Long> offsets(String topic, OffsetSpec spec) throws Exception {
        Map<TopicPartition, OffsetSpec> asked = IntStream.range(0, partitions)
                .mapToObj(i -> new TopicPartition(topic, i))
                .collect(Collectors.toMap(each -> each, each -> spec));
        Map<TopicPartition, ListOffsetsResultInfo> answer =
                admin.listOffsets(asked).all().get(30, TimeUnit.SECONDS);
        return answer.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, each -> each.getValue().offset()));
    }

    /** Size on disk, all segments. */
    private void sayChangelogs() throws Exception {
        Map<String, Long> bytes =
                admin.describeLogDirs(Set.of(1)).allDescriptions().get(30, TimeUnit.SECONDS).values().stream()
                        .flatMap(folders -> folders.values().stream())
                        .flatMap(folder -> folder.replicaInfos().entrySet().stream())
                        .filter(each -> each.getKey().topic().endsWith("-changelog"))
                        .collect(Collectors.groupingBy(
                                each -> each.getKey().topic(),
                                Collectors.summingLong(each -> each.getValue().size())));
        for (Map.Entry<String, Long> each : bytes.entrySet()) {
            if (each.getValue() > 1 << 20) {
                long written = ends(each.getKey()).values().stream()
                        .mapToLong(Long::longValue)
                        .sum();
                System.out.printf(
                        "%s: %,d MB, %,d offsets written%n", each.getKey(), each.getValue() / 1_000_000, written);
            }
        }
    }

    /** Waits until every flow's newest state has counted all that was told; of how many that is so. */
    private int counted(int updates) {
        BitSet counted = new BitSet(flows);
        AvroDeserializer<FlowState> values = new AvroDeserializer<>(FlowState.class, registry);
        Map<String, Object> settings = Map.of(
                "bootstrap.servers",
                stack.bootstrapServers(),
                "isolation.level",
                "read_committed",
                "auto.offset.reset",
                "earliest");
        long begin = System.nanoTime();
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(IntStream.range(
                            0,
                            consumer.partitionsFor(naming.topic(Topic.FLOW_STATES))
                                    .size())
                    .mapToObj(i -> new TopicPartition(naming.topic(Topic.FLOW_STATES), i))
                    .toList());
            long deadline = begin + PATIENCE.toNanos();
            while (counted.cardinality() < flows && System.nanoTime() < deadline) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(200))) {
                    if (record.value() != null) {
                        look(values.deserialize(record.topic(), record.value()), updates, counted);
                    }
                }
            }
        }
        System.out.printf(
                Locale.ROOT,
                "states that counted all %d updates: %,d of %,d (%.0f s)%n",
                updates,
                counted.cardinality(),
                flows,
                (System.nanoTime() - begin) / 1e9);
        return counted.cardinality();
    }

    private void look(@Nullable FlowState state, int updates, BitSet counted) {
        long wanted = (long) updates * PACKETS;
        if (state == null || state.getDstQp() == flows || state.getPackets() < wanted) {
            return;
        }
        if (state.getPackets() > wanted) {
            throw new IllegalStateException(
                    state.getSrcIp() + " counted " + state.getPackets() + " packets of " + wanted);
        }
        counted.set(state.getDstQp());
    }

    private static String address(int host) {
        return "10." + (host >> 16 & 255) + "." + (host >> 8 & 255) + "." + (host & 255);
    }

    private static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        }
    }
}
