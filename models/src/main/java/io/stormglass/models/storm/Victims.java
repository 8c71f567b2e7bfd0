package io.stormglass.models.storm;

import io.stormglass.models.event.PortKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Who waits, or waited, because of an incident: hosts and ports by its storm states, jobs on those hosts by the inventory, flows of
 * those hosts as far as they are known.
 */
final class Victims {
    private static final Comparator<Incident.Port> WORST_FIRST = Comparator.comparing(Incident.Port::open)
            .thenComparingDouble(Incident.Port::pausedRatio)
            .reversed()
            .thenComparing(Draft.BY_OPENING);

    private final String fabric;
    private final Links links;
    private final Inventory inventory;
    private final Silences silences;
    private final FlowVictims flows;
    private final int most;

    /**
     * Those of one kind.
     *
     * @param listed the worst first, bounded
     */
    private record Kind(List<Incident.Victim> listed, long count) {}

    /** What is known besides storm states. */
    record Known(Links links, Inventory inventory, Flows flows, Silences silences) {}

    Victims(String fabric, Known known, StormSettings settings) {
        this.fabric = fabric;
        links = known.links();
        inventory = known.inventory();
        silences = known.silences();
        most = settings.bounds().victims();
        flows = new FlowVictims(links, known.flows(), most);
    }

    /** What people know of the origin, and whether it is heard. */
    void whose(Draft draft, long atNanos) {
        draft.cluster = inventory.cluster(fabric, draft.originEntity);
        InventoryEntity origin = draft.originEntity.isEmpty()
                ? null
                : inventory.find(fabric, InventoryEntity.Kind.DEVICE, draft.originEntity);
        String words = origin == null ? "" : origin.words();
        if (words.isEmpty()) {
            draft.withdraw(StormGraph.RULE_INVENTORY);
        } else {
            draft.onlyEvidence(StormGraph.RULE_INVENTORY, draft.originEntity, "is in the inventory: " + words, atNanos);
        }
        Long heard = links.isHost(draft.originEntity) ? silences.heardNanos(draft.originEntity, links) : null;
        if (heard == null) {
            draft.withdraw(StormGraph.RULE_HOST_SILENT);
        } else {
            draft.onlyEvidence(
                    StormGraph.RULE_HOST_SILENT,
                    draft.originEntity,
                    "pauses and nothing is heard of it since " + heard + " ns: the host may be dead",
                    atNanos);
        }
    }

    void list(Draft draft, Assessment.Waits waits, Grouping.Now now) {
        if (!waits.direct().isEmpty()) {
            draft.fullPorts = fullPorts(waits, now.waits());
        }
        Map<String, Incident.Port> hosts = worst(draft, true);
        Map<String, Incident.Port> ports = worst(draft, false);
        FlowVictims.Found found = flows.of(draft);
        List<Incident.Victim> listed = new ArrayList<>();
        Kind jobs = jobs(draft, hosts, now.atNanos());
        listed.addAll(jobs.listed());
        listed.addAll(ofPorts(hosts, draft, found));
        listed.addAll(found.listed());
        listed.addAll(ofPorts(ports, draft, found));
        draft.victims = listed;
        draft.victimTotals = new Incident.VictimTotals(
                hosts.size(), ports.size(), jobs.count(), found.all(), found.headOfLine(), found.unknown());
    }

    /** What is full at the origin; nothing in a cycle, where all wait for each other. */
    private static List<String> fullPorts(Assessment.Waits waits, WaitGraph graph) {
        if (waits.closed()) {
            return List.of();
        }
        return waits.direct().stream()
                .flatMap(hop -> graph.full(hop).stream())
                .map(full -> full.port().port())
                .distinct()
                .sorted()
                .toList();
    }

    /** The worst storm state of each host that waits, or of each port of a switch. A host that is the origin is nobody's victim. */
    private Map<String, Incident.Port> worst(Draft draft, boolean ofHosts) {
        Map<String, Incident.Port> worst = new TreeMap<>();
        for (Incident.Port port : draft.ports()) {
            String waiter = links.waiter(port);
            PortKey waiting = links.waitingPort(port);
            String name =
                    links.isHost(waiter) ? waiter : waiting == null ? "" : Links.name(waiting) + "/" + port.priority();
            boolean isOrigin = ofHosts && waiter.equals(draft.originEntity);
            if (!name.isEmpty() && links.isHost(waiter) == ofHosts && !isOrigin) {
                worst.merge(name, port, (a, b) -> WORST_FIRST.compare(a, b) <= 0 ? a : b);
            }
        }
        return worst;
    }

    private List<Incident.Victim> ofPorts(Map<String, Incident.Port> worst, Draft draft, FlowVictims.Found found) {
        return worst.entrySet().stream()
                .sorted(Map.Entry.<String, Incident.Port>comparingByValue(WORST_FIRST))
                .limit(most)
                .map(e -> victim(e.getKey(), e.getValue(), draft, found))
                .toList();
    }

    private Incident.Victim victim(String name, Incident.Port port, Draft draft, FlowVictims.Found found) {
        boolean host = links.isHost(links.waiter(port));
        boolean otherPriority = otherPriority(draft, port);
        FlowVictims.Sender sender = host ? found.senders().get(name) : null;
        boolean headOfLine = otherPriority || (sender != null && sender.onlyElsewhere());
        String why = otherPriority
                ? "; priority " + Words.priority(port.priority()) + " does not lead to the origin"
                : sender != null ? "; " + sender.words() : host ? "; whether it sends to the origin is not known" : "";
        return new Incident.Victim(host ? "host" : "port", name, headOfLine, waits(port) + why);
    }

    /** Another priority than those that the origin pauses does not lead there. */
    static boolean otherPriority(Draft draft, Incident.Port port) {
        return !draft.originEntity.isEmpty()
                && !draft.priorities.isEmpty()
                && draft.priorities.stream().noneMatch(p -> Links.samePriority(p, port.priority()));
    }

    private static String waits(Incident.Port port) {
        return (port.open() ? "waits since " : "waited from ") + port.openedNanos() + " ns"
                + (port.open() ? "" : " to " + port.clearedNanos() + " ns") + ", paused "
                + Words.percent(port.pausedRatio()) + " of the time";
    }

    // Jobs

    /**
     * A job and its hosts that are hurt.
     *
     * @param waiting hosts that wait or waited while it ran
     * @param sinceNanos since when the first of them has
     */
    private record Hurt(
            InventoryEntity job, InventoryEntity.Work work, long waiting, long sinceNanos, boolean onOrigin) {
        static final Comparator<Hurt> MOST_FIRST = Comparator.comparingLong(Hurt::waiting)
                .reversed()
                .thenComparingLong(Hurt::sinceNanos)
                .thenComparing(h -> h.job.name());

        Incident.Victim victim(boolean hostOrigin) {
            String tenant = job.people().tenant();
            int hosts = work.hosts().size();
            String who = waiting == 0
                    ? "none of its " + hosts + " hosts waits"
                    : waiting + " of " + hosts + " hosts wait since " + sinceNanos + " ns";
            String words = who
                    + (tenant.isEmpty() ? "" : ", tenant " + tenant)
                    + (onOrigin ? "; one of its hosts is the origin" : "");
            return new Incident.Victim("job", job.name(), hostOrigin && !onOrigin, words);
        }
    }

    private Kind jobs(Draft draft, Map<String, Incident.Port> hosts, long atNanos) {
        Set<String> names = new TreeSet<>(inventory.jobs(draft.originEntity));
        hosts.keySet().forEach(host -> names.addAll(inventory.jobs(host)));
        List<Hurt> hurt = names.stream()
                .map(name -> hurt(name, draft, atNanos))
                .filter(Objects::nonNull)
                .sorted(Hurt.MOST_FIRST)
                .toList();
        boolean hostOrigin = links.isHost(draft.originEntity);
        return new Kind(hurt.stream().limit(most).map(h -> h.victim(hostOrigin)).toList(), hurt.size());
    }

    private @Nullable Hurt hurt(String name, Draft draft, long atNanos) {
        InventoryEntity job = inventory.find(fabric, InventoryEntity.Kind.JOB, name);
        InventoryEntity.Work work = job == null ? null : job.work();
        if (job == null || work == null) {
            return null;
        }
        Set<String> waiting = new TreeSet<>();
        long since = Long.MAX_VALUE;
        for (Incident.Port port : draft.ports()) {
            String host = links.waiter(port);
            Long cleared = port.clearedNanos();
            boolean meanwhile = work.runsWithin(port.openedNanos(), cleared == null ? atNanos : cleared);
            boolean hurt = links.isHost(host) && !host.equals(draft.originEntity);
            if (meanwhile && hurt && work.hosts().contains(host)) {
                waiting.add(host);
                since = Math.min(since, port.openedNanos());
            }
        }
        boolean onOrigin = work.hosts().contains(draft.originEntity) && work.runsWithin(draft.openedNanos, atNanos);
        if (waiting.isEmpty() && !onOrigin) {
            return null;
        }
        return new Hurt(job, work, waiting.size(), waiting.isEmpty() ? draft.openedNanos : since, onOrigin);
    }

    /** Forgets what was remembered of incidents that are gone. */
    void forgetAllBut(Set<String> incidents) {
        flows.forgetAllBut(incidents);
    }
}
