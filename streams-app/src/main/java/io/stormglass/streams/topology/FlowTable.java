package io.stormglass.streams.topology;

import io.stormglass.avro.FlowEvents;
import io.stormglass.models.event.FlowBatch;
import io.stormglass.models.event.FlowEvent;
import io.stormglass.models.time.ObserverOrder.Batch;
import io.stormglass.models.time.ObserverOrder.Place;
import io.stormglass.schemas.Decoded;
import io.stormglass.schemas.Reason;
import io.stormglass.schemas.codec.EventCodec;
import io.stormglass.schemas.wire.AvroDeserializer;
import io.stormglass.streams.FlowSettings;
import io.stormglass.streams.state.StoredFlow;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * The flows of one task. The store holds them all; those that were busy last are kept ready as well, because making models from
 * their saved form costs more than stepping them. What is held of a flow, because another observer may still tell of the time before
 * it, is in a store of its own.
 */
final class FlowTable {
    private static final char PLACE = '\n';

    private final TopologyInputs inputs;
    private final FlowSettings settings;
    private final AvroDeserializer<FlowEvents> reader;
    private final FlowModels models;
    private final KeyValueStore<String, StoredFlow> store;
    private final KeyValueStore<String, byte[]> held;
    private final Bounds bounds;
    private final Faults faults;
    private final Map<String, FlowEntry> ready = new LinkedHashMap<>(64, 0.75f, true);
    private final Map<String, Holding> holding = new LinkedHashMap<>();
    private long heldEvents;

    /**
     * How much a task keeps in memory.
     *
     * @param ready flows that are kept ready, about 3 KB each
     * @param held events that are held of all flows, about 100 bytes each
     */
    record Bounds(int ready, int held) {
        /** 4,096 flows, 12 MB; 262,144 events, sixteen flows at the bound of one, 26 MB. */
        static final Bounds DEFAULT = new Bounds(4096, 262_144);
    }

    /** Takes what could not be done for one flow and does not concern the others. */
    @FunctionalInterface
    interface Faults {
        /** The value is the record on which it failed; null where it was none. */
        void failed(String flow, byte @Nullable [] value, Reason reason, String detail);
    }

    /** What is held of a flow; the time is unknown, and as early as can be, until the flow is loaded. */
    private record Holding(long oldestNanos, int events) {}

    FlowTable(
            TopologyInputs inputs,
            FlowModels models,
            ProcessorContext<byte[], byte[]> context,
            Bounds bounds,
            Faults faults) {
        this.inputs = inputs;
        this.bounds = bounds;
        this.faults = faults;
        settings = inputs.flows();
        reader = new AvroDeserializer<>(FlowEvents.class, inputs.registry());
        this.models = models;
        store = context.getStateStore(Nodes.FLOW_COUNTERS_STORE);
        held = context.getStateStore(Nodes.FLOW_HELD_STORE);
        try (KeyValueIterator<String, byte[]> all = held.all()) {
            all.forEachRemaining(each -> {
                String key = each.key.substring(0, each.key.indexOf(PLACE));
                Holding before = holding.get(key);
                int more = read(each.value) instanceof Decoded.Value<FlowBatch> good
                        ? good.value().events().size()
                        : 0;
                holding(key, new Holding(Long.MIN_VALUE, more + (before == null ? 0 : before.events())));
            });
        }
    }

    private void holding(String key, @Nullable Holding now) {
        Holding before = now == null ? holding.remove(key) : holding.put(key, now);
        heldEvents += (now == null ? 0 : now.events()) - (before == null ? 0 : before.events());
    }

    /** Whether more is held than may be. */
    boolean isFull() {
        return heldEvents > bounds.held();
    }

    KeyValueStore<String, StoredFlow> store() {
        return store;
    }

    /** A flow that is known; null for one that is not, or that was merged. */
    @Nullable
    FlowEntry find(String key) {
        FlowEntry entry = ready.get(key);
        if (entry != null) {
            return entry;
        }
        StoredFlow stored = store.get(key);
        if (stored == null || !stored.getMergedInto().isEmpty()) {
            return null;
        }
        FlowEntry loaded = new FlowEntry(stored, settings, models);
        // That what was saved cannot be read is not the fault of the record that asks for it.
        told(key, loaded, null);
        if (holding.containsKey(key)) {
            resume(key, loaded);
            holding(key, held(loaded));
        }
        makeReady(key, loaded);
        return loaded;
    }

    private void resume(String key, FlowEntry entry) {
        List<String> gone = new ArrayList<>();
        try (KeyValueIterator<String, byte[]> range = held.range(key + PLACE, key + (char) (PLACE + 1))) {
            range.forEachRemaining(each -> {
                switch (read(each.value)) {
                    case Decoded.Value<FlowBatch> good -> {
                        if (!entry.order.resume(batch(each.key, good.value(), 0))) {
                            gone.add(each.key);
                        }
                    }
                    case Decoded.Malformed<FlowBatch> bad -> {
                        faults.failed(key, each.value, bad.reason(), "held events: " + bad.detail());
                        gone.add(each.key);
                    }
                }
            });
        }
        gone.forEach(place -> held.put(place, null));
    }

    private static @Nullable Holding held(FlowEntry entry) {
        int events = entry.order.heldEvents();
        return events == 0 ? null : new Holding(entry.order.oldestHeldNanos(), events);
    }

    /** A flow that was not known. */
    FlowEntry begin(String key, FlowFacts facts) {
        FlowEntry entry = new FlowEntry(facts, settings, models);
        makeReady(key, entry);
        return entry;
    }

    private void makeReady(String key, FlowEntry entry) {
        ready.put(key, entry);
        Iterator<String> eldest = ready.keySet().iterator();
        while (ready.size() > bounds.ready() && eldest.hasNext()) {
            if (!eldest.next().equals(key)) {
                eldest.remove();
            }
        }
    }

    /** Stores what a flow has become. */
    void keep(String key, FlowEntry entry) {
        store.put(key, entry.store());
        holding(key, held(entry));
        told(key, entry, null);
    }

    /** Tells what went wrong with the models of a flow, if anything did; the value is the record that they were stepped with. */
    void told(String key, FlowEntry entry, byte @Nullable [] value) {
        FlowEntry.Fault fault = entry.takeFault();
        if (fault != null) {
            byte[] failed = fault.place().isEmpty() ? value : held.get(fault.place());
            faults.failed(key, failed, Reason.MODEL_FAILED, fault.detail());
        }
    }

    /** A flow is no more, or what is ready of it is no longer what the store has. */
    void drop(String key) {
        ready.remove(key);
    }

    /** Forgets a flow. */
    void forget(String key) {
        ready.remove(key);
        holding(key, null);
        store.delete(key);
    }

    /** A flow is another one from now on: nothing is held of it. */
    void replace(String key, StoredFlow mark) {
        ready.remove(key);
        holding(key, null);
        store.put(key, mark);
    }

    /** Holds a batch before which records of its agent are missing or not; how many of its events are behind what has gone. */
    int hold(FlowEntry entry, FlowBatch batch, long missing, byte[] value) {
        String place = entry.facts.key()
                + PLACE
                + batch.header().agentId()
                + PLACE
                + String.format(
                        Locale.ROOT,
                        "%016x%016x",
                        batch.header().epoch(),
                        batch.header().sequence());
        if (batch.events().isEmpty()) {
            return 0;
        }
        int behind = entry.order.hold(batch(place, batch, missing));
        held.put(place, value);
        return behind;
    }

    /** What was held and has gone. */
    void gone(List<Batch<FlowEvent, FlowEntry.Told>> batches) {
        // Unlike delete, put does not read what was there.
        batches.forEach(batch -> held.put(batch.source().place(), null));
    }

    /** Flows of which something is held that lies before a time. */
    List<String> holdingBefore(long nanos) {
        List<String> due = new ArrayList<>();
        holding.forEach((key, each) -> {
            if (each.oldestNanos() < nanos) {
                due.add(key);
            }
        });
        return due;
    }

    private Decoded<FlowBatch> read(byte[] value) {
        return switch (inputs.patience().ask(() -> reader.read(value))) {
            case Decoded.Value<FlowEvents> good -> EventCodec.toNeutral(good.value());
            case Decoded.Malformed<FlowEvents> bad -> new Decoded.Malformed<>(bad.reason(), bad.detail());
        };
    }

    static Place place(FlowBatch batch, long missing) {
        return new Place(
                batch.header().agentId(), batch.header().epoch(), batch.header().sequence(), missing);
    }

    private static Batch<FlowEvent, FlowEntry.Told> batch(String place, FlowBatch batch, long missing) {
        return new Batch<>(place(batch, missing), batch.events(), new FlowEntry.Told(FlowEntry.source(batch), place));
    }
}
