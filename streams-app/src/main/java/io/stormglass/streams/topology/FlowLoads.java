package io.stormglass.streams.topology;

import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.Transport;
import io.stormglass.models.load.FlowLoad;
import io.stormglass.models.load.FlowPart;
import io.stormglass.models.load.FlowShare;
import io.stormglass.models.load.LoadSettings;
import io.stormglass.models.load.SpellLimit;
import io.stormglass.models.time.BoundaryKey;
import io.stormglass.models.time.WatermarkMerge;
import io.stormglass.streams.StreamsCounters.Count;
import io.stormglass.streams.state.StoredFlowShare;
import io.stormglass.streams.state.StoredLoadPart;
import io.stormglass.streams.state.StoredMeasure;
import io.stormglass.streams.topology.FlowPlaces.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * What the flows stage measures of queues. A flow's window is part of its entry; when it is over it waits in a store until the watermark and all partitions of ports have passed
 * its end, because only then the links say which queue it was in. Then it is told, by queue.
 */
final class FlowLoads {
    /** Parts that wait for the ports, per task, before the oldest go untold: a few hundred bytes each. */
    private static final int MOST_PARTS = 1 << 20;
    /** What one record holds at most, some 100 kB. */
    private static final int MOST_FLOWS = 500;

    private static final int MOST_SPELLS = 4_096;
    private static final long CHUNKS = 1_000_000;

    private final LoadSettings settings;
    private final Measures measures;
    private final Parts parts;
    private final KeyValueStore<Bytes, StoredLoadPart> waiting;
    /** Flows with a window that goes on. */
    private final TreeMap<String, Long> open = new TreeMap<>();

    private final ProgressSteps steps = new ProgressSteps(FlowLoad.WINDOW_NANOS);
    private long size;
    private boolean ending;

    /** What it works with. */
    record Parts(
            ProcessorContext<byte[], byte[]> context,
            FlowTable table,
            FlowQueues queues,
            Counts counts,
            int partition) {}

    FlowLoads(TopologyInputs inputs, Parts parts, boolean ending) {
        this.parts = parts;
        this.ending = ending;
        settings = LoadSettings.defaults();
        measures = new Measures(inputs);
        waiting = parts.context.getStateStore(Nodes.FLOW_LOAD_PARTS_STORE);
        try (KeyValueIterator<Bytes, StoredLoadPart> all = waiting.all()) {
            all.forEachRemaining(each -> size++);
        }
    }

    /** A flow that is known from before a restart. */
    void known(String flow, long windowNanos) {
        if (windowNanos != FlowLoad.NO_WINDOW) {
            open.put(flow, windowNanos);
        }
    }

    /** Takes what a flow has become, after it was stored. */
    void kept(String flow, FlowEntry entry) {
        List<FlowPart> done = entry.load.drain();
        long order = entry.load.handed() - done.size();
        for (FlowPart part : done) {
            BoundaryKey place = new BoundaryKey(part.windowNanos(), flow, order++);
            waiting.put(Bytes.wrap(place.toBytes()), stored(flow, entry, part));
            size++;
        }
        if (entry.load.windowNanos() == FlowLoad.NO_WINDOW) {
            open.remove(flow);
        } else {
            open.put(flow, entry.load.windowNanos());
        }
        limit();
    }

    private static StoredLoadPart stored(String flow, FlowEntry entry, FlowPart part) {
        return new StoredLoadPart(
                flow,
                entry.facts.fabric(),
                entry.facts.srcIp(),
                entry.facts.dstIp(),
                entry.facts.priority(),
                entry.facts.transport() == Transport.TCP,
                StoredLoads.store(entry.hops()),
                StoredLoads.store(part));
    }

    private void limit() {
        if (size <= MOST_PARTS) {
            return;
        }
        List<Bytes> oldest = new ArrayList<>();
        try (KeyValueIterator<Bytes, StoredLoadPart> all = waiting.all()) {
            while (size - oldest.size() > MOST_PARTS && all.hasNext()) {
                oldest.add(all.next().key);
            }
        }
        oldest.forEach(waiting::delete);
        size -= oldest.size();
        parts.counts.add(Count.LOADS_NOT_KEPT, oldest.size());
    }

    /** A flow is no more: what it did so far stays. */
    void gone(String flow, FlowEntry entry) {
        entry.closeWindow();
        kept(flow, entry);
    }

    /** The flows, or the ports, have come further. */
    void reach(long watermarkNanos) {
        long reached = Math.min(ending ? WatermarkMerge.END : watermarkNanos, parts.queues.portsNanos());
        if (reached == WatermarkMerge.END) {
            tell(WatermarkMerge.END);
            end(watermarkNanos);
        } else if (reached > 0 && steps.isNext(reached)) {
            tell(Measures.windowOf(reached));
            forward(measures.mark(Measures.Kind.FLOWS_PROGRESS, parts.partition, Measures.windowOf(reached)));
        }
    }

    /** The partition has ended; all is told once the ports have. */
    void end() {
        ending = true;
    }

    private void end(long watermarkNanos) {
        if (ending) {
            ending = false;
            parts.queues.tellLoadsEnd(watermarkNanos);
            forward(measures.mark(Measures.Kind.FLOWS_END, parts.partition, watermarkNanos));
        }
    }

    private void tell(long untilNanos) {
        close(untilNanos);
        long window = FlowLoad.NO_WINDOW;
        Map<Place, List<FlowShare>> shares = new TreeMap<>();
        List<Bytes> told = new ArrayList<>();
        List<KeyValue<Bytes, StoredLoadPart>> due = due(untilNanos);
        for (KeyValue<Bytes, StoredLoadPart> each : due) {
            long of = each.value.getPart().getWindowNanos();
            if (of != window) {
                tell(window, shares);
                shares.clear();
                window = of;
                parts.queues.places().reach(of + FlowLoad.WINDOW_NANOS);
            }
            share(
                    each.value,
                    (place, share) -> shares.computeIfAbsent(place, p -> new ArrayList<>())
                            .add(share));
            told.add(each.key);
        }
        tell(window, shares);
        told.forEach(waiting::delete);
        size -= told.size();
    }

    private List<KeyValue<Bytes, StoredLoadPart>> due(long untilNanos) {
        List<KeyValue<Bytes, StoredLoadPart>> due = new ArrayList<>();
        try (KeyValueIterator<Bytes, StoredLoadPart> range =
                waiting.range(null, Bytes.wrap(BoundaryKey.lowerBound(untilNanos)))) {
            range.forEachRemaining(due::add);
        }
        return due;
    }

    private void close(long untilNanos) {
        List<String> over = open.entrySet().stream()
                .filter(each -> each.getValue() < untilNanos)
                .map(Map.Entry::getKey)
                .toList();
        for (String flow : over) {
            FlowEntry entry = parts.table.find(flow);
            if (entry == null) {
                open.remove(flow);
                continue;
            }
            entry.closeWindow();
            parts.table.keep(flow, entry);
            kept(flow, entry);
        }
    }

    private void share(StoredLoadPart stored, BiConsumer<Place, FlowShare> told) {
        List<Place> places = parts.queues.places().of(stored);
        if (places.isEmpty()) {
            parts.counts.add(Count.LOADS_WITHOUT_QUEUE, 1);
            return;
        }
        LinkFacts nic =
                parts.queues.places().nic(stored.getFabric(), stored.getSrcIp()).orElse(null);
        FlowShare share = new FlowShare(
                stored.getFlow(),
                stored.getSrcIp(),
                stored.getOther(),
                nic == null ? "" : nic.settings().ccMode(),
                nic == null ? "" : nic.settings().ccSettings(),
                0,
                StoredLoads.part(stored.getPart(), stored.getFlow()));
        places.forEach(place -> told.accept(place, share));
    }

    private void tell(long window, Map<Place, List<FlowShare>> shares) {
        long order = parts.partition * CHUNKS;
        for (Map.Entry<Place, List<FlowShare>> each : shares.entrySet()) {
            List<StoredFlowShare> chunk = new ArrayList<>();
            int spells = 0;
            for (FlowShare share : SpellLimit.of(settings.mostMessages(), each.getValue())) {
                chunk.add(StoredLoads.store(share));
                spells += share.part().spells().size();
                if (chunk.size() >= MOST_FLOWS || spells >= MOST_SPELLS) {
                    forward(record(window, order++, each.getKey(), chunk));
                    chunk = new ArrayList<>();
                    spells = 0;
                }
            }
            if (!chunk.isEmpty()) {
                forward(record(window, order++, each.getKey(), chunk));
            }
        }
    }

    private Record<byte[], byte[]> record(long window, long order, Place place, List<StoredFlowShare> flows) {
        StoredMeasure measure = Measures.of(Measures.Kind.FLOWS, place.port(), window, order);
        measure.setPriority(place.priority());
        measure.setFlows(flows);
        return measures.record(measure);
    }

    private void forward(Record<byte[], byte[]> record) {
        parts.context.forward(record, Nodes.FLOW_MEASURES);
    }
}
