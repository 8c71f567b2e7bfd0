package io.stormglass.emulator.telemetry;

import java.util.Comparator;
import java.util.PriorityQueue;

/** What agents do at times of their own, in the order of (time, when it was put down). */
final class Chores {
    private final PriorityQueue<Chore> due =
            new PriorityQueue<>(Comparator.comparingLong(Chore::picos).thenComparingLong(Chore::order));
    private long order;

    private record Chore(long picos, long order, Runnable action) {}

    /** Puts something down for a time. */
    void at(long picos, Runnable action) {
        due.add(new Chore(picos, order++, action));
    }

    /** When the next one is due; {@link Long#MAX_VALUE} where there is none. */
    long nextPicos() {
        Chore next = due.peek();
        return next == null ? Long.MAX_VALUE : next.picos;
    }

    /** Does everything that is due at a time, what is put down for it meanwhile included. */
    void run(long picos) {
        Chore next = due.peek();
        while (next != null && next.picos <= picos) {
            due.remove().action.run();
            next = due.peek();
        }
    }
}
