package io.stormglass.streams.topology;

import io.stormglass.models.pause.PauseSettings;
import io.stormglass.models.storm.StormSettings;
import io.stormglass.schemas.registry.MemorySchemaRegistry;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.schemas.topics.TopicNaming;
import io.stormglass.schemas.wire.SchemaIds;
import io.stormglass.streams.FlowSettings;
import io.stormglass.streams.StreamsCounters;
import io.stormglass.streams.StreamsMode;
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
    final TopologyInputs inputs = new TopologyInputs(
            naming,
            StreamsMode.REPLAY,
            1,
            1,
            ids,
            registry,
            RegistryPatience.of(Duration.ofSeconds(1)),
            new StreamsCounters(),
            FlowSettings.defaults(),
            PauseSettings.defaults(),
            StormSettings.defaults(),
            100 * Harness.MS,
            true);
    final MockProcessorContext<byte[], byte[]> context;

    StageFixture(Path folder, Topic source) {
        context = new MockProcessorContext<>(Harness.properties(), new TaskId(0, 0), folder.toFile());
        context.setCurrentSystemTimeMs(Harness.T0 / Harness.MS);
        context.setRecordMetadata(naming.topic(source), 0, 0);
    }

    <V> KeyValueStore<String, V> store(String name, Serde<V> serde) {
        KeyValueStore<String, V> store = Stores.keyValueStoreBuilder(
                        Stores.inMemoryKeyValueStore(name), Serdes.String(), serde)
                .withLoggingDisabled()
                .build();
        store.init(context.getStateStoreContext(), store);
        return store;
    }
}
