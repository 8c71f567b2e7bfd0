package io.stormglass.streams.topology;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;

/** Which flows have been silent for so long that they are forgotten. */
final class FlowExpiry {
    private final long expiryNanos;
    private final PriorityQueue<Check> checks =
            new PriorityQueue<>(Comparator.comparingLong(Check::atNanos).thenComparing(Check::flow));

    private record Check(String flow, long atNanos) {}

    FlowExpiry(long expiryNanos) {
        this.expiryNanos = expiryNanos;
    }

    /** A flow is there, and was heard at a moment. */
    void add(String flow, long heardNanos) {
        if (expiryNanos > 0) {
            checks.add(new Check(flow, heardNanos + expiryNanos));
        }
    }

    /** Forgets what was not heard for the time: asks when each flow was heard last, 0 for one that is gone. */
    void step(long nowNanos, ToLongFunction<String> heardNanos, Consumer<String> forget) {
        while (!checks.isEmpty() && checks.element().atNanos <= nowNanos) {
            Check check = checks.remove();
            long heard = heardNanos.applyAsLong(check.flow);
            if (heard == 0) {
                continue;
            }
            if (heard + expiryNanos <= nowNanos) {
                forget.accept(check.flow);
            } else {
                add(check.flow, heard);
            }
        }
    }
}
