package io.stormglass.streams.topology;

import io.stormglass.avro.FlowClassChange;
import io.stormglass.avro.FlowClassChangeKind;
import io.stormglass.streams.StreamsMode;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * What the flows stage tells the fabric stage for its victims: which flows there are. In a replay also how far it has come, since the fabric stage
 * waits for it there; live it waits for nobody but the ports.
 */
final class KnownFlows {
    /** Each step costs a message to every partition of the fabric stage. */
    private static final long STEP_NANOS = 250_000_000L;

    private final FlowClassRecords records;
    private final boolean tellsProgress;
    private final ProgressSteps steps = new ProgressSteps(STEP_NANOS);

    KnownFlows(TopologyInputs inputs) {
        records = new FlowClassRecords(inputs);
        tellsProgress = inputs.mode() == StreamsMode.REPLAY;
    }

    /** A flow began to exist, or is no more. */
    Record<byte[], byte[]> flow(FlowFacts facts, boolean present, long atNanos) {
        FlowClassChange change =
                records.of(present ? FlowClassChangeKind.KNOWN : FlowClassChangeKind.FORGOTTEN, atNanos);
        change.setFabric(facts.fabric());
        change.setFlow(facts.key());
        change.setSrcIp(facts.srcIp());
        change.setDstIp(facts.dstIp());
        change.setPriority(facts.priority());
        return records.record(facts.fabric(), change);
    }

    /** Every flow that began before the watermark has been told; null where nobody waits for that. */
    @Nullable
    Record<byte[], byte[]> progress(int partition, long watermarkNanos) {
        return tellsProgress && steps.isNext(watermarkNanos)
                ? records.mark(FlowClassChangeKind.KNOWN_WATERMARK, partition, watermarkNanos)
                : null;
    }

    /** Every flow has been told; null where nobody waits for that. */
    @Nullable
    Record<byte[], byte[]> end(int partition, long atNanos) {
        return tellsProgress ? records.mark(FlowClassChangeKind.KNOWN_END, partition, atNanos) : null;
    }
}
