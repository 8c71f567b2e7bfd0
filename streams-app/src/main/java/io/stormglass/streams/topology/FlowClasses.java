package io.stormglass.streams.topology;

import io.stormglass.avro.FlowClassChange;
import io.stormglass.avro.FlowClassChangeKind;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.schemas.wire.AvroSerializer;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** What the flows stage tells the fabric stage: classes that changed, and how far it has come. */
final class FlowClasses {
    private static final long NANOS_PER_MILLI = 1_000_000L;
    /** Rows are made every ten seconds: progress in finer steps would only cost messages. */
    private static final long STEP_NANOS = 1_000_000_000L;

    private final AvroSerializer<FlowClassChange> serializer;
    private final String topic;
    private final String runId;
    private final ProgressSteps steps = new ProgressSteps(STEP_NANOS);

    FlowClasses(TopologyInputs inputs) {
        serializer = new AvroSerializer<>(FlowClassChange.class, inputs.ids().id(Topic.FLOW_CLASSES));
        topic = inputs.naming().topic(Topic.FLOW_CLASSES);
        runId = inputs.naming().runId();
    }

    /** A flow has been published with another class than before. */
    Record<byte[], byte[]> changed(FlowFacts facts, String flowClass, long atNanos) {
        FlowClassChange change = of(FlowClassChangeKind.CLASS, atNanos);
        change.setFabric(facts.fabric());
        change.setFlow(facts.key());
        change.setSrcIp(facts.srcIp());
        change.setClass$(flowClass);
        return record(facts.fabric(), change);
    }

    /** A flow that had been published is no more. */
    Record<byte[], byte[]> gone(String fabric, String flow, long atNanos) {
        FlowClassChange change = of(FlowClassChangeKind.GONE, atNanos);
        change.setFabric(fabric);
        change.setFlow(flow);
        return record(fabric, change);
    }

    /** Everything before the watermark has been told; null where that was said less than a step ago. */
    @Nullable
    Record<byte[], byte[]> progress(int partition, long watermarkNanos) {
        return steps.isNext(watermarkNanos) ? mark(FlowClassChangeKind.WATERMARK, partition, watermarkNanos) : null;
    }

    /** Everything has been told. */
    Record<byte[], byte[]> end(int partition, long atNanos) {
        return mark(FlowClassChangeKind.END, partition, atNanos);
    }

    private Record<byte[], byte[]> mark(FlowClassChangeKind kind, int partition, long atNanos) {
        FlowClassChange change = of(kind, atNanos);
        change.setPartition(partition);
        return Marks.progress(record("watermark|" + partition, change));
    }

    private FlowClassChange of(FlowClassChangeKind kind, long atNanos) {
        FlowClassChange change = FlowClassChange.newBuilder().build();
        change.setKind(kind);
        change.setRunId(runId);
        change.setAtNanos(atNanos);
        return change;
    }

    private Record<byte[], byte[]> record(String key, FlowClassChange change) {
        return new Record<>(
                key.getBytes(StandardCharsets.UTF_8),
                serializer.serialize(topic, change),
                Math.max(0, change.getAtNanos() / NANOS_PER_MILLI));
    }
}
