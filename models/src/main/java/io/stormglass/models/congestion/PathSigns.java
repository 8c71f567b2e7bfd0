package io.stormglass.models.congestion;

import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.shadow.QueueSign;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What the switches say of the queues on a flow's path, for flows without CNPs. Source: our own rules.
 *
 * <pre>
 * PASSED_KMAX : the one egress queue towards the receiver, in two intervals between refreshes: the flow was there before the earlier one
 *               began and still in the later one, with a packet every 100 us on average, and never got a CNP
 * BELOW_KMIN  : every queue that it may cross, each refreshed since the flow began
 * UNKNOWN     : else, with what is missing
 * </pre>
 *
 * <p>A sign is as old as its source's refresh: a queue that was below Kmin stays so until its next refresh says otherwise. One interval past Kmax is not
 * enough, because the peak may have come before the flow or after it, and because a peak may be over before the next packet of this flow; a CNP at any time shows that
 * the receiver's side works. A flow with a few packets now and then meets no peak for long and is accused of nothing: 100 us is what a queue needs at least from Kmax back to Kmin
 * at the speeds and thresholds in use (120 kB at 10 Gb/s, 1.2 MB at 100 Gb/s). Uplinks may say no more than that they were below Kmin: with ECMP nobody knows that the flow crossed one.
 *
 * <p>Worked number: refreshes at 0, 10, 20, 30 s, past Kmax within 10..20 and 20..30 s. A flow without CNPs since 9 s that still sends at 25 s:
 * PASSED_KMAX with 160,000 packets, UNKNOWN with 1,000. One since 12 s: UNKNOWN.
 *
 * <p>Not thread-safe; no clock is read.
 */
public final class PathSigns {
    private static final int MOST_NAMED = 3;
    /** Mean distance of packets above which a flow may have missed every peak. */
    private static final long STEADY_NANOS = 100_000;

    private final Map<String, FabricPaths> paths = new HashMap<>();
    private final Map<PortKey, TreeMap<QueueKey, QueueSpell>> spells = new HashMap<>();

    /** Takes the newest facts of a port's link. */
    public void link(PortKey port, LinkFacts facts) {
        paths.computeIfAbsent(port.fabric(), f -> new FabricPaths()).link(port, facts);
    }

    /** Takes the newest sign of a queue. */
    public void sign(PortKey port, QueueSpell spell) {
        spells.computeIfAbsent(port, p -> new TreeMap<>()).put(new QueueKey(spell.priority(), spell.queue()), spell);
    }

    /** True where anything is known of the queue towards the flow's receiver. */
    public boolean knows(PathQuestion flow) {
        return ports(flow).egress().stream()
                .anyMatch(port -> !of(port, flow.priority()).isEmpty());
    }

    /** The answer for a flow. */
    public PathSign of(PathQuestion flow) {
        FabricPaths.Ports ports = ports(flow);
        QueueSpell certain = certain(ports.egress(), flow);
        if (certain != null && counts(certain, flow)) {
            return new PathSign(QueueSign.PASSED_KMAX, name(ports.egress().first()), "");
        }
        SortedSet<String> missing = new TreeSet<>(ports.missing());
        if (flow.priority() < 0) {
            missing.add("priority of the flow");
        } else {
            ports.all().forEach(port -> missing.addAll(missing(port, flow)));
        }
        if (!missing.isEmpty()) {
            return new PathSign(QueueSign.UNKNOWN, "", listed(missing));
        }
        int queues = ports.all().size();
        String where = queues == 1 ? name(ports.all().first()) : queues + " queues";
        return new PathSign(QueueSign.BELOW_KMIN, where, "");
    }

    private FabricPaths.Ports ports(PathQuestion flow) {
        return paths.computeIfAbsent(flow.fabric(), f -> new FabricPaths()).between(flow.srcIp(), flow.dstIp());
    }

    private List<QueueSpell> of(PortKey port, int priority) {
        return spells.getOrDefault(port, new TreeMap<>()).values().stream()
                .filter(spell -> spell.priority() == priority)
                .toList();
    }

    /** The one queue that the flow must have crossed. */
    private @Nullable QueueSpell certain(SortedSet<PortKey> egress, PathQuestion flow) {
        if (egress.size() != 1) {
            return null;
        }
        List<QueueSpell> queues = of(egress.first(), flow.priority());
        return queues.size() == 1 ? queues.getFirst() : null;
    }

    private static boolean counts(QueueSpell spell, PathQuestion flow) {
        return spell.sign() == QueueSign.PASSED_KMAX
                && spell.sinceNanos() > 0
                && flow.firstNanos() <= spell.sinceNanos()
                && flow.newestNanos() >= spell.fromNanos()
                && isSteady(flow)
                && flow.cnps() == 0;
    }

    private static boolean isSteady(PathQuestion flow) {
        return flow.packets() >= (flow.newestNanos() - flow.firstNanos()) / STEADY_NANOS;
    }

    private List<String> missing(PortKey port, PathQuestion flow) {
        List<QueueSpell> queues = of(port, flow.priority());
        String name = name(port);
        if (queues.isEmpty()) {
            return List.of("watermark and Kmin of " + name);
        }
        List<String> missing = new ArrayList<>();
        for (QueueSpell queue : queues) {
            switch (queue.sign()) {
                case UNKNOWN -> missing.add("watermark and Kmin of " + name);
                case BELOW_KMIN -> {
                    if (queue.untilNanos() < flow.firstNanos()) {
                        missing.add("a refresh of " + name + " since the flow began");
                    }
                }
                case BETWEEN -> missing.add("depth of " + name + " past Kmax or below Kmin");
                case PASSED_KMAX -> missing.add(missingPastKmax(name, flow));
            }
        }
        return missing;
    }

    private static String missingPastKmax(String name, PathQuestion flow) {
        if (flow.cnps() > 0) {
            return "marks of the flow at " + name + ", which passed Kmax";
        }
        return isSteady(flow)
                ? "two refreshes of " + name + " past Kmax with the flow there throughout"
                : "packets of the flow often enough to meet the peaks of " + name;
    }

    private static String name(PortKey port) {
        return port.device() + "/" + port.port();
    }

    private static String listed(SortedSet<String> missing) {
        String first = String.join("; ", missing.stream().limit(MOST_NAMED).toList());
        int more = missing.size() - MOST_NAMED;
        return more > 0 ? first + "; and " + more + " more" : first;
    }
}
