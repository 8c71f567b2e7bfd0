package io.stormglass.streams.sink;

/** A receiver as the reader of the topic sees it. {@link #step} is called by one thread, the rest by another. */
interface Target extends AutoCloseable {
    /** Kind and address; what positions are kept under. */
    String name();

    /** Takes the next version; nothing is sent before {@link #begin}. */
    void take(Version version);

    /** The incident's record was deleted. */
    void forget(String incidentId);

    /** The topic has been read up to its end: from now on things are sent. */
    void begin();

    /** Everything before this offset has been dealt with; the given one where nothing is pending. */
    long dealtWithBefore(int partition, long next);

    /** True where nothing waits to be sent. */
    boolean idle();

    /**
     * Sends what is due, with one request at most.
     *
     * @return when to come again, ms since 1970
     */
    long step(long nowMillis) throws InterruptedException;

    /** What it counted. */
    SinkCounters counters();

    @Override
    void close();
}
