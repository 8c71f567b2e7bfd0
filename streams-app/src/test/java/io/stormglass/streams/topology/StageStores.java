package io.stormglass.streams.topology;

import io.stormglass.avro.PortTransition;
import io.stormglass.streams.state.StoredFacts;
import io.stormglass.streams.state.StoredFlow;
import io.stormglass.streams.state.StoredLoadPart;
import io.stormglass.streams.state.StoredPort;
import io.stormglass.streams.state.StoredProgress;
import io.stormglass.streams.state.StoredSequence;
import io.stormglass.streams.state.StoredTelemetry;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;

/** Gives a context without a topology the stores that a stage asks it for. */
record StageStores(MockProcessorContext<byte[], byte[]> context) {
    /** All of the flows stage. */
    void flows() {
        add(Nodes.FLOW_SEQUENCES_STORE, StoreSerde.of(StoredSequence.getEncoder(), StoredSequence.getDecoder()));
        add(Nodes.FLOW_PROGRESS_STORE, StoreSerde.of(StoredProgress.getEncoder(), StoredProgress.getDecoder()));
        add(Nodes.FLOW_COUNTERS_STORE, StoreSerde.of(StoredFlow.getEncoder(), StoredFlow.getDecoder()));
        add(Nodes.FLOW_HELD_STORE, Serdes.ByteArray());
        queuesOfFlows();
    }

    /** What the flows stage keeps of queues and ports. */
    void queuesOfFlows() {
        add(Nodes.FLOW_QUEUE_NEWS_STORE, Serdes.Bytes(), StormglassTopology.queueNews());
        add(Nodes.FLOW_QUEUES_STORE, StormglassTopology.queueNews());
        add(Nodes.FLOW_PORT_PROGRESS_STORE, Serdes.Integer(), Serdes.Long());
        add(
                Nodes.FLOW_LOAD_PARTS_STORE,
                Serdes.Bytes(),
                StoreSerde.of(StoredLoadPart.getEncoder(), StoredLoadPart.getDecoder()));
        add(Nodes.FLOW_LOAD_NEWS_STORE, Serdes.Bytes(), StormglassTopology.queueNews());
        add(Nodes.FLOW_LOAD_LINKS_STORE, StormglassTopology.queueNews());
    }

    /** All of the ports stage. */
    void ports() {
        add(Nodes.PORT_SEQUENCES_STORE, StoreSerde.of(StoredSequence.getEncoder(), StoredSequence.getDecoder()));
        add(Nodes.PORT_PROGRESS_STORE, StoreSerde.of(StoredProgress.getEncoder(), StoredProgress.getDecoder()));
        add(Nodes.PORT_PAUSES_STORE, StoreSerde.of(StoredPort.getEncoder(), StoredPort.getDecoder()));
        add(Nodes.PORT_FACTS_STORE, StoreSerde.of(StoredFacts.getEncoder(), StoredFacts.getDecoder()));
        add(Nodes.PORT_TELEMETRY_STORE, StoreSerde.of(StoredTelemetry.getEncoder(), StoredTelemetry.getDecoder()));
        add(Nodes.PORT_TELEMETRY_TOLD_STORE, StoreSerde.of(PortTransition.getEncoder(), PortTransition.getDecoder()));
    }

    /** All of the loads stage. */
    void loads() {
        add(Nodes.LOAD_PORT_PROGRESS_STORE, Serdes.Integer(), Serdes.Long());
        add(Nodes.LOAD_FLOW_PROGRESS_STORE, Serdes.Integer(), Serdes.Long());
        add(Nodes.LOAD_PENDING_STORE, Serdes.Bytes(), Measures.SERDE);
        add(Nodes.LOAD_LINKS_STORE, Measures.SERDE);
    }

    /** One whose keys are text. */
    <V> KeyValueStore<String, V> add(String name, Serde<V> values) {
        return add(name, Serdes.String(), values);
    }

    /** One. */
    <K, V> KeyValueStore<K, V> add(String name, Serde<K> keys, Serde<V> values) {
        KeyValueStore<K, V> store = Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore(name), keys, values)
                .withLoggingDisabled()
                .build();
        store.init(context.getStateStoreContext(), store);
        return store;
    }
}
