package io.stormglass.models.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Adds up the spells of the flows through a queue, window by window. A spell counts into a window with the part of it that lies inside; bursts and messages into the
 * one in which they began.
 */
public final class QueueTraffic {
    private final LoadSettings settings;
    private final long reactNanos;

    /**
     * A queue.
     *
     * @param reactNanos a message that takes less is over before its sender can have been slowed down: round trip and two decrease periods; above 0
     */
    public QueueTraffic(LoadSettings settings, long reactNanos) {
        if (reactNanos <= 0) {
            throw new IllegalArgumentException("time to react is " + reactNanos + " ns, above 0 is needed");
        }
        this.settings = settings;
        this.reactNanos = reactNanos;
    }

    /**
     * The traffic of a window.
     *
     * @param spells of all flows of the queue that have a part in it, also those that go on, in any order
     */
    public Traffic of(long fromNanos, long toNanos, List<Spell> spells) {
        if (toNanos <= fromNanos) {
            throw new IllegalArgumentException("a window from " + fromNanos + " to " + toNanos + " ns");
        }
        List<Spell> inside = FlowSpells.inOrder(spells).stream()
                .filter(spell -> spell.toNanos() >= fromNanos && spell.fromNanos() < toNanos)
                .toList();
        List<Spell> kept = inside.subList(0, Math.min(inside.size(), settings.mostMessages()));
        List<Spell> slowed = kept.stream().filter(this::isLong).toList();
        List<Spell> began = kept.stream()
                .filter(spell -> !isLong(spell) && spell.fromNanos() >= fromNanos)
                .toList();
        Groups groups = groups(began);
        return new Traffic(
                fromNanos,
                toNanos,
                mean(slowed, fromNanos, toNanos),
                most(slowed, fromNanos, toNanos),
                bytes(slowed, fromNanos, toNanos),
                bursts(groups.bursts),
                messages(groups.alone),
                inside.size() - kept.size());
    }

    private boolean isLong(Spell spell) {
        return spell.nanos() >= reactNanos;
    }

    // ---- long ones

    private static long overlap(Spell spell, long fromNanos, long toNanos) {
        return Math.max(0, Math.min(spell.toNanos(), toNanos) - Math.max(spell.fromNanos(), fromNanos));
    }

    private static double mean(List<Spell> spells, long fromNanos, long toNanos) {
        double total = 0;
        for (Spell spell : spells) {
            total += overlap(spell, fromNanos, toNanos);
        }
        return total / (toNanos - fromNanos);
    }

    private static int most(List<Spell> spells, long fromNanos, long toNanos) {
        record Edge(long nanos, int change) implements Comparable<Edge> {
            @Override
            public int compareTo(Edge other) {
                // What ends at a moment is gone before what begins then.
                int byTime = Long.compare(nanos, other.nanos);
                return byTime != 0 ? byTime : Integer.compare(change, other.change);
            }
        }
        List<Edge> edges = new ArrayList<>();
        for (Spell spell : spells) {
            if (overlap(spell, fromNanos, toNanos) > 0) {
                edges.add(new Edge(Math.max(spell.fromNanos(), fromNanos), 1));
                edges.add(new Edge(Math.min(spell.toNanos(), toNanos), -1));
            }
        }
        edges.sort(null);
        int now = 0;
        int most = 0;
        for (Edge edge : edges) {
            now += edge.change();
            most = Math.max(most, now);
        }
        return most;
    }

    private static long bytes(List<Spell> spells, long fromNanos, long toNanos) {
        double total = 0;
        for (Spell spell : spells) {
            total += spell.bytes() * (double) overlap(spell, fromNanos, toNanos) / spell.nanos();
        }
        return Math.round(total);
    }

    // ---- short ones

    /** Messages that began together, and those that did not. */
    private record Groups(List<List<Spell>> bursts, List<Spell> alone) {}

    private Groups groups(List<Spell> began) {
        Groups groups = new Groups(new ArrayList<>(), new ArrayList<>());
        int first = 0;
        while (first < began.size()) {
            int end = first + 1;
            long until = began.get(first).fromNanos() + settings.togetherNanos();
            while (end < began.size() && began.get(end).fromNanos() <= until) {
                end++;
            }
            List<Spell> group = began.subList(first, end);
            if (group.size() >= settings.leastFanIn()) {
                groups.bursts.add(group);
            } else {
                groups.alone.addAll(group);
            }
            first = end;
        }
        return groups;
    }

    private static Traffic.Bursts bursts(List<List<Spell>> bursts) {
        int count = bursts.size();
        if (count == 0) {
            return Traffic.Bursts.NONE;
        }
        double messages = 0;
        double volume = 0;
        for (List<Spell> burst : bursts) {
            messages += burst.size();
            volume += burst.stream().mapToLong(Spell::bytes).sum();
        }
        double period = 0;
        double variation = 0;
        if (count > 1) {
            double first = bursts.getFirst().getFirst().fromNanos();
            period = (bursts.getLast().getFirst().fromNanos() - first) / (count - 1);
            variation = count > 2 ? deviation(bursts, period) / period : 0;
        }
        return new Traffic.Bursts(count, messages / count, volume / count, period, variation, flowVariation(bursts));
    }

    private static double deviation(List<List<Spell>> bursts, double period) {
        double squares = 0;
        for (int i = 1; i < bursts.size(); i++) {
            double distance = bursts.get(i).getFirst().fromNanos()
                    - (double) bursts.get(i - 1).getFirst().fromNanos();
            squares += (distance - period) * (distance - period);
        }
        return Math.sqrt(squares / (bursts.size() - 2));
    }

    /** Standard deviation of the distances of a flow's messages by their mean, over the flows that sent three and more. */
    private static double flowVariation(List<List<Spell>> bursts) {
        Map<String, List<Long>> starts = new TreeMap<>();
        for (List<Spell> burst : bursts) {
            for (Spell spell : burst) {
                starts.computeIfAbsent(spell.flow(), flow -> new ArrayList<>()).add(spell.fromNanos());
            }
        }
        double squares = 0;
        double distances = 0;
        double nanos = 0;
        double free = 0;
        for (List<Long> of : starts.values()) {
            int count = of.size() - 1;
            if (count < 2) {
                continue;
            }
            double mean = (of.getLast() - of.getFirst()) / (double) count;
            for (int i = 1; i <= count; i++) {
                double off = of.get(i) - of.get(i - 1) - mean;
                squares += off * off;
            }
            nanos += of.getLast() - of.getFirst();
            distances += count;
            free += count - 1;
        }
        return nanos == 0 ? 1 : Math.sqrt(squares / free) / (nanos / distances);
    }

    private static Traffic.Messages messages(List<Spell> alone) {
        long[] sizes = new long[Traffic.Messages.SIZES];
        TreeSet<String> flows = new TreeSet<>();
        long bytes = 0;
        for (Spell spell : alone) {
            sizes[Traffic.Messages.sizeClass(spell.bytes())]++;
            flows.add(spell.flow());
            bytes += spell.bytes();
        }
        List<Long> counts = new ArrayList<>();
        for (long size : sizes) {
            counts.add(size);
        }
        return new Traffic.Messages(alone.size(), bytes, counts, flows.size());
    }
}
