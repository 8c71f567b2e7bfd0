package io.stormglass.models.storm;

import io.stormglass.models.event.PortKey;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The longest way from a waiter to the origin, found breadth first from the origin. */
final class PathWalk {
    private PathWalk() {}

    /**
     * Waiting ports from the farthest waiter to the origin; a lone observation where the origin is unknown. Ports that have
     * cleared count: the path tells how far the storm reached.
     */
    static List<String> walk(List<Incident.Port> ports, String origin, Links links) {
        if (ports.isEmpty()) {
            return List.of();
        }
        List<Incident.Port> opened = ports.stream().sorted(Draft.BY_OPENING).toList();
        if (origin.isEmpty()) {
            return List.of(step(opened.get(0), links));
        }
        Map<String, List<Incident.Port>> byPauser = new HashMap<>();
        for (Incident.Port port : opened) {
            byPauser.computeIfAbsent(links.pauser(port), p -> new ArrayList<>()).add(port);
        }
        Map<Incident.Port, Incident.Port> towardsOrigin = new HashMap<>();
        Set<String> reached = new HashSet<>(Set.of(origin));
        Deque<String> entities = new ArrayDeque<>(List.of(origin));
        Map<String, Incident.Port> arrivedBy = new HashMap<>();
        Incident.Port farthest = null;
        while (!entities.isEmpty()) {
            String entity = entities.removeFirst();
            for (Incident.Port port : byPauser.getOrDefault(entity, List.of())) {
                String waiter = links.waiter(port);
                if (!waiter.isEmpty() && !reached.add(waiter)) {
                    continue;
                }
                Incident.Port next = arrivedBy.get(entity);
                if (next != null) {
                    towardsOrigin.put(port, next);
                }
                farthest = farthest == null || depth(port, towardsOrigin) > depth(farthest, towardsOrigin)
                        ? port
                        : farthest;
                if (!waiter.isEmpty()) {
                    arrivedBy.put(waiter, port);
                    entities.addLast(waiter);
                }
            }
        }
        List<String> path = new ArrayList<>();
        for (Incident.Port port = farthest; port != null; port = towardsOrigin.get(port)) {
            path.add(step(port, links));
        }
        return Collections.unmodifiableList(path);
    }

    private static int depth(Incident.Port port, Map<Incident.Port, Incident.Port> towardsOrigin) {
        int depth = 0;
        for (Incident.Port at = towardsOrigin.get(port); at != null; at = towardsOrigin.get(at)) {
            depth++;
        }
        return depth;
    }

    private static String step(Incident.Port port, Links links) {
        PortKey waiting = links.receivingPort(port);
        return waiting.device() + "/" + waiting.port() + "/" + port.priority();
    }
}
