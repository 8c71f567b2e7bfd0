package io.stormglass.streams.topology;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * When the state of which flow leaves: a new flow and a change of class at the next step of progress, any other change an interval
 * after it at the latest, never more than a number per second of event time. What does not fit waits, in order, and the interval
 * is then as long as the wait of the oldest. A quarter of the number is kept for changes that waited for the interval, so that new flows cannot hold them up for ever.
 */
final class FlowPublications {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double KEPT = 0.25;

    private final long intervalNanos;
    private final double perSecond;
    private final Set<String> urgent = new LinkedHashSet<>();
    /** Since when they wait; in the order of that. */
    private final Map<String, Long> waiting = new LinkedHashMap<>();

    /** Too many were due in the step before. */
    private boolean isShort;

    private double allowance;
    /** Of the allowance, what is kept for those that waited for the interval. */
    private double kept;

    private long steppedNanos;
    private long stretchedNanos;

    /** Publishes a flow. */
    @FunctionalInterface
    interface Publisher {
        /** The interval is what a flow has to wait at present. */
        void publish(String flow, long intervalNanos);
    }

    FlowPublications(long intervalNanos, double perSecond) {
        this.intervalNanos = intervalNanos;
        this.perSecond = perSecond;
        allowance = Math.max(1, perSecond);
        stretchedNanos = intervalNanos;
    }

    /** Something of a flow changed, at a moment of progress. */
    void changed(String flow, long nowNanos) {
        if (!urgent.contains(flow)) {
            waiting.putIfAbsent(flow, nowNanos);
        }
    }

    /** A flow is new or of another class. */
    void urgent(String flow) {
        waiting.remove(flow);
        urgent.add(flow);
    }

    /** True where something of a flow waits to be published. */
    boolean contains(String flow) {
        return waiting.containsKey(flow) || urgent.contains(flow);
    }

    void remove(String flow) {
        waiting.remove(flow);
        urgent.remove(flow);
    }

    /**
     * Publishes what is due.
     *
     * @return how many leave later than they should because too many were due before
     */
    long step(long nowNanos, Publisher publisher) {
        double passed = steppedNanos == 0 ? 0 : (nowNanos - steppedNanos) / NANOS_PER_SECOND;
        steppedNanos = Math.max(steppedNanos, nowNanos);
        double more = Math.max(0, passed) * perSecond;
        allowance = Math.min(perSecond + 2, allowance + more);
        kept = isDue(nowNanos) ? Math.min(allowance, kept + KEPT * more) : 0;
        long left = 0;
        while (kept >= 1 && isDue(nowNanos)) {
            kept--;
            leaves(waiting.keySet(), publisher);
            left++;
        }
        while (!urgent.isEmpty() && allowance - kept >= 1) {
            leaves(urgent, publisher);
            left++;
        }
        while (urgent.isEmpty() && allowance >= 1 && isDue(nowNanos)) {
            leaves(waiting.keySet(), publisher);
            left++;
        }
        boolean wasShort = isShort;
        isShort = !urgent.isEmpty() || isDue(nowNanos);
        stretchedNanos = intervalNanos;
        if (isShort && !waiting.isEmpty()) {
            long oldest = waiting.values().iterator().next();
            stretchedNanos = Math.max(intervalNanos, nowNanos - oldest);
        }
        return wasShort ? left : 0;
    }

    private boolean isDue(long nowNanos) {
        return !waiting.isEmpty() && nowNanos - waiting.values().iterator().next() >= intervalNanos;
    }

    private void leaves(Set<String> flows, Publisher publisher) {
        String first = flows.iterator().next();
        flows.remove(first);
        allowance--;
        publisher.publish(first, stretchedNanos);
    }

    /** Publishes a flow now where anything of it waits. */
    void now(String flow, Publisher publisher) {
        boolean waits = contains(flow);
        remove(flow);
        if (waits) {
            publisher.publish(flow, stretchedNanos);
        }
    }

    /** Publishes everything that waits, once. */
    void all(Publisher publisher) {
        Set<String> left = new LinkedHashSet<>(urgent);
        left.addAll(waiting.keySet());
        urgent.clear();
        waiting.clear();
        left.forEach(flow -> publisher.publish(flow, stretchedNanos));
    }
}
