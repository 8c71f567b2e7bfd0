package io.stormglass.models.time;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/**
 * Brings what several observers tell of one thing into one order.
 *
 * <p>What different observers tell waits for each other, and no longer than the wait. What may go is everything before
 *
 * <pre>
 * bound = max(newest of all - wait, least over the observers of their newest)
 * bound = newest of all - wait     while records of an observer are missing, or the begin is less than twice the wait ago
 * </pre>
 *
 * in the order of time, then of the observers' names, then of epochs and sequences: whoever comes first, as long as nobody comes later than
 * the wait, the order is the same. At the beginning another may still turn up; after that a single observer that tells everything in
 * sequence does not wait at all, and one that turns up later may find that its first events are behind.
 *
 * <p>Records of one observer are in the order of their sequence. Where one comes before another of a smaller sequence, what it holds waits
 * like that of another observer. What comes when later events have gone is behind: it is counted, and goes at once.
 *
 * <p>Bounded: beyond {@value #MOST_EVENTS} held events the oldest go before their time; beyond {@value #MOST_OBSERVERS} observers the
 * one that has been silent longest is forgotten, and so is one that has been silent for {@value #FORGET_WAITS} waits. One that was
 * forgotten and returns is a new one: what it tells of the time before the others' newest is behind.
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
    private final TreeMap<String, Observer> observers = new TreeMap<>();
    private final PriorityQueue<Held<E, S>> held =
            new PriorityQueue<>(Comparator.<Held<E, S>>comparingLong(each -> each.headNanos)
                    .thenComparing(each -> each.batch.place().observer())
                    .thenComparingLong(each -> each.batch.place().epoch())
                    .thenComparingLong(each -> each.batch.place().sequence()));
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
     * Where a batch stands in what its observer tells.
     *
     * @param missing records of the observer before it that have not come, 0 and up
     */
    public record Place(String observer, long epoch, long sequence, long missing) {}

    /** What an observer told at once. */
    public record Batch<E, S>(Place place, List<E> events, S source) {
        public Batch {
            events = List.copyOf(events);
        }
    }

    /**
     * What is known of an observer.
     *
     * @param newestNanos newest event that it told of
     * @param missing records of it that had not come when it last told
     */
    public record Heard(long newestNanos, long missing) {}

    private static final class Observer {
        long newestNanos = Long.MIN_VALUE;
        long missing;
        int heldBatches;
    }

    private static final class Held<E, S> {
        final Batch<E, S> batch;
        int next;
        long headNanos;

        Held(Batch<E, S> batch, long headNanos) {
            this.batch = batch;
            this.headNanos = headNanos;
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

    /**
     * Continues with who told how far and what had gone; what was held comes again, by {@link #resume}.
     *
     * @param first what {@link #firstNanos} was
     * @param gone what {@link #goneNanos} was
     */
    public void restore(long first, long gone, Map<String, Heard> heardByObserver) {
        firstNanos = first;
        goneNanos = gone;
        heardByObserver.forEach((name, heard) -> {
            Observer observer = observers.computeIfAbsent(name, key -> new Observer());
            observer.newestNanos = heard.newestNanos();
            observer.missing = heard.missing();
            newestNanos = Math.max(newestNanos, heard.newestNanos());
        });
    }

    /**
     * Holds what is left of a batch that was held.
     *
     * @return false where nothing is left
     */
    public boolean resume(Batch<E, S> batch) {
        List<E> left = batch.events().stream()
                .filter(event -> timeNanos.applyAsLong(event) >= goneNanos)
                .sorted(Comparator.comparingLong(timeNanos))
                .toList();
        if (left.isEmpty()) {
            return false;
        }
        add(observer(batch.place().observer(), Long.MIN_VALUE), new Batch<>(batch.place(), left, batch.source()));
        return true;
    }

    /** Time of the first event that was told of; {@link Long#MAX_VALUE} before it. */
    public long firstNanos() {
        return firstNanos;
    }

    /** Everything before it has gone. */
    public long goneNanos() {
        return goneNanos;
    }

    /** Who told how far, for {@link #restore}. */
    public Map<String, Heard> heardByObserver() {
        Map<String, Heard> heard = new TreeMap<>();
        observers.forEach((name, each) -> heard.put(name, new Heard(each.newestNanos, each.missing)));
        return heard;
    }

    /** True where a batch, whose newest event is given, need not wait for anyone. */
    public boolean passes(Place place, long newest) {
        boolean alone = observers.isEmpty() || (observers.size() == 1 && observers.containsKey(place.observer()));
        return waitNanos == 0 || (alone && heldEvents == 0 && isOver(newest) && place.missing() == 0);
    }

    /** Who tells of it at the beginning has told. */
    private boolean isOver(long newest) {
        return firstNanos != Long.MAX_VALUE && newest - firstNanos > 2 * waitNanos;
    }

    /** Notes that a batch, whose newest event is given, did not wait. */
    public void heard(Place place, long newest) {
        observer(place.observer(), newest).missing = place.missing();
        firstNanos = Math.min(firstNanos, newest);
        goneNanos = Math.max(goneNanos, newest + 1);
    }

    private Observer observer(String name, long newest) {
        Observer observer = observers.computeIfAbsent(name, key -> new Observer());
        observer.newestNanos = Math.max(observer.newestNanos, newest);
        newestNanos = Math.max(newestNanos, newest);
        forget(observer);
        return observer;
    }

    private void forget(Observer speaking) {
        if (observers.size() == 1) {
            return;
        }
        long forgotten = newestNanos - FORGET_WAITS * Math.max(1, waitNanos);
        observers
                .values()
                .removeIf(each -> !each.equals(speaking) && each.heldBatches == 0 && each.newestNanos < forgotten);
        if (observers.size() > MOST_OBSERVERS) {
            observers.values().stream()
                    .filter(each -> each.heldBatches == 0 && !each.equals(speaking))
                    .min(Comparator.comparingLong(each -> each.newestNanos))
                    .ifPresent(observers.values()::remove);
        }
    }

    /** How many of these events are behind what has gone: an event that may have gone last had the time just before {@link #goneNanos}. */
    public int behind(List<E> events) {
        int behind = 0;
        for (E event : events) {
            behind += timeNanos.applyAsLong(event) + 1 < goneNanos ? 1 : 0;
        }
        return behind;
    }

    /**
     * Holds a batch; events that are not in order of time are put so. What is behind goes with the next {@link #release}.
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
        Observer observer = observer(batch.place().observer(), timeNanos.applyAsLong(sorted.get(sorted.size() - 1)));
        observer.missing = batch.place().missing();
        add(observer, new Batch<>(batch.place(), sorted, batch.source()));
        return behind(sorted);
    }

    private void add(Observer observer, Batch<E, S> sorted) {
        observer.heldBatches++;
        held.add(new Held<>(sorted, timeNanos.applyAsLong(sorted.events().get(0))));
        heldEvents += sorted.events().size();
    }

    /** Time of the oldest event that is held; {@link Long#MAX_VALUE} where nothing is. */
    public long oldestHeldNanos() {
        return held.isEmpty() ? Long.MAX_VALUE : held.element().headNanos;
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
        if (!isOver(newestNanos) || isMissing()) {
            return newestNanos - waitNanos;
        }
        if (observers.size() == 1) {
            return Long.MAX_VALUE;
        }
        long least = Long.MAX_VALUE;
        for (Observer observer : observers.values()) {
            least = Math.min(least, observer.newestNanos);
        }
        return Math.max(newestNanos - waitNanos, least);
    }

    private boolean isMissing() {
        for (Observer observer : observers.values()) {
            if (observer.missing > 0) {
                return true;
            }
        }
        return false;
    }

    /** Whether what is held waits for something that may still come. */
    private boolean isAwaiting() {
        return observers.size() > 1 || isMissing();
    }

    /**
     * Hands over what lies before a time, in order, and what is too much to hold.
     *
     * @param done batches of which everything has gone are added to it
     * @return how many went only because they were too many, and may have overtaken others
     */
    public int release(long boundNanos, Taker<E, S> taker, List<Batch<E, S>> done) {
        take(boundNanos, taker, done);
        int forced = 0;
        while (heldEvents > MOST_EVENTS) {
            int before = heldEvents;
            take(oldestHeldNanos() + 1, taker, done);
            forced += isAwaiting() ? before - heldEvents : 0;
        }
        return forced;
    }

    /**
     * Hands over all that is held, in order, whatever may still come.
     *
     * @return how many may have overtaken others
     */
    public int releaseAll(Taker<E, S> taker, List<Batch<E, S>> done) {
        int forced = isAwaiting() ? heldEvents : 0;
        take(Long.MAX_VALUE, taker, done);
        return forced;
    }

    private void take(long boundNanos, Taker<E, S> taker, List<Batch<E, S>> done) {
        // What is behind does not wait: whether something has gone is known from its time alone.
        long bound = Math.max(boundNanos, goneNanos);
        while (oldestHeldNanos() < bound) {
            Held<E, S> first = held.remove();
            List<E> events = first.batch.events();
            taker.take(first.batch, events.get(first.next));
            heldEvents--;
            first.next++;
            if (first.next < events.size()) {
                first.headNanos = timeNanos.applyAsLong(events.get(first.next));
                held.add(first);
            } else {
                done.add(first.batch);
                finished(first.batch.place().observer());
            }
        }
        goneNanos = Math.max(goneNanos, Math.min(boundNanos, newestNanos + 1));
    }

    private void finished(String name) {
        Observer observer = observers.get(name);
        if (observer != null) {
            observer.heldBatches--;
        }
    }
}
