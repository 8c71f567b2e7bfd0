package io.stormglass.streams.topology;

import io.stormglass.avro.InventoryEntity;
import io.stormglass.avro.PortTransition;
import io.stormglass.avro.PortTransitionKind;
import io.stormglass.schemas.Decoded;
import io.stormglass.schemas.Reason;
import io.stormglass.schemas.codec.InventoryCodec;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.schemas.wire.AvroDeserializer;
import io.stormglass.schemas.wire.AvroSerializer;
import io.stormglass.streams.StreamsCounters.Count;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** Checks what people know of entities and tells the stage of their fabric. It keeps the newest of each: a deletion names the key only. */
final class InventoryProcessor implements Processor<byte[], byte[], byte[], byte[]> {
    private static final long NANOS_PER_MILLI = 1_000_000L;

    private final TopologyInputs inputs;
    private final AvroDeserializer<InventoryEntity> deserializer;
    private final AvroSerializer<PortTransition> serializer;
    private @Nullable Task task;

    private record Task(
            ProcessorContext<byte[], byte[]> context,
            KeyValueStore<String, InventoryEntity> entities,
            DeadLetters deadLetters,
            Counts counts) {}

    InventoryProcessor(TopologyInputs inputs) {
        this.inputs = inputs;
        deserializer = new AvroDeserializer<>(InventoryEntity.class, inputs.registry());
        serializer = new AvroSerializer<>(PortTransition.class, inputs.ids().id(Topic.PORT_TRANSITIONS));
    }

    @Override
    public void init(ProcessorContext<byte[], byte[]> context) {
        Counts counts = new Counts(inputs.counters(), context, Nodes.INVENTORY);
        DeadLetters deadLetters = new DeadLetters(Nodes.INVENTORY, Nodes.INVENTORY_DEAD_LETTERS, context, counts);
        task = new Task(context, context.getStateStore(Nodes.INVENTORY_STORE), deadLetters, counts);
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        byte[] key = record.key();
        byte[] value = record.value();
        String name = key == null ? "" : new String(key, StandardCharsets.UTF_8);
        if (value == null) {
            InventoryEntity had = task().entities.delete(name);
            if (had != null) {
                tell(had, false, record.timestamp());
            }
            return;
        }
        switch (inputs.patience().ask(() -> deserializer.read(value))) {
            case Decoded.Malformed<InventoryEntity> bad ->
                task().deadLetters.refuse(record, bad.reason(), bad.detail());
            case Decoded.Value<InventoryEntity> good -> check(record, name, good.value());
        }
    }

    private void check(Record<byte[], byte[]> record, String key, InventoryEntity entity) {
        try {
            String expected = InventoryCodec.toNeutral(entity).key();
            if (!key.equals(expected)) {
                task().deadLetters
                        .refuse(
                                record,
                                Reason.INVALID_KEY,
                                "the key is '" + key + "', the entity's is '" + expected + "'");
                return;
            }
        } catch (IllegalArgumentException e) {
            task().deadLetters.refuse(record, Reason.VALUE_OUT_OF_RANGE, String.valueOf(e.getMessage()));
            return;
        }
        task().counts.add(Count.RECORDS, 1);
        task().entities.put(key, entity);
        tell(entity, true, record.timestamp());
    }

    private void tell(InventoryEntity entity, boolean present, long timestampMillis) {
        PortTransition transition = Transitions.progress(
                PortTransitionKind.INVENTORY, inputs.naming().runId(), 0, timestampMillis * NANOS_PER_MILLI);
        transition.setFabric(entity.getFabric());
        transition.setInventory(entity);
        transition.setPresent(present);
        task().context
                .forward(
                        new Record<>(
                                entity.getFabric().getBytes(StandardCharsets.UTF_8),
                                serializer.serialize(inputs.naming().topic(Topic.PORT_TRANSITIONS), transition),
                                timestampMillis),
                        Nodes.INVENTORY_TRANSITIONS);
    }

    private Task task() {
        Task started = task;
        if (started == null) {
            throw new IllegalStateException("the processor was not initialised");
        }
        return started;
    }
}
