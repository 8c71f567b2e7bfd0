package io.stormglass.models.facts;

import io.stormglass.models.event.CounterGroup;
import io.stormglass.models.event.PortEvent;

/**
 * The agent that is followed for a group of counters of a port.
 *
 * @param heardNanos newest event time of what it told of the group
 * @param intervalNanos how often it tells: what it names, else the longest gap that was seen, 60 s at most; 0 where neither is known
 * @param otherNanos event time of what another agent told of it last, 0 where none did
 */
public record FollowedAgent(CounterGroup group, String agentId, long heardNanos, long intervalNanos, long otherNanos) {
    private static final int MISSED = 3;
    private static final long SHORTEST_SILENCE_NANOS = 10_000_000_000L;
    private static final long LONGEST_MEASURED_NANOS = 60_000_000_000L;

    static FollowedAgent first(CounterGroup group, String agentId, PortEvent.Counters told) {
        Long named = told.refresh().intervalNanos();
        return new FollowedAgent(group, agentId, told.timeNanos(), named == null ? 0 : named, 0);
    }

    FollowedAgent told(PortEvent.Counters told) {
        Long named = told.refresh().intervalNanos();
        long gap = Math.min(told.timeNanos() - heardNanos, LONGEST_MEASURED_NANOS);
        return new FollowedAgent(
                group,
                agentId,
                Math.max(heardNanos, told.timeNanos()),
                named == null ? Math.max(intervalNanos, gap) : named,
                otherNanos);
    }

    FollowedAgent otherTold(long atNanos) {
        return new FollowedAgent(group, agentId, heardNanos, intervalNanos, Math.max(otherNanos, atNanos));
    }

    boolean isSilent(long atNanos) {
        return atNanos - heardNanos >= silenceNanos();
    }

    /** Another agent has told of the group lately. */
    boolean hasCompany() {
        return otherNanos > 0 && heardNanos - otherNanos < silenceNanos();
    }

    private long silenceNanos() {
        return Math.max(SHORTEST_SILENCE_NANOS, MISSED * intervalNanos);
    }
}
