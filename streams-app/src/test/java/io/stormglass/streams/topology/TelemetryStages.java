package io.stormglass.streams.topology;

import io.stormglass.avro.FabricLink;
import io.stormglass.avro.Finding;
import io.stormglass.avro.PortEvents;
import io.stormglass.avro.PortState;
import io.stormglass.avro.PortTransition;
import io.stormglass.avro.StormIncident;
import io.stormglass.avro.TelemetryQuality;
import io.stormglass.models.event.BatchHeader;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.ObserverRole;
import io.stormglass.models.event.PortBatch;
import io.stormglass.models.event.PortEvent;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.event.RecordKind;
import io.stormglass.models.event.Scope;
import io.stormglass.models.time.WatermarkMerge;
import io.stormglass.schemas.RecordHeaders;
import io.stormglass.schemas.codec.EventCodec;
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
import io.stormglass.streams.state.StoredFinding;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** The stages of ports, one per partition, and that of the fabric, over stores that outlive them. */
final class TelemetryStages {
    final List<TelemetryQuality> rows = new ArrayList<>();
    final List<Finding> findings = new ArrayList<>();
    final List<StormIncident> incidents = new ArrayList<>();
    /** What leaves the ports stage: link facts, and states of ports. */
    final List<FabricLink> links = new ArrayList<>();

    final List<PortState> states = new ArrayList<>();
    /** What was refused, and why. */
    final List<String> refused = new ArrayList<>();

    final StreamsCounters counters = new StreamsCounters();
    private final MemorySchemaRegistry registry = new MemorySchemaRegistry();
    private final TopicNaming naming = TopicNaming.replay("test");
    private final SchemaIds ids = SchemaIds.register(registry, naming);
    private final AvroSerializer<PortEvents> values = new AvroSerializer<>(PortEvents.class, ids.id(Topic.PORT_EVENTS));
    private final AvroDeserializer<TelemetryQuality> rowReader =
            new AvroDeserializer<>(TelemetryQuality.class, registry);
    private final AvroDeserializer<StormIncident> incidentReader =
            new AvroDeserializer<>(StormIncident.class, registry);
    private final AvroDeserializer<Finding> findingReader = new AvroDeserializer<>(Finding.class, registry);
    private final AvroDeserializer<FabricLink> linkReader = new AvroDeserializer<>(FabricLink.class, registry);
    private final AvroDeserializer<PortState> stateReader = new AvroDeserializer<>(PortState.class, registry);
    private final TopologyInputs inputs;
    private final List<MockProcessorContext<byte[], byte[]>> portContexts = new ArrayList<>();
    private final List<PortProcessor> ports = new ArrayList<>();
    private final MockProcessorContext<byte[], byte[]> fabricContext;
    private FabricProcessor fabric;
    private final Map<String, Long> sequences = new HashMap<>();
    private final Map<String, TreeSet<Integer>> writes = new HashMap<>();
    private final Map<String, Long> epochs = new HashMap<>();
    private final int restartEvery;
    private int taken;

    /** Restarts every stage after so many records; 0: never. */
    TelemetryStages(Path folder, int partitions, int restartEvery) {
        this.restartEvery = restartEvery;
        inputs = new TopologyInputs(
                naming,
                StreamsMode.REPLAY,
                1,
                partitions,
                ids,
                registry,
                RegistryPatience.of(Duration.ofSeconds(1)),
                counters,
                FlowSettings.defaults(),
                Limits.defaults(),
                100 * Harness.MS,
                true);
        for (int p = 0; p < partitions; p++) {
            MockProcessorContext<byte[], byte[]> context = context(folder, 0, p, Topic.PORT_EVENTS);
            new StageStores(context).ports();
            portContexts.add(context);
            ports.add(started(context));
        }
        fabricContext = context(folder, 1, 0, Topic.PORT_TRANSITIONS);
        StageStores stores = new StageStores(fabricContext);
        Serde<PortTransition> transitions = StoreSerde.of(PortTransition.getEncoder(), PortTransition.getDecoder());
        stores.add(Nodes.FABRIC_WATERMARKS_STORE, Serdes.Integer(), Serdes.Long());
        stores.add(Nodes.FABRIC_FLOW_WATERMARKS_STORE, Serdes.Integer(), Serdes.Long());
        // There are no flows here to wait for.
        KeyValueStore<Integer, Long> flows = fabricContext.getStateStore(Nodes.FABRIC_FLOW_WATERMARKS_STORE);
        flows.put(0, WatermarkMerge.END);
        stores.add(Nodes.FABRIC_PENDING_STORE, Serdes.Bytes(), transitions);
        stores.add(Nodes.FABRIC_LINKS_STORE, Serdes.String(), linkSerde());
        stores.add(Nodes.FABRIC_FACTS_STORE, Serdes.String(), transitions);
        stores.add(
                Nodes.FABRIC_INCIDENTS_STORE,
                Serdes.String(),
                StoreSerde.of(StormIncident.getEncoder(), StormIncident.getDecoder()));
        stores.add(Nodes.FABRIC_CLOCK_STORE, Serdes.String(), Serdes.Long());
        stores.add(Nodes.FABRIC_TELEMETRY_STORE, Serdes.String(), transitions);
        stores.add(
                Nodes.FABRIC_QUALITY_STORE,
                Serdes.String(),
                StoreSerde.of(TelemetryQuality.getEncoder(), TelemetryQuality.getDecoder()));
        stores.add(
                Nodes.FABRIC_FINDINGS_STORE,
                Serdes.String(),
                StoreSerde.of(Finding.getEncoder(), Finding.getDecoder()));
        stores.add(
                Nodes.FABRIC_CONSISTENCY_STORE,
                Serdes.String(),
                StoreSerde.of(StoredFinding.getEncoder(), StoredFinding.getDecoder()));
        fabric = startedFabric();
    }

    private static Serde<FabricLink> linkSerde() {
        return StoreSerde.of(FabricLink.getEncoder(), FabricLink.getDecoder());
    }

    private MockProcessorContext<byte[], byte[]> context(Path folder, int stage, int partition, Topic source) {
        MockProcessorContext<byte[], byte[]> context = new MockProcessorContext<>(
                Harness.properties(),
                new TaskId(stage, partition),
                folder.resolve(stage + "-" + partition).toFile());
        context.setCurrentSystemTimeMs(Harness.T0 / Harness.MS);
        context.setRecordMetadata(naming.topic(source), partition, 0);
        return context;
    }

    private PortProcessor started(MockProcessorContext<byte[], byte[]> context) {
        PortProcessor processor = new PortProcessor(inputs);
        processor.init(context);
        return processor;
    }

    private FabricProcessor startedFabric() {
        FabricProcessor processor = new FabricProcessor(inputs);
        processor.init(fabricContext);
        return processor;
    }

    void newEpoch(String agent) {
        epochs.merge(agent, 1L, Long::sum);
    }

    /** An agent tells of a port. */
    void port(String agent, PortKey port, @Nullable LinkFacts link, PortEvent event) {
        port(agent, port, 0, link, List.of(event));
    }

    /** An agent tells of a port, and of what speed it takes it to be; 0 where it does not know. */
    void port(String agent, PortKey port, long bitsPerSecond, @Nullable LinkFacts link, List<PortEvent> events) {
        int partition = Math.floorMod(port.text().hashCode(), ports.size());
        writes.computeIfAbsent(agent, a -> new TreeSet<>()).add(partition);
        process(
                partition,
                new PortBatch(
                        header(agent, partition, RecordKind.EVENTS, 0), port, bitsPerSecond, link, List.of(), events),
                events.getLast().timeNanos());
    }

    /** A record of an agent without events, wherever it has written to. */
    void mark(String agent, RecordKind kind, long nanos) {
        for (int partition : writes.getOrDefault(agent, new TreeSet<>())) {
            markPartition(agent, kind, nanos, partition);
        }
    }

    /** Progress of the publisher, or its end. */
    void progress(RecordKind kind, long nanos) {
        for (int partition = 0; partition < ports.size(); partition++) {
            markPartition("publisher", kind, nanos, partition);
        }
    }

    private void markPartition(String agent, RecordKind kind, long nanos, int partition) {
        BatchHeader header = header(agent, partition, kind, nanos);
        process(partition, new PortBatch(header, null, 0, null, List.of(), List.of()), nanos);
    }

    private BatchHeader header(String agent, int partition, RecordKind kind, long nanos) {
        long epoch = epochs.getOrDefault(agent, 0L);
        long sequence = sequences.merge(agent + "|" + epoch + "|" + partition, 1L, Long::sum) - 1;
        return new BatchHeader(
                kind, "f", "test", agent, epoch, sequence, ObserverRole.SWITCH, Scope.SWITCH, 1, false, nanos, 0L, 1.0);
    }

    private void process(int partition, PortBatch batch, long nanos) {
        MockProcessorContext<byte[], byte[]> context = portContexts.get(partition);
        byte[] value = Objects.requireNonNull(values.serialize("t", EventCodec.toAvro(batch)));
        ports.get(partition).process(new Record<>(Harness.bytes("key"), value, nanos / Harness.MS));
        context.forwarded().forEach(forward -> {
            if (forward.childName().filter(Nodes.PORT_TRANSITIONS::equals).isPresent()) {
                Record<? extends byte[], ? extends byte[]> told = forward.record();
                fabric.process(new Record<>(told.key(), told.value(), told.timestamp(), told.headers()));
            }
            byte[] told = forward.record().value();
            String to = forward.childName().orElse("");
            if (told != null && to.equals(Nodes.FABRIC_LINKS)) {
                links.add(Objects.requireNonNull(linkReader.deserialize("t", told)));
            } else if (told != null && to.equals(Nodes.PORT_STATES)) {
                states.add(Objects.requireNonNull(stateReader.deserialize("t", told)));
            } else if (told != null && to.equals(Nodes.PORTS_DEAD_LETTERS)) {
                refused.add(new String(
                        forward.record()
                                .headers()
                                .lastHeader(RecordHeaders.REASON)
                                .value(),
                        StandardCharsets.UTF_8));
            }
        });
        context.resetForwards();
        read();
        taken++;
        if (restartEvery > 0 && taken % restartEvery == 0) {
            for (int p = 0; p < ports.size(); p++) {
                ports.set(p, started(portContexts.get(p)));
            }
            fabric = startedFabric();
        }
    }

    private void read() {
        fabricContext.forwarded().forEach(forward -> {
            byte[] value = forward.record().value();
            if (value != null
                    && forward.childName()
                            .filter(Nodes.TELEMETRY_QUALITY::equals)
                            .isPresent()) {
                rows.add(Objects.requireNonNull(rowReader.deserialize("t", value)));
            } else if (value != null
                    && forward.childName().filter(Nodes.FINDINGS::equals).isPresent()) {
                findings.add(Objects.requireNonNull(findingReader.deserialize("t", value)));
            } else if (value != null
                    && forward.childName().filter(Nodes.STORM_INCIDENTS::equals).isPresent()) {
                incidents.add(Objects.requireNonNull(incidentReader.deserialize("t", value)));
            }
        });
        fabricContext.resetForwards();
    }
}
