package io.stormglass.publisher;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/**
 * Events of one key beside what held for each of them when it arrived.
 *
 * @param <E> event
 * @param <C> context; a change of it cuts the batch
 */
final class Gathered<E, C> {
    private List<E> events = new ArrayList<>();
    private List<C> contexts = new ArrayList<>();
    private long newestNanos = Long.MIN_VALUE;
    private boolean ordered = true;

    void add(E event, C context, long timeNanos) {
        if (timeNanos < newestNanos) {
            ordered = false;
        } else {
            newestNanos = timeNanos;
        }
        events.add(event);
        contexts.add(context);
    }

    /** Takes a run of events, oldest first, that belong into one record. */
    @FunctionalInterface
    interface RunOutput<E, C> {
        void run(C context, List<E> events, long newestNanos);
    }

    /**
     * Cuts what was gathered into runs of at most {@code maxEvents} events of one context. Events of equal time stay in
     * the order of arrival.
     */
    void cut(int maxEvents, ToLongFunction<E> timeNanos, RunOutput<E, C> output) {
        sort(timeNanos);
        int from = 0;
        for (int at = 1; at <= events.size(); at++) {
            boolean cuts = at == events.size()
                    || at - from >= maxEvents
                    || !contexts.get(at).equals(contexts.get(from));
            if (cuts) {
                List<E> run = events.subList(from, at);
                output.run(contexts.get(from), run, timeNanos.applyAsLong(run.get(run.size() - 1)));
                from = at;
            }
        }
    }

    private void sort(ToLongFunction<E> timeNanos) {
        if (ordered) {
            return;
        }
        int[] order = IntStream.range(0, events.size())
                .boxed()
                .sorted(Comparator.comparingLong(index -> timeNanos.applyAsLong(events.get(index))))
                .mapToInt(Integer::intValue)
                .toArray();
        List<E> sortedEvents = new ArrayList<>(order.length);
        List<C> sortedContexts = new ArrayList<>(order.length);
        for (int index : order) {
            sortedEvents.add(events.get(index));
            sortedContexts.add(contexts.get(index));
        }
        events = sortedEvents;
        contexts = sortedContexts;
        ordered = true;
    }
}
