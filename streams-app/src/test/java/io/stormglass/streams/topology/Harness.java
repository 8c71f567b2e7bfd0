package io.stormglass.streams.topology;

import io.stormglass.avro.CcMode;
import io.stormglass.avro.FlowState;
import io.stormglass.avro.InventoryEntity;
import io.stormglass.avro.MaintenanceWindow;
import io.stormglass.avro.PortState;
import io.stormglass.avro.StormIncident;
import io.stormglass.models.event.BatchHeader;
import io.stormglass.models.event.Direction;
import io.stormglass.models.event.EntityRole;
import io.stormglass.models.event.FlowBatch;
import io.stormglass.models.event.FlowEvent;
import io.stormglass.models.event.FlowKey;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.ObserverRole;
import io.stormglass.models.event.Pairing;
import io.stormglass.models.event.PortBatch;
import io.stormglass.models.event.PortEvent;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.event.RecordKind;
import io.stormglass.models.event.Scope;
import io.stormglass.models.event.Vantage;
import io.stormglass.schemas.codec.EventCodec;
import io.stormglass.schemas.registry.MemorySchemaRegistry;
import io.stormglass.schemas.registry.SchemaRegistryClient;
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
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;

/** The topologies in a TopologyTestDriver, one partition per topic. */
final class Harness implements AutoCloseable {
    static final long MS = 1_000_000L;
    static final long T0 = 1_700_000_000_000L * MS;
    static final PortKey PORT = new PortKey("f", "leaf1", "e1");

    private static final Duration LOOK = Duration.ofMillis(100);

    final TopicNaming naming = TopicNaming.replay("test");
    final StreamsCounters counters = new StreamsCounters();
    private final SchemaRegistryClient registry;
    private final TopologyTestDriver driver;
    private final AvroSerializer<io.stormglass.avro.FlowEvents> flowEvents;
    private final AvroSerializer<io.stormglass.avro.PortEvents> portEvents;
    private final AvroSerializer<MaintenanceWindow> windows;
    private final AvroSerializer<InventoryEntity> entities;
    private long flowSequence;
    private long portSequence;

    Harness(StreamsMode mode, SchemaRegistryClient registry, RegistryPatience patience) {
        this(mode, registry, patience, FlowSettings.defaults());
    }

    Harness(StreamsMode mode, SchemaRegistryClient registry, RegistryPatience patience, FlowSettings flows) {
        this.registry = registry;
        SchemaIds ids = SchemaIds.register(registry, naming);
        flowEvents = new AvroSerializer<>(io.stormglass.avro.FlowEvents.class, ids.id(Topic.FLOW_EVENTS));
        portEvents = new AvroSerializer<>(io.stormglass.avro.PortEvents.class, ids.id(Topic.PORT_EVENTS));
        windows = new AvroSerializer<>(MaintenanceWindow.class, ids.id(Topic.MAINTENANCE));
        entities = new AvroSerializer<>(InventoryEntity.class, ids.id(Topic.INVENTORY));
        Properties properties = properties();
        driver = new TopologyTestDriver(
                topology(naming, mode, registry, ids, patience, counters, flows),
                properties,
                Instant.ofEpochMilli(T0 / MS));
    }

    /** States every second, and a flow that was silent for two is forgotten. */
    static FlowSettings forgetsSoon() {
        FlowSettings usual = FlowSettings.defaults();
        return new FlowSettings(
                usual.reference(),
                usual.compared(),
                usual.assumedLineBitsPerSecond(),
                usual.reorder(),
                Duration.ofSeconds(1),
                usual.statesPerSecond(),
                Duration.ofSeconds(2));
    }

    static Harness replay() {
        return new Harness(StreamsMode.REPLAY, new MemorySchemaRegistry(), RegistryPatience.of(Duration.ofSeconds(1)));
    }

    static Harness replay(FlowSettings flows) {
        return new Harness(
                StreamsMode.REPLAY, new MemorySchemaRegistry(), RegistryPatience.of(Duration.ofSeconds(1)), flows);
    }

    /** A batch of a flow as the caller made it. */
    void flow(FlowBatch batch) {
        raw(
                Topic.FLOW_EVENTS,
                bytes(Objects.requireNonNull(batch.flow()).text()),
                flowEvents.serialize("t", EventCodec.toAvro(batch)),
                batch.events().get(batch.events().size() - 1).timeNanos());
    }

    static Harness live() {
        return new Harness(StreamsMode.LIVE, new MemorySchemaRegistry(), RegistryPatience.of(Duration.ofSeconds(1)));
    }

    /** Time passes without a record, and the thread looks for one again and again. */
    void silence(Duration wallTime) {
        for (Duration left = wallTime; left.isPositive(); left = left.minus(LOOK)) {
            driver.advanceWallClockTime(left.compareTo(LOOK) < 0 ? left : LOOK);
        }
    }

    /** The thread stands still. */
    void stall(Duration wallTime) {
        driver.advanceWallClockTime(wallTime);
    }

    static Properties properties() {
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "test");
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
        properties.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true);
        return properties;
    }

    static Topology topology(
            TopicNaming naming,
            StreamsMode mode,
            SchemaRegistryClient registry,
            SchemaIds ids,
            RegistryPatience patience,
            StreamsCounters counters,
            FlowSettings flows) {
        return StormglassTopology.build(
                new TopologyInputs(
                        naming,
                        mode,
                        1,
                        1,
                        ids,
                        registry,
                        patience,
                        counters,
                        flows,
                        Limits.defaults(),
                        100 * MS,
                        true),
                new StreamsConfig(properties()));
    }

    BatchHeader header(RecordKind kind, long sequence, long watermarkNanos) {
        return new BatchHeader(
                kind,
                "f",
                "test",
                "agent",
                1,
                sequence,
                ObserverRole.CAPTURE,
                Scope.FLOW,
                1,
                false,
                watermarkNanos,
                null,
                1.0);
    }

    void raw(Topic topic, byte @Nullable [] key, byte @Nullable [] value, long nanos) {
        TestInputTopic<byte[], byte[]> input =
                driver.createInputTopic(naming.topic(topic), new ByteArraySerializer(), new ByteArraySerializer());
        input.pipeInput(new TestRecord<>(key, value, Instant.ofEpochMilli(nanos / MS)));
    }

    void maintenance(MaintenanceWindow window, long nanos) {
        raw(
                Topic.MAINTENANCE,
                bytes(window.getFabric() + "/" + window.getWindowId()),
                windows.serialize("t", window),
                nanos);
    }

    void inventory(String key, @Nullable InventoryEntity entity, long nanos) {
        raw(Topic.INVENTORY, bytes(key), entity == null ? null : entities.serialize("t", entity), nanos);
    }

    byte[] flowValue(FlowKey flow, List<FlowEvent> events) {
        return flowValue(flow, "", events);
    }

    byte[] flowValue(FlowKey flow, String mergesProvisionalKey, List<FlowEvent> events) {
        FlowBatch batch = new FlowBatch(
                header(RecordKind.EVENTS, flowSequence++, 0),
                flow,
                -1,
                3,
                26,
                0,
                Vantage.SENDER,
                Pairing.PSN,
                mergesProvisionalKey,
                List.of(),
                events);
        return Objects.requireNonNull(flowEvents.serialize("t", EventCodec.toAvro(batch)));
    }

    void flow(FlowKey flow, FlowEvent... events) {
        raw(
                Topic.FLOW_EVENTS,
                bytes(flow.text()),
                flowValue(flow, List.of(events)),
                events[events.length - 1].timeNanos());
    }

    void merging(FlowKey flow, String provisional, FlowEvent... events) {
        raw(
                Topic.FLOW_EVENTS,
                bytes(flow.text()),
                flowValue(flow, provisional, List.of(events)),
                events[events.length - 1].timeNanos());
    }

    byte[] portValue(PortKey port, @Nullable LinkFacts link, List<PortEvent> events) {
        PortBatch batch = new PortBatch(
                header(RecordKind.EVENTS, portSequence++, 0), port, 100_000_000_000L, link, List.of(), events);
        return Objects.requireNonNull(portEvents.serialize("t", EventCodec.toAvro(batch)));
    }

    void port(PortKey port, @Nullable LinkFacts link, List<PortEvent> events) {
        raw(
                Topic.PORT_EVENTS,
                bytes(port.text()),
                portValue(port, link, events),
                events.get(events.size() - 1).timeNanos());
    }

    /** A tick, heartbeat or end mark. */
    static FlowBatch withoutEvents(BatchHeader header) {
        return new FlowBatch(header, null, -1, -1, -1, 0, Vantage.UNKNOWN, Pairing.UNKNOWN, "", List.of(), List.of());
    }

    /** Progress or end on both input topics. */
    void mark(RecordKind kind, long nanos) {
        markFlows(kind, nanos);
        markPorts(kind, nanos);
    }

    void markFlows(RecordKind kind, long nanos) {
        FlowBatch flow = withoutEvents(header(kind, flowSequence++, nanos));
        raw(Topic.FLOW_EVENTS, bytes("tick|agent"), flowEvents.serialize("t", EventCodec.toAvro(flow)), nanos);
    }

    void markPorts(RecordKind kind, long nanos) {
        PortBatch port = new PortBatch(header(kind, portSequence++, nanos), null, 0, null, List.of(), List.of());
        raw(Topic.PORT_EVENTS, bytes("tick|agent"), portEvents.serialize("t", EventCodec.toAvro(port)), nanos);
    }

    static LinkFacts hostLink() {
        return hostLink("host3", 100_000_000_000L, List.of());
    }

    /** A port of a leaf with a host behind it; a speed of 0 is unknown. */
    static LinkFacts hostLink(String host, long bitsPerSecond, List<String> addresses) {
        return new LinkFacts(
                EntityRole.LEAF,
                host,
                "eth0",
                EntityRole.HOST,
                bitsPerSecond,
                false,
                "",
                "",
                addresses,
                "",
                "",
                0,
                null,
                "file");
    }

    /** A host that pauses priority 3 without a break from 5 ms to 2005 ms, with traffic before, in batches of 10 ms. */
    void stormAt(PortKey port) {
        port(port, hostLink(), List.of(new PortEvent.Traffic(T0, Direction.TX, 3, 10, 10_000, 0)));
        for (long slice = 0; slice < 2010; slice += 10) {
            List<PortEvent> events = new ArrayList<>();
            for (long us = slice * 1000; us < (slice + 10) * 1000; us += 300) {
                if (us >= 5000 && us < 2_005_000) {
                    events.add(new PortEvent.PfcFrame(T0 + us * 1000, Direction.RX, 3, 65_535));
                }
            }
            if (!events.isEmpty()) {
                port(port, null, events);
            }
            if ((slice + 10) % 50 == 0) {
                mark(RecordKind.TICK, T0 + (slice + 10) * MS);
            }
        }
        mark(RecordKind.TICK, T0 + 3000 * MS);
    }

    List<TestRecord<byte[], byte[]>> read(Topic topic) {
        return driver.createOutputTopic(naming.topic(topic), new ByteArrayDeserializer(), new ByteArrayDeserializer())
                .readRecordsToList();
    }

    private <T extends SpecificRecord> List<T> values(Topic topic, Class<T> type) {
        AvroDeserializer<T> reader = new AvroDeserializer<>(type, registry);
        List<T> values = new ArrayList<>();
        for (TestRecord<byte[], byte[]> record : read(topic)) {
            T value = reader.deserialize("t", record.value());
            if (value != null) {
                values.add(value);
            }
        }
        return values;
    }

    List<StormIncident> incidents() {
        return values(Topic.STORM_INCIDENTS, StormIncident.class);
    }

    List<CcMode> modes() {
        return values(Topic.CC_MODES, CcMode.class);
    }

    List<FlowState> flowStates() {
        return values(Topic.FLOW_STATES, FlowState.class);
    }

    List<PortState> portStates() {
        return values(Topic.PORT_STATES, PortState.class);
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        driver.close();
    }
}
