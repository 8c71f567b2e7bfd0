package io.stormglass.streams.topology;

import io.stormglass.avro.MaintenanceWindow;
import io.stormglass.avro.PortTransition;
import io.stormglass.avro.PortTransitionKind;
import io.stormglass.schemas.Decoded;
import io.stormglass.schemas.Reason;
import io.stormglass.schemas.codec.MaintenanceCodec;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.schemas.wire.AvroDeserializer;
import io.stormglass.schemas.wire.AvroSerializer;
import io.stormglass.streams.StreamsCounters.Count;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** Checks planned work and tells the stage of its fabric. */
final class MaintenanceProcessor implements Processor<byte[], byte[], byte[], byte[]> {
    private static final long NANOS_PER_MILLI = 1_000_000L;

    private final TopologyInputs inputs;
    private final AvroDeserializer<MaintenanceWindow> deserializer;
    private final AvroSerializer<PortTransition> serializer;
    private @Nullable Task task;

    private record Task(ProcessorContext<byte[], byte[]> context, DeadLetters deadLetters, Counts counts) {}

    MaintenanceProcessor(TopologyInputs inputs) {
        this.inputs = inputs;
        deserializer = new AvroDeserializer<>(MaintenanceWindow.class, inputs.registry());
        serializer = new AvroSerializer<>(PortTransition.class, inputs.ids().id(Topic.PORT_TRANSITIONS));
    }

    @Override
    public void init(ProcessorContext<byte[], byte[]> context) {
        Counts counts = new Counts(inputs.counters(), context, Nodes.MAINTENANCE);
        DeadLetters deadLetters = new DeadLetters(Nodes.MAINTENANCE, Nodes.MAINTENANCE_DEAD_LETTERS, context, counts);
        task = new Task(context, deadLetters, counts);
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        byte[] value = record.value();
        if (value == null) {
            // What is deleted from a compacted topic has ended or was cancelled before.
            return;
        }
        switch (inputs.patience().ask(() -> deserializer.read(value))) {
            case Decoded.Malformed<MaintenanceWindow> bad ->
                task().deadLetters.refuse(record, bad.reason(), bad.detail());
            case Decoded.Value<MaintenanceWindow> good -> check(record, good.value());
        }
    }

    private void check(Record<byte[], byte[]> record, MaintenanceWindow window) {
        try {
            MaintenanceCodec.toNeutral(window);
        } catch (IllegalArgumentException e) {
            task().deadLetters.refuse(record, Reason.VALUE_OUT_OF_RANGE, String.valueOf(e.getMessage()));
            return;
        }
        task().counts.add(Count.RECORDS, 1);
        PortTransition transition = Transitions.progress(
                PortTransitionKind.MAINTENANCE, inputs.naming().runId(), 0, record.timestamp() * NANOS_PER_MILLI);
        transition.setFabric(window.getFabric());
        transition.setWindow(window);
        task().context
                .forward(
                        new Record<>(
                                window.getFabric().getBytes(StandardCharsets.UTF_8),
                                serializer.serialize(inputs.naming().topic(Topic.PORT_TRANSITIONS), transition),
                                record.timestamp()),
                        Nodes.MAINTENANCE_TRANSITIONS);
    }

    private Task task() {
        Task started = task;
        if (started == null) {
            throw new IllegalStateException("the processor was not initialised");
        }
        return started;
    }
}
