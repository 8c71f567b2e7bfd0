package io.stormglass.streams.topology;

import io.stormglass.avro.FlowClassChange;
import io.stormglass.avro.FlowClassChangeKind;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** What the flows stage tells the fabric stage: classes that changed, and how far it has come. */
final class FlowClasses {
    /** Rows are made every ten seconds: progress in finer steps would only cost messages. */
    private static final long STEP_NANOS = 1_000_000_000L;

    private final FlowClassRecords records;
    private final ProgressSteps steps = new ProgressSteps(STEP_NANOS);

    FlowClasses(TopologyInputs inputs) {
        records = new FlowClassRecords(inputs);
    }

    /** A flow has been published with another class than before. */
    Record<byte[], byte[]> changed(FlowFacts facts, String flowClass, long atNanos) {
        FlowClassChange change = records.of(FlowClassChangeKind.CLASS, atNanos);
        change.setFabric(facts.fabric());
        change.setFlow(facts.key());
        change.setSrcIp(facts.srcIp());
        change.setClass$(flowClass);
        return records.record(facts.fabric(), change);
    }

    /** A flow that had been published is no more. */
    Record<byte[], byte[]> gone(String fabric, String flow, long atNanos) {
        FlowClassChange change = records.of(FlowClassChangeKind.GONE, atNanos);
        change.setFabric(fabric);
        change.setFlow(flow);
        return records.record(fabric, change);
    }

    /** Everything before the watermark has been told; null where that was said less than a step ago. */
    @Nullable
    Record<byte[], byte[]> progress(int partition, long watermarkNanos) {
        return steps.isNext(watermarkNanos)
                ? records.mark(FlowClassChangeKind.WATERMARK, partition, watermarkNanos)
                : null;
    }

    /** Everything has been told. */
    Record<byte[], byte[]> end(int partition, long atNanos) {
        return records.mark(FlowClassChangeKind.END, partition, atNanos);
    }
}
