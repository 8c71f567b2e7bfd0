package io.stormglass.streams.topology;

import io.stormglass.avro.FlowEvents;
import io.stormglass.models.event.FlowBatch;
import io.stormglass.models.event.FlowEvent;
import io.stormglass.models.time.ObserverOrder.Batch;
import io.stormglass.schemas.Decoded;
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
    /** Flows that are kept ready, per task: about 3 KB each. */
    static final int MOST_READY = 4096;

    private static final char PLACE = '\n';

    private final TopologyInputs inputs;
    private final FlowSettings settings;
    private final AvroDeserializer<FlowEvents> reader;
    private final FlowModels models;
    private final KeyValueStore<String, StoredFlow> store;
    private final KeyValueStore<String, byte[]> held;
    private final Map<String, FlowEntry> ready = new LinkedHashMap<>(64, 0.75f, true);
    /** Time of the oldest event that is held of each flow. */
    private final Map<String, Long> holding = new LinkedHashMap<>();

    FlowTable(TopologyInputs inputs, FlowModels models, ProcessorContext<byte[], byte[]> context) {
        this.inputs = inputs;
        settings = inputs.flows();
        reader = new AvroDeserializer<>(FlowEvents.class, inputs.registry());
        this.models = models;
        store = context.getStateStore(Nodes.FLOW_COUNTERS_STORE);
        held = context.getStateStore(Nodes.FLOW_HELD_STORE);
        try (KeyValueIterator<String, byte[]> all = held.all()) {
            all.forEachRemaining(each -> holding.put(each.key.substring(0, each.key.indexOf(PLACE)), Long.MIN_VALUE));
        }
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
        if (holding.containsKey(key)) {
            List<String> gone = new ArrayList<>();
            try (KeyValueIterator<String, byte[]> range = held.range(key + PLACE, key + (char) (PLACE + 1))) {
                range.forEachRemaining(each -> {
                    if (!loaded.order.resume(batch(each.key, each.value))) {
                        gone.add(each.key);
                    }
                });
            }
            gone.forEach(place -> held.put(place, null));
            holding.put(key, loaded.order.oldestHeldNanos());
        }
        makeReady(key, loaded);
        return loaded;
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
        while (ready.size() > MOST_READY && eldest.hasNext()) {
            if (!eldest.next().equals(key)) {
                eldest.remove();
            }
        }
    }

    /** Stores what a flow has become. */
    void keep(String key, FlowEntry entry) {
        store.put(key, entry.store());
        if (entry.order.heldEvents() > 0) {
            holding.put(key, entry.order.oldestHeldNanos());
        } else if (!holding.isEmpty()) {
            holding.remove(key);
        }
    }

    /** A flow is no more, or what is ready of it is no longer what the store has. */
    void drop(String key) {
        ready.remove(key);
    }

    /** Forgets a flow. */
    void forget(String key) {
        ready.remove(key);
        holding.remove(key);
        store.delete(key);
    }

    /** A flow is another one from now on: nothing is held of it. */
    void replace(String key, StoredFlow mark) {
        ready.remove(key);
        holding.remove(key);
        store.put(key, mark);
    }

    /** Holds a batch; how many of its events are behind what has gone. */
    int hold(String key, FlowEntry entry, FlowBatch batch, byte[] value) {
        String place = key
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
        int behind = entry.order.hold(batch(place, batch));
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
        holding.forEach((key, oldest) -> {
            if (oldest < nanos) {
                due.add(key);
            }
        });
        return due;
    }

    private Batch<FlowEvent, FlowEntry.Told> batch(String place, byte[] value) {
        FlowEvents avro = inputs.patience().ask(() -> reader.deserialize("flow-held", value));
        if (avro == null) {
            throw new IllegalStateException("held events have no value");
        }
        return switch (EventCodec.toNeutral(avro)) {
            case Decoded.Value<FlowBatch> good -> batch(place, good.value());
            case Decoded.Malformed<FlowBatch> bad ->
                throw new IllegalStateException("held events that passed the checks are bad: " + bad.detail());
        };
    }

    private static Batch<FlowEvent, FlowEntry.Told> batch(String place, FlowBatch batch) {
        return new Batch<>(
                batch.header().agentId(), batch.events(), new FlowEntry.Told(FlowEntry.source(batch), place));
    }
}
