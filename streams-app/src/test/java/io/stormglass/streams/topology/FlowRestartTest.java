package io.stormglass.streams.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.avro.FlowEvents;
import io.stormglass.avro.FlowState;
import io.stormglass.models.event.BatchHeader;
import io.stormglass.models.event.FlowBatch;
import io.stormglass.models.event.FlowEvent;
import io.stormglass.models.event.FlowEventKind;
import io.stormglass.models.event.ObserverRole;
import io.stormglass.models.event.Pairing;
import io.stormglass.models.event.RecordKind;
import io.stormglass.models.event.Scope;
import io.stormglass.models.event.Vantage;
import io.stormglass.models.pause.PauseSettings;
import io.stormglass.models.storm.StormSettings;
import io.stormglass.schemas.codec.EventCodec;
import io.stormglass.schemas.registry.MemorySchemaRegistry;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.schemas.topics.TopicNaming;
import io.stormglass.schemas.wire.AvroDeserializer;
import io.stormglass.schemas.wire.AvroSerializer;
import io.stormglass.schemas.wire.SchemaIds;
import io.stormglass.streams.FlowSettings;
import io.stormglass.streams.StreamsCounters;
import io.stormglass.streams.StreamsMode;
import io.stormglass.streams.state.StoredFlow;
import io.stormglass.streams.state.StoredProgress;
import io.stormglass.streams.state.StoredSequence;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The flow stage over stores that outlive it. */
class FlowRestartTest {
    private static final long MS = Harness.MS;
    private static final long T0 = Harness.T0;

    @TempDir
    private Path folder;

    @Test
    void aStageThatIsStartedAnewAfterEveryRecordEndsWithTheSameStates() {
        List<FlowBatch> batches = batches();
        Map<String, FlowState> whole = new Run(folder.resolve("whole")).through(batches, After.NOTHING);
        Map<String, FlowState> stopped = new Run(folder.resolve("stopped")).through(batches, After.RESTART);
        Map<String, FlowState> revived = new Run(folder.resolve("revived")).through(batches, After.REVIVAL);
        assertThat(whole).hasSize(2);
        assertThat(stopped).isEqualTo(whole);
        assertThat(revived).isEqualTo(whole);
    }

    /** What happens after each record. A revived task keeps its processor object and starts it again. */
    private enum After {
        NOTHING,
        RESTART,
        REVIVAL
    }

    /** Two flows, each told of by a mirror and a NIC that is 10 ms behind, so that batches are held all the time. */
    private static List<FlowBatch> batches() {
        List<FlowBatch> all = new ArrayList<>();
        for (int n = 1; n <= 2; n++) {
            SyntheticFlow flow = new SyntheticFlow(n, 500 + n, n == 1);
            List<FlowEvent> packets = new ArrayList<>();
            List<FlowEvent> cnps = new ArrayList<>();
            for (FlowEvent event : flow.events(90)) {
                if (event.kind() == FlowEventKind.CNP_SEEN) {
                    cnps.add(new FlowEvent(FlowEventKind.CNP_HANDLED, event.timeNanos(), 1, 0, 0, 0));
                } else {
                    packets.add(event);
                }
            }
            all.addAll(flow.batches("mirror" + n, ObserverRole.MIRROR, packets));
            all.addAll(flow.batches("nic" + n, ObserverRole.NIC, cnps));
        }
        all.sort(Comparator.comparingLong(batch ->
                batch.events().get(0).timeNanos() + (batch.header().observerRole() == ObserverRole.NIC ? 10 * MS : 0)));
        return all;
    }

    private static final class Run {
        private final TopologyInputs inputs;
        private final TopicNaming naming = TopicNaming.replay("test");
        private final MemorySchemaRegistry registry = new MemorySchemaRegistry();
        private final MockProcessorContext<byte[], byte[]> context;
        private final AvroSerializer<FlowEvents> values;
        private FlowProcessor processor;
        private long sequence;

        Run(Path folder) {
            SchemaIds ids = SchemaIds.register(registry, naming);
            values = new AvroSerializer<>(FlowEvents.class, ids.id(Topic.FLOW_EVENTS));
            inputs = new TopologyInputs(
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
                    100 * MS,
                    true);
            context = new MockProcessorContext<>(Harness.properties(), new TaskId(0, 0), folder.toFile());
            store(Nodes.FLOW_SEQUENCES_STORE, StoreSerde.of(StoredSequence.getEncoder(), StoredSequence.getDecoder()));
            store(Nodes.FLOW_PROGRESS_STORE, StoreSerde.of(StoredProgress.getEncoder(), StoredProgress.getDecoder()));
            store(Nodes.FLOW_COUNTERS_STORE, StoreSerde.of(StoredFlow.getEncoder(), StoredFlow.getDecoder()));
            store(Nodes.FLOW_HELD_STORE, Serdes.ByteArray());
            context.setCurrentSystemTimeMs(T0 / MS);
            context.setRecordMetadata(naming.topic(Topic.FLOW_EVENTS), 0, 0);
            processor = started();
        }

        private <V> void store(String name, Serde<V> serde) {
            KeyValueStore<String, V> store = Stores.keyValueStoreBuilder(
                            Stores.inMemoryKeyValueStore(name), Serdes.String(), serde)
                    .withLoggingDisabled()
                    .build();
            store.init(context.getStateStoreContext(), store);
        }

        private FlowProcessor started() {
            FlowProcessor started = new FlowProcessor(inputs);
            started.init(context);
            return started;
        }

        Map<String, FlowState> through(List<FlowBatch> batches, After each) {
            long ticked = T0;
            for (FlowBatch batch : batches) {
                long at = batch.events().get(batch.events().size() - 1).timeNanos();
                process(batch, at);
                after(each);
                if (at - ticked > 70 * MS) {
                    ticked = at;
                    mark(RecordKind.TICK, at - 40 * MS);
                    after(each);
                }
            }
            mark(RecordKind.END, T0 + 200 * MS);
            return states();
        }

        private void after(After each) {
            switch (each) {
                case NOTHING -> {}
                case RESTART -> processor = started();
                case REVIVAL -> processor.init(context);
            }
        }

        private void mark(RecordKind kind, long nanos) {
            process(
                    new FlowBatch(
                            new BatchHeader(
                                    kind,
                                    "f",
                                    "test",
                                    "ticker",
                                    1,
                                    sequence++,
                                    ObserverRole.CAPTURE,
                                    Scope.FLOW,
                                    1,
                                    false,
                                    nanos,
                                    null,
                                    1.0),
                            null,
                            -1,
                            -1,
                            -1,
                            0,
                            Vantage.UNKNOWN,
                            Pairing.UNKNOWN,
                            "",
                            List.of(),
                            List.of()),
                    nanos);
        }

        private void process(FlowBatch batch, long nanos) {
            processor.process(new Record<>(
                    "key".getBytes(StandardCharsets.UTF_8),
                    values.serialize("t", EventCodec.toAvro(batch)),
                    nanos / MS));
        }

        private Map<String, FlowState> states() {
            AvroDeserializer<FlowState> reader = new AvroDeserializer<>(FlowState.class, registry);
            Map<String, FlowState> states = new TreeMap<>();
            context.forwarded().stream()
                    .filter(forward -> forward.childName()
                            .filter(Nodes.FLOW_STATES::equals)
                            .isPresent())
                    .filter(forward -> forward.record().value() != null)
                    .map(forward -> reader.deserialize("t", forward.record().value()))
                    .forEach(state -> states.put(state.getFlow(), state));
            return states;
        }
    }
}
