package io.stormglass.models.storm;

import io.stormglass.models.event.Direction;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.pause.PauseChange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Wait-for graph and incidents of one fabric.
 *
 * <p>A pause makes its receiver wait for its sender. The origin of a storm is what is waited for and waits for nobody: the
 * chain is followed from the sender over open storm states of the same priority, and it ends at a host, which forwards
 * nothing. Storm states of one origin entity are one incident, whatever their ports and priorities; others stay apart. The
 * origin may move along the chain while states open; the id stays, being derived from the first state. Two incidents
 * that turn out to have one origin are merged into the older unless both have settled.
 *
 * <p>Transitions come in the order of {@link StormTransition#place}; timers run in the same order, before the transitions
 * of their time. So the result depends on the sorted sequence only. Not thread-safe.
 */
public final class StormGraph {
    /** Evidence: the sender of the pause cannot be known. */
    public static final String RULE_ORIGIN_UNKNOWN = "origin-unknown";

    /** Evidence: progress cannot be seen. */
    public static final String RULE_PROGRESS_UNSEEN = "progress-not-observable";

    /** Evidence: more than one candidate for the origin. */
    public static final String RULE_SEVERAL = "several-candidates";

    static final Comparator<Incident.Port> BY_OPENING = Comparator.comparingLong(Incident.Port::openedNanos)
            .thenComparing(Incident.Port::device)
            .thenComparing(Incident.Port::port)
            .thenComparingInt(Incident.Port::priority)
            .thenComparing(Incident.Port::direction);

    private final String runId;
    private final String fabric;
    private final StormSettings settings;
    private final WaitEdges edges;
    private final TreeMap<String, Draft> incidents = new TreeMap<>();
    private final Set<Draft> changed = new LinkedHashSet<>();
    private long nowNanos;

    /** A fabric of which nothing is known. */
    public StormGraph(String runId, String fabric, StormSettings settings) {
        this(runId, fabric, settings, new StormGraphState(0, Map.of(), List.of()));
    }

    /** Continues from a stored state. */
    public StormGraph(String runId, String fabric, StormSettings settings, StormGraphState state) {
        this.runId = runId;
        this.fabric = fabric;
        this.settings = settings;
        edges = new WaitEdges(fabric, state.links());
        state.incidents().forEach(i -> incidents.put(i.id(), new Draft(i, settings)));
        nowNanos = state.nowNanos();
    }

    /** State to store. */
    public StormGraphState state() {
        List<Incident> all = new ArrayList<>();
        incidents.values().forEach(d -> all.add(d.version(fabric, runId, nowNanos)));
        return new StormGraphState(nowNanos, new HashMap<>(edges.links()), all);
    }

    /** Ids of the incidents that are remembered. */
    public Set<String> incidentIds() {
        return Set.copyOf(incidents.keySet());
    }

    /** Event time reached. */
    public long nowNanos() {
        return nowNanos;
    }

    /**
     * Runs the timers up to the transition's time, then takes the transition.
     *
     * @return new versions of the incidents that changed, in order
     */
    public List<Incident> accept(StormTransition transition) {
        List<Incident> versions = new ArrayList<>(advanceTo(transition.atNanos()));
        long at = transition.atNanos();
        switch (transition) {
            case StormTransition.Link link -> link(link);
            case StormTransition.Storm storm -> storm(storm);
            case StormTransition.Sign unused -> {}
        }
        // Changes are published in the order of age so that a merged incident never precedes the one it ended in.
        changed.stream().sorted(Draft.BY_AGE).forEach(draft -> {
            draft.derive(edges);
            versions.add(draft.version(fabric, runId, at));
        });
        changed.clear();
        return versions;
    }

    /**
     * Runs the timers up to a time; {@link Long#MAX_VALUE} runs all of them.
     *
     * @return new versions of the incidents that changed, in order
     */
    public List<Incident> advanceTo(long timeNanos) {
        List<Incident> versions = new ArrayList<>();
        for (Timer timer = nextTimer(); timer != null && timer.atNanos <= timeNanos; timer = nextTimer()) {
            Draft draft = timer.draft;
            if (draft.isOpen()) {
                draft.resolvedNanos = draft.quietSinceNanos();
                draft.state = Incident.State.RESOLVED;
                draft.note(timer.atNanos, "resolved: clear for " + seconds(settings.clearNanos()));
                versions.add(draft.version(fabric, runId, timer.atNanos));
            } else {
                incidents.remove(draft.id);
            }
        }
        if (timeNanos != Long.MAX_VALUE) {
            nowNanos = Math.max(nowNanos, timeNanos);
        }
        return versions;
    }

    private record Timer(long atNanos, Draft draft) {}

    private @Nullable Timer nextTimer() {
        Timer next = null;
        for (Draft draft : incidents.values()) {
            Long quiet = draft.isOpen() ? draft.quietSinceNanos() : draft.resolvedNanos;
            if (quiet == null) {
                continue;
            }
            long at = quiet + (draft.isOpen() ? settings.clearNanos() : settings.reopenNanos());
            if (next == null || at < next.atNanos) {
                next = new Timer(at, draft);
            }
        }
        return next;
    }

    private void link(StormTransition.Link link) {
        LinkFacts facts = link.facts();
        edges.put(link.port(), facts);
        reconsider(link.atNanos());
    }

    private void storm(StormTransition.Storm storm) {
        switch (storm.change().kind()) {
            case OPENED -> opened(storm);
            case CHANGED -> {}
            case CLEARED -> cleared(storm);
        }
    }

    private void opened(StormTransition.Storm storm) {
        PauseChange change = storm.change();
        Incident.Port port = new Incident.Port(
                storm.port().device(),
                storm.port().port(),
                change.priority(),
                change.direction(),
                change.atNanos(),
                null,
                change.rule(),
                change.source(),
                change.pausedRatio(),
                change.pausedSinceNanos(),
                change.detectionNanos(),
                change.sentPackets(),
                change.confidence());
        Draft holder = holderOf(port);
        if (holder != null) {
            Incident.Port before = holder.ports().get(holder.indexOf(port));
            holder.put(port.openedAt(before.openedNanos()));
            holder.note(change.atNanos(), where(port) + " paused again");
            changed.add(holder);
        } else {
            join(port, change.atNanos());
        }
        reconsider(change.atNanos());
    }

    private @Nullable Draft holderOf(Incident.Port port) {
        return incidents.values().stream()
                .filter(d -> d.isOpen() && d.indexOf(port) >= 0)
                .min(Draft.BY_AGE)
                .orElse(null);
    }

    private void join(Incident.Port port, long atNanos) {
        Wait origin = follow(edges.pauser(port), port.priority());
        String identity =
                origin.entity().isEmpty() ? "?" + edges.receivingPort(port).text() : origin.entity();
        Draft draft = incidents.values().stream()
                .filter(d -> d.identity().equals(identity) || (d.isOpen() && extendsChain(d, port)))
                .min(Draft.BY_AGE)
                .orElse(null);
        if (draft == null) {
            String id = StormIds.incident(runId, fabric, identity, atNanos);
            draft = new Draft(id, origin, edges.receivingPort(port), atNanos, settings);
            incidents.put(id, draft);
            draft.note(atNanos, "opened at " + where(port));
        } else if (draft.isOpen()) {
            draft.note(atNanos, "spread to " + where(port));
        } else {
            reopen(draft, atNanos, where(port));
        }
        draft.put(port);
        explain(draft, port, origin, atNanos);
        changed.add(draft);
    }

    /** True where the incident's origin turns out to wait for somebody else: the storm goes on behind it. */
    private boolean extendsChain(Draft draft, Incident.Port port) {
        String waiter = edges.waiter(port);
        return !waiter.isEmpty()
                && waiter.equals(draft.origin.entity())
                && !edges.isHost(waiter)
                && !edges.pauser(port).isEmpty()
                && draft.ports().stream().anyMatch(p -> WaitEdges.samePriority(p.priority(), port.priority()));
    }

    private static void reopen(Draft draft, long atNanos, String where) {
        draft.state = Incident.State.OPEN;
        draft.resolvedNanos = null;
        draft.note(atNanos, "reopened at " + where);
    }

    private void cleared(StormTransition.Storm storm) {
        PauseChange change = storm.change();
        for (Draft draft : incidents.values()) {
            for (int i = 0; i < draft.ports().size(); i++) {
                Incident.Port port = draft.ports().get(i);
                boolean same =
                        port.is(storm.port().device(), storm.port().port(), change.priority(), change.direction());
                if (same && port.open()) {
                    draft.ports().set(i, port.cleared(change.atNanos()));
                    draft.note(change.atNanos(), where(port) + " clear");
                    changed.add(draft);
                }
            }
        }
    }

    /** Something became known: origins may have moved along their chains, and incidents may have become one. */
    private void reconsider(long atNanos) {
        for (Draft draft : incidents.values()) {
            if (draft.isOpen() && !draft.ports().isEmpty()) {
                moveOrigin(draft, atNanos);
            }
        }
        Map<String, Draft> oldest = new HashMap<>();
        for (Draft draft : incidents.values().stream().sorted(Draft.BY_AGE).toList()) {
            Draft older = oldest.putIfAbsent(draft.identity(), draft);
            if (older != null && draft.isOpen() && !(older.settled(atNanos) && draft.settled(atNanos))) {
                merge(older, draft, atNanos);
            }
        }
    }

    private void moveOrigin(Draft draft, long atNanos) {
        Incident.Port first = draft.ports().get(0);
        boolean unknown = draft.origin.entity().isEmpty();
        String start = unknown ? edges.pauser(first) : draft.origin.entity();
        Wait moved = Wait.UNKNOWN;
        Set<Integer> priorities = new TreeSet<>();
        draft.ports().forEach(p -> priorities.add(p.priority()));
        for (int priority : priorities) {
            moved = follow(start, priority);
            if (!moved.entity().equals(start)) {
                break;
            }
        }
        if (moved.entity().isEmpty() || moved.entity().equals(draft.origin.entity())) {
            return;
        }
        draft.note(
                atNanos,
                unknown
                        ? "origin is " + moved.entity()
                        : "origin is " + moved.entity() + ": " + draft.origin.entity() + " waits for it");
        draft.withdraw(RULE_ORIGIN_UNKNOWN);
        draft.origin = moved;
        explainOrigin(draft, moved, atNanos);
        changed.add(draft);
    }

    private void merge(Draft older, Draft younger, long atNanos) {
        older.absorb(younger);
        if (!older.isOpen()) {
            reopen(older, atNanos, older.identity());
        }
        older.note(atNanos, "incident " + younger.id + " has the same origin");
        younger.state = Incident.State.MERGED_INTO;
        younger.mergedInto = older.id;
        younger.note(atNanos, "merged into " + older.id);
        incidents.remove(younger.id);
        changed.add(older);
        changed.add(younger);
    }

    /** Follows the chain of waiting from an entity. */
    private Wait follow(String entity, int priority) {
        if (entity.isEmpty()) {
            return Wait.UNKNOWN;
        }
        Set<String> visited = new LinkedHashSet<>();
        List<String> ambiguous = new ArrayList<>();
        String current = entity;
        while (!edges.isHost(current)) {
            if (!visited.add(current)) {
                return new Wait(smallestOfCycle(visited, current), ambiguous, true);
            }
            List<String> pausers = pausersOf(current, priority);
            if (pausers.isEmpty()) {
                break;
            }
            if (pausers.size() > 1) {
                ambiguous.add(current + " waits for " + String.join(", ", pausers));
            }
            current = pausers.get(0);
        }
        return new Wait(current, ambiguous, false);
    }

    private static String smallestOfCycle(Set<String> visited, String closedBy) {
        List<String> order = new ArrayList<>(visited);
        List<String> cycle = order.subList(order.indexOf(closedBy), order.size());
        return cycle.stream().min(Comparator.naturalOrder()).orElse(closedBy);
    }

    /** Whom an entity waits for, in the order of opening. */
    private List<String> pausersOf(String entity, int priority) {
        return incidents.values().stream()
                .filter(Draft::isOpen)
                .flatMap(d -> d.ports().stream())
                .filter(p -> p.open() && WaitEdges.samePriority(p.priority(), priority))
                .filter(p -> edges.waiter(p).equals(entity))
                .sorted(BY_OPENING)
                .map(edges::pauser)
                .filter(p -> !p.isEmpty() && !p.equals(entity))
                .distinct()
                .toList();
    }

    private void explain(Draft draft, Incident.Port port, Wait origin, long atNanos) {
        boolean seen = port.sentPackets() >= 0;
        draft.evidence(
                port.rule().text(),
                where(port) + " paused since " + port.pausedSinceNanos() + " ns"
                        + (seen ? ", " + port.sentPackets() + " packets sent meanwhile" : ""),
                atNanos);
        if (!seen) {
            draft.evidence(
                    RULE_PROGRESS_UNSEEN,
                    (port.direction() == Direction.UNKNOWN
                                    ? "the direction of the pause is not known at "
                                    : "no traffic in the paused direction was seen at ")
                            + port.device() + "/" + port.port() + ": the pause alone opened the storm",
                    atNanos);
        }
        if (origin.entity().isEmpty()) {
            draft.evidence(RULE_ORIGIN_UNKNOWN, missing(port), atNanos);
        }
        explainOrigin(draft, origin, atNanos);
    }

    private static void explainOrigin(Draft draft, Wait origin, long atNanos) {
        origin.ambiguous().forEach(text -> draft.evidence(RULE_SEVERAL, text, atNanos));
        if (origin.cycle()) {
            draft.evidence(RULE_SEVERAL, "the chain of waiting closes at " + origin.entity(), atNanos);
        }
    }

    private static String missing(Incident.Port port) {
        String at = port.device() + "/" + port.port();
        return port.direction() == Direction.UNKNOWN
                ? "whether " + at + " sent or received the pause is unknown: name the side of the capture in --links"
                : "the peer of " + at + " is unknown: name it in --links";
    }

    private static String where(Incident.Port port) {
        return port.device() + "/" + port.port() + " priority " + (port.priority() < 0 ? "all" : port.priority()) + " "
                + port.direction().name().toLowerCase(Locale.ROOT);
    }

    private static String seconds(long nanos) {
        return nanos / 1_000_000_000L + " s";
    }
}
