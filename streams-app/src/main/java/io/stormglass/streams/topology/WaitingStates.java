package io.stormglass.streams.topology;

import io.stormglass.avro.FlowState;
import io.stormglass.models.congestion.PathQuestion;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * States that wait until the ports have come as far as the flows, because their class depends on what the switches say, and later states of
 * the same flows. They leave in the order in which they came. Not stored: the flows count as changed as long as they wait.
 */
final class WaitingStates {
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
    private final Map<String, Integer> byFlow = new HashMap<>();

    /**
     * A state that is to leave.
     *
     * @param verdicts null where the class does not depend on what the switches say
     * @param boundaryNanos time that the ports have to pass
     * @param asOfNanos step of the flows' progress at which it was made
     * @param wallNanos wall clock at that moment
     */
    record Waiting(
            String flow,
            FlowState state,
            @Nullable QueueVerdicts verdicts,
            PathQuestion path,
            long boundaryNanos,
            long asOfNanos,
            long wallNanos) {}

    void add(Waiting state) {
        waiting.add(state);
        byFlow.merge(state.flow(), 1, Integer::sum);
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    int size() {
        return waiting.size();
    }

    boolean contains(String flow) {
        return byFlow.containsKey(flow);
    }

    /** Step at which the oldest was made. */
    long oldestNanos() {
        return waiting.isEmpty() ? Long.MAX_VALUE : waiting.element().asOfNanos();
    }

    /** Lets the oldest leave for as long as they may. */
    void release(Predicate<Waiting> mayLeave, Consumer<Waiting> leave) {
        while (!waiting.isEmpty() && mayLeave.test(waiting.element())) {
            Waiting next = waiting.remove();
            count(next.flow());
            leave.accept(next);
        }
    }

    /** Lets those of one flow leave. */
    void release(String flow, Consumer<Waiting> leave) {
        if (!contains(flow)) {
            return;
        }
        Iterator<Waiting> all = waiting.iterator();
        while (all.hasNext()) {
            Waiting next = all.next();
            if (next.flow().equals(flow)) {
                all.remove();
                count(flow);
                leave.accept(next);
            }
        }
    }

    private void count(String flow) {
        byFlow.computeIfPresent(flow, (key, states) -> states == 1 ? null : states - 1);
    }
}
