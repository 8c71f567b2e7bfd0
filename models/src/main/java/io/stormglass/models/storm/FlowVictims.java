package io.stormglass.models.storm;

import io.stormglass.models.event.PortKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Flows whose sender waits, or waited, because of an incident, split by whether they use the origin. */
final class FlowVictims {
    private static final String KIND = "flow";

    private final Links links;
    private final Flows flows;
    private final int most;
    private final Map<String, Counted> counted = new HashMap<>();

    /** Whether a flow uses the origin. Those come first that are hurt without it. */
    private enum Use {
        /** It does not, and is held up all the same. */
        HEAD_OF_LINE("does not use the origin"),
        /** Its receiver's place, or what is full at the origin, is not known. */
        UNKNOWN("whether it uses the origin is not known"),
        /** Its receiver is the origin, or behind what is full there. */
        USES("uses the origin");

        private final String words;

        Use(String words) {
            this.words = words;
        }
    }

    /** Flows of a host that waits, by their use of the origin. */
    record Sender(long uses, long headOfLine, long unknown) {
        boolean onlyElsewhere() {
            return headOfLine > 0 && uses == 0 && unknown == 0;
        }

        String words() {
            long known = uses + headOfLine + unknown;
            String theirs = known == 1 ? "its one known flow" : "its " + known + " known flows";
            if (unknown == known) {
                return "whether " + theirs + (known == 1 ? " uses" : " use") + " the origin is not known";
            }
            if (known == 1) {
                return theirs + (uses == 1 ? " uses the origin" : " does not use the origin");
            }
            if (uses == known || headOfLine == known) {
                return uses == known
                        ? "all of " + theirs + " use the origin"
                        : "none of " + theirs + " uses the origin";
            }
            List<String> parts = new ArrayList<>();
            if (uses > 0) {
                parts.add(uses + (uses == 1 ? " uses the origin" : " use the origin"));
            }
            if (headOfLine > 0) {
                String not = headOfLine == 1 ? " does not" : " do not";
                parts.add(headOfLine + not + (uses == 0 ? " use the origin" : ""));
            }
            if (unknown > 0) {
                parts.add(unknown + " may");
            }
            return "of " + theirs + " " + String.join(", ", parts);
        }
    }

    /**
     * What was counted.
     *
     * @param listed bounded
     * @param senders by host; only those of which a flow is known
     */
    record Found(List<Incident.Victim> listed, long all, long headOfLine, long unknown, Map<String, Sender> senders) {
        static final Found NOTHING = new Found(List.of(), 0, 0, 0, Map.of());
    }

    /** A host at an address that waits with a priority. */
    private record Waiter(String host, String address, int priority) {
        static final Comparator<Waiter> ORDER = Comparator.comparing(Waiter::host)
                .thenComparing(Waiter::address)
                .thenComparingInt(Waiter::priority);
    }

    /** All that the count depends on. */
    private record Question(
            long flowChanges,
            long linkChanges,
            String origin,
            List<String> full,
            List<Integer> originPriorities,
            Set<Waiter> waiters) {}

    private record Counted(Question question, Found found) {}

    FlowVictims(Links links, Flows flows, int most) {
        this.links = links;
        this.flows = flows;
        this.most = most;
    }

    void forgetAllBut(Set<String> incidents) {
        counted.keySet().retainAll(incidents);
    }

    /** Flows of the hosts that wait or waited. Counted anew only where something of it has changed. */
    Found of(Draft draft) {
        if (flows.isEmpty()) {
            return Found.NOTHING;
        }
        Question question = new Question(
                flows.changes(),
                links.changes(),
                draft.originEntity,
                draft.fullPorts,
                draft.priorities,
                waiters(draft));
        Counted known = counted.get(draft.id);
        if (known == null || !known.question.equals(question)) {
            known = new Counted(question, new Count(question).all());
            counted.put(draft.id, known);
        }
        return known.found;
    }

    private Set<Waiter> waiters(Draft draft) {
        Set<Waiter> waiters = new TreeSet<>(Waiter.ORDER);
        for (Incident.Port port : draft.ports()) {
            String host = links.waiter(port);
            if (!links.isHost(host)) {
                continue;
            }
            PortKey waiting = links.waitingPort(port);
            for (String address : links.addresses(waiting == null ? links.key(port) : waiting)) {
                waiters.add(new Waiter(host, address, port.priority()));
            }
        }
        return waiters;
    }

    /** One count. */
    private final class Count {
        private final Question question;
        private final Set<String> taken = new TreeSet<>();
        private final Map<String, Use> uses = new HashMap<>();
        private final Map<Use, List<Incident.Victim>> listed = new EnumMap<>(Use.class);
        private final Map<String, Map<Use, Long>> bySender = new TreeMap<>();

        Count(Question question) {
            this.question = question;
            for (Use use : Use.values()) {
                listed.put(use, new ArrayList<>());
            }
        }

        Found all() {
            for (Waiter waiter : question.waiters) {
                flows.from(waiter.address).forEach((priority, byReceiver) -> {
                    // Two storm states of a port may hold up one flow.
                    if (Links.samePriority(priority, waiter.priority) && taken.add(waiter.address + "|" + priority)) {
                        byReceiver.forEach((receiver, keys) -> add(waiter, priority, receiver, keys));
                    }
                });
            }
            List<Incident.Victim> worst = new ArrayList<>();
            listed.values()
                    .forEach(each ->
                            each.stream().limit(most - (long) worst.size()).forEach(worst::add));
            Map<String, Sender> senders = new TreeMap<>();
            bySender.forEach((host, each) -> senders.put(
                    host,
                    new Sender(
                            each.getOrDefault(Use.USES, 0L),
                            each.getOrDefault(Use.HEAD_OF_LINE, 0L),
                            each.getOrDefault(Use.UNKNOWN, 0L))));
            long headOfLine =
                    senders.values().stream().mapToLong(Sender::headOfLine).sum();
            long unknown = senders.values().stream().mapToLong(Sender::unknown).sum();
            long using = senders.values().stream().mapToLong(Sender::uses).sum();
            return new Found(List.copyOf(worst), using + headOfLine + unknown, headOfLine, unknown, senders);
        }

        private void add(Waiter waiter, int priority, String receiver, SortedSet<String> keys) {
            Use use = use(priority, receiver);
            bySender.computeIfAbsent(waiter.host, h -> new EnumMap<>(Use.class))
                    .merge(use, (long) keys.size(), Long::sum);
            List<Incident.Victim> some = listed.getOrDefault(use, List.of());
            keys.stream()
                    .limit(Math.max(0, most - some.size()))
                    .forEach(key -> some.add(
                            new Incident.Victim(KIND, key, use == Use.HEAD_OF_LINE, words(waiter, priority, use))));
        }

        private String words(Waiter waiter, int priority, Use use) {
            return "sent by " + waiter.host + ", priority " + (priority < 0 ? "unknown" : String.valueOf(priority))
                    + "; " + use.words;
        }

        private Use use(int priority, String receiver) {
            boolean leadsThere = question.originPriorities.isEmpty()
                    || question.originPriorities.stream().anyMatch(p -> Links.samePriority(p, priority));
            if (!leadsThere && !question.origin.isEmpty()) {
                return Use.HEAD_OF_LINE;
            }
            return uses.computeIfAbsent(receiver, this::use);
        }

        private Use use(String receiver) {
            Set<PortKey> attached = links.attached(receiver);
            if (question.origin.isEmpty() || attached.isEmpty()) {
                return Use.UNKNOWN;
            }
            return links.isHost(question.origin) ? useOfHost(attached) : useOfSwitch(attached);
        }

        private Use useOfHost(Set<PortKey> attached) {
            Set<String> hosts = new TreeSet<>();
            attached.forEach(port -> hosts.add(links.host(port)));
            if (hosts.contains(question.origin)) {
                return Use.USES;
            }
            return hosts.contains("") ? Use.UNKNOWN : Use.HEAD_OF_LINE;
        }

        /** It is used by what leaves through a full port; through which one that is, is known on the way down only. */
        private Use useOfSwitch(Set<PortKey> attached) {
            Use use = question.full.isEmpty() ? Use.UNKNOWN : Use.HEAD_OF_LINE;
            for (String name : question.full) {
                PortKey full = links.named(question.origin, name);
                Use behind = behind(full, attached);
                if (behind == Use.USES) {
                    return behind;
                }
                use = behind == Use.UNKNOWN ? behind : use;
            }
            return use;
        }

        private Use behind(PortKey full, Set<PortKey> attached) {
            String next = links.peerDevice(full);
            Set<String> leaves = new TreeSet<>();
            for (PortKey port : attached) {
                PortKey last = links.switchPort(port);
                if (full.equals(last) || (links.isHost(next) && links.host(port).equals(next))) {
                    return Use.USES;
                }
                leaves.add(last == null ? "" : last.device());
            }
            if (leaves.contains(next) && !next.isEmpty()) {
                return Use.USES;
            }
            if (links.isHost(next) || leaves.equals(Set.of(full.device()))) {
                return Use.HEAD_OF_LINE;
            }
            boolean down = links.above(next, full.device());
            return down && links.isLeaf(next) && !leaves.contains("") ? Use.HEAD_OF_LINE : Use.UNKNOWN;
        }
    }
}
