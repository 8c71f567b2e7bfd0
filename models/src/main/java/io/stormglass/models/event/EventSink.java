package io.stormglass.models.event;

/**
 * Takes neutral events from a decoder, an emulator or an agent.
 *
 * <p>Events of one key arrive in the order of observation. Times may run backwards by as much as the receiver's reorder
 * limit allows.
 */
public interface EventSink {
    /**
     * An event of a flow.
     *
     * @param attributes may change between two events of a flow; a change cuts the batch
     */
    void flowEvent(FlowKey flow, FlowAttributes attributes, FlowEvent event);

    /** An event of a port. */
    void portEvent(PortKey port, PortEvent event);

    /** Link facts of a port, valid from {@code atNanos} on (ns since 1970 UTC). */
    void linkFacts(PortKey port, LinkFacts facts, long atNanos);

    /**
     * Something that cannot become an event of the stream, such as a packet with an impossible time. Counted and written
     * to the dead letters with its reason.
     *
     * @param key key that the event would have had, may be empty
     * @param reason short stable word, such as {@code impossible-time}
     * @param detail in words, with the value
     */
    void refused(String key, String reason, String detail);
}
