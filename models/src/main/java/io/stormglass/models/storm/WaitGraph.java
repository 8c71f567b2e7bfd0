package io.stormglass.models.storm;

import io.stormglass.models.event.PortKey;
import io.stormglass.models.pause.PortSign;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Who waits for whom, at one moment. A waiting port waits for its peer; where that is a switch, its ingress waits for every
 * egress of the same priority that is paused, unless routing never turns that way: out of the same port, back to the switch
 * where it came from, from above up again. A chain ends at a host, or at a switch none of whose egresses is paused.
 */
final class WaitGraph {
    private static final Comparator<Hop> BY_OPENING =
            Comparator.comparingLong(Hop::openedNanos).thenComparing(Hop::key);

    private final Links links;
    private final PortFacts facts;
    private final List<Hop> hops = new ArrayList<>();
    private final Map<StateKey, Hop> byState = new HashMap<>();
    private final Map<String, List<Hop>> byWaiter = new HashMap<>();
    private final Map<Hop, List<Hop>> next = new HashMap<>();
    private final Map<Hop, List<Origin>> origins = new HashMap<>();
    private final Map<String, List<StormTransition.Sign>> fullByDevice = new HashMap<>();

    /** An egress that is not paused and yet full. */
    record Full(PortKey port, PortSign sign) {
        boolean atLineRate() {
            return sign.kind() == PortSign.Kind.LINE_RATE;
        }
    }

    /**
     * The waits of open storm states.
     *
     * @param openedNanos when a storm state opened
     * @param fullAfterNanos a line that has not been full since then is not
     */
    WaitGraph(Links links, PortFacts facts, ToLongFunction<StormTransition.Storm> openedNanos, long fullAfterNanos) {
        this.links = links;
        this.facts = facts;
        makeHops(openedNanos);
        facts.signs(PortSign.Kind.LINE_RATE)
                .filter(s -> s.sign().present() || s.atNanos() > fullAfterNanos)
                .forEach(this::full);
        facts.present(PortSign.Kind.WAITING).forEach(this::full);
        hops.forEach(hop -> next.put(hop, candidates(hop)));
        findOrigins();
    }

    private void full(StormTransition.Sign sign) {
        fullByDevice
                .computeIfAbsent(sign.port().device(), d -> new ArrayList<>())
                .add(sign);
    }

    private void makeHops(ToLongFunction<StormTransition.Storm> openedNanos) {
        Map<String, List<StormTransition.Storm>> groups = new TreeMap<>();
        facts.open()
                .forEach(s ->
                        groups.computeIfAbsent(group(s), g -> new ArrayList<>()).add(s));
        groups.forEach((key, states) -> {
            Incident.Port any = Draft.port(states.get(0), 0);
            hops.add(new Hop(
                    key,
                    Links.name(links.receivingPort(any)) + "/" + any.priority(),
                    any.priority(),
                    links.waiter(any),
                    links.waitingPort(any),
                    links.pauser(any),
                    links.pausingPort(any),
                    states.stream().mapToLong(openedNanos).min().orElse(0),
                    List.copyOf(states)));
        });
        hops.sort(BY_OPENING);
        for (Hop hop : hops) {
            hop.states().forEach(s -> byState.put(s.state(), hop));
            byWaiter.computeIfAbsent(hop.waiter(), w -> new ArrayList<>()).add(hop);
        }
    }

    /** Both ends of a link tell of the same wait. */
    private String group(StormTransition.Storm storm) {
        Incident.Port port = Draft.port(storm, 0);
        PortKey waiting = links.waitingPort(port);
        return waiting == null ? "at " + storm.factKey() : waiting.text() + "|" + port.priority();
    }

    private List<Hop> candidates(Hop hop) {
        if (hop.pauser().isEmpty() || links.isHost(hop.pauser())) {
            return List.of();
        }
        return byWaiter.getOrDefault(hop.pauser(), List.of()).stream()
                .filter(egress -> Links.samePriority(egress.priority(), hop.priority()))
                .filter(egress -> turns(hop, egress.waitingPort(), egress.pauser()))
                .toList();
    }

    /** True where a packet that came with a wait may leave by an egress. */
    private boolean turns(Hop hop, @Nullable PortKey egress, String leadsTo) {
        if (egress != null && egress.equals(hop.pausingPort())) {
            return false;
        }
        String from = hop.waiter();
        if (from.isEmpty() || links.isHost(from)) {
            return true;
        }
        return !from.equals(leadsTo) && !(links.above(hop.pauser(), from) && links.above(hop.pauser(), leadsTo));
    }

    /** Waiting ports, in the order of opening. */
    List<Hop> hops() {
        return Collections.unmodifiableList(hops);
    }

    /** The wait that an open storm state tells of; null where it is not open. */
    @Nullable
    Hop hop(StateKey state) {
        return byState.get(state);
    }

    /** What a wait waits for in turn. */
    List<Hop> next(Hop hop) {
        return next.getOrDefault(hop, List.of());
    }

    /** Where a wait may end, in the order in which the last waits before it opened. Never empty. */
    List<Origin> origins(Hop hop) {
        return origins.getOrDefault(hop, List.of());
    }

    /** The last waits of the chains from a wait to an origin. */
    List<Hop> lastBefore(Hop hop, Origin origin) {
        return reach(List.of(hop), next).stream()
                .filter(h -> next(h).isEmpty() && h.pauser().equals(origin.entity()))
                .toList();
    }

    /** True where what a wait holds up may leave the pausing switch by a port that waits or waited. */
    boolean turns(Hop hop, Incident.Port egress) {
        return links.waiter(egress).equals(hop.pauser()) && turns(hop, links.waitingPort(egress), links.pauser(egress));
    }

    /** Egresses of the pausing switch that are full and not paused, those at line rate first. */
    List<Full> full(Hop hop) {
        if (hop.pauser().isEmpty() || links.isHost(hop.pauser())) {
            return List.of();
        }
        Map<PortKey, Full> found = new LinkedHashMap<>();
        for (StormTransition.Sign sign : fullByDevice.getOrDefault(hop.pauser(), List.of())) {
            boolean candidate = Links.samePriority(sign.sign().priority(), hop.priority())
                    && turns(hop, sign.port(), links.peerDevice(sign.port()))
                    && byWaiter.getOrDefault(hop.pauser(), List.of()).stream()
                            .noneMatch(w -> sign.port().equals(w.waitingPort())
                                    && Links.samePriority(w.priority(), hop.priority()));
            if (candidate) {
                found.putIfAbsent(sign.port(), new Full(sign.port(), sign.sign()));
            }
        }
        return List.copyOf(found.values());
    }

    private void findOrigins() {
        Map<Hop, List<Hop>> before = new HashMap<>();
        hops.forEach(hop -> next(hop)
                .forEach(n -> before.computeIfAbsent(n, x -> new ArrayList<>()).add(hop)));
        Map<Origin, List<Hop>> ends = new LinkedHashMap<>();
        for (Hop hop : hops) {
            if (next(hop).isEmpty()) {
                ends.computeIfAbsent(end(hop), o -> new ArrayList<>()).add(hop);
            }
        }
        ends.forEach((origin, last) -> reach(last, before)
                .forEach(hop ->
                        origins.computeIfAbsent(hop, h -> new ArrayList<>()).add(origin)));
        closeCycles();
    }

    private Origin end(Hop last) {
        if (last.pauser().isEmpty()) {
            return Origin.unknown(links.receivingPort(Draft.port(last.states().get(0), 0)));
        }
        return Origin.of(last.pauser(), links.isHost(last.pauser()) ? Origin.Kind.HOST : Origin.Kind.SWITCH);
    }

    private static Set<Hop> reach(List<Hop> from, Map<Hop, List<Hop>> edges) {
        Set<Hop> reached = new LinkedHashSet<>(from);
        Deque<Hop> todo = new ArrayDeque<>(from);
        while (!todo.isEmpty()) {
            for (Hop hop : edges.getOrDefault(todo.removeFirst(), List.of())) {
                if (reached.add(hop)) {
                    todo.addLast(hop);
                }
            }
        }
        return reached;
    }

    /** Chains that never end run into a cycle: its smallest switch stands for it. */
    private void closeCycles() {
        List<Hop> endless = hops.stream().filter(h -> !origins.containsKey(h)).toList();
        Set<Hop> onCycle = new HashSet<>();
        for (Hop hop : endless) {
            if (reach(next(hop), next).contains(hop)) {
                onCycle.add(hop);
            }
        }
        for (Hop hop : endless) {
            reach(List.of(hop), next).stream()
                    .filter(onCycle::contains)
                    .map(Hop::waiter)
                    .min(Comparator.naturalOrder())
                    .ifPresent(smallest -> origins.put(hop, List.of(Origin.of(smallest, Origin.Kind.CYCLE))));
        }
    }
}
