package io.stormglass.streams.topology;

import io.stormglass.avro.CcMode;
import io.stormglass.avro.CcModeShare;
import io.stormglass.avro.FlowClassChange;
import io.stormglass.models.modes.CcModes;
import io.stormglass.models.modes.ModeRow;
import io.stormglass.models.modes.Racks;
import io.stormglass.models.time.BoundaryKey;
import io.stormglass.models.time.WatermarkMerge;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.schemas.wire.AvroDeserializer;
import io.stormglass.schemas.wire.AvroSerializer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.jspecify.annotations.Nullable;

/**
 * Publishes how the flows of each rack deal with congestion, at multiples of 10 s of event time that all partitions of flows and ports
 * have passed. At the end every row leaves again, and rows without flows are withdrawn: so the last value of each key is a
 * function of the flows' last classes and of the links, whoever came first.
 */
final class ModesProcessor implements Processor<byte[], byte[], byte[], byte[]> {
    private static final long NANOS_PER_MILLI = 1_000_000L;
    private static final long BOUNDARY_NANOS = 10_000_000_000L;

    private final TopologyInputs inputs;
    private final AvroDeserializer<FlowClassChange> deserializer;
    private final AvroSerializer<CcMode> serializer;
    private final String topic;
    private final Map<String, CcModes> fabrics = new TreeMap<>();
    private WatermarkMerge flowWatermarks;
    private long reachedNanos = WatermarkMerge.NONE;
    private @Nullable Task task;

    private record Task(ProcessorContext<byte[], byte[]> context, ModesStores stores) {}

    ModesProcessor(TopologyInputs inputs) {
        this.inputs = inputs;
        deserializer = new AvroDeserializer<>(FlowClassChange.class, inputs.registry());
        serializer = new AvroSerializer<>(CcMode.class, inputs.ids().id(Topic.CC_MODES));
        topic = inputs.naming().topic(Topic.CC_MODES);
        flowWatermarks = new WatermarkMerge(inputs.flowPartitions());
    }

    @Override
    public void init(ProcessorContext<byte[], byte[]> context) {
        ModesStores stores = ModesStores.open(context);
        task = new Task(context, stores);
        // A task that is revived must not remember what was rolled back.
        fabrics.clear();
        flowWatermarks = new WatermarkMerge(inputs.flowPartitions());
        try (KeyValueIterator<Integer, Long> all = stores.watermarks().all()) {
            all.forEachRemaining(each -> {
                if (each.key != ModesStores.NEWEST_END) {
                    flowWatermarks.update(each.key, each.value);
                }
            });
        }
        try (KeyValueIterator<String, FlowClassChange> all = stores.flows().all()) {
            all.forEachRemaining(each -> add(each.value));
        }
        reachedNanos = minimumNanos();
    }

    /** A record without a value comes from the storm graph: it has come further. */
    @Override
    public void process(Record<byte[], byte[]> record) {
        if (record.value() == null) {
            reach();
            return;
        }
        FlowClassChange change = inputs.patience().ask(() -> deserializer.deserialize("flow-classes", record.value()));
        if (change == null) {
            throw new IllegalStateException("a record of flow-classes has no value");
        }
        switch (change.getKind()) {
            case WATERMARK -> progress(change.getPartition(), change.getAtNanos());
            case END -> {
                task().stores.ended(change.getAtNanos());
                progress(change.getPartition(), WatermarkMerge.END);
            }
            case CLASS, GONE -> hold(change);
            // For the storm graph.
            case KNOWN, FORGOTTEN, KNOWN_WATERMARK, KNOWN_END -> {}
            case UNKNOWN ->
                throw new IllegalStateException(
                        "a record of flow-classes is of a kind that this version does not know");
        }
    }

    private void hold(FlowClassChange change) {
        // All that is told of a flow is in one partition, in order.
        long offset =
                task().context.recordMetadata().map(RecordMetadata::offset).orElse(0L);
        BoundaryKey place = new BoundaryKey(change.getAtNanos(), "", offset);
        task().stores.pending().put(Bytes.wrap(place.toBytes()), change);
    }

    private void progress(int partition, long watermarkNanos) {
        flowWatermarks.update(partition, watermarkNanos);
        task().stores.watermarks().put(partition, flowWatermarks.watermarkNanos(partition));
        reach();
    }

    private long minimumNanos() {
        return Math.min(flowWatermarks.minimumNanos(), task().stores.fabricNanos(inputs));
    }

    private void reach() {
        long before = reachedNanos;
        reachedNanos = minimumNanos();
        if (reachedNanos == before) {
            return;
        }
        if (reachedNanos == WatermarkMerge.END) {
            end();
            return;
        }
        long boundary = Math.floorDiv(reachedNanos, BOUNDARY_NANOS) * BOUNDARY_NANOS;
        if (boundary > before) {
            release(boundary);
            fabrics.forEach((fabric, modes) -> publish(fabric, modes, boundary));
        }
    }

    private void end() {
        release(Long.MAX_VALUE);
        long endNanos = task().stores.newestEndNanos();
        fabrics.forEach((fabric, modes) -> publishLast(fabric, modes, endNanos));
        int partition = task().context.taskId().partition();
        task().context
                .forward(
                        Marks.end(Topic.FLOW_CLASSES.shortName(), partition, endNanos / NANOS_PER_MILLI),
                        Nodes.CC_MODES);
    }

    private void release(long boundaryNanos) {
        for (FlowClassChange change : task().stores.release(BoundaryKey.lowerBound(boundaryNanos))) {
            switch (change.getKind()) {
                case CLASS -> {
                    forget(change.getFlow());
                    add(change);
                    task().stores.flows().put(change.getFlow(), change);
                }
                case GONE -> forget(change.getFlow());
                case WATERMARK, END, KNOWN, FORGOTTEN, KNOWN_WATERMARK, KNOWN_END, UNKNOWN ->
                    throw new IllegalStateException("pending is a " + change.getKind());
            }
        }
    }

    private void add(FlowClassChange change) {
        modes(change.getFabric()).add(change.getSrcIp(), change.getClass$());
    }

    /** A flow no longer is of the class that it was, if it was of one. */
    private void forget(String flow) {
        FlowClassChange before = task().stores.flows().delete(flow);
        if (before != null) {
            modes(before.getFabric()).remove(before.getSrcIp(), before.getClass$());
        }
    }

    private CcModes modes(String fabric) {
        return fabrics.computeIfAbsent(fabric, f -> new CcModes());
    }

    /** What has changed since it was published; a rack whose flows are all gone has none. */
    private void publish(String fabric, CcModes modes, long atNanos) {
        Map<String, CcMode> before = task().stores.rows(fabric);
        Map<String, CcMode> now = rows(fabric, modes, atNanos);
        before.forEach((key, row) ->
                now.computeIfAbsent(key, k -> toAvro(fabric, ModeRow.empty(row.getRack()), atNanos)));
        now.forEach((key, row) -> {
            CcMode had = before.get(key);
            if (had == null || !had.getClasses().equals(row.getClasses())) {
                tell(key, row);
            }
        });
    }

    /** Every row there is; the others are withdrawn. */
    private void publishLast(String fabric, CcModes modes, long atNanos) {
        Map<String, CcMode> now = rows(fabric, modes, atNanos);
        for (String key : task().stores.rows(fabric).keySet()) {
            if (!now.containsKey(key)) {
                task().stores.rows().delete(key);
                task().context.forward(new Record<>(bytes(key), null, atNanos / NANOS_PER_MILLI), Nodes.CC_MODES);
            }
        }
        now.forEach(this::tell);
    }

    private Map<String, CcMode> rows(String fabric, CcModes modes, long atNanos) {
        Racks racks = task().stores.racks(fabric);
        Map<String, CcMode> rows = new TreeMap<>();
        for (ModeRow row : modes.rows(racks::rackOf)) {
            rows.put(fabric + "/" + row.rack(), toAvro(fabric, row, atNanos));
        }
        return rows;
    }

    private CcMode toAvro(String fabric, ModeRow row, long atNanos) {
        CcMode mode = new CcMode();
        mode.setFabric(fabric);
        mode.setRunId(inputs.naming().runId());
        mode.setRack(row.rack());
        mode.setAtNanos(atNanos);
        mode.setFlows(row.flows());
        mode.setClasses(row.classes().stream()
                .map(each -> new CcModeShare(each.flowClass(), each.flows(), each.share()))
                .toList());
        mode.setDominantClass(row.dominantClass());
        mode.setDominantShare(row.dominantShare());
        return mode;
    }

    private void tell(String key, CcMode row) {
        task().stores.rows().put(key, row);
        task().context
                .forward(
                        new Record<>(bytes(key), serializer.serialize(topic, row), row.getAtNanos() / NANOS_PER_MILLI),
                        Nodes.CC_MODES);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private Task task() {
        Task started = task;
        if (started == null) {
            throw new IllegalStateException("the processor was not initialised");
        }
        return started;
    }
}
