package io.stormglass.models.storm;

import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.PortKey;
import java.util.List;
import java.util.Map;

/**
 * Everything that {@link StormGraph} remembers, to be stored and restored.
 *
 * @param nowNanos event time reached
 * @param facts newest of each open storm state and of each sign, one per {@link StormTransition#factKey}, in any order
 * @param incidents open, and resolved so lately that they can be reopened
 */
public record StormGraphState(
        long nowNanos, Map<PortKey, LinkFacts> links, List<StormTransition> facts, List<Incident> incidents) {
    /** Nothing is known. */
    public static final StormGraphState EMPTY = new StormGraphState(0, Map.of(), List.of(), List.of());

    public StormGraphState {
        links = Map.copyOf(links);
        facts = List.copyOf(facts);
        incidents = List.copyOf(incidents);
    }
}
