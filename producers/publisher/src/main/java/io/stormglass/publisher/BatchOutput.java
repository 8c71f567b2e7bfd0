package io.stormglass.publisher;

import io.stormglass.models.event.FlowBatch;
import io.stormglass.models.event.PortBatch;

/** Takes the records of the slicer in the order in which they have to stand in their partitions. */
interface BatchOutput {
    /**
     * One record of the flow events topic: events, a tick or an end mark.
     *
     * @param key Kafka key
     * @param newestNanos newest event time, or the watermark of a tick or end mark; ns since 1970 UTC
     */
    void flow(int partition, String key, FlowBatch batch, long newestNanos);

    /** One record of the port events topic; parameters as for {@link #flow}. */
    void port(int partition, String key, PortBatch batch, long newestNanos);

    /** The records of a slice follow; a paced output waits until {@code endNanos} of event time has come. */
    void sliceLeaves(long endNanos);

    /** Every event has been handed over; the end marks follow. */
    void eventsEnd();
}
