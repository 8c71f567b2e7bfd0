package io.stormglass.publisher;

import io.stormglass.models.event.FlowBatch;
import io.stormglass.models.event.PortBatch;
import io.stormglass.models.storm.InventoryEntity;

/** Turns batches into record values. */
interface RecordEncoder {
    /** Value of a record of the flow events topic. */
    byte[] flow(FlowBatch batch);

    /** Value of a record of the port events topic. */
    byte[] port(PortBatch batch);

    /** Value of a record of the inventory topic. */
    byte[] inventory(InventoryEntity entity);
}
