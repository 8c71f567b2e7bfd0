package io.stormglass.capture;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Round-trip times of one flow: every sample up to {@link #EXACT_SAMPLES} of them, above that a histogram whose buckets
 * are 1/128 of a power of two wide, so that a bucket's middle is within 0.4 % of each of its values.
 */
final class RttStatistics {
    static final int EXACT_SAMPLES = 65_536;
    private static final int SUB_BITS = 7;
    private static final int SUB_BUCKETS = 1 << SUB_BITS;

    private final MemoryBudget budget;
    private long count;
    private long minNanos = Long.MAX_VALUE;
    private long maxNanos;
    /** Half the memory of longs; a flow whose times pass 2.1 s moves to {@link #longSamples}. */
    private int @Nullable [] samples = new int[8];

    private long @Nullable [] longSamples;
    private long @Nullable [][] octaves;

    RttStatistics(MemoryBudget budget) {
        this.budget = budget;
    }

    /** Adds a sample of 0 ns or more. */
    void add(long nanos) {
        minNanos = Math.min(minNanos, nanos);
        maxNanos = Math.max(maxNanos, nanos);
        if (octaves == null && !addExact(nanos)) {
            toHistogram();
        }
        if (octaves != null) {
            bucket(octaves, nanos);
        }
        count++;
    }

    private boolean addExact(long nanos) {
        if (count == EXACT_SAMPLES) {
            return false;
        }
        int index = (int) count;
        int[] ints = samples;
        if (ints != null && nanos <= Integer.MAX_VALUE) {
            if (index == ints.length) {
                if (!budget.take(4L * ints.length)) {
                    return false;
                }
                ints = Arrays.copyOf(ints, 2 * ints.length);
                samples = ints;
            }
            ints[index] = (int) nanos;
            return true;
        }
        return addLong(index, nanos);
    }

    private boolean addLong(int index, long nanos) {
        long[] longs = longSamples;
        int[] ints = samples;
        if (longs == null && ints != null) {
            if (!budget.take(4L * ints.length)) {
                return false;
            }
            longs = new long[ints.length];
            for (int i = 0; i < index; i++) {
                longs[i] = ints[i];
            }
            samples = null;
        }
        if (longs == null) {
            return false;
        }
        if (index == longs.length) {
            if (!budget.take(8L * longs.length)) {
                return false;
            }
            longs = Arrays.copyOf(longs, 2 * longs.length);
        }
        longs[index] = nanos;
        longSamples = longs;
        return true;
    }

    private long[] exact() {
        int size = (int) count;
        long[] all = new long[size];
        if (longSamples != null) {
            System.arraycopy(longSamples, 0, all, 0, size);
        } else if (samples != null) {
            for (int i = 0; i < size; i++) {
                all[i] = samples[i];
            }
        }
        return all;
    }

    private void toHistogram() {
        long[][] buckets = new long[64 - SUB_BITS + 1][];
        for (long nanos : exact()) {
            bucket(buckets, nanos);
        }
        octaves = buckets;
        if (samples != null) {
            budget.giveBack(4L * samples.length);
        }
        if (longSamples != null) {
            budget.giveBack(8L * longSamples.length);
        }
        samples = null;
        longSamples = null;
    }

    private static void bucket(long[][] octaves, long nanos) {
        int octave = octave(nanos);
        long[] row = octaves[octave];
        if (row == null) {
            row = new long[2 * SUB_BUCKETS];
            octaves[octave] = row;
        }
        row[(int) (nanos >>> octave)]++;
    }

    /** How many low bits a value loses: 0 below 256. */
    private static int octave(long nanos) {
        return Math.max(0, 63 - Long.numberOfLeadingZeros(nanos | 1) - SUB_BITS);
    }

    /** What was added, null without samples. */
    @Nullable
    RttSummary summary() {
        if (count == 0) {
            return null;
        }
        if (octaves != null) {
            return new RttSummary(count, minNanos, approximateMedian(octaves), at(octaves, rank99()), maxNanos);
        }
        long[] sorted = exact();
        Arrays.sort(sorted);
        int middle = (int) (count / 2);
        double median = count % 2 == 1 ? sorted[middle] : sorted[middle - 1] / 2.0 + sorted[middle] / 2.0;
        return new RttSummary(count, minNanos, median, sorted[(int) rank99()], maxNanos);
    }

    /** Index of the smallest sample that 99 % do not exceed. */
    private long rank99() {
        return count - count / 100 - 1;
    }

    private double approximateMedian(long[][] buckets) {
        double upper = at(buckets, count / 2);
        return count % 2 == 1 ? upper : (at(buckets, count / 2 - 1) + upper) / 2;
    }

    /** The middle of the bucket that holds the sample with this index in sorted order. */
    private double at(long[][] buckets, long index) {
        long before = 0;
        for (int octave = 0; octave < buckets.length; octave++) {
            long[] row = buckets[octave];
            for (int i = 0; row != null && i < row.length; i++) {
                before += row[i];
                if (before > index) {
                    double width = (double) (1L << octave);
                    return Math.clamp(i * width + (width - 1) / 2, (double) minNanos, (double) maxNanos);
                }
            }
        }
        return maxNanos;
    }
}
