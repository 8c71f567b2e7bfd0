package io.stormglass.emulator;

/**
 * Which priority of one port sends next. Weighted ones take turns: a turn adds a quantum to the priority's credit, it sends while its credit is positive, and
 * what its last packet overdraws it pays in its next turn (surplus round robin, so the size of a packet need not be known before it is taken).
 */
final class Scheduler {
    private final int strict;
    private final long[] quantum = new long[Priorities.COUNT];
    private final long[] credit = new long[Priorities.COUNT];
    private int turn;

    /**
     * A scheduler at rest.
     *
     * @param quantumBytes quantum of weight 1
     */
    Scheduler(SchedulerSettings settings, int quantumBytes) {
        strict = settings.strict();
        for (int priority = 0; priority < Priorities.COUNT; priority++) {
            quantum[priority] = (long) quantumBytes * settings.weights().get(priority);
        }
    }

    /**
     * The priority whose packet goes next.
     *
     * @param ready set of priorities, not empty
     */
    int pick(int ready) {
        int first = ready & strict;
        if (first != 0) {
            return 31 - Integer.numberOfLeadingZeros(first);
        }
        if ((ready & (ready - 1)) == 0) {
            return Integer.numberOfTrailingZeros(ready);
        }
        while (!Priorities.has(ready, turn) || credit[turn] <= 0) {
            if (!Priorities.has(ready, turn)) {
                credit[turn] = Math.min(credit[turn], 0);
            }
            turn = (turn + 1) % Priorities.COUNT;
            if (Priorities.has(ready, turn)) {
                credit[turn] = Math.min(credit[turn] + quantum[turn], quantum[turn]);
            }
        }
        return turn;
    }

    /** Takes what was sent from its priority's credit. One that sends alone owes a quantum at most. */
    void sent(int priority, int bytes) {
        credit[priority] = Math.max(credit[priority] - bytes, -quantum[priority]);
    }
}
