package io.stormglass.streams.topology;

import io.stormglass.avro.PortTransition;
import io.stormglass.schemas.registry.MemorySchemaRegistry;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.schemas.topics.TopicNaming;
import io.stormglass.schemas.wire.SchemaIds;
import io.stormglass.streams.FlowSettings;
import io.stormglass.streams.Limits;
import io.stormglass.streams.StreamsCounters;
import io.stormglass.streams.StreamsMode;
import io.stormglass.streams.state.StoredFacts;
import io.stormglass.streams.state.StoredLoadPart;
import io.stormglass.streams.state.StoredPort;
import io.stormglass.streams.state.StoredProgress;
import io.stormglass.streams.state.StoredSequence;
import io.stormglass.streams.state.StoredTelemetry;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;

/** What one processor needs around it, in stores that outlive it: a processor can be made again over them. */
final class StageFixture {
    final TopicNaming naming = TopicNaming.replay("test");
    final MemorySchemaRegistry registry = new MemorySchemaRegistry();
    final SchemaIds ids = SchemaIds.register(registry, naming);
    final StreamsCounters counters = new StreamsCounters();
    final TopologyInputs inputs;
    final MockProcessorContext<byte[], byte[]> context;

    StageFixture(Path folder, Topic source) {
        this(folder, source, StreamsMode.REPLAY, 1);
    }

    StageFixture(Path folder, Topic source, StreamsMode mode, int portPartitions) {
        inputs = new TopologyInputs(
                naming,
                mode,
                1,
                portPartitions,
                ids,
                registry,
                RegistryPatience.of(Duration.ofSeconds(1)),
                counters,
                FlowSettings.defaults(),
                Limits.defaults(),
                100 * Harness.MS,
                true);
        context = new MockProcessorContext<>(Harness.properties(), new TaskId(0, 0), folder.toFile());
        context.setCurrentSystemTimeMs(Harness.T0 / Harness.MS);
        context.setRecordMetadata(naming.topic(source), 0, 0);
    }

    /** What the flow stage keeps of queues and ports. */
    void queueStores() {
        store(Nodes.FLOW_QUEUE_NEWS_STORE, Serdes.Bytes(), StormglassTopology.queueNews());
        store(Nodes.FLOW_QUEUES_STORE, StormglassTopology.queueNews());
        store(Nodes.FLOW_PORT_PROGRESS_STORE, Serdes.Integer(), Serdes.Long());
        store(
                Nodes.FLOW_LOAD_PARTS_STORE,
                Serdes.Bytes(),
                StoreSerde.of(StoredLoadPart.getEncoder(), StoredLoadPart.getDecoder()));
        store(Nodes.FLOW_LOAD_NEWS_STORE, Serdes.Bytes(), StormglassTopology.queueNews());
        store(Nodes.FLOW_LOAD_LINKS_STORE, StormglassTopology.queueNews());
    }

    /** What the ports stage keeps. */
    void portStores() {
        store(Nodes.PORT_SEQUENCES_STORE, StoreSerde.of(StoredSequence.getEncoder(), StoredSequence.getDecoder()));
        store(Nodes.PORT_PROGRESS_STORE, StoreSerde.of(StoredProgress.getEncoder(), StoredProgress.getDecoder()));
        store(Nodes.PORT_PAUSES_STORE, StoreSerde.of(StoredPort.getEncoder(), StoredPort.getDecoder()));
        store(Nodes.PORT_FACTS_STORE, StoreSerde.of(StoredFacts.getEncoder(), StoredFacts.getDecoder()));
        store(Nodes.PORT_TELEMETRY_STORE, StoreSerde.of(StoredTelemetry.getEncoder(), StoredTelemetry.getDecoder()));
        store(Nodes.PORT_TELEMETRY_TOLD_STORE, StoreSerde.of(PortTransition.getEncoder(), PortTransition.getDecoder()));
    }

    <V> KeyValueStore<String, V> store(String name, Serde<V> serde) {
        return store(name, Serdes.String(), serde);
    }

    private <K, V> KeyValueStore<K, V> store(String name, Serde<K> keys, Serde<V> serde) {
        KeyValueStore<K, V> store = Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore(name), keys, serde)
                .withLoggingDisabled()
                .build();
        store.init(context.getStateStoreContext(), store);
        return store;
    }
}
