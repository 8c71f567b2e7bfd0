package io.stormglass.streams.topology;

import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.load.DeviceWindow;
import io.stormglass.models.load.FlowLoad;
import io.stormglass.models.load.LoadSettings;
import io.stormglass.models.load.QueueLoad;
import io.stormglass.models.time.BoundaryKey;
import io.stormglass.models.time.WatermarkMerge;
import io.stormglass.schemas.codec.QueueLoadCodec;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.schemas.wire.AvroSerializer;
import io.stormglass.streams.StreamsCounters.Count;
import io.stormglass.streams.state.StoredMeasure;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * Publishes what each queue went through in a window, once every partition of ports and of flows has told all of it. What was told waits in the order of windows, so no result depends
 * on who was read first.
 */
final class LoadProcessor implements Processor<byte[], byte[], byte[], byte[]> {
    private static final long NANOS_PER_MILLI = 1_000_000L;
    /** In the store of progress: the newest time at which a partition ended. */
    private static final int NEWEST_END = -1;

    private final TopologyInputs inputs;
    private final AvroSerializer<io.stormglass.avro.QueueLoad> serializer;
    private final String topic;
    private final LoadSettings settings = LoadSettings.defaults();
    private final TreeMap<PortKey, LinkFacts> links = new TreeMap<>();
    private WatermarkMerge ports;
    private WatermarkMerge flows;
    private long reachedNanos = WatermarkMerge.NONE;
    private @Nullable Task task;

    private record Task(
            ProcessorContext<byte[], byte[]> context,
            Counts counts,
            KeyValueStore<Integer, Long> ports,
            KeyValueStore<Integer, Long> flows,
            KeyValueStore<Bytes, StoredMeasure> pending,
            KeyValueStore<String, StoredMeasure> links) {}

    LoadProcessor(TopologyInputs inputs) {
        this.inputs = inputs;
        serializer = new AvroSerializer<>(
                io.stormglass.avro.QueueLoad.class, inputs.ids().id(Topic.QUEUE_LOADS));
        topic = inputs.naming().topic(Topic.QUEUE_LOADS);
        ports = new WatermarkMerge(inputs.portPartitions());
        flows = new WatermarkMerge(inputs.flowPartitions());
    }

    @Override
    public void init(ProcessorContext<byte[], byte[]> context) {
        Task opened = new Task(
                context,
                new Counts(inputs.counters(), context, Nodes.LOADS),
                context.getStateStore(Nodes.LOAD_PORT_PROGRESS_STORE),
                context.getStateStore(Nodes.LOAD_FLOW_PROGRESS_STORE),
                context.getStateStore(Nodes.LOAD_PENDING_STORE),
                context.getStateStore(Nodes.LOAD_LINKS_STORE));
        task = opened;
        // A task that is revived must not remember what was rolled back.
        links.clear();
        ports = resumed(opened.ports, inputs.portPartitions());
        flows = resumed(opened.flows, inputs.flowPartitions());
        try (KeyValueIterator<String, StoredMeasure> all = opened.links.all()) {
            all.forEachRemaining(each -> links.put(Measures.port(each.value), Measures.link(each.value)));
        }
        reachedNanos = minimumNanos();
    }

    private static WatermarkMerge resumed(KeyValueStore<Integer, Long> stored, int partitions) {
        WatermarkMerge merge = new WatermarkMerge(partitions);
        try (KeyValueIterator<Integer, Long> all = stored.all()) {
            all.forEachRemaining(each -> {
                if (each.key != NEWEST_END) {
                    merge.update(each.key, each.value);
                }
            });
        }
        return merge;
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        StoredMeasure measure = Measures.SERDE.deserializer().deserialize(topic, record.value());
        switch (Measures.Kind.valueOf(measure.getKind())) {
            case PORT, PEER, FLOWS -> hold(measure);
            case LINK -> pending(measure);
            case PORTS_PROGRESS -> progress(ports, task().ports, measure, measure.getAtNanos());
            case FLOWS_PROGRESS -> progress(flows, task().flows, measure, measure.getAtNanos());
            case PORTS_END -> {
                ended(measure.getAtNanos());
                progress(ports, task().ports, measure, WatermarkMerge.END);
            }
            case FLOWS_END -> {
                ended(measure.getAtNanos());
                progress(flows, task().flows, measure, WatermarkMerge.END);
            }
        }
    }

    private void hold(StoredMeasure measure) {
        if (reachedNanos != WatermarkMerge.NONE && measure.getAtNanos() + FlowLoad.WINDOW_NANOS <= reachedNanos) {
            task().counts.add(Count.LOADS_LATE, 1);
        } else {
            pending(measure);
        }
    }

    private void pending(StoredMeasure measure) {
        String place = Measures.port(measure).text() + "/" + measure.getKind() + "/" + measure.getPriority();
        BoundaryKey key = new BoundaryKey(measure.getAtNanos(), place, measure.getOrder());
        task().pending.put(Bytes.wrap(key.toBytes()), measure);
    }

    private void ended(long atNanos) {
        task().ports.put(NEWEST_END, Math.max(newestEndNanos(), atNanos));
    }

    private long newestEndNanos() {
        Long newest = task().ports.get(NEWEST_END);
        return newest == null ? 0 : newest;
    }

    private void progress(
            WatermarkMerge merge, KeyValueStore<Integer, Long> store, StoredMeasure mark, long watermarkNanos) {
        merge.update(mark.getPartition(), watermarkNanos);
        store.put(mark.getPartition(), merge.watermarkNanos(mark.getPartition()));
        long before = reachedNanos;
        reachedNanos = minimumNanos();
        if (reachedNanos == before) {
            return;
        }
        if (reachedNanos == WatermarkMerge.END) {
            release(Long.MAX_VALUE);
            int partition = task().context.taskId().partition();
            task().context
                    .forward(
                            Marks.end(Topic.QUEUE_MEASURES.shortName(), partition, newestEndNanos() / NANOS_PER_MILLI),
                            Nodes.QUEUE_LOADS);
        } else if (reachedNanos > 0) {
            release(Measures.windowOf(reachedNanos));
        }
    }

    private long minimumNanos() {
        return Math.min(ports.minimumNanos(), flows.minimumNanos());
    }

    private void release(long boundaryNanos) {
        List<Bytes> released = new ArrayList<>();
        TreeMap<Long, List<StoredMeasure>> windows = new TreeMap<>();
        try (KeyValueIterator<Bytes, StoredMeasure> range =
                task().pending.range(null, Bytes.wrap(BoundaryKey.lowerBound(boundaryNanos)))) {
            range.forEachRemaining(each -> {
                released.add(each.key);
                windows.computeIfAbsent(Measures.windowOf(each.value.getAtNanos()), window -> new ArrayList<>())
                        .add(each.value);
            });
        }
        released.forEach(task().pending::delete);
        windows.forEach(this::publish);
    }

    /** Where a window ends: the one in which all data ended ends there, so that nobody takes it for a quiet one. */
    private long endOf(long windowNanos) {
        long whole = windowNanos + FlowLoad.WINDOW_NANOS;
        long newest = newestEndNanos();
        boolean isCut = reachedNanos == WatermarkMerge.END && newest > windowNanos && newest < whole;
        return isCut ? newest : whole;
    }

    /** Links as of the end of the window. */
    private void publish(long windowNanos, List<StoredMeasure> told) {
        TreeMap<String, DeviceWindow> devices = new TreeMap<>();
        List<StoredMeasure> peers = new ArrayList<>();
        for (StoredMeasure measure : told) {
            PortKey port = Measures.port(measure);
            switch (Measures.Kind.valueOf(measure.getKind())) {
                case LINK -> {
                    links.put(port, Measures.link(measure));
                    task().links.put(port.text(), measure);
                }
                case PEER -> peers.add(measure);
                case PORT, FLOWS -> {
                    DeviceWindow device = device(devices, port, windowNanos);
                    measure.getGrowth().forEach(each -> device.growth(port, StoredLoads.growth(each)));
                    measure.getPauses().forEach(each -> device.pause(port, StoredLoads.span(each)));
                    measure.getFlows()
                            .forEach(each -> device.flow(port, measure.getPriority(), StoredLoads.share(each)));
                }
                case PORTS_PROGRESS, PORTS_END, FLOWS_PROGRESS, FLOWS_END ->
                    throw new IllegalStateException("pending is a " + measure.getKind());
            }
        }
        received(peers, devices, windowNanos);
        devices.values().forEach(device -> device.loads(links).forEach(this::publish));
    }

    private DeviceWindow device(Map<String, DeviceWindow> devices, PortKey port, long windowNanos) {
        return devices.computeIfAbsent(
                port.fabric() + "/" + port.device(),
                name -> new DeviceWindow(settings, windowNanos, endOf(windowNanos)));
    }

    /** A port that does not know the other end of its link is known there, by name or MAC, or its pauses are of no device here. */
    private void received(List<StoredMeasure> peers, Map<String, DeviceWindow> devices, long windowNanos) {
        if (peers.isEmpty()) {
            return;
        }
        Map<String, PortKey> others = new HashMap<>();
        links.forEach((port, facts) -> {
            others.put(port.fabric() + "\n" + facts.peerMac(), port);
            others.put(port.fabric() + "\n" + facts.peerDevice() + "\n" + facts.peerPort(), port);
        });
        for (StoredMeasure peer : peers) {
            String fabric = peer.getFabric();
            PortKey port = peer.getPeerDevice().isEmpty()
                    ? others.getOrDefault(
                            fabric + "\n" + peer.getDevice() + "\n" + peer.getPort(),
                            others.get(fabric + "\n" + peer.getMac()))
                    : new PortKey(fabric, peer.getPeerDevice(), peer.getPeerPort());
            if (port != null) {
                DeviceWindow device = device(devices, port, windowNanos);
                peer.getPauses().forEach(each -> device.received(port, StoredLoads.span(each)));
            }
        }
    }

    private void publish(QueueLoad load) {
        QueueLoad.Flows seen = load.flows();
        task().counts
                .add(Count.LOADS_NOT_KEPT, seen == null ? 0 : seen.traffic().notKept());
        io.stormglass.avro.QueueLoad avro =
                QueueLoadCodec.toAvro(load, inputs.naming().runId());
        task().context
                .forward(
                        new Record<>(
                                load.queue().getBytes(StandardCharsets.UTF_8),
                                serializer.serialize(topic, avro),
                                load.toNanos() / NANOS_PER_MILLI),
                        Nodes.QUEUE_LOADS);
    }

    private Task task() {
        Task started = task;
        if (started == null) {
            throw new IllegalStateException("the processor was not initialised");
        }
        return started;
    }
}
