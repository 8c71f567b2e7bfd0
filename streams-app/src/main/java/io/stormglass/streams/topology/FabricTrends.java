package io.stormglass.streams.topology;

import io.stormglass.avro.Direction;
import io.stormglass.avro.Finding;
import io.stormglass.avro.PortTransition;
import io.stormglass.avro.Severity;
import io.stormglass.models.time.BoundaryKey;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.schemas.wire.AvroSerializer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/** Publishes which ports' pauses have risen. The port's own stage decides; here it only gets its place among everything else. */
final class FabricTrends {
    private static final String KIND = "pauses-rising";
    private static final long NANOS_PER_MILLI = 1_000_000L;

    private final TopologyInputs inputs;
    private final ProcessorContext<byte[], byte[]> context;
    private final AvroSerializer<Finding> values;

    FabricTrends(TopologyInputs inputs, ProcessorContext<byte[], byte[]> context) {
        this.inputs = inputs;
        this.context = context;
        values = new AvroSerializer<>(Finding.class, inputs.ids().id(Topic.FINDINGS));
    }

    static BoundaryKey place(PortTransition transition) {
        String port = transition.getFabric() + "/" + transition.getDevice() + "/" + transition.getPort();
        return new BoundaryKey(transition.getAtNanos(), port, transition.getOrder());
    }

    void publish(PortTransition transition) {
        String entity = transition.getDevice() + "/" + transition.getPort()
                + (transition.getPriority() < 0 ? " 802.3x" : " priority " + transition.getPriority())
                + direction(transition.getDirection());
        String id = transition.getFabric() + "/" + KIND + "/" + entity;
        Long cleared = transition.getPresent() ? null : (Long) transition.getAtNanos();
        Finding finding = new Finding(
                id,
                transition.getFabric(),
                transition.getRunId(),
                KIND,
                entity,
                Severity.WARNING,
                transition.getPausedSinceNanos(),
                cleared,
                List.of(transition.getText()));
        context.forward(
                new Record<>(
                        id.getBytes(StandardCharsets.UTF_8),
                        values.serialize(inputs.naming().topic(Topic.FINDINGS), finding),
                        transition.getAtNanos() / NANOS_PER_MILLI),
                Nodes.FINDINGS);
    }

    private static String direction(Direction direction) {
        return direction == Direction.UNKNOWN ? "" : " " + direction.name().toLowerCase(Locale.ROOT);
    }
}
