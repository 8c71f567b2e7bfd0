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
    }

    private record Entry(FlowFacts facts, FlowTally tally) {}

    @Override
    void start(ProcessorContext<byte[], byte[]> context) {
        KeyValueStore<String, StoredFlow> opened = context.getStateStore(Nodes.FLOW_COUNTERS_STORE);
        store = opened;
        // What had changed but was not yet published before a restart is not known: publish all.
        try (KeyValueIterator<String, StoredFlow> all = opened.all()) {
            all.forEachRemaining(stored -> {
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
        Entry before = flows.get(key);
        FlowTally tally = new FlowTally(before == null ? FlowCounters.ZERO : before.tally.counters());
        long late = 0;
        for (FlowEvent event : batch.events()) {
            late += event.timeNanos() < watermarkNanos() ? 1 : 0;
            tally.add(event);
        }
        store().put(key, StoredFlows.store(facts, tally.counters()));
        flows.put(key, new Entry(facts, tally));
        changed.add(key);
        counts().add(Count.RECORDS, 1);
        counts().add(Count.EVENTS, batch.events().size());
        counts().add(Count.LATE, late);
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
