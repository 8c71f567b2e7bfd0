package io.stormglass.streams.topology;

import io.stormglass.avro.FabricLink;
import io.stormglass.avro.FlowClassChange;
import io.stormglass.avro.PortTransition;
import io.stormglass.avro.PortTransitionKind;
import io.stormglass.avro.StormIncident;
import io.stormglass.models.storm.Incident;
import io.stormglass.models.storm.StormGraph;
import io.stormglass.models.storm.StormGraphState;
import io.stormglass.models.storm.StormTransition;
import io.stormglass.models.time.BoundaryKey;
import io.stormglass.models.time.WatermarkMerge;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.schemas.wire.AvroDeserializer;
import io.stormglass.schemas.wire.AvroSerializer;
import io.stormglass.streams.StreamsCounters.Count;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.jspecify.annotations.Nullable;

/**
 * Decides incidents. Transitions are held until every upstream partition has passed their time, then taken in the order of
 * time, key and order within the key: the result does not depend on who came first.
 */
final class FabricProcessor implements Processor<byte[], byte[], byte[], byte[]> {
    private static final long NANOS_PER_MILLI = 1_000_000L;
    /** Key of a record without value: the watermarks of the ports are further. */
    private static final byte[] PORTS_FURTHER = "ports".getBytes(StandardCharsets.UTF_8);

    private final TopologyInputs inputs;
    private final AvroDeserializer<PortTransition> deserializer;
    private final AvroDeserializer<FlowClassChange> flowReader;
    private final String flowsTopic;
    private final AvroSerializer<StormIncident> serializer;
    private final Map<String, StormGraph> graphs = new TreeMap<>();
    /** Ids in the store, by fabric. */
    private final Map<String, Set<String>> storedIncidents = new TreeMap<>();

    private WatermarkMerge watermarks;
    private WatermarkMerge flowWatermarks;
    private long reachedNanos = WatermarkMerge.NONE;
    private @Nullable Task task;

    private record Task(
            ProcessorContext<byte[], byte[]> context,
            FabricStores stores,
            FabricTelemetry telemetry,
            FabricConsistency consistency,
            FabricTrends trends,
            Counts counts) {}

    FabricProcessor(TopologyInputs inputs) {
        this.inputs = inputs;
        deserializer = new AvroDeserializer<>(PortTransition.class, inputs.registry());
        flowReader = new AvroDeserializer<>(FlowClassChange.class, inputs.registry());
        flowsTopic = inputs.naming().topic(Topic.FLOW_CLASSES);
        serializer = new AvroSerializer<>(StormIncident.class, inputs.ids().id(Topic.STORM_INCIDENTS));
        watermarks = new WatermarkMerge(inputs.portPartitions());
        flowWatermarks = new WatermarkMerge(inputs.flowPartitions());
    }

    @Override
    public void init(ProcessorContext<byte[], byte[]> context) {
        FabricStores stores = FabricStores.open(context);
        // A task that is revived must not remember what was rolled back.
        graphs.clear();
        storedIncidents.clear();
        watermarks = new WatermarkMerge(inputs.portPartitions());
        try (KeyValueIterator<Integer, Long> all = stores.watermarks().all()) {
            all.forEachRemaining(entry -> watermarks.update(entry.key, entry.value));
        }
        flowWatermarks = new WatermarkMerge(inputs.flowPartitions());
        try (KeyValueIterator<Integer, Long> all = stores.flowWatermarks().all()) {
            all.forEachRemaining(entry -> flowWatermarks.update(entry.key, entry.value));
        }
        reachedNanos = boundaryNanos();
        FabricTelemetry telemetry = new FabricTelemetry(inputs, context, stores.links());
        telemetry.restore(reachedNanos);
        FabricConsistency consistency = new FabricConsistency(inputs, context);
        consistency.restore(stores.links());
        task = new Task(
                context,
                stores,
                telemetry,
                consistency,
                new FabricTrends(inputs, context),
                new Counts(inputs.counters(), context, Nodes.FABRIC));
        stores.graphs(telemetry.voices()).forEach((fabric, state) -> {
            graphs.put(fabric, newGraph(fabric, state));
            state.incidents().forEach(incident -> stored(fabric).add(incident.id()));
        });
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        boolean ofFlows = task().context
                .recordMetadata()
                .filter(source -> source.topic().equals(flowsTopic))
                .isPresent();
        if (ofFlows) {
            flows(record);
        } else {
            ports(record);
        }
    }

    /** Which flows there are. Their classes are none of its business. */
    private void flows(Record<byte[], byte[]> record) {
        FlowClassChange change = inputs.patience().ask(() -> flowReader.deserialize("flow-classes", record.value()));
        if (change == null) {
            throw new IllegalStateException("a record of flow-classes has no value");
        }
        switch (change.getKind()) {
            case KNOWN, FORGOTTEN -> {
                PortTransition transition = Transitions.flow(change);
                hold(transition, Transitions.toNeutral(transition).place());
            }
            case KNOWN_WATERMARK -> flowProgress(change.getPartition(), change.getAtNanos());
            case KNOWN_END -> flowProgress(change.getPartition(), WatermarkMerge.END);
            case CLASS, GONE, WATERMARK, END -> {}
            case UNKNOWN ->
                throw new IllegalStateException(
                        "a record of flow-classes is of a kind that this version does not know");
        }
    }

    private void ports(Record<byte[], byte[]> record) {
        PortTransition transition =
                inputs.patience().ask(() -> deserializer.deserialize("port-transitions", record.value()));
        if (transition == null) {
            throw new IllegalStateException("a record of port-transitions has no value");
        }
        switch (transition.getKind()) {
            case WATERMARK -> progress(transition.getPartition(), transition.getAtNanos());
            case END -> {
                task().telemetry.dataEnds(transition.getAtNanos());
                progress(transition.getPartition(), WatermarkMerge.END);
            }
            case TELEMETRY -> hold(transition, Telemetry.place(transition));
            case PAUSES_RISING -> hold(transition, FabricTrends.place(transition));
            case STORM_OPENED, STORM_CHANGED, STORM_CLEARED, SIGN, LINK, MAINTENANCE, INVENTORY, FLOW ->
                hold(transition, Transitions.toNeutral(transition).place());
            case UNKNOWN ->
                throw new IllegalStateException(
                        "a record of port-transitions is of a kind that this version does not know");
        }
    }

    private void hold(PortTransition transition, BoundaryKey place) {
        if (!inputs.boundarySort()) {
            listen(transition);
            ArrayDeque<StormTransition.Silence> silences = task().telemetry.takeSilences();
            decideSilences(silences, Long.MAX_VALUE);
            decide(List.of(transition));
            return;
        }
        // Live nobody waits for the flows: one that is told late is known later.
        if (transition.getKind() != PortTransitionKind.FLOW && transition.getAtNanos() < reachedNanos) {
            task().counts.add(Count.LATE, 1);
        }
        task().stores.pending().put(Bytes.wrap(place.toBytes()), transition);
    }

    private void progress(int partition, long watermarkNanos) {
        watermarks.update(partition, watermarkNanos);
        task().stores.watermarks().put(partition, watermarks.watermarkNanos(partition));
        reach();
    }

    private void flowProgress(int partition, long watermarkNanos) {
        flowWatermarks.update(partition, watermarkNanos);
        task().stores.flowWatermarks().put(partition, flowWatermarks.watermarkNanos(partition));
        reach();
    }

    /** What lies before it has been told. Live the flows may come later: a page must not wait for them. */
    private long boundaryNanos() {
        return switch (inputs.mode()) {
            case REPLAY -> Math.min(watermarks.minimumNanos(), flowWatermarks.minimumNanos());
            case LIVE -> watermarks.minimumNanos();
        };
    }

    private void reach() {
        long minimum = boundaryNanos();
        if (minimum == reachedNanos) {
            return;
        }
        reachedNanos = minimum;
        release(minimum);
        for (Map.Entry<String, StormGraph> entry : graphs.entrySet()) {
            publish(entry.getKey(), entry.getValue(), entry.getValue().advanceTo(minimum));
        }
        task().consistency.advanceTo(minimum);
        task().context.forward(new Record<>(PORTS_FURTHER, null, 0), Nodes.MODES);
        if (minimum == WatermarkMerge.END) {
            end();
        }
    }

    /** Decides what lies before the boundary; what lies on it may still get company. */
    private void release(long boundaryNanos) {
        Bytes to = Bytes.wrap(BoundaryKey.lowerBound(boundaryNanos));
        List<KeyValue<Bytes, PortTransition>> released = new ArrayList<>();
        try (KeyValueIterator<Bytes, PortTransition> range =
                task().stores.pending().range(null, to)) {
            range.forEachRemaining(released::add);
        }
        // Who is heard depends on no storm; of storms it is evidence, so it is decided first and told at its own time.
        released.forEach(next -> listen(next.value));
        task().telemetry.advanceTo(boundaryNanos);
        ArrayDeque<StormTransition.Silence> silences = task().telemetry.takeSilences();
        List<PortTransition> moment = new ArrayList<>();
        for (KeyValue<Bytes, PortTransition> next : released) {
            if (!moment.isEmpty() && moment.get(0).getAtNanos() != next.value.getAtNanos()) {
                decideSilences(silences, moment.get(0).getAtNanos());
                decide(moment);
                moment.clear();
            }
            moment.add(next.value);
            task().stores.pending().delete(next.key);
        }
        decideSilences(
                silences, moment.isEmpty() ? Long.MAX_VALUE : moment.get(0).getAtNanos());
        decide(moment);
        decideSilences(silences, Long.MAX_VALUE);
    }

    private void listen(PortTransition transition) {
        if (transition.getKind() == PortTransitionKind.TELEMETRY) {
            task().telemetry.accept(transition);
        } else if (transition.getKind() == PortTransitionKind.LINK) {
            task().telemetry.link(link(transition));
        }
    }

    /** Tells the graphs of silences up to a time; at one time they come before transitions. */
    private void decideSilences(Queue<StormTransition.Silence> silences, long untilNanos) {
        for (StormTransition.Silence next = silences.peek();
                next != null && next.atNanos() <= untilNanos;
                next = silences.peek()) {
            silences.remove();
            StormGraph graph = graph(next.fabric());
            publish(next.fabric(), graph, graph.accept(next));
        }
    }

    private StormGraph graph(String fabric) {
        return graphs.computeIfAbsent(fabric, f -> newGraph(f, StormGraphState.EMPTY));
    }

    private StormGraph newGraph(String fabric, StormGraphState state) {
        return new StormGraph(
                inputs.naming().runId(),
                fabric,
                inputs.limits().storm(),
                (port, atNanos) -> task().consistency.breaksPauses(fabric, port, atNanos),
                state);
    }

    /** Takes what happened at one moment. */
    private void decide(List<PortTransition> moment) {
        Map<String, List<PortTransition>> byFabric = new TreeMap<>();
        for (PortTransition transition : moment) {
            if (transition.getKind() == PortTransitionKind.TELEMETRY) {
                continue;
            }
            if (transition.getKind() == PortTransitionKind.PAUSES_RISING) {
                task().trends.publish(transition);
                continue;
            }
            if (transition.getKind() == PortTransitionKind.LINK) {
                String key = transition.getFabric() + "/" + transition.getDevice() + "/" + transition.getPort();
                FabricLink link = link(transition);
                task().stores.links().put(key, link);
                task().consistency.accept(link);
            }
            byFabric.computeIfAbsent(transition.getFabric(), f -> new ArrayList<>())
                    .add(transition);
        }
        byFabric.forEach(this::decide);
    }

    private void decide(String fabric, List<PortTransition> transitions) {
        StormGraph graph = graph(fabric);
        List<StormTransition> neutral =
                transitions.stream().map(Transitions::toNeutral).toList();
        List<Incident> versions = graph.accept(neutral);
        for (int i = 0; i < neutral.size(); i++) {
            if (!(neutral.get(i) instanceof StormTransition.Link)) {
                keepFact(graph, neutral.get(i).factKey(), transitions.get(i));
            }
        }
        publish(fabric, graph, versions);
    }

    private void keepFact(StormGraph graph, String factKey, PortTransition newest) {
        if (graph.holdsFact(factKey)) {
            task().stores.facts().put(factKey, newest);
        } else {
            task().stores.facts().delete(factKey);
        }
    }

    private static FabricLink link(PortTransition transition) {
        FabricLink link = new FabricLink();
        link.setFabric(transition.getFabric());
        link.setRunId(transition.getRunId());
        link.setDevice(transition.getDevice());
        link.setPort(transition.getPort());
        link.setSinceNanos(transition.getAtNanos());
        link.setFacts(transition.getLink());
        return link;
    }

    private void publish(String fabric, StormGraph graph, List<Incident> versions) {
        for (Incident incident : versions) {
            StormIncident avro = Incidents.toAvro(incident);
            task().stores.incidents().put(incident.id(), avro);
            stored(fabric).add(incident.id());
            task().context
                    .forward(
                            new Record<>(
                                    incident.id().getBytes(StandardCharsets.UTF_8),
                                    serializer.serialize(inputs.naming().topic(Topic.STORM_INCIDENTS), avro),
                                    incident.changedNanos() / NANOS_PER_MILLI),
                            Nodes.STORM_INCIDENTS);
            if (pagesNow(incident)) {
                // Somebody waits for it; the next commit may be a whole interval away.
                task().context.commit();
            }
        }
        for (StormTransition.Storm storm : graph.takeChangedStorms()) {
            PortTransition told = task().stores.facts().get(storm.factKey());
            if (told != null) {
                task().stores.facts().put(storm.factKey(), Transitions.stored(told, storm));
            }
        }
        graph.takeForgottenFacts().forEach(key -> task().stores.facts().delete(key));
        task().stores.clock().put(fabric, graph.nowNanos());
        if (!versions.isEmpty()) {
            forget(fabric, graph);
        }
    }

    private static boolean pagesNow(Incident incident) {
        return incident.page() != null && incident.page().atNanos() == incident.changedNanos();
    }

    private void forget(String fabric, StormGraph graph) {
        Set<String> remembered = graph.incidentIds();
        stored(fabric).removeIf(id -> {
            boolean isGone = !remembered.contains(id);
            if (isGone) {
                task().stores.incidents().delete(id);
            }
            return isGone;
        });
    }

    private Set<String> stored(String fabric) {
        return storedIncidents.computeIfAbsent(fabric, f -> new TreeSet<>());
    }

    private void end() {
        // The graphs' own time tells where the data ends; without a storm nobody asked for it.
        long newest =
                graphs.values().stream().mapToLong(StormGraph::nowNanos).max().orElse(0);
        int partition = task().context.taskId().partition();
        for (String sink : List.of(Nodes.STORM_INCIDENTS, Nodes.TELEMETRY_QUALITY, Nodes.FINDINGS)) {
            task().context
                    .forward(
                            Marks.end(
                                    Topic.PORT_TRANSITIONS.shortName(),
                                    partition,
                                    Math.max(0, newest / NANOS_PER_MILLI)),
                            sink);
        }
    }

    private Task task() {
        Task started = task;
        if (started == null) {
            throw new IllegalStateException("the processor was not initialised");
        }
        return started;
    }
}
