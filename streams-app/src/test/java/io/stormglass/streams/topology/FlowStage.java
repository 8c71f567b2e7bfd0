package io.stormglass.streams.topology;

import io.stormglass.avro.FlowEvents;
import io.stormglass.avro.FlowState;
import io.stormglass.models.event.BatchHeader;
import io.stormglass.models.event.FlowBatch;
import io.stormglass.models.event.FlowEvent;
import io.stormglass.models.event.ObserverRole;
import io.stormglass.models.event.RecordKind;
import io.stormglass.models.event.Scope;
import io.stormglass.schemas.RecordHeaders;
import io.stormglass.schemas.codec.EventCodec;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.schemas.wire.AvroDeserializer;
import io.stormglass.schemas.wire.AvroSerializer;
import io.stormglass.streams.StreamsCounters.Count;
import io.stormglass.streams.state.StoredFlow;
import io.stormglass.streams.state.StoredProgress;
import io.stormglass.streams.state.StoredSequence;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;

/** The flow stage over stores that outlive it. */
final class FlowStage {
    final StageFixture stage;
    final KeyValueStore<String, byte[]> held;
    final KeyValueStore<String, StoredFlow> flows;
    private final FlowTable.Bounds bounds;
    private final AvroSerializer<FlowEvents> values;
    private FlowProcessor processor;
    private long sequence;

    FlowStage(Path folder) {
        this(folder, FlowTable.Bounds.DEFAULT);
    }

    FlowStage(Path folder, FlowTable.Bounds bounds) {
        this.bounds = bounds;
        stage = new StageFixture(folder, Topic.FLOW_EVENTS);
        values = new AvroSerializer<>(FlowEvents.class, stage.ids.id(Topic.FLOW_EVENTS));
        stage.store(
                Nodes.FLOW_SEQUENCES_STORE, StoreSerde.of(StoredSequence.getEncoder(), StoredSequence.getDecoder()));
        stage.store(Nodes.FLOW_PROGRESS_STORE, StoreSerde.of(StoredProgress.getEncoder(), StoredProgress.getDecoder()));
        flows = stage.store(Nodes.FLOW_COUNTERS_STORE, StoreSerde.of(StoredFlow.getEncoder(), StoredFlow.getDecoder()));
        stage.queueStores();
        held = stage.store(Nodes.FLOW_HELD_STORE, Serdes.ByteArray());
        processor = started();
    }

    private FlowProcessor started() {
        FlowProcessor started = new FlowProcessor(stage.inputs, bounds);
        started.init(stage.context);
        return started;
    }

    /** Another processor goes on over the same stores. */
    void restart() {
        processor = started();
    }

    /** The same processor is started again. */
    void revive() {
        processor.init(stage.context);
    }

    long count(Count count) {
        return stage.inputs.counters().get(count);
    }

    /** A batch whose record has the time of its newest event. */
    void tell(FlowBatch batch) {
        process(
                batch,
                batch.events().stream().mapToLong(FlowEvent::timeNanos).max().orElseThrow());
    }

    void mark(RecordKind kind, long nanos) {
        BatchHeader header = new BatchHeader(
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
                1.0);
        process(Harness.withoutEvents(header), nanos);
    }

    private void process(FlowBatch batch, long nanos) {
        processor.process(new Record<>("key".getBytes(StandardCharsets.UTF_8), value(batch), nanos / Harness.MS));
    }

    byte[] value(FlowBatch batch) {
        return Objects.requireNonNull(values.serialize("t", EventCodec.toAvro(batch)));
    }

    /** How many events a stored batch holds. */
    int events(byte[] value) {
        AvroDeserializer<FlowEvents> reader = new AvroDeserializer<>(FlowEvents.class, stage.registry);
        return Objects.requireNonNull(reader.deserialize("t", value))
                .getEvents()
                .size();
    }

    /** The newest state of each flow that left. */
    Map<String, FlowState> states() {
        AvroDeserializer<FlowState> reader = new AvroDeserializer<>(FlowState.class, stage.registry);
        Map<String, FlowState> states = new TreeMap<>();
        left(Nodes.FLOW_STATES).stream()
                .filter(record -> record.value() != null)
                .map(record -> Objects.requireNonNull(reader.deserialize("t", record.value())))
                .forEach(state -> states.put(state.getFlow(), state));
        return states;
    }

    /** All that left to a topic, in order. */
    List<Record<byte[], byte[]>> left(String sink) {
        return stage.context.forwarded().stream()
                .filter(forward -> forward.childName().filter(sink::equals).isPresent())
                .map(forward -> forward.record())
                .map(record ->
                        new Record<byte[], byte[]>(record.key(), record.value(), record.timestamp(), record.headers()))
                .toList();
    }

    /** Reason and detail of each dead letter. */
    List<String> deadLetters() {
        return left(Nodes.FLOWS_DEAD_LETTERS).stream()
                .filter(record -> record.headers().lastHeader(RecordHeaders.MARK) == null)
                .map(record -> header(record, RecordHeaders.REASON) + ": " + header(record, RecordHeaders.DETAIL))
                .toList();
    }

    private static String header(Record<byte[], byte[]> record, String name) {
        return new String(record.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
    }
}
