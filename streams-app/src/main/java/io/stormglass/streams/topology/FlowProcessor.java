package io.stormglass.streams.topology;

import io.stormglass.avro.FlowEvents;
import io.stormglass.avro.FlowState;
import io.stormglass.models.event.FlowBatch;
import io.stormglass.models.event.FlowEvent;
import io.stormglass.models.flow.FlowCounters;
import io.stormglass.models.flow.FlowTally;
import io.stormglass.schemas.codec.EventCodec;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.schemas.wire.AvroSerializer;
import io.stormglass.streams.StreamsCounters.Count;
import io.stormglass.streams.state.StoredFlow;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** Counts what happens to each flow. */
final class FlowProcessor extends InputProcessor<FlowEvents, FlowBatch> {
    /** Changed flows are published when the watermark crosses a multiple of this. */
    private static final long PUBLISH_NANOS = 250_000_000L;

    private final AvroSerializer<FlowState> serializer;
    private final String topic;
    private final Map<String, Entry> flows = new HashMap<>();
    private final FlowMerges merges;
    private final String mergesTopic;
    private final TreeSet<String> changed = new TreeSet<>();
    /** Rates above 0 as they were published: they change without an event when their flow stops. */
    private final TreeMap<String, Double> rates = new TreeMap<>();

    private long publishedNanos;
    private @Nullable KeyValueStore<String, StoredFlow> store;

    FlowProcessor(TopologyInputs inputs) {
        super(
                new Intake.Contract<>(
                        Nodes.FLOWS,
                        Nodes.FLOWS_DEAD_LETTERS,
                        Nodes.FLOW_SEQUENCES_STORE,
                        FlowEvents.class,
                        EventCodec::toNeutral,
                        FlowBatch::header),
                Nodes.FLOW_PROGRESS_STORE,
                inputs);
        serializer = new AvroSerializer<>(FlowState.class, inputs.ids().id(Topic.FLOW_STATES));
        topic = inputs.naming().topic(Topic.FLOW_STATES);
        mergesTopic = inputs.naming().topic(Topic.FLOW_MERGES);
        merges = new FlowMerges(mergesTopic);
    }

    private record Entry(FlowFacts facts, FlowTally tally) {}

    @Override
    void start(ProcessorContext<byte[], byte[]> context) {
        KeyValueStore<String, StoredFlow> opened = context.getStateStore(Nodes.FLOW_COUNTERS_STORE);
        store = opened;
        // What had changed but was not yet published before a restart is not known: publish all.
        try (KeyValueIterator<String, StoredFlow> all = opened.all()) {
            all.forEachRemaining(stored -> {
                if (merges.rememberIfMerged(stored.value)) {
                    return;
                }
                flows.put(stored.key, entry(stored.value));
                changed.add(stored.key);
            });
        }
    }

    private static Entry entry(StoredFlow stored) {
        return new Entry(FlowFacts.of(stored), new FlowTally(StoredFlows.counters(stored)));
    }

    @Override
    void events(FlowBatch batch, long recordNanos) {
        FlowFacts facts = FlowFacts.of(batch);
        String key = facts.key();
        String mergedInto = merges.into(key);
        Entry before = mergedInto == null ? flows.get(key) : null;
        FlowTally tally = new FlowTally(before == null ? FlowCounters.ZERO : before.tally.counters());
        long late = 0;
        for (FlowEvent event : batch.events()) {
            late += event.timeNanos() < watermarkNanos() ? 1 : 0;
            tally.add(event);
        }
        long recordMillis = recordNanos / NANOS_PER_MILLI;
        if (mergedInto != null) {
            context().forward(merges.handover(facts, tally.counters(), mergedInto, recordMillis), Nodes.FLOW_MERGES);
        } else {
            keep(new Entry(facts, tally));
        }
        Record<byte[], byte[]> request = merges.request(batch, facts, recordMillis);
        if (request != null) {
            context().forward(request, Nodes.FLOW_MERGES);
        }
        counts().add(Count.RECORDS, 1);
        counts().add(Count.EVENTS, batch.events().size());
        counts().add(Count.LATE, late);
    }

    private void keep(Entry entry) {
        String key = entry.facts.key();
        store().put(key, StoredFlows.store(entry.facts, entry.tally.counters()));
        flows.put(key, entry);
        changed.add(key);
    }

    @Override
    boolean isInternal(String topicOfRecord) {
        return topicOfRecord.equals(mergesTopic);
    }

    @Override
    void internal(Record<byte[], byte[]> record) {
        String key = new String(record.key(), StandardCharsets.UTF_8);
        StoredFlow stored = merges.read(record);
        if (key.equals(stored.getFlow())) {
            merge(stored, record.timestamp());
        } else {
            add(key, stored);
        }
    }

    /** The provisional flow is gone: what it has goes to the flow that it turned out to be. */
    private void merge(StoredFlow request, long recordMillis) {
        String provisional = request.getFlow();
        boolean first = merges.into(provisional) == null;
        merges.rememberIfMerged(request);
        store().put(provisional, request);
        Entry had = flows.remove(provisional);
        changed.remove(provisional);
        rates.remove(provisional);
        if (had != null) {
            FlowCounters counters = had.tally.counters();
            context()
                    .forward(
                            merges.handover(had.facts, counters, request.getMergedInto(), recordMillis),
                            Nodes.FLOW_MERGES);
            byte[] key = provisional.getBytes(StandardCharsets.UTF_8);
            context().forward(new Record<>(key, null, counters.atNanos() / NANOS_PER_MILLI), Nodes.FLOW_STATES);
        }
        counts().add(Count.MERGED, first ? 1 : 0);
    }

    private void add(String key, StoredFlow handedOver) {
        Entry before = flows.get(key);
        FlowFacts facts = before == null ? FlowFacts.of(handedOver).renamed(key) : before.facts;
        FlowTally tally = new FlowTally(before == null ? FlowCounters.ZERO : before.tally.counters());
        tally.add(StoredFlows.counters(handedOver));
        keep(new Entry(facts, tally));
    }

    @Override
    void advanced(long watermarkNanos) {
        if (watermarkNanos / PUBLISH_NANOS != publishedNanos / PUBLISH_NANOS) {
            publishedNanos = watermarkNanos;
            publish(watermarkNanos);
        }
    }

    @Override
    void ended(long watermarkNanos) {
        publish(watermarkNanos);
        forwardEnd(Topic.FLOW_EVENTS.shortName(), watermarkNanos, Nodes.FLOW_STATES);
        forwardEnd(Topic.FLOW_EVENTS.shortName(), watermarkNanos, Nodes.FLOWS_DEAD_LETTERS);
    }

    private void publish(long asOfNanos) {
        TreeSet<String> silent = new TreeSet<>(rates.keySet());
        silent.removeAll(changed);
        for (String key : changed) {
            publish(key, flows.get(key), asOfNanos);
        }
        changed.clear();
        for (String key : silent) {
            Entry entry = flows.get(key);
            if (entry != null
                    && entry.tally.counters().observedBitsPerSecondAt(asOfNanos) != rates.getOrDefault(key, 0.0)) {
                publish(key, entry, asOfNanos);
            }
        }
    }

    private void publish(String key, @Nullable Entry entry, long asOfNanos) {
        if (entry == null) {
            return;
        }
        FlowState state = StoredFlows.publish(entry.facts, entry.tally.counters(), asOfNanos);
        context()
                .forward(
                        new Record<>(
                                key.getBytes(StandardCharsets.UTF_8),
                                serializer.serialize(topic, state),
                                state.getAtNanos() / NANOS_PER_MILLI),
                        Nodes.FLOW_STATES);
        if (state.getObservedBitsPerSecond() > 0) {
            rates.put(key, state.getObservedBitsPerSecond());
        } else {
            rates.remove(key);
        }
    }

    private KeyValueStore<String, StoredFlow> store() {
        KeyValueStore<String, StoredFlow> opened = store;
        if (opened == null) {
            throw new IllegalStateException("the processor was not initialised");
        }
        return opened;
    }
}
