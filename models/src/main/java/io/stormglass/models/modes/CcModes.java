package io.stormglass.models.modes;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * Counts the flows of one fabric by sender and class, and adds the senders up to racks. Source: our own; it only counts. A flow
 * belongs to its sender, because the class speaks of the sender's reaction to CNPs.
 *
 * <p>share(rack, class) = n(rack, class) / n(rack), where n counts flows, whatever they carry. Without units, 0 to 1; the shares of a
 * rack add up to 1. Example: two flows of 10.0.0.1 are {@code conforming}, one of 10.0.0.2 is {@code cc-off}, both are attached to leaf1:
 * leaf1 has {@code conforming} 2/3 and {@code cc-off} 1/3, and so has the fabric.
 *
 * <p>It knows sums only; of which class a flow was before is the caller's to say. Which rack a sender is in is asked for when rows are made, not when flows come: links may be learnt later than flows. A step costs
 * the same whatever the number of flows; rows cost as much as there are senders.
 */
public final class CcModes {
    private final Map<String, Map<String, Long>> classesBySender = new HashMap<>();

    /** A sender has one flow more of a class. */
    public void add(String srcIp, String flowClass) {
        count(srcIp, flowClass, 1);
    }

    /**
     * A sender has one flow less of a class.
     *
     * @throws IllegalArgumentException if it has none
     */
    public void remove(String srcIp, String flowClass) {
        if (!classesBySender.getOrDefault(srcIp, Map.of()).containsKey(flowClass)) {
            throw new IllegalArgumentException(srcIp + " has no flow of class " + flowClass);
        }
        count(srcIp, flowClass, -1);
    }

    private void count(String srcIp, String flowClass, long change) {
        Map<String, Long> classes = classesBySender.computeIfAbsent(srcIp, sender -> new HashMap<>());
        classes.merge(flowClass, change, (had, more) -> had + more == 0 ? null : had + more);
        if (classes.isEmpty()) {
            classesBySender.remove(srcIp);
        }
    }

    /**
     * The row of the whole fabric, then one of each rack that has flows, by name; none without flows.
     *
     * @param rackOf rack of a sender's address
     */
    public List<ModeRow> rows(UnaryOperator<String> rackOf) {
        Map<String, Map<String, Long>> classesByRack = new TreeMap<>();
        classesBySender.forEach((sender, classes) -> {
            add(classesByRack, ModeRow.WHOLE_FABRIC, classes);
            add(classesByRack, rackOf.apply(sender), classes);
        });
        List<ModeRow> rows = new ArrayList<>();
        classesByRack.forEach((rack, classes) -> rows.add(row(rack, classes)));
        return rows;
    }

    private static void add(Map<String, Map<String, Long>> byRack, String rack, Map<String, Long> classes) {
        Map<String, Long> sums = byRack.computeIfAbsent(rack, key -> new HashMap<>());
        classes.forEach((flowClass, count) -> sums.merge(flowClass, count, Long::sum));
    }

    private static ModeRow row(String rack, Map<String, Long> classes) {
        long all = classes.values().stream().mapToLong(Long::longValue).sum();
        List<ModeShare> shares = new ArrayList<>();
        classes.forEach((flowClass, count) -> shares.add(new ModeShare(flowClass, count, (double) count / all)));
        shares.sort(Comparator.comparingLong(ModeShare::flows).reversed().thenComparing(ModeShare::flowClass));
        return new ModeRow(rack, all, shares);
    }
}
