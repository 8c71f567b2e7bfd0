package io.stormglass.publisher;

import io.stormglass.avro.FlowEvents;
import io.stormglass.avro.PortEvents;
import io.stormglass.models.event.FlowBatch;
import io.stormglass.models.event.PortBatch;
import io.stormglass.models.storm.InventoryEntity;
import io.stormglass.schemas.codec.EventCodec;
import io.stormglass.schemas.codec.InventoryCodec;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.schemas.topics.TopicNaming;
import io.stormglass.schemas.wire.AvroSerializer;
import io.stormglass.schemas.wire.SchemaIds;
import java.util.Objects;

/** Values in the Confluent wire format. */
final class AvroRecordEncoder implements RecordEncoder {
    private final AvroSerializer<FlowEvents> flows;
    private final AvroSerializer<PortEvents> ports;
    private final AvroSerializer<io.stormglass.avro.InventoryEntity> entities;
    private final String flowTopic;
    private final String portTopic;
    private final String inventoryTopic;

    AvroRecordEncoder(SchemaIds ids, TopicNaming naming) {
        flows = new AvroSerializer<>(FlowEvents.class, ids.id(Topic.FLOW_EVENTS));
        ports = new AvroSerializer<>(PortEvents.class, ids.id(Topic.PORT_EVENTS));
        entities = new AvroSerializer<>(io.stormglass.avro.InventoryEntity.class, ids.id(Topic.INVENTORY));
        flowTopic = naming.topic(Topic.FLOW_EVENTS);
        portTopic = naming.topic(Topic.PORT_EVENTS);
        inventoryTopic = naming.topic(Topic.INVENTORY);
    }

    @Override
    public byte[] flow(FlowBatch batch) {
        return Objects.requireNonNull(flows.serialize(flowTopic, EventCodec.toAvro(batch)));
    }

    @Override
    public byte[] port(PortBatch batch) {
        return Objects.requireNonNull(ports.serialize(portTopic, EventCodec.toAvro(batch)));
    }

    @Override
    public byte[] inventory(InventoryEntity entity) {
        return Objects.requireNonNull(entities.serialize(inventoryTopic, InventoryCodec.toAvro(entity)));
    }
}
