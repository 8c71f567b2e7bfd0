package io.stormglass.models.time;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/**
 * Brings what several observers tell of one thing into one order.
 *
 * <p>What one observer tells is in order; only what different observers tell waits for each other, and no longer than the wait.
 * What may go is everything before
 *
 * <pre>
 * bound = max(newest of all - wait, least over the observers of their newest)
 * </pre>
 *
 * in the order of time, then of the observers' names, then as told: whoever comes first, as long as nobody comes later than the wait,
 * the order is the same. For twice the wait at the beginning another may still turn up, so that only the first of the two counts; after
 * that a single observer does not wait at all, and one that turns up later may find that its first events are behind.
 *
 * <p>Bounded: beyond {@value #MOST_EVENTS} held events the oldest go before their time; beyond {@value #MOST_OBSERVERS} observers the
 * one that has been silent longest is forgotten, and so is one that has been silent for {@value #FORGET_WAITS} waits.
 *
 * <p>Worked number: wait 20 ms; A told up to 100 ms, B up to 90 ms: bound 90 ms. A tells up to 115 ms: bound 95 ms, B is late.
 *
 * @param <E> an event
 * @param <S> what comes with a batch of them
 */
public final class ObserverOrder<E, S> {
    /** Most events that are held. */
    public static final int MOST_EVENTS = 16_384;
    /** Most observers that are waited for. */
    public static final int MOST_OBSERVERS = 8;

    static final int FORGET_WAITS = 500;

    private final long waitNanos;
    private final ToLongFunction<E> timeNanos;
    private final TreeMap<String, Queue<E, S>> observers = new TreeMap<>();
    private long firstNanos = Long.MAX_VALUE;
    private long newestNanos = Long.MIN_VALUE;
    private long goneNanos = Long.MIN_VALUE;
    private int heldEvents;

    /** Takes what is released, in order. */
    @FunctionalInterface
    public interface Taker<E, S> {
        /** An event of a batch. */
        void take(Batch<E, S> batch, E event);
    }

    /**
     * What an observer told at once.
     *
     * @param events in the order of time
     */
    public record Batch<E, S>(String observer, List<E> events, S source) {
        public Batch {
            events = List.copyOf(events);
        }
    }

    private static final class Queue<E, S> {
        final ArrayDeque<Batch<E, S>> batches = new ArrayDeque<>();
        int next;
        long newestNanos;

        E head() {
            return batches.element().events().get(next);
        }
    }

    /**
     * Nobody told anything yet.
     *
     * @param waitNanos how long observers wait for each other, 0 and up
     */
    public ObserverOrder(long waitNanos, ToLongFunction<E> timeNanos) {
        if (waitNanos < 0) {
            throw new IllegalArgumentException("wait is " + waitNanos + " ns, it must not be negative");
        }
        this.waitNanos = waitNanos;
        this.timeNanos = timeNanos;
    }

    /** Continues with who told how far and what had gone; what was held comes again, by {@link #resume}. */
    public void restore(long first, long gone, Map<String, Long> newestByObserver) {
        firstNanos = first;
        goneNanos = gone;
        newestByObserver.forEach((name, newest) -> queue(name, newest));
    }

    /**
     * Holds what is left of a batch that was held.
     *
     * @return false where nothing is left
     */
    public boolean resume(Batch<E, S> batch) {
        int before = heldEvents;
        hold(new Batch<>(
                batch.observer(),
                batch.events().stream()
                        .filter(event -> timeNanos.applyAsLong(event) >= goneNanos)
                        .toList(),
                batch.source()));
        return heldEvents > before;
    }

    /** Everything before it has gone. */
    public long goneNanos() {
        return goneNanos;
    }

    /** Who told how far, for {@link #restore}. */
    public Map<String, Long> newestByObserver() {
        Map<String, Long> newest = new TreeMap<>();
        observers.forEach((name, queue) -> newest.put(name, queue.newestNanos));
        return newest;
    }

    /** True where a batch of this observer, whose newest event is given, need not wait for anyone. */
    public boolean passes(String observer, long newest) {
        boolean alone = observers.isEmpty() || (observers.size() == 1 && observers.containsKey(observer));
        return waitNanos == 0 || (alone && heldEvents == 0 && isOver(newest));
    }

    /** Who tells of it at the beginning has told. */
    private boolean isOver(long newest) {
        return firstNanos != Long.MAX_VALUE && newest - firstNanos > 2 * waitNanos;
    }

    /** Notes that an observer told up to a time, and that it did not wait. */
    public void heard(String observer, long newest) {
        queue(observer, newest);
        firstNanos = Math.min(firstNanos, newest);
        goneNanos = Math.max(goneNanos, newest + 1);
    }

    private Queue<E, S> queue(String observer, long newest) {
        Queue<E, S> queue = observers.computeIfAbsent(observer, name -> new Queue<>());
        queue.newestNanos = Math.max(queue.newestNanos, newest);
        newestNanos = Math.max(newestNanos, newest);
        forget(queue);
        return queue;
    }

    private void forget(Queue<E, S> speaking) {
        if (observers.size() == 1) {
            return;
        }
        long forgotten = newestNanos - FORGET_WAITS * Math.max(1, waitNanos);
        observers
                .values()
                .removeIf(each -> !each.equals(speaking) && each.batches.isEmpty() && each.newestNanos < forgotten);
        if (observers.size() > MOST_OBSERVERS) {
            observers.values().stream()
                    .filter(each -> each.batches.isEmpty() && !each.equals(speaking))
                    .min(Comparator.comparingLong(each -> each.newestNanos))
                    .ifPresent(observers.values()::remove);
        }
    }

    /**
     * Holds a batch; events that are not in order of time are put so.
     *
     * @return how many of its events are behind what has gone
     */
    public int hold(Batch<E, S> batch) {
        if (batch.events().isEmpty()) {
            return 0;
        }
        List<E> sorted = new ArrayList<>(batch.events());
        sorted.sort(Comparator.comparingLong(timeNanos));
        firstNanos = Math.min(firstNanos, timeNanos.applyAsLong(sorted.get(0)));
        Queue<E, S> queue = queue(batch.observer(), timeNanos.applyAsLong(sorted.get(sorted.size() - 1)));
        queue.batches.add(new Batch<>(batch.observer(), sorted, batch.source()));
        heldEvents += sorted.size();
        return (int) sorted.stream()
                .filter(event -> timeNanos.applyAsLong(event) < goneNanos)
                .count();
    }

    /** Time of the oldest event that is held; {@link Long#MAX_VALUE} where nothing is. */
    public long oldestHeldNanos() {
        return heldEvents == 0 ? Long.MAX_VALUE : timeNanos.applyAsLong(first().head());
    }

    /** Events that are held. */
    public int heldEvents() {
        return heldEvents;
    }

    /** Everything before it may go. */
    public long boundNanos() {
        if (observers.isEmpty()) {
            return Long.MIN_VALUE;
        }
        if (!isOver(newestNanos)) {
            return newestNanos - waitNanos;
        }
        if (observers.size() == 1) {
            return Long.MAX_VALUE;
        }
        long least = Long.MAX_VALUE;
        for (Queue<E, S> queue : observers.values()) {
            least = Math.min(least, queue.newestNanos);
        }
        return Math.max(newestNanos - waitNanos, least);
    }

    /**
     * Hands over what lies before a time, in order, and what is too much to hold.
     *
     * @param done batches of which everything has gone are added to it
     * @return how many went only because they were too many, and may have overtaken those of another
     */
    public int release(long boundNanos, Taker<E, S> taker, List<Batch<E, S>> done) {
        take(boundNanos, taker, done);
        int forced = 0;
        while (heldEvents > MOST_EVENTS) {
            int before = heldEvents;
            take(timeNanos.applyAsLong(first().head()) + 1, taker, done);
            forced += observers.size() > 1 ? before - heldEvents : 0;
        }
        return forced;
    }

    private void take(long boundNanos, Taker<E, S> taker, List<Batch<E, S>> done) {
        while (heldEvents > 0) {
            Queue<E, S> first = first();
            E head = first.head();
            if (timeNanos.applyAsLong(head) >= boundNanos) {
                break;
            }
            Batch<E, S> batch = first.batches.element();
            taker.take(batch, head);
            heldEvents--;
            first.next++;
            if (first.next == batch.events().size()) {
                done.add(first.batches.remove());
                first.next = 0;
            }
        }
        goneNanos = Math.max(goneNanos, Math.min(boundNanos, newestNanos + 1));
    }

    private Queue<E, S> first() {
        Queue<E, S> first = null;
        for (Queue<E, S> queue : observers.values()) {
            boolean earlier = !queue.batches.isEmpty()
                    && (first == null || timeNanos.applyAsLong(queue.head()) < timeNanos.applyAsLong(first.head()));
            first = earlier ? queue : first;
        }
        if (first == null) {
            throw new IllegalStateException(heldEvents + " events are held by nobody");
        }
        return first;
    }
}
