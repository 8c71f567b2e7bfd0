package io.stormglass.streams.topology;

import io.stormglass.avro.FlowEvents;
import io.stormglass.avro.PortEvents;
import io.stormglass.models.event.BatchHeader;
import io.stormglass.models.event.FlowBatch;
import io.stormglass.models.event.ObserverRole;
import io.stormglass.models.event.PortBatch;
import io.stormglass.models.event.RecordKind;
import io.stormglass.models.event.Scope;
import io.stormglass.models.load.QueueLoad;
import io.stormglass.schemas.Decoded;
import io.stormglass.schemas.RecordHeaders;
import io.stormglass.schemas.codec.EventCodec;
import io.stormglass.schemas.codec.QueueLoadCodec;
import io.stormglass.schemas.registry.MemorySchemaRegistry;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.schemas.topics.TopicNaming;
import io.stormglass.schemas.wire.AvroDeserializer;
import io.stormglass.schemas.wire.AvroSerializer;
import io.stormglass.schemas.wire.SchemaIds;
import io.stormglass.streams.FlowSettings;
import io.stormglass.streams.Limits;
import io.stormglass.streams.StreamsCounters;
import io.stormglass.streams.StreamsMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * The stages of flows, ports and loads, so many tasks of each. Between two tasks records keep their order; which one comes next anywhere is drawn.
 */
final class LoadStages {
    final StreamsCounters counters = new StreamsCounters();
    /** Loads by queue and start of the window, as they were published last. */
    final Map<String, QueueLoad> loads = new TreeMap<>();
    /** How often anything was published. */
    int published;

    final List<String> ends = new ArrayList<>();

    private final int partitions;
    private final SplittableRandom random;
    private final int restartEvery;
    private final MemorySchemaRegistry registry = new MemorySchemaRegistry();
    private final TopicNaming naming = TopicNaming.replay("test");
    private final SchemaIds ids = SchemaIds.register(registry, naming);
    private final AvroSerializer<FlowEvents> flowValues =
            new AvroSerializer<>(FlowEvents.class, ids.id(Topic.FLOW_EVENTS));
    private final AvroSerializer<PortEvents> portValues =
            new AvroSerializer<>(PortEvents.class, ids.id(Topic.PORT_EVENTS));
    private final AvroDeserializer<io.stormglass.avro.QueueLoad> loadReader =
            new AvroDeserializer<>(io.stormglass.avro.QueueLoad.class, registry);
    private final TopologyInputs inputs;
    private final List<Task> tasks = new ArrayList<>();
    private final Map<String, Long> sequences = new HashMap<>();
    private int taken;

    private enum Stage {
        FLOWS(0, Topic.FLOW_EVENTS),
        PORTS(1, Topic.PORT_EVENTS),
        LOADS(2, Topic.QUEUE_MEASURES);

        private final int place;
        private final Topic source;

        Stage(int place, Topic source) {
            this.place = place;
            this.source = source;
        }
    }

    /** A task, what stores it has, and what is still to come to it, by sender. */
    private final class Task {
        final Stage stage;
        final int partition;
        final MockProcessorContext<byte[], byte[]> context;
        final Map<String, Deque<Arrival>> arrivals = new TreeMap<>();
        Processor<byte[], byte[], byte[], byte[]> processor;

        Task(Path folder, Stage stage, int partition) {
            this.stage = stage;
            this.partition = partition;
            context = new MockProcessorContext<>(
                    Harness.properties(),
                    new TaskId(stage.place, partition),
                    folder.resolve(stage + "-" + partition).toFile());
            context.setCurrentSystemTimeMs(Harness.T0 / Harness.MS);
            StageStores stores = new StageStores(context);
            switch (stage) {
                case FLOWS -> stores.flows();
                case PORTS -> stores.ports();
                case LOADS -> stores.loads();
            }
            processor = started();
        }

        private Processor<byte[], byte[], byte[], byte[]> started() {
            Processor<byte[], byte[], byte[], byte[]> made =
                    switch (stage) {
                        case FLOWS -> new FlowProcessor(inputs);
                        case PORTS -> new PortProcessor(inputs);
                        case LOADS -> new LoadProcessor(inputs);
                    };
            made.init(context);
            return made;
        }

        void add(String sender, Arrival arrival) {
            arrivals.computeIfAbsent(sender, s -> new ArrayDeque<>()).add(arrival);
        }
    }

    private record Arrival(Topic topic, Record<byte[], byte[]> record) {}

    /** Restarts every stage after so many records; 0: never. */
    LoadStages(Path folder, int partitions, long seed, int restartEvery) {
        this.partitions = partitions;
        this.restartEvery = restartEvery;
        random = new SplittableRandom(seed);
        inputs = new TopologyInputs(
                naming,
                StreamsMode.REPLAY,
                partitions,
                partitions,
                ids,
                registry,
                RegistryPatience.of(Duration.ofSeconds(1)),
                counters,
                FlowSettings.defaults(),
                Limits.defaults(),
                100 * Harness.MS,
                true);
        for (Stage stage : Stage.values()) {
            for (int p = 0; p < partitions; p++) {
                tasks.add(new Task(folder, stage, p));
            }
        }
    }

    private Task task(Stage stage, int partition) {
        return tasks.get(stage.place * partitions + partition);
    }

    private int partitionOf(byte[] key) {
        return Math.floorMod(Arrays.hashCode(key), partitions);
    }

    /** A header for a record of an agent. */
    BatchHeader header(Topic topic, String agent, ObserverRole role, int partition, RecordKind kind, long nanos) {
        String place = topic + "|" + agent + "|" + partition;
        long sequence = sequences.merge(place, 1L, Long::sum) - 1;
        Scope scope = role == ObserverRole.SWITCH ? Scope.SWITCH : Scope.FLOW;
        return new BatchHeader(kind, "f", "test", agent, 1, sequence, role, scope, 1, false, nanos, null, 1.0);
    }

    /** Something to be read from {@code flow-events}, after what was given before. */
    void flow(String key, String agent, ObserverRole role, Function<BatchHeader, FlowBatch> made) {
        int partition = partitionOf(Harness.bytes(key));
        FlowBatch batch = made.apply(header(Topic.FLOW_EVENTS, agent, role, partition, RecordKind.EVENTS, 0));
        give(Stage.FLOWS, partition, flowValues.serialize("t", EventCodec.toAvro(batch)), key, newest(batch));
    }

    private static long newest(FlowBatch batch) {
        return batch.events().getLast().timeNanos();
    }

    /** Something to be read from {@code port-events}. */
    void port(String key, String agent, Function<BatchHeader, PortBatch> made) {
        int partition = partitionOf(Harness.bytes(key));
        PortBatch batch =
                made.apply(header(Topic.PORT_EVENTS, agent, ObserverRole.SWITCH, partition, RecordKind.EVENTS, 0));
        long nanos = batch.events().getLast().timeNanos();
        give(Stage.PORTS, partition, portValues.serialize("t", EventCodec.toAvro(batch)), key, nanos);
    }

    /** Progress or end, in every partition of both. */
    void mark(RecordKind kind, long nanos) {
        for (int p = 0; p < partitions; p++) {
            FlowBatch flow =
                    Harness.withoutEvents(header(Topic.FLOW_EVENTS, "ticker", ObserverRole.CAPTURE, p, kind, nanos));
            give(Stage.FLOWS, p, flowValues.serialize("t", EventCodec.toAvro(flow)), "tick", nanos);
            PortBatch port = new PortBatch(
                    header(Topic.PORT_EVENTS, "ticker", ObserverRole.CAPTURE, p, kind, nanos),
                    null,
                    0,
                    null,
                    List.of(),
                    List.of());
            give(Stage.PORTS, p, portValues.serialize("t", EventCodec.toAvro(port)), "tick", nanos);
        }
    }

    private void give(Stage stage, int partition, byte @Nullable [] value, String key, long nanos) {
        task(stage, partition)
                .add(
                        "",
                        new Arrival(
                                stage.source,
                                new Record<>(Harness.bytes(key), Objects.requireNonNull(value), nanos / Harness.MS)));
    }

    /** Until nothing is left. */
    void run() {
        while (true) {
            List<Deque<Arrival>> ready = new ArrayList<>();
            List<Task> whose = new ArrayList<>();
            for (Task task : tasks) {
                task.arrivals.values().stream()
                        .filter(queue -> !queue.isEmpty())
                        .forEach(queue -> {
                            ready.add(queue);
                            whose.add(task);
                        });
            }
            if (ready.isEmpty()) {
                return;
            }
            int next = random.nextInt(ready.size());
            process(whose.get(next), ready.get(next).poll());
        }
    }

    private void process(Task task, Arrival arrival) {
        task.context.setRecordMetadata(naming.topic(arrival.topic), task.partition, taken);
        task.processor.process(arrival.record);
        task.context
                .forwarded()
                .forEach(forward -> left(
                        task,
                        forward.childName().orElse(""),
                        new Record<>(
                                forward.record().key(),
                                forward.record().value(),
                                forward.record().timestamp(),
                                forward.record().headers())));
        task.context.resetForwards();
        taken++;
        if (restartEvery > 0 && taken % restartEvery == 0) {
            tasks.forEach(each -> each.processor = each.started());
        }
    }

    private void left(Task from, String sink, Record<byte[], byte[]> record) {
        switch (sink) {
            case Nodes.QUEUE_SIGNS -> toEach(Stage.FLOWS, Topic.QUEUE_SIGNS, from, record);
            case Nodes.PORT_MEASURES, Nodes.FLOW_MEASURES -> {
                if (record.headers().lastHeader(RecordHeaders.MARK) != null) {
                    toEach(Stage.LOADS, Topic.QUEUE_MEASURES, from, record);
                } else {
                    task(Stage.LOADS, partitionOf(record.key()))
                            .add(from.stage + "-" + from.partition, new Arrival(Topic.QUEUE_MEASURES, record));
                }
            }
            case Nodes.QUEUE_LOADS -> took(record);
            default -> {}
        }
    }

    private void toEach(Stage stage, Topic topic, Task from, Record<byte[], byte[]> record) {
        for (int p = 0; p < partitions; p++) {
            task(stage, p).add(from.stage + "-" + from.partition, new Arrival(topic, record));
        }
    }

    private void took(Record<byte[], byte[]> record) {
        if (record.value() == null) {
            ends.add(new String(record.key(), StandardCharsets.UTF_8));
            return;
        }
        published++;
        io.stormglass.avro.QueueLoad avro = Objects.requireNonNull(loadReader.deserialize("t", record.value()));
        if (QueueLoadCodec.toNeutral(avro) instanceof Decoded.Value<QueueLoad> good) {
            QueueLoad load = good.value();
            loads.put(load.queue() + "@" + (load.fromNanos() - Harness.T0) / Harness.MS, load);
        } else {
            throw new AssertionError("a load that cannot be read: " + avro);
        }
    }
}
