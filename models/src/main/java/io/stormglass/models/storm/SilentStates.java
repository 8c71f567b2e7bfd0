package io.stormglass.models.storm;

import io.stormglass.models.event.Direction;
import io.stormglass.models.event.PortKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Storm states of devices that are not heard. Such a state says nothing of the present. It counts as over when the other end of the link is
 * heard and has had no open state of it for the clear time, else when the device has been silent for long. It comes back with the next word
 * of the port, or when the device has been heard for the clear time without having cleared it: who starts anew needs a while to say so.
 */
final class SilentStates {
    private static final int PRIORITIES = 8;

    private final Links links;
    private final PortFacts facts;
    private final Silences silences;
    private final StormSettings settings;
    private final Collection<Draft> drafts;
    private final TreeSet<String> changed = new TreeSet<>();
    private @Nullable NavigableSet<Long> dues;

    /** When a state counts as over, and why. */
    private record End(long dueNanos, long lastWordNanos, String why) {}

    SilentStates(Links links, PortFacts facts, Silences silences, StormSettings settings, Collection<Draft> drafts) {
        this.links = links;
        this.facts = facts;
        this.silences = silences;
        this.settings = settings;
        this.drafts = drafts;
    }

    /** When a state next ends or comes back; {@link Long#MAX_VALUE} where none does. */
    long nextAfter(long doneNanos) {
        NavigableSet<Long> known = dues;
        if (known == null) {
            known = dues();
            dues = known;
        }
        Long next = known.higher(doneNanos);
        return next == null ? Long.MAX_VALUE : next;
    }

    private NavigableSet<Long> dues() {
        TreeSet<Long> found = new TreeSet<>();
        if (silences.anySilent()) {
            for (StormTransition.Storm state : facts.open()) {
                End end = end(state);
                if (end != null) {
                    found.add(end.dueNanos());
                }
            }
        }
        facts.over().forEach(state -> found.add(backNanos(state)));
        return found;
    }

    /** Somebody is heard, or not: dues are looked for anew. */
    void voicesChange() {
        dues = null;
    }

    /** Ends and brings back what is due. Dues rest on what is decided at the same time, so they are looked for anew. */
    void decide(long atNanos) {
        dues = null;
        for (StormTransition.Storm state : List.copyOf(facts.over())) {
            if (backNanos(state) <= atNanos) {
                facts.take(state.over(null));
                changed.add(state.factKey());
                isBack(state, atNanos);
            }
        }
        if (!silences.anySilent()) {
            return;
        }
        for (StormTransition.Storm state : List.copyOf(facts.open())) {
            End end = end(state);
            if (end != null && end.dueNanos() <= atNanos) {
                facts.take(state.over(end.lastWordNanos()));
                changed.add(state.factKey());
                isOver(state, end, atNanos);
            }
        }
    }

    /** Keys of states that were ended or brought back since the last call. */
    List<String> takeChanged() {
        List<String> keys = List.copyOf(changed);
        changed.clear();
        return keys;
    }

    /** Says that a state that counted as over goes on. */
    void isBack(StormTransition.Storm state, long atNanos) {
        String where = Words.where(Draft.port(state, 0));
        for (Draft draft : drafts) {
            if (draft.hasEvidence(StormGraph.RULE_NOT_OBSERVED, where)) {
                draft.evidence(StormGraph.RULE_NOT_OBSERVED, where, "is observed again and goes on", atNanos);
            }
        }
    }

    private void isOver(StormTransition.Storm state, End end, long atNanos) {
        for (Draft draft : drafts) {
            int at = draft.indexOf(state);
            if (at < 0 || !draft.ports().get(at).open()) {
                continue;
            }
            Incident.Port port = draft.ports().get(at);
            draft.ports().set(at, port.cleared(end.lastWordNanos()));
            String words = "not observed since " + end.lastWordNanos() + " ns, counts as over: " + end.why();
            draft.evidenceOfPort(StormGraph.RULE_NOT_OBSERVED, Words.where(port), words, atNanos);
            draft.note(atNanos, Words.where(port) + " " + words);
        }
    }

    private long backNanos(StormTransition.Storm state) {
        Long heard = silences.heardSinceNanos(state.port().device());
        return heard == null ? Long.MAX_VALUE : heard + settings.clearNanos();
    }

    private @Nullable End end(StormTransition.Storm state) {
        String device = state.port().device();
        Long heard = silences.lastWordNanos(device);
        if (heard == null) {
            return null;
        }
        long lastWord = Math.max(heard, state.atNanos());
        String peer = links.peerDevice(state.port());
        Long peerHeard = silences.heardSinceNanos(peer);
        if (peerHeard != null && !otherEndIsOpen(state, peer)) {
            long free = Math.max(Math.max(lastWord, peerHeard), otherEndClearedNanos(state));
            return new End(
                    free + settings.clearNanos(),
                    lastWord,
                    device + " is silent, and " + peer + " at the other end is heard and tells of no such pause");
        }
        return new End(
                lastWord + settings.silentNanos(),
                lastWord,
                device + " has been silent for " + Words.seconds(settings.silentNanos()));
    }

    private boolean otherEndIsOpen(StormTransition.Storm state, String peer) {
        PortKey port = links.peer(state.port());
        int priority = state.change().priority();
        if (port == null) {
            return facts.open().stream()
                    .filter(s -> s.port().device().equals(peer))
                    .filter(s -> links.peerDevice(s.port()).equals(state.port().device()))
                    .filter(s -> Links.samePriority(s.change().priority(), priority))
                    .anyMatch(s -> faces(s.change().direction(), state.change().direction()));
        }
        for (int other = -1; other < PRIORITIES; other++) {
            if (Links.samePriority(other, priority)
                    && isOpen(port, other, state.change().direction())) {
                return true;
            }
        }
        return false;
    }

    private boolean isOpen(PortKey port, int priority, Direction facing) {
        for (Direction direction : Direction.values()) {
            if (faces(direction, facing) && facts.open(new StateKey(port, priority, direction)) != null) {
                return true;
            }
        }
        return false;
    }

    /** True where two ends of a link may speak of one pause: what one sends the other receives. */
    private static boolean faces(Direction one, Direction other) {
        return one != other || one == Direction.UNKNOWN;
    }

    /** When the other end last cleared the same wait, as far as incidents list it. */
    private long otherEndClearedNanos(StormTransition.Storm state) {
        Incident.Port own = Draft.port(state, 0);
        PortKey waiting = links.waitingPort(own);
        long newest = 0;
        if (waiting == null) {
            return newest;
        }
        List<Incident.Port> listed = new ArrayList<>();
        for (Draft draft : drafts) {
            if (draft.isOpen() && draft.indexOf(state) >= 0) {
                listed.addAll(draft.ports());
            }
        }
        for (Incident.Port port : listed) {
            Long cleared = port.clearedNanos();
            boolean same = Links.samePriority(port.priority(), own.priority())
                    && !port.device().equals(own.device())
                    && waiting.equals(links.waitingPort(port));
            newest = same && cleared != null ? Math.max(newest, cleared) : newest;
        }
        return newest;
    }
}
