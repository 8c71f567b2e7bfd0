package io.stormglass.streams.topology;

import io.stormglass.avro.CcMode;
import io.stormglass.avro.FabricLink;
import io.stormglass.avro.Finding;
import io.stormglass.avro.FlowClassChange;
import io.stormglass.avro.InventoryEntity;
import io.stormglass.avro.PortTransition;
import io.stormglass.avro.QueueNews;
import io.stormglass.avro.StormIncident;
import io.stormglass.avro.TelemetryQuality;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.streams.StreamsMode;
import io.stormglass.streams.state.StoredFacts;
import io.stormglass.streams.state.StoredFinding;
import io.stormglass.streams.state.StoredFlow;
import io.stormglass.streams.state.StoredLoadPart;
import io.stormglass.streams.state.StoredPort;
import io.stormglass.streams.state.StoredProgress;
import io.stormglass.streams.state.StoredSequence;
import io.stormglass.streams.state.StoredTelemetry;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.AutoOffsetReset;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyConfig;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/** Wires the sub-topologies flows, loads, ports and fabric. Every node and store has a name of its own. */
public final class StormglassTopology {
    private final TopologyInputs inputs;
    private final Topology topology;
    private final Changelogs changelogs;

    /** Whether somebody may have to take the state over. */
    private enum Changelogs {
        KEPT,
        NONE
    }

    private StormglassTopology(TopologyInputs inputs, StreamsConfig config, Changelogs changelogs) {
        this.inputs = inputs;
        this.changelogs = changelogs;
        topology = new Topology(new TopologyConfig(config));
    }

    /**
     * How changelogs are kept. A restart reads all that is not compacted: the newest segment never is, so segments are small; what the rest
     * may hold twice is bounded by the ratio, and by a time for those that change little. Marks of forgotten keys outlive any restoration.
     */
    private static Map<String, String> changelogSettings(StreamsMode mode) {
        return switch (mode) {
            // A year-old record is older than any time limit: the changelogs of a replay have none.
            case REPLAY -> Map.of("retention.ms", "-1");
            case LIVE ->
                Map.of(
                        "segment.bytes", String.valueOf(32 << 20),
                        "min.cleanable.dirty.ratio", "0.3",
                        "min.compaction.lag.ms", "0",
                        "max.compaction.lag.ms",
                                String.valueOf(Duration.ofMinutes(10).toMillis()),
                        "delete.retention.ms",
                                String.valueOf(Duration.ofMinutes(30).toMillis()));
        };
    }

    /** The whole topology. */
    public static Topology build(TopologyInputs inputs, StreamsConfig config) {
        return whole(new StormglassTopology(inputs, config, Changelogs.KEPT));
    }

    /** The whole topology for a run that ends with its process: nobody could take over its state. */
    public static Topology inOneProcess(TopologyInputs inputs, StreamsConfig config) {
        return whole(new StormglassTopology(inputs, config, Changelogs.NONE));
    }

    private static Topology whole(StormglassTopology wiring) {
        wiring.flows();
        wiring.loads();
        wiring.storms();
        return wiring.topology;
    }

    /** What follows flows and the loads of queues, for an application of its own. */
    public static Topology ofFlows(TopologyInputs inputs, StreamsConfig config) {
        StormglassTopology wiring = new StormglassTopology(inputs, config, Changelogs.KEPT);
        wiring.flows();
        wiring.loads();
        return wiring.topology;
    }

    /** All but {@link #ofFlows}: what must not wait for flows. */
    public static Topology ofStorms(TopologyInputs inputs, StreamsConfig config) {
        StormglassTopology wiring = new StormglassTopology(inputs, config, Changelogs.KEPT);
        wiring.storms();
        return wiring.topology;
    }

    private void storms() {
        ports();
        maintenance();
        inventory();
        fabric();
        modes();
    }

    private void flows() {
        source(Nodes.FLOWS_SOURCE, Topic.FLOW_EVENTS);
        source(Nodes.FLOW_MERGES_SOURCE, Topic.FLOW_MERGES);
        source(Nodes.QUEUE_SIGNS_SOURCE, Topic.QUEUE_SIGNS);
        topology.addProcessor(
                Nodes.FLOWS,
                () -> new FlowProcessor(inputs),
                Nodes.FLOWS_SOURCE,
                Nodes.FLOW_MERGES_SOURCE,
                Nodes.QUEUE_SIGNS_SOURCE);
        store(Nodes.FLOW_SEQUENCES_STORE, Serdes.String(), sequences(), Nodes.FLOWS);
        store(Nodes.FLOW_PROGRESS_STORE, Serdes.String(), progress(), Nodes.FLOWS);
        store(
                Nodes.FLOW_COUNTERS_STORE,
                Serdes.String(),
                StoreSerde.of(StoredFlow.getEncoder(), StoredFlow.getDecoder()),
                Nodes.FLOWS);
        store(Nodes.FLOW_HELD_STORE, Serdes.String(), Serdes.ByteArray(), Nodes.FLOWS);
        store(Nodes.FLOW_QUEUE_NEWS_STORE, Serdes.Bytes(), queueNews(), Nodes.FLOWS);
        store(Nodes.FLOW_QUEUES_STORE, Serdes.String(), queueNews(), Nodes.FLOWS);
        store(Nodes.FLOW_PORT_PROGRESS_STORE, Serdes.Integer(), Serdes.Long(), Nodes.FLOWS);
        store(
                Nodes.FLOW_LOAD_PARTS_STORE,
                Serdes.Bytes(),
                StoreSerde.of(StoredLoadPart.getEncoder(), StoredLoadPart.getDecoder()),
                Nodes.FLOWS);
        store(Nodes.FLOW_LOAD_NEWS_STORE, Serdes.Bytes(), queueNews(), Nodes.FLOWS);
        store(Nodes.FLOW_LOAD_LINKS_STORE, Serdes.String(), queueNews(), Nodes.FLOWS);
        sink(Nodes.FLOW_STATES, Topic.FLOW_STATES, Nodes.FLOWS);
        sink(Nodes.FLOW_MEASURES, Topic.QUEUE_MEASURES, Nodes.FLOWS);
        sink(Nodes.FLOW_MERGES, Topic.FLOW_MERGES, Nodes.FLOWS);
        sink(Nodes.FLOW_CLASSES, Topic.FLOW_CLASSES, Nodes.FLOWS);
        sink(Nodes.FLOWS_DEAD_LETTERS, Topic.DEAD_LETTERS, Nodes.FLOWS);
    }

    /** Where ports and flows of a queue meet. */
    private void loads() {
        source(Nodes.LOADS_SOURCE, Topic.QUEUE_MEASURES);
        topology.addProcessor(Nodes.LOADS, () -> new LoadProcessor(inputs), Nodes.LOADS_SOURCE);
        store(Nodes.LOAD_PORT_PROGRESS_STORE, Serdes.Integer(), Serdes.Long(), Nodes.LOADS);
        store(Nodes.LOAD_FLOW_PROGRESS_STORE, Serdes.Integer(), Serdes.Long(), Nodes.LOADS);
        store(Nodes.LOAD_PENDING_STORE, Serdes.Bytes(), Measures.SERDE, Nodes.LOADS);
        store(Nodes.LOAD_LINKS_STORE, Serdes.String(), Measures.SERDE, Nodes.LOADS);
        sink(Nodes.QUEUE_LOADS, Topic.QUEUE_LOADS, Nodes.LOADS);
    }

    private void ports() {
        source(Nodes.PORTS_SOURCE, Topic.PORT_EVENTS);
        topology.addProcessor(Nodes.PORTS, () -> new PortProcessor(inputs), Nodes.PORTS_SOURCE);
        store(Nodes.PORT_SEQUENCES_STORE, Serdes.String(), sequences(), Nodes.PORTS);
        store(Nodes.PORT_PROGRESS_STORE, Serdes.String(), progress(), Nodes.PORTS);
        store(
                Nodes.PORT_PAUSES_STORE,
                Serdes.String(),
                StoreSerde.of(StoredPort.getEncoder(), StoredPort.getDecoder()),
                Nodes.PORTS);
        store(
                Nodes.PORT_FACTS_STORE,
                Serdes.String(),
                StoreSerde.of(StoredFacts.getEncoder(), StoredFacts.getDecoder()),
                Nodes.PORTS);
        store(
                Nodes.PORT_TELEMETRY_STORE,
                Serdes.String(),
                StoreSerde.of(StoredTelemetry.getEncoder(), StoredTelemetry.getDecoder()),
                Nodes.PORTS);
        store(Nodes.PORT_TELEMETRY_TOLD_STORE, Serdes.String(), transitions(), Nodes.PORTS);
        sink(Nodes.PORT_STATES, Topic.PORT_STATES, Nodes.PORTS);
        sink(Nodes.FABRIC_LINKS, Topic.FABRIC_LINKS, Nodes.PORTS);
        sink(Nodes.PORT_TRANSITIONS, Topic.PORT_TRANSITIONS, Nodes.PORTS);
        sink(Nodes.QUEUE_SIGNS, Topic.QUEUE_SIGNS, Nodes.PORTS);
        sink(Nodes.PORT_MEASURES, Topic.QUEUE_MEASURES, Nodes.PORTS);
        sink(Nodes.PORTS_DEAD_LETTERS, Topic.DEAD_LETTERS, Nodes.PORTS);
    }

    /** Windows are told to the fabric that they are of. */
    private void maintenance() {
        source(Nodes.MAINTENANCE_SOURCE, Topic.MAINTENANCE);
        topology.addProcessor(Nodes.MAINTENANCE, () -> new MaintenanceProcessor(inputs), Nodes.MAINTENANCE_SOURCE);
        sink(Nodes.MAINTENANCE_TRANSITIONS, Topic.PORT_TRANSITIONS, Nodes.MAINTENANCE);
        sink(Nodes.MAINTENANCE_DEAD_LETTERS, Topic.DEAD_LETTERS, Nodes.MAINTENANCE);
    }

    /** Entities are told to the fabric that they are of. */
    private void inventory() {
        source(Nodes.INVENTORY_SOURCE, Topic.INVENTORY);
        topology.addProcessor(Nodes.INVENTORY, () -> new InventoryProcessor(inputs), Nodes.INVENTORY_SOURCE);
        store(
                Nodes.INVENTORY_STORE,
                Serdes.String(),
                StoreSerde.of(InventoryEntity.getEncoder(), InventoryEntity.getDecoder()),
                Nodes.INVENTORY);
        sink(Nodes.INVENTORY_TRANSITIONS, Topic.PORT_TRANSITIONS, Nodes.INVENTORY);
        sink(Nodes.INVENTORY_DEAD_LETTERS, Topic.DEAD_LETTERS, Nodes.INVENTORY);
    }

    private void fabric() {
        source(Nodes.FABRIC_SOURCE, Topic.PORT_TRANSITIONS);
        source(Nodes.FLOW_CLASSES_SOURCE, Topic.FLOW_CLASSES);
        topology.addProcessor(
                Nodes.FABRIC, () -> new FabricProcessor(inputs), Nodes.FABRIC_SOURCE, Nodes.FLOW_CLASSES_SOURCE);
        store(Nodes.FABRIC_WATERMARKS_STORE, Serdes.Integer(), Serdes.Long(), Nodes.FABRIC);
        store(Nodes.FABRIC_FLOW_WATERMARKS_STORE, Serdes.Integer(), Serdes.Long(), Nodes.FABRIC);
        store(Nodes.FABRIC_PENDING_STORE, Serdes.Bytes(), transitions(), Nodes.FABRIC);
        store(Nodes.FABRIC_LINKS_STORE, Serdes.String(), links(), Nodes.FABRIC);
        store(Nodes.FABRIC_FACTS_STORE, Serdes.String(), transitions(), Nodes.FABRIC);
        store(
                Nodes.FABRIC_INCIDENTS_STORE,
                Serdes.String(),
                StoreSerde.of(StormIncident.getEncoder(), StormIncident.getDecoder()),
                Nodes.FABRIC);
        store(Nodes.FABRIC_CLOCK_STORE, Serdes.String(), Serdes.Long(), Nodes.FABRIC);
        sink(Nodes.STORM_INCIDENTS, Topic.STORM_INCIDENTS, Nodes.FABRIC);
        telemetry();
    }

    /** Who is heard, and whether settings fit, decided at the same boundary. */
    private void telemetry() {
        store(Nodes.FABRIC_TELEMETRY_STORE, Serdes.String(), transitions(), Nodes.FABRIC);
        store(
                Nodes.FABRIC_QUALITY_STORE,
                Serdes.String(),
                StoreSerde.of(TelemetryQuality.getEncoder(), TelemetryQuality.getDecoder()),
                Nodes.FABRIC);
        store(
                Nodes.FABRIC_FINDINGS_STORE,
                Serdes.String(),
                StoreSerde.of(Finding.getEncoder(), Finding.getDecoder()),
                Nodes.FABRIC);
        store(
                Nodes.FABRIC_CONSISTENCY_STORE,
                Serdes.String(),
                StoreSerde.of(StoredFinding.getEncoder(), StoredFinding.getDecoder()),
                Nodes.FABRIC);
        sink(Nodes.TELEMETRY_QUALITY, Topic.TELEMETRY_QUALITY, Nodes.FABRIC);
        sink(Nodes.FINDINGS, Topic.FINDINGS, Nodes.FABRIC);
    }

    /** In the tasks of the fabric stage, whose links and progress it reads. */
    private void modes() {
        topology.addProcessor(Nodes.MODES, () -> new ModesProcessor(inputs), Nodes.FLOW_CLASSES_SOURCE, Nodes.FABRIC);
        topology.connectProcessorAndStateStores(
                Nodes.MODES,
                Nodes.FABRIC_WATERMARKS_STORE,
                Nodes.FABRIC_FLOW_WATERMARKS_STORE,
                Nodes.FABRIC_LINKS_STORE,
                Nodes.FABRIC_FACTS_STORE);
        store(Nodes.MODES_WATERMARKS_STORE, Serdes.Integer(), Serdes.Long(), Nodes.MODES);
        store(Nodes.MODES_PENDING_STORE, Serdes.Bytes(), flowClasses(), Nodes.MODES);
        store(Nodes.MODES_FLOWS_STORE, Serdes.String(), flowClasses(), Nodes.MODES);
        store(
                Nodes.MODES_ROWS_STORE,
                Serdes.String(),
                StoreSerde.of(CcMode.getEncoder(), CcMode.getDecoder()),
                Nodes.MODES);
        sink(Nodes.CC_MODES, Topic.CC_MODES, Nodes.MODES);
    }

    private static Serde<FlowClassChange> flowClasses() {
        return StoreSerde.of(FlowClassChange.getEncoder(), FlowClassChange.getDecoder());
    }

    static Serde<QueueNews> queueNews() {
        return StoreSerde.of(QueueNews.getEncoder(), QueueNews.getDecoder());
    }

    private static Serde<PortTransition> transitions() {
        return StoreSerde.of(PortTransition.getEncoder(), PortTransition.getDecoder());
    }

    private static Serde<StoredSequence> sequences() {
        return StoreSerde.of(StoredSequence.getEncoder(), StoredSequence.getDecoder());
    }

    private static Serde<StoredProgress> progress() {
        return StoreSerde.of(StoredProgress.getEncoder(), StoredProgress.getDecoder());
    }

    private static Serde<FabricLink> links() {
        return StoreSerde.of(FabricLink.getEncoder(), FabricLink.getDecoder());
    }

    private void source(String name, Topic topic) {
        // A replay's group starts at committed offsets: one that finds its offset deleted must fail, not skip.
        AutoOffsetReset reset =
                inputs.mode() == StreamsMode.REPLAY ? AutoOffsetReset.none() : AutoOffsetReset.earliest();
        topology.addSource(
                reset,
                name,
                new EventTimestamps(),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer(),
                inputs.naming().topic(topic));
    }

    private void sink(String name, Topic topic, String parent) {
        topology.addSink(
                name,
                inputs.naming().topic(topic),
                new ByteArraySerializer(),
                new ByteArraySerializer(),
                new Marks(),
                parent);
    }

    private <K, V> void store(String name, Serde<K> keys, Serde<V> values, String processor) {
        var builder = Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore(name), keys, values);
        StoreBuilder<? extends StateStore> kept =
                switch (changelogs) {
                    case KEPT ->
                        builder.withLoggingEnabled(changelogSettings(inputs.mode()))
                                .withCachingEnabled();
                    case NONE -> builder.withLoggingDisabled().withCachingDisabled();
                };
        topology.addStateStore(kept, processor);
    }
}
