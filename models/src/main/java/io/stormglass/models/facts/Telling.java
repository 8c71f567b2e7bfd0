package io.stormglass.models.facts;

import io.stormglass.models.event.BatchHeader;
import io.stormglass.models.event.LinkFacts;

/**
 * An agent tells facts of a port.
 *
 * @param epoch of the agent, as in its records
 * @param sequence of the record
 * @param atNanos event time; what an agent knows its clock to be off by is taken out
 */
public record Telling(String agentId, long epoch, long sequence, long atNanos, LinkFacts facts) {
    /** A clock that is off by less is taken as right. */
    private static final long CLOCK_LIMIT_NANOS = 1_000_000_000L;

    /**
     * Facts that a record tells.
     *
     * @param atNanos event time by the agent's clock
     */
    public static Telling of(BatchHeader header, LinkFacts facts, long atNanos) {
        Long offset = header.clockOffsetNanos();
        long off = offset == null || Math.abs((double) offset) <= CLOCK_LIMIT_NANOS ? 0 : offset;
        return new Telling(header.agentId(), header.epoch(), header.sequence(), atNanos - off, facts);
    }

    /** The same, told at a time at the latest: facts are known whenever they were told, but not before anybody could tell them. */
    public Telling until(long latestNanos) {
        return atNanos <= latestNanos ? this : new Telling(agentId, epoch, sequence, latestNanos, facts);
    }
}
