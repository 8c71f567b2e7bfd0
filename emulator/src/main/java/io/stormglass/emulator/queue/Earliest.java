package io.stormglass.emulator.queue;

import java.util.Arrays;

/** The earliest of some times, each of which may change: a tournament. Of equal times the lower number wins. */
final class Earliest {
    private final int leaves;
    private final long[] times;
    private final int[] winners;

    /** All at {@link Long#MAX_VALUE}. */
    Earliest(int count) {
        leaves = Math.max(2, Integer.highestOneBit(Math.max(1, count - 1)) << 1);
        times = new long[leaves];
        Arrays.fill(times, Long.MAX_VALUE);
        winners = new int[leaves];
        for (int node = leaves - 1; node > 0; node--) {
            winners[node] = node >= leaves / 2 ? 2 * node - leaves : winners[2 * node];
        }
    }

    void set(int number, long at) {
        times[number] = at;
        int node = (number + leaves) >> 1;
        int pair = number & ~1;
        int winner = times[pair + 1] < times[pair] ? pair + 1 : pair;
        winners[node] = winner;
        while (node > 1) {
            int sibling = winners[node ^ 1];
            // The left subtree has the lower numbers.
            boolean stays = (node & 1) == 0 ? times[winner] <= times[sibling] : times[winner] < times[sibling];
            winner = stays ? winner : sibling;
            node >>= 1;
            winners[node] = winner;
        }
    }

    long at(int number) {
        return times[number];
    }

    int first() {
        return winners[1];
    }

    long firstAt() {
        return times[winners[1]];
    }
}
