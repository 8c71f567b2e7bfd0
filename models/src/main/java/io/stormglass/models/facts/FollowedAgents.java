package io.stormglass.models.facts;

import io.stormglass.models.event.CounterGroup;
import io.stormglass.models.event.PortEvent;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Which agent is followed for each group of counters of one port. Two agents that read the same counters need not start from the same total: taken in turn, each
 * step would look like a source that started anew. The one that came first is followed until it has told nothing of the group for three of its intervals
 * and 10 s; then the next that tells of it.
 */
public final class FollowedAgents {
    private final Map<CounterGroup, FollowedAgent> followed = new EnumMap<>(CounterGroup.class);

    /** Continues from a stored state. */
    public FollowedAgents(List<FollowedAgent> stored) {
        stored.forEach(each -> followed.put(each.group(), each));
    }

    /** State to store, in the order of groups. */
    public List<FollowedAgent> state() {
        return List.copyOf(followed.values());
    }

    /** What becomes of counters that an agent tells. */
    public enum Turn {
        /** They follow what was taken before. */
        FOLLOWS,
        /** Nothing that was taken before says anything of them: their agent is another one. */
        BEGINS,
        /** They are not taken: another agent is followed. */
        NOT_TAKEN
    }

    /** Takes counters of an agent. */
    public Turn take(String agentId, PortEvent.Counters told) {
        CounterGroup group = CounterGroup.of(told);
        FollowedAgent before = followed.get(group);
        if (before == null) {
            followed.put(group, FollowedAgent.first(group, agentId, told));
            return Turn.FOLLOWS;
        }
        if (before.agentId().equals(agentId)) {
            followed.put(group, before.told(told));
            return Turn.FOLLOWS;
        }
        if (before.isSilent(told.timeNanos())) {
            followed.put(group, FollowedAgent.first(group, agentId, told));
            return Turn.BEGINS;
        }
        followed.put(group, before.otherTold(told.timeNanos()));
        return Turn.NOT_TAKEN;
    }

    /** {@code two-agents} where lately another agent told of a group too. */
    public List<String> quality() {
        return followed.values().stream().anyMatch(FollowedAgent::hasCompany) ? List.of("two-agents") : List.of();
    }
}
