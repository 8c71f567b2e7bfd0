package io.stormglass.publisher;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.ToLongFunction;

/**
 * Events of one key beside what held for each of them when it arrived, gathered in the runs that become records.
 *
 * @param <E> event
 * @param <C> context; a change of it cuts the batch
 */
final class Gathered<E, C> {
    private final int maxEvents;
    private List<Run<E, C>> runs = new ArrayList<>(2);
    private long newestNanos = Long.MIN_VALUE;
    private boolean ordered = true;

    /** Events of one context, as many as one record may hold. */
    private record Run<E, C>(C context, List<E> events) {}

    /** An event beside its context, while events are put in order. */
    private record Placed<E, C>(E event, C context) {}

    /** @param maxEvents events of one record, at least 1 */
    Gathered(int maxEvents) {
        this.maxEvents = maxEvents;
    }

    void add(E event, C context, long timeNanos) {
        if (timeNanos < newestNanos) {
            ordered = false;
        } else {
            newestNanos = timeNanos;
        }
        append(event, context);
    }

    private void append(E event, C context) {
        Run<E, C> run = runs.isEmpty() ? null : runs.getLast();
        if (run == null || run.events.size() >= maxEvents || !Objects.equals(run.context, context)) {
            // Who fills one record fills the next as well, most likely.
            run = new Run<>(context, run == null ? new ArrayList<>() : new ArrayList<>(run.events.size()));
            runs.add(run);
        }
        run.events.add(event);
    }

    /** Takes a run of events, oldest first, that belong into one record. */
    @FunctionalInterface
    interface RunOutput<E, C> {
        void run(C context, List<E> events, long newestNanos);
    }

    /** Hands the runs over, each of one context, oldest first. Events of equal time stay in the order of arrival. */
    void cut(ToLongFunction<E> timeNanos, RunOutput<E, C> output) {
        sort(timeNanos);
        for (Run<E, C> run : runs) {
            output.run(run.context, run.events, timeNanos.applyAsLong(run.events.getLast()));
        }
    }

    private void sort(ToLongFunction<E> timeNanos) {
        if (ordered) {
            return;
        }
        List<Placed<E, C>> all = new ArrayList<>();
        for (Run<E, C> run : runs) {
            run.events.forEach(event -> all.add(new Placed<>(event, run.context)));
        }
        all.sort(Comparator.comparingLong(placed -> timeNanos.applyAsLong(placed.event)));
        runs = new ArrayList<>();
        all.forEach(placed -> append(placed.event, placed.context));
        ordered = true;
    }
}
