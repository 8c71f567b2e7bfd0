package io.stormglass.models.storm;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Cycles of waiting ports in which nothing moves. */
final class Deadlocks {
    private final WaitGraph waits;
    private final List<Hop> stuck;
    private final List<Cycle> cycles;

    /**
     * A cycle.
     *
     * @param hops in the order of waiting, the smallest name first
     * @param dueNanos when nothing will have moved in it for two detection times
     */
    record Cycle(List<Hop> hops, long dueNanos) {
        List<String> names() {
            return hops.stream().map(Hop::name).toList();
        }
    }

    Deadlocks(WaitGraph waits) {
        this.waits = waits;
        stuck = thatNeverEnd(waits);
        cycles = find();
    }

    /** Waits in which nothing passes and that wait for such waits for ever: on a cycle, or on the way to one. By name. */
    private static List<Hop> thatNeverEnd(WaitGraph waits) {
        Set<Hop> left = new HashSet<>(waits.hops().stream().filter(Hop::stuck).toList());
        int before = left.size() + 1;
        while (left.size() < before) {
            before = left.size();
            left.removeIf(hop -> waits.next(hop).stream().noneMatch(left::contains));
        }
        return left.stream().sorted(Comparator.comparing(Hop::name)).toList();
    }

    /** One for each cycle that shares no waiting port with one before it, the smallest name first. */
    List<Cycle> cycles() {
        return cycles;
    }

    private List<Cycle> find() {
        List<Cycle> found = new ArrayList<>();
        Set<Hop> named = new HashSet<>();
        for (Hop hop : stuck) {
            List<Hop> cycle = named.contains(hop) ? List.of() : shortestFrom(hop);
            if (!cycle.isEmpty() && Collections.disjoint(named, cycle)) {
                named.addAll(cycle);
                found.add(of(cycle));
            }
        }
        return List.copyOf(found);
    }

    private static Cycle of(List<Hop> cycle) {
        return new Cycle(
                cycle, cycle.stream().mapToLong(Hop::stuckTwiceNanos).max().orElse(Long.MAX_VALUE));
    }

    private List<Hop> stuckNext(Hop hop) {
        return waits.next(hop).stream()
                .filter(stuck::contains)
                .sorted(Comparator.comparing(Hop::name))
                .toList();
    }

    /** The shortest way from a waiting port back to itself; empty where there is none. */
    private List<Hop> shortestFrom(Hop start) {
        Map<Hop, Hop> cameFrom = new HashMap<>();
        Deque<Hop> todo = new ArrayDeque<>(List.of(start));
        while (!todo.isEmpty()) {
            Hop hop = todo.removeFirst();
            for (Hop after : stuckNext(hop)) {
                if (after.equals(start)) {
                    return way(start, hop, cameFrom);
                }
                if (cameFrom.putIfAbsent(after, hop) == null) {
                    todo.addLast(after);
                }
            }
        }
        return List.of();
    }

    private static List<Hop> way(Hop start, Hop last, Map<Hop, Hop> cameFrom) {
        List<Hop> way = new ArrayList<>();
        for (Hop hop = last; hop != null && !hop.equals(start); hop = cameFrom.get(hop)) {
            way.add(hop);
        }
        way.add(start);
        Collections.reverse(way);
        return rotated(way);
    }

    private static List<Hop> rotated(List<Hop> way) {
        Hop smallest = Collections.min(way, Comparator.comparing(Hop::name));
        List<Hop> rotated = new ArrayList<>(way);
        Collections.rotate(rotated, -way.indexOf(smallest));
        return List.copyOf(rotated);
    }

    /** True while a cycle that was named before still waits, and nothing in it has moved. */
    boolean stillHolds(List<String> names) {
        List<Hop> members = new ArrayList<>();
        for (String name : names) {
            stuck.stream().filter(h -> h.name().equals(name)).findFirst().ifPresent(members::add);
        }
        if (names.isEmpty() || members.size() != names.size()) {
            return false;
        }
        for (int i = 0; i < members.size(); i++) {
            if (!waits.next(members.get(i)).contains(members.get((i + 1) % members.size()))) {
                return false;
            }
        }
        return true;
    }
}
