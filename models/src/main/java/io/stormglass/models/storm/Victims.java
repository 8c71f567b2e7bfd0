package io.stormglass.models.storm;

import io.stormglass.models.event.PortKey;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;

/** Who waits, or waited, because of an incident. */
final class Victims {
    private static final Comparator<Incident.Port> WORST_FIRST = Comparator.comparing(Incident.Port::open)
            .thenComparingDouble(Incident.Port::pausedRatio)
            .reversed()
            .thenComparing(Draft.BY_OPENING);

    private Victims() {}

    static void list(Draft draft, Links links, int most) {
        Map<String, Incident.Port> worst = new TreeMap<>();
        for (Incident.Port port : draft.ports()) {
            String name = name(port, links);
            if (!name.isEmpty()) {
                worst.merge(name, port, (a, b) -> WORST_FIRST.compare(a, b) <= 0 ? a : b);
            }
        }
        Comparator<Map.Entry<String, Incident.Port>> order = Comparator.comparing(
                        (Map.Entry<String, Incident.Port> e) -> !links.isHost(links.waiter(e.getValue())))
                .thenComparing(Map.Entry::getValue, WORST_FIRST);
        draft.victimCount = worst.size();
        draft.victims = worst.entrySet().stream()
                .sorted(order)
                .limit(most)
                .map(e -> victim(e.getKey(), e.getValue(), draft, links))
                .toList();
    }

    /** Host, or waiting port with its priority; empty where it is not known who waits. */
    private static String name(Incident.Port port, Links links) {
        String waiter = links.waiter(port);
        if (links.isHost(waiter)) {
            return waiter;
        }
        PortKey waiting = links.waitingPort(port);
        return waiting == null ? "" : Links.name(waiting) + "/" + port.priority();
    }

    private static Incident.Victim victim(String name, Incident.Port port, Draft draft, Links links) {
        boolean host = links.isHost(links.waiter(port));
        // Another priority than those that the origin pauses does not lead there.
        boolean headOfLine = !draft.originEntity.isEmpty()
                && !draft.priorities.isEmpty()
                && draft.priorities.stream().noneMatch(p -> Links.samePriority(p, port.priority()));
        String what = (port.open() ? "waits since " : "waited from ") + port.openedNanos() + " ns"
                + (port.open() ? "" : " to " + port.clearedNanos() + " ns") + ", paused "
                + Words.percent(port.pausedRatio()) + " of the time";
        String why = headOfLine
                ? "; priority " + Words.priority(port.priority()) + " does not lead to the origin"
                : host ? "; whether it sends to the origin is not known" : "";
        return new Incident.Victim(host ? "host" : "port", name, headOfLine, what + why);
    }
}
