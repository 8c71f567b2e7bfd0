package io.stormglass.streams.topology;

import io.stormglass.avro.FlowClassChange;
import io.stormglass.avro.FlowClassChangeKind;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.schemas.wire.AvroSerializer;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.streams.processor.api.Record;

/** Makes the records of {@code flow-classes}, by which the flows stage tells the fabric stage of flows ({@link FlowClasses}, {@link KnownFlows}). */
final class FlowClassRecords {
    private static final long NANOS_PER_MILLI = 1_000_000L;

    private final AvroSerializer<FlowClassChange> serializer;
    private final String topic;
    private final String runId;

    FlowClassRecords(TopologyInputs inputs) {
        serializer = new AvroSerializer<>(FlowClassChange.class, inputs.ids().id(Topic.FLOW_CLASSES));
        topic = inputs.naming().topic(Topic.FLOW_CLASSES);
        runId = inputs.naming().runId();
    }

    /** A change of a kind, to be filled. */
    FlowClassChange of(FlowClassChangeKind kind, long atNanos) {
        FlowClassChange change = FlowClassChange.newBuilder().build();
        change.setKind(kind);
        change.setRunId(runId);
        change.setAtNanos(atNanos);
        return change;
    }

    /** How far a partition has come, for every partition of the topic. */
    Record<byte[], byte[]> mark(FlowClassChangeKind kind, int partition, long atNanos) {
        FlowClassChange change = of(kind, atNanos);
        change.setPartition(partition);
        return Marks.progress(record("watermark|" + partition, change));
    }

    Record<byte[], byte[]> record(String key, FlowClassChange change) {
        return new Record<>(
                key.getBytes(StandardCharsets.UTF_8),
                serializer.serialize(topic, change),
                Math.max(0, change.getAtNanos() / NANOS_PER_MILLI));
    }
}
