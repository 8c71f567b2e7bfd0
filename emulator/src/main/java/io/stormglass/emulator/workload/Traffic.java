package io.stormglass.emulator.workload;

import java.util.function.LongConsumer;

/** What a workload acts on: one emulation, told of its own messages only. */
public interface Traffic {
    /** The present. */
    long nowPicos();

    /** Does something at a time, not before now. */
    void at(long picos, Runnable action);

    /**
     * Sends a message.
     *
     * @param whenAcknowledged told the time when the sender has the last acknowledgement
     */
    void send(Message message, LongConsumer whenAcknowledged);

    /** A step is over; number of the workload is the caller's. */
    void stepped(StepTime step);
}
