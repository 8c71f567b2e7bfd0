package io.stormglass.models.storm;

import io.stormglass.models.event.PortKey;
import io.stormglass.models.pause.PortSign;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Which storm states are one incident: those of one present origin. A state stays where it is while the origin of its
 * incident is among its candidates. The origin of an incident moves forward along the chain, and back only when the port
 * behind which it lay has been clear for long: ports of one storm do not clear at one moment.
 */
final class Grouping {
    private final String runId;
    private final String fabric;
    private final StormSettings settings;
    private final SortedMap<String, Draft> incidents;

    Grouping(String runId, String fabric, StormSettings settings, SortedMap<String, Draft> incidents) {
        this.runId = runId;
        this.fabric = fabric;
        this.settings = settings;
        this.incidents = incidents;
    }

    /** What is known at the moment. */
    record Now(Links links, PortFacts facts, Misconfigurations settings, WaitGraph waits, long atNanos) {}

    /**
     * Puts every open storm state into the incident of its origin.
     *
     * @param live false where nothing will follow: then drops that were part of a storm do not become an incident when it is resolved
     */
    void regroup(Now now, boolean live) {
        Map<Draft, String> before = new HashMap<>();
        for (Draft draft : open()) {
            before.put(draft, draft.originEntity);
            if (!draft.isOfDrops()) {
                moveOrigin(draft, now);
            }
        }
        placeUnlisted(now);
        for (Draft draft : open()) {
            letLeave(draft, now);
        }
        placeUnlisted(now);
        merge(before, now);
        drops(now, live);
    }

    private List<Draft> open() {
        return incidents.values().stream()
                .filter(Draft::isOpen)
                .sorted(Draft.BY_AGE)
                .toList();
    }

    private static List<StormTransition.Storm> held(Draft draft, Now now) {
        List<StormTransition.Storm> held = new ArrayList<>();
        for (Incident.Port port : draft.ports()) {
            StormTransition.Storm state =
                    port.open() ? now.facts().open(Draft.state(now.links().key(port), port)) : null;
            if (state != null) {
                held.add(state);
            }
        }
        return held;
    }

    private static List<Origin> origins(StormTransition.Storm state, Now now) {
        return now.waits().origins(Objects.requireNonNull(now.waits().hop(state.state())));
    }

    private static boolean among(List<Origin> origins, Draft draft) {
        return origins.stream().anyMatch(o -> o.identity().equals(draft.identity()));
    }

    private void moveOrigin(Draft draft, Now now) {
        if (rests(draft, now)) {
            return;
        }
        Origin target = null;
        boolean stays = false;
        for (StormTransition.Storm state : held(draft, now)) {
            List<Origin> origins = origins(state, now);
            if (among(origins, draft)) {
                stays = true;
            } else if (target == null && !backwards(draft, state, now)) {
                target = origins.get(0);
            }
        }
        // Before the identity has settled one storm state that goes on is enough: the others follow, or leave later.
        boolean provisional = !draft.settled(now.atNanos()) && !now.links().isHost(draft.originEntity);
        if (target == null || (stays && !provisional)) {
            return;
        }
        String from = draft.originEntity;
        boolean waitsToo = now.waits().hops().stream().anyMatch(h -> h.waiter().equals(from));
        draft.originEntity = target.entity();
        if (target.receiving() != null) {
            draft.originPort = target.receiving();
        }
        String name = target.entity().isEmpty() ? "unknown" : target.entity();
        draft.note(
                now.atNanos(),
                "origin is " + name + (from.isEmpty() || !waitsToo ? "" : ": " + from + " waits for it"));
    }

    /** A host waits for nobody. Where an incident has just come back, what waits elsewhere is another storm. */
    private boolean rests(Draft draft, Now now) {
        boolean host = now.links().isHost(draft.originEntity)
                && draft.ports().stream().anyMatch(p -> now.links().pauser(p).equals(draft.originEntity));
        boolean justBack = draft.newestOpeningNanos() > draft.openedNanos
                && now.atNanos() < draft.newestOpeningNanos() + settings.settleNanos();
        return host || justBack;
    }

    /**
     * True where a chain seems to end at a switch, and it is known of the incident how it went on from there until lately, or
     * goes on for another priority.
     */
    private boolean backwards(Draft draft, StormTransition.Storm state, Now now) {
        Hop hop = Objects.requireNonNull(now.waits().hop(state.state()));
        Origin origin = now.waits().origins(hop).get(0);
        if (origin.kind() != Origin.Kind.SWITCH) {
            return false;
        }
        boolean congested = congested(state, now);
        for (Hop last : now.waits().lastBefore(hop, origin)) {
            for (Incident.Port port : draft.ports()) {
                boolean same = Links.samePriority(port.priority(), last.priority());
                if (now.waits().turns(last, port) && lately(port, now.atNanos()) && (same || !congested)) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean lately(Incident.Port port, long atNanos) {
        Long cleared = port.clearedNanos();
        return cleared == null || atNanos < cleared + settings.clearNanos();
    }

    private static boolean congested(StormTransition.Storm state, Now now) {
        Hop hop = Objects.requireNonNull(now.waits().hop(state.state()));
        return now.waits().full(hop).stream().anyMatch(WaitGraph.Full::atLineRate);
    }

    /** Storm states that by now wait for somebody else leave the incident. */
    private void letLeave(Draft draft, Now now) {
        for (StormTransition.Storm state : held(draft, now)) {
            List<Origin> origins = origins(state, now);
            if (among(origins, draft) || stays(draft, state, now)) {
                continue;
            }
            Incident.Port port = draft.ports().get(draft.indexOf(state));
            draft.put(port.cleared(leftNanos(draft, port, now.atNanos())));
            String entity = origins.get(0).entity();
            draft.note(now.atNanos(), Words.where(port) + " waits for " + (entity.isEmpty() ? "unknown" : entity));
        }
    }

    private boolean stays(Draft draft, StormTransition.Storm state, Now now) {
        Incident.Port port = draft.ports().get(draft.indexOf(state));
        boolean cameBack = port.openedNanos() < port.pausedSinceNanos();
        return backwards(draft, state, now) && !(cameBack && congested(state, now));
    }

    /** A wait that began when all else had cleared never belonged to the incident, and does not prolong it. */
    private static long leftNanos(Draft draft, Incident.Port leaving, long atNanos) {
        long newest = Long.MIN_VALUE;
        for (Incident.Port port : draft.ports()) {
            Long cleared = port.clearedNanos();
            if (port.equals(leaving)) {
                continue;
            }
            if (cleared == null) {
                return atNanos;
            }
            newest = Math.max(newest, cleared);
        }
        return newest != Long.MIN_VALUE && leaving.pausedSinceNanos() >= newest ? newest : atNanos;
    }

    private void placeUnlisted(Now now) {
        Set<StateKey> placed = new HashSet<>();
        for (Draft draft : open()) {
            held(draft, now).forEach(state -> placed.add(state.state()));
        }
        for (Hop hop : now.waits().hops()) {
            hop.states().stream().filter(s -> !placed.contains(s.state())).forEach(s -> place(s, now));
        }
    }

    private void place(StormTransition.Storm state, Now now) {
        List<Origin> origins = origins(state, now);
        Draft draft = home(state, origins, now);
        boolean isNew = draft == null;
        if (draft == null) {
            Origin origin = origins.get(0);
            PortKey receiving = origin.receiving() != null
                    ? origin.receiving()
                    : now.links().receivingPort(Draft.port(state, 0));
            draft = create(origin.identity(), origin.entity(), receiving, now.atNanos());
        }
        if (draft.isFull()) {
            draft.evidence(
                    StormGraph.RULE_NOT_LISTED,
                    "more",
                    "than " + settings.bounds().ports() + " storm states are open: the later are not listed",
                    now.atNanos());
            return;
        }
        int before = draft.indexOf(state);
        boolean quiet = !draft.hasOpenPort();
        boolean resolved = draft.state == Incident.State.RESOLVED;
        Incident.Port port = Draft.port(
                state, before < 0 ? state.atNanos() : draft.ports().get(before).openedNanos());
        draft.put(port);
        if (quiet) {
            draft.open(now.atNanos());
        }
        String where = Words.where(port);
        draft.note(
                now.atNanos(),
                isNew
                        ? "opened at " + where
                        : resolved
                                ? "reopened at " + where
                                : before >= 0 ? where + " paused again" : "spread to " + where);
    }

    private @Nullable Draft home(StormTransition.Storm state, List<Origin> origins, Now now) {
        List<Draft> open = new ArrayList<>(incidents.values());
        open.removeIf(d -> !d.isOpen() || d.isOfDrops());
        open.sort(Draft.BY_AGE);
        for (Draft draft : open) {
            if (among(origins, draft)) {
                return draft;
            }
        }
        for (Draft draft : open) {
            if (provisionalHome(draft, state, now)) {
                return draft;
            }
        }
        return incidents.values().stream()
                .filter(d -> d.state == Incident.State.RESOLVED && among(origins, d))
                .min(Draft.BY_AGE)
                .orElse(null);
    }

    /** The chain is not seen to its end yet, but where it goes on is known: from a port that comes back, or at once with the others. */
    private boolean provisionalHome(Draft draft, StormTransition.Storm state, Now now) {
        boolean met = draft.indexOf(state) >= 0 || !draft.settled(now.atNanos());
        return met && backwards(draft, state, now) && !congested(state, now);
    }

    private Draft create(String identity, String entity, PortKey receiving, long atNanos) {
        String id = StormIds.incident(runId, fabric, identity, atNanos);
        for (int again = 2; incidents.containsKey(id); again++) {
            id = StormIds.incident(runId, fabric, identity + "#" + again, atNanos);
        }
        Draft draft = new Draft(id, entity, receiving, atNanos, settings);
        incidents.put(id, draft);
        return draft;
    }

    /** Of incidents that turned out to have one origin the older stays. */
    private void merge(Map<Draft, String> before, Now now) {
        Map<String, Draft> oldest = new HashMap<>();
        for (Draft draft : incidents.values().stream()
                .filter(d -> d.state != Incident.State.MERGED_INTO)
                .sorted(Draft.BY_AGE)
                .toList()) {
            Draft older = oldest.putIfAbsent(draft.identity(), draft);
            if (older == null || !draft.isOpen()) {
                continue;
            }
            boolean bothSettled = older.settled(now.atNanos()) && draft.settled(now.atNanos());
            if (!older.isOpen() && bothSettled) {
                oldest.put(draft.identity(), draft);
                continue;
            }
            if (bothSettled) {
                older.alsoOrigin(before.getOrDefault(older, older.originEntity));
                older.alsoOrigin(before.getOrDefault(draft, draft.originEntity));
            }
            merge(older, draft, now.atNanos());
        }
    }

    private void merge(Draft older, Draft younger, long atNanos) {
        boolean quiet = !older.hasOpenPort();
        older.absorb(younger);
        if (quiet && older.hasOpenPort()) {
            older.open(atNanos);
        }
        older.note(atNanos, "incident " + younger.id + " has the same origin");
        // One page is enough; that of the younger goes on where nobody else was told.
        if (older.page == null && younger.page != null) {
            older.page = younger.page;
            younger.page = null;
            older.note(atNanos, "took over the page of " + younger.id);
        }
        younger.state = Incident.State.MERGED_INTO;
        younger.mergedInto = older.id;
        younger.note(atNanos, "merged into " + older.id);
    }

    /** Drops where there is no storm are incidents of their own, one per device. */
    private void drops(Now now, boolean live) {
        List<StormTransition.Sign> drops =
                now.facts().present(PortSign.Kind.LOSSLESS_DROPS).toList();
        for (StormTransition.Sign drop : drops) {
            Draft storm = stormAt(drop, now);
            if (storm != null) {
                storm.evidence(
                        StormGraph.RULE_LOSSLESS_DROP,
                        Links.name(drop.port()) + " priority "
                                + Words.priority(drop.sign().priority()),
                        drop.sign().text(),
                        now.atNanos());
            } else if (live) {
                dropped(drop, now.atNanos());
            }
        }
    }

    private @Nullable Draft stormAt(StormTransition.Sign drop, Now now) {
        String device = drop.port().device();
        return open().stream()
                .filter(d -> d.ports().stream()
                        .filter(p ->
                                Links.samePriority(p.priority(), drop.sign().priority()))
                        .anyMatch(p -> now.links().waiter(p).equals(device)
                                || now.links().pauser(p).equals(device)
                                || p.device().equals(device)))
                .findFirst()
                .orElse(null);
    }

    private void dropped(StormTransition.Sign drop, long atNanos) {
        String identity = Draft.DROPS + drop.port().device();
        Draft known = incidents.values().stream()
                .filter(d ->
                        d.state != Incident.State.MERGED_INTO && d.identity().equals(identity))
                .min(Draft.BY_AGE)
                .orElse(null);
        if (known == null) {
            Draft draft = create(identity, drop.port().device(), drop.port(), atNanos);
            draft.rule = Incident.LOSSLESS_DROP;
            draft.open(atNanos);
            draft.note(atNanos, "packets of a lossless priority dropped at " + Links.name(drop.port()));
        } else if (!known.isOpen()) {
            known.open(atNanos);
            known.note(atNanos, "packets dropped again at " + Links.name(drop.port()));
        }
    }
}
