package io.stormglass.streams.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.avro.FlowEvents;
import io.stormglass.avro.FlowState;
import io.stormglass.models.event.BatchHeader;
import io.stormglass.models.event.FlowBatch;
import io.stormglass.models.event.FlowEvent;
import io.stormglass.models.event.FlowEventKind;
import io.stormglass.models.event.ObserverRole;
import io.stormglass.models.event.RecordKind;
import io.stormglass.models.event.Scope;
import io.stormglass.schemas.codec.EventCodec;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.schemas.wire.AvroDeserializer;
import io.stormglass.schemas.wire.AvroSerializer;
import io.stormglass.streams.state.StoredFlow;
import io.stormglass.streams.state.StoredProgress;
import io.stormglass.streams.state.StoredSequence;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
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
        private final StageFixture stage;
        private final KeyValueStore<String, byte[]> held;
        private final AvroSerializer<FlowEvents> values;
        private FlowProcessor processor;
        private long sequence;
        /** Batches that were held when something happened to the stage. */
        private long heldMeanwhile;

        Run(Path folder) {
            stage = new StageFixture(folder, Topic.FLOW_EVENTS);
            values = new AvroSerializer<>(FlowEvents.class, stage.ids.id(Topic.FLOW_EVENTS));
            stage.store(
                    Nodes.FLOW_SEQUENCES_STORE,
                    StoreSerde.of(StoredSequence.getEncoder(), StoredSequence.getDecoder()));
            stage.store(
                    Nodes.FLOW_PROGRESS_STORE, StoreSerde.of(StoredProgress.getEncoder(), StoredProgress.getDecoder()));
            stage.store(Nodes.FLOW_COUNTERS_STORE, StoreSerde.of(StoredFlow.getEncoder(), StoredFlow.getDecoder()));
            held = stage.store(Nodes.FLOW_HELD_STORE, Serdes.ByteArray());
            processor = started();
        }

        private FlowProcessor started() {
            FlowProcessor started = new FlowProcessor(stage.inputs);
            started.init(stage.context);
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
            assertThat(heldMeanwhile).isPositive();
            assertThat(held.approximateNumEntries()).isZero();
            return states();
        }

        private void after(After each) {
            heldMeanwhile += held.approximateNumEntries();
            switch (each) {
                case NOTHING -> {}
                case RESTART -> processor = started();
                case REVIVAL -> processor.init(stage.context);
            }
        }

        private void mark(RecordKind kind, long nanos) {
            process(
                    Harness.withoutEvents(new BatchHeader(
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
                            1.0)),
                    nanos);
        }

        private void process(FlowBatch batch, long nanos) {
            processor.process(new Record<>(
                    "key".getBytes(StandardCharsets.UTF_8),
                    values.serialize("t", EventCodec.toAvro(batch)),
                    nanos / MS));
        }

        private Map<String, FlowState> states() {
            AvroDeserializer<FlowState> reader = new AvroDeserializer<>(FlowState.class, stage.registry);
            Map<String, FlowState> states = new TreeMap<>();
            stage.context.forwarded().stream()
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
