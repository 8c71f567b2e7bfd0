package io.stormglass.models.pause;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Sums per bucket of event time: the buckets of a window and the one that is being filled. */
final class Ring {
    private final long[] slots;

    Ring(int windowBuckets) {
        slots = new long[windowBuckets + 1];
    }

    static Ring of(List<Long> values, int windowBuckets) {
        Ring ring = new Ring(windowBuckets);
        // A window of another length cannot be continued; it fills again within its own length.
        if (values.size() == ring.slots.length) {
            Arrays.setAll(ring.slots, values::get);
        }
        return ring;
    }

    void add(long bucket, long amount) {
        slots[(int) (bucket % slots.length)] += amount;
    }

    /** Starts a bucket; the one that it replaces has left the window. */
    void open(long bucket) {
        slots[(int) (bucket % slots.length)] = 0;
    }

    /** Sum of the whole window once {@link #open} was called for the bucket after it. */
    long sum() {
        long sum = 0;
        for (long slot : slots) {
            sum += slot;
        }
        return sum;
    }

    List<Long> values() {
        List<Long> values = new ArrayList<>(slots.length);
        for (long slot : slots) {
            values.add(slot);
        }
        return values;
    }
}
