package io.stormglass.models.storm;

import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.PortKey;
import java.util.List;
import java.util.Map;

/**
 * Everything that {@link StormGraph} remembers, to be stored and restored.
 *
 * @param nowNanos event time reached
 * @param incidents open, and resolved so lately that they can be reopened
 */
public record StormGraphState(long nowNanos, Map<PortKey, LinkFacts> links, List<Incident> incidents) {
    public StormGraphState {
        links = Map.copyOf(links);
        incidents = List.copyOf(incidents);
    }
}
