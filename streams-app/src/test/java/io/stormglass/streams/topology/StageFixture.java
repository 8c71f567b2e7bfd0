package io.stormglass.streams.topology;

import io.stormglass.schemas.registry.MemorySchemaRegistry;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.schemas.topics.TopicNaming;
import io.stormglass.schemas.wire.SchemaIds;
import io.stormglass.streams.FlowSettings;
import io.stormglass.streams.Limits;
import io.stormglass.streams.StreamsCounters;
import io.stormglass.streams.StreamsMode;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;

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
        new StageStores(context).queuesOfFlows();
    }

    /** What the ports stage keeps. */
    void portStores() {
        new StageStores(context).ports();
    }

    <V> KeyValueStore<String, V> store(String name, Serde<V> serde) {
        return new StageStores(context).add(name, serde);
    }
}
