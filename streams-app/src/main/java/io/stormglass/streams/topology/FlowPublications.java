package io.stormglass.streams.topology;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * When the state of which flow leaves: a new flow and a change of class at the next step of progress, any other change an interval
 * after it at the latest, never more than a number per second of event time. What does not fit waits, in order, and the interval
 * is then as long as the wait.
 */
final class FlowPublications {
    private static final double NANOS_PER_SECOND = 1e9;

    private final long intervalNanos;
    private final double perSecond;
    private final Set<String> urgent = new LinkedHashSet<>();
    /** Since when they wait; in the order of that. */
    private final Map<String, Long> waiting = new LinkedHashMap<>();

    private double allowance;
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

    void remove(String flow) {
        waiting.remove(flow);
        urgent.remove(flow);
    }

    boolean isEmpty() {
        return waiting.isEmpty() && urgent.isEmpty();
    }

    /**
     * Publishes what is due.
     *
     * @return how many had to wait for longer than the interval and a second
     */
    long step(long nowNanos, Publisher publisher) {
        double passed = steppedNanos == 0 ? 0 : (nowNanos - steppedNanos) / NANOS_PER_SECOND;
        steppedNanos = Math.max(steppedNanos, nowNanos);
        allowance = Math.min(Math.max(1, perSecond), allowance + Math.max(0, passed) * perSecond);
        for (Iterator<String> each = urgent.iterator(); each.hasNext() && allowance >= 1; allowance--) {
            String flow = each.next();
            each.remove();
            publisher.publish(flow, stretchedNanos);
        }
        long late = 0;
        Iterator<Map.Entry<String, Long>> each = waiting.entrySet().iterator();
        // What is published may be put at the end again, so the first is asked for anew.
        while (allowance >= 1 && each.hasNext()) {
            Map.Entry<String, Long> first = each.next();
            long waited = nowNanos - first.getValue();
            if (waited < intervalNanos) {
                stretchedNanos = intervalNanos;
                break;
            }
            String flow = first.getKey();
            each.remove();
            late += waited > intervalNanos + (long) NANOS_PER_SECOND ? 1 : 0;
            stretchedNanos = waited;
            publisher.publish(flow, stretchedNanos);
            allowance--;
            each = waiting.entrySet().iterator();
        }
        return late;
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
