package io.stormglass.emulator;

/**
 * Told when a message is complete. In contrast to an observer it takes part: it may add flows, send messages and close connections, at the present time or later.
 */
@FunctionalInterface
public interface FlowListener {
    /** Nobody. */
    FlowListener NONE = completion -> {};

    /**
     * The sender has the acknowledgement of a message's last byte.
     *
     * @param completion holds until the method returns; the next one overwrites it
     */
    void completed(FlowCompletion completion);
}
