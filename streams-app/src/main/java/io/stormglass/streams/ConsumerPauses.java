package io.stormglass.streams;

/** Holds up consumers, to show that results do not depend on who reads when. */
@FunctionalInterface
public interface ConsumerPauses {
    /** No consumer is held up. */
    ConsumerPauses NONE = clientId -> {};

    /**
     * Called by a stream thread's consumer before each poll, in that thread; returns when the poll may go on.
     *
     * @param clientId the consumer's client id
     */
    void beforePoll(String clientId);
}
