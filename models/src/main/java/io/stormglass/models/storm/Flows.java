package io.stormglass.models.storm;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Flows of a fabric that are known to exist, as of the newest full second of event time: flows come and go all the time, and not each of them
 * is a reason to tell of an incident again.
 */
final class Flows {
    private static final long STEP_NANOS = 1_000_000_000L;

    private final Map<String, StormTransition.Flow> flows = new HashMap<>();
    private final TreeMap<String, StormTransition.Flow> waiting = new TreeMap<>();
    private final Map<String, SortedMap<Integer, SortedMap<String, SortedSet<String>>>> bySender = new HashMap<>();
    private long changes;
    private long dueNanos = Long.MAX_VALUE;

    /** Continues with what {@link #all} said, in any order; what is not of flows is passed over. */
    Flows(Collection<StormTransition> facts) {
        for (StormTransition fact : facts) {
            if (fact instanceof StormTransition.Flow flow) {
                if (!flow.present()) {
                    add(flow);
                }
                hold(flow);
            }
        }
    }

    private void hold(StormTransition.Flow flow) {
        waiting.put(flow.factKey(), flow);
        dueNanos = Math.min(dueNanos, flow.atNanos());
    }

    void take(StormTransition.Flow said) {
        String key = said.factKey();
        if (said.present()) {
            // One that is told again waits again: what is stored of it no longer says that it was there before.
            remove(said);
        }
        if (!said.present() && !flows.containsKey(key)) {
            waiting.remove(key);
        } else {
            hold(said);
        }
    }

    /** Time has come so far; returns the keys of flows that are forgotten. */
    List<String> advanceTo(long nanos) {
        long boundary = Math.floorDiv(nanos, STEP_NANOS) * STEP_NANOS;
        if (dueNanos >= boundary) {
            return List.of();
        }
        List<String> gone = new ArrayList<>();
        dueNanos = Long.MAX_VALUE;
        for (Iterator<StormTransition.Flow> all = waiting.values().iterator(); all.hasNext(); ) {
            StormTransition.Flow flow = all.next();
            if (flow.atNanos() >= boundary) {
                dueNanos = Math.min(dueNanos, flow.atNanos());
                continue;
            }
            all.remove();
            remove(flow);
            if (flow.present()) {
                add(flow);
            } else {
                gone.add(flow.factKey());
            }
        }
        return gone;
    }

    private void add(StormTransition.Flow flow) {
        changes++;
        flows.put(flow.factKey(), flow);
        bySender.computeIfAbsent(flow.srcIp(), s -> new TreeMap<>())
                .computeIfAbsent(flow.priority(), p -> new TreeMap<>())
                .computeIfAbsent(flow.dstIp(), d -> new TreeSet<>())
                .add(flow.flow());
    }

    private void remove(StormTransition.Flow flow) {
        SortedMap<Integer, SortedMap<String, SortedSet<String>>> ofSender = bySender.get(flow.srcIp());
        if (flows.remove(flow.factKey()) == null || ofSender == null) {
            return;
        }
        changes++;
        ofSender.computeIfPresent(flow.priority(), (p, byReceiver) -> {
            byReceiver.computeIfPresent(flow.dstIp(), (d, keys) -> {
                keys.remove(flow.flow());
                return keys.isEmpty() ? null : keys;
            });
            return byReceiver.isEmpty() ? null : byReceiver;
        });
        if (ofSender.isEmpty()) {
            bySender.remove(flow.srcIp());
        }
    }

    /** None is known. */
    boolean isEmpty() {
        return flows.isEmpty();
    }

    /** Another number after each change. */
    long changes() {
        return changes;
    }

    boolean holds(String factKey) {
        return flows.containsKey(factKey) || waiting.containsKey(factKey);
    }

    Collection<StormTransition.Flow> all() {
        Map<String, StormTransition.Flow> newest = new HashMap<>(flows);
        newest.putAll(waiting);
        return newest.values();
    }

    /** Keys of the flows of a sender, by priority and receiver. */
    SortedMap<Integer, SortedMap<String, SortedSet<String>>> from(String srcIp) {
        return Collections.unmodifiableSortedMap(bySender.getOrDefault(srcIp, Collections.emptySortedMap()));
    }
}
