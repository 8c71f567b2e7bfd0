package io.stormglass.emulator.telemetry;

import io.stormglass.models.event.BatchHeader;
import io.stormglass.models.event.FlowBatch;
import io.stormglass.models.event.PortBatch;

/**
 * Takes what the agents send, in the order in which it leaves them: within each 10 ms by (time, key, agent). The header of a batch names agent, epoch, role, scope and
 * sampling; its sequence is 0, since it counts per partition, which only the publisher knows.
 */
public interface TelemetryOutput {
    /** How a batch gets through. */
    enum Fate {
        /** Once. */
        SENT,
        /** Twice, with the same sequence. */
        REPEATED,
        /** Never; its sequence is used up. */
        LOST
    }

    /**
     * A batch of a flow.
     *
     * @param lateNanos it gets through so much later than it should, 0 and up; its sequence is that of its turn
     */
    void flow(FlowBatch batch, Fate fate, long lateNanos);

    /** A batch of a port; parameters as for {@link #flow}. */
    void port(PortBatch batch, Fate fate, long lateNanos);

    /**
     * An agent stops in good order, to everybody to whom it has spoken in this epoch: kind, agent and epoch, with the time as watermark. Who only takes batches need not
     * care.
     */
    default void goodbye(BatchHeader header) {}

    /** Everything before this event time (ns since 1970 UTC, the fabric's own clock) has been handed over. */
    void progress(long nanos);
}
