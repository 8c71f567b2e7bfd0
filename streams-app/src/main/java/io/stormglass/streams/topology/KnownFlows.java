package io.stormglass.streams.topology;

import io.stormglass.avro.FlowClassChange;
import io.stormglass.avro.FlowClassChangeKind;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.schemas.wire.AvroSerializer;
import io.stormglass.streams.StreamsMode;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * What the flows stage tells the fabric stage for its victims: which flows there are. In a replay also how far it has come, since the fabric stage
 * waits for it there; live it waits for nobody but the ports.
 */
final class KnownFlows {
    private static final long NANOS_PER_MILLI = 1_000_000L;
    /** Each step costs a message to every partition of the fabric stage. */
    private static final long STEP_NANOS = 250_000_000L;

    private final AvroSerializer<FlowClassChange> serializer;
    private final String topic;
    private final String runId;
    private final boolean tellsProgress;
    private final ProgressSteps steps = new ProgressSteps(STEP_NANOS);

    KnownFlows(TopologyInputs inputs) {
        serializer = new AvroSerializer<>(FlowClassChange.class, inputs.ids().id(Topic.FLOW_CLASSES));
        topic = inputs.naming().topic(Topic.FLOW_CLASSES);
        runId = inputs.naming().runId();
        tellsProgress = inputs.mode() == StreamsMode.REPLAY;
    }

    /** A flow began to exist, or is no more. */
    Record<byte[], byte[]> flow(FlowFacts facts, boolean present, long atNanos) {
        FlowClassChange change = of(present ? FlowClassChangeKind.KNOWN : FlowClassChangeKind.FORGOTTEN, atNanos);
        change.setFabric(facts.fabric());
        change.setFlow(facts.key());
        change.setSrcIp(facts.srcIp());
        change.setDstIp(facts.dstIp());
        change.setPriority(facts.priority());
        return record(facts.fabric(), change);
    }

    /** Every flow that began before the watermark has been told; null where nobody waits for that. */
    @Nullable
    Record<byte[], byte[]> progress(int partition, long watermarkNanos) {
        return tellsProgress && steps.isNext(watermarkNanos)
                ? mark(FlowClassChangeKind.KNOWN_WATERMARK, partition, watermarkNanos)
                : null;
    }

    /** Every flow has been told; null where nobody waits for that. */
    @Nullable
    Record<byte[], byte[]> end(int partition, long atNanos) {
        return tellsProgress ? mark(FlowClassChangeKind.KNOWN_END, partition, atNanos) : null;
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
