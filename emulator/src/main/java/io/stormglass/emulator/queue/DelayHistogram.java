package io.stormglass.emulator.queue;

import java.util.Arrays;

/** Counts of times in buckets of 1/32 of a doubling; below 32 picoseconds exact. */
final class DelayHistogram {
    private static final int SUB_BITS = 5;
    private static final int SUB = 1 << SUB_BITS;

    private final long[] counts = new long[SUB * (Long.SIZE - SUB_BITS + 1)];
    private long count;
    private double sum;

    void clear() {
        Arrays.fill(counts, 0);
        count = 0;
        sum = 0;
    }

    void add(long value) {
        counts[bucket(value)]++;
        count++;
        sum += value;
    }

    private static int bucket(long value) {
        if (value < SUB) {
            return (int) value;
        }
        int shift = 63 - Long.numberOfLeadingZeros(value) - SUB_BITS;
        return (shift << SUB_BITS) + (int) (value >>> shift);
    }

    long count() {
        return count;
    }

    double mean() {
        return count == 0 ? 0 : sum / count;
    }

    /** The value below which a share of all lies, in the middle of its bucket. */
    double quantile(double share) {
        long wanted = (long) Math.ceil(share * count);
        long seen = 0;
        for (int i = 0; i < counts.length; i++) {
            seen += counts[i];
            if (seen >= wanted && seen > 0) {
                return middle(i);
            }
        }
        return 0;
    }

    private static double middle(int bucket) {
        if (bucket < 2 * SUB) {
            return bucket;
        }
        int shift = (bucket >>> SUB_BITS) - 1;
        double low = Math.scalb((double) (SUB + (bucket & (SUB - 1))), shift);
        return low + Math.scalb(0.5, shift);
    }
}
