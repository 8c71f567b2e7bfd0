package io.stormglass.emulator.measure;

/**
 * One egress over time, all its priorities together: how long it held how much (buckets within 0.4 %), and its mean in bins of time, at least 1,024 of which cover
 * what has passed.
 */
final class QueueTrack {
    private static final int BINS = 2048;
    private static final int PRIORITIES = 8;

    private final long[] queues = new long[PRIORITIES];
    private final long[][] picosAt = new long[Buckets.OCTAVES][];
    private final double[] bytePicos = new double[BINS];
    private long binPicos = 1 << 14;
    private long lastPicos;
    private long bytes;
    private long peakBytes;

    /** A queue has changed. */
    void changed(int priority, long queueBytes, long nowPicos) {
        passTo(nowPicos);
        bytes += queueBytes - queues[priority];
        queues[priority] = queueBytes;
        peakBytes = Math.max(peakBytes, bytes);
    }

    /** Accounts for the time up to now. */
    void passTo(long nowPicos) {
        long passed = nowPicos - lastPicos;
        if (passed <= 0) {
            return;
        }
        int octave = Buckets.octave(bytes);
        long[] row = picosAt[octave];
        if (row == null) {
            row = new long[Buckets.PER_OCTAVE];
            picosAt[octave] = row;
        }
        row[Buckets.place(bytes, octave)] += passed;
        while (nowPicos / binPicos >= BINS) {
            widen();
        }
        if (bytes > 0) {
            fillBins(nowPicos);
        }
        lastPicos = nowPicos;
    }

    private void fillBins(long nowPicos) {
        long from = lastPicos;
        while (from < nowPicos) {
            int bin = (int) (from / binPicos);
            long until = Math.min(nowPicos, (bin + 1) * binPicos);
            bytePicos[bin] += (double) bytes * (until - from);
            from = until;
        }
    }

    private void widen() {
        for (int bin = 0; bin < BINS / 2; bin++) {
            bytePicos[bin] = bytePicos[2 * bin] + bytePicos[2 * bin + 1];
        }
        for (int bin = BINS / 2; bin < BINS; bin++) {
            bytePicos[bin] = 0;
        }
        binPicos *= 2;
    }

    /** Most bytes. */
    long peakBytes() {
        return peakBytes;
    }

    /** Bytes times picoseconds of a span; of a bin at its edges, the share. */
    double bytePicos(long fromPicos, long untilPicos) {
        double sum = 0;
        for (int bin = 0; bin < BINS; bin++) {
            long binStart = bin * binPicos;
            // The present cuts the newest bin short.
            long binEnd = Math.min(lastPicos, binStart + binPicos);
            long start = Math.max(fromPicos, binStart);
            long end = Math.min(untilPicos, binEnd);
            if (end > start) {
                sum += bytePicos[bin] * (end - start) / (binEnd - binStart);
            }
        }
        return sum;
    }

    /** Mean over a span of time. */
    double meanBytes(long fromPicos, long untilPicos) {
        return untilPicos <= fromPicos ? 0 : bytePicos(fromPicos, untilPicos) / (untilPicos - fromPicos);
    }

    /** What the queue did not exceed during a share of the time. */
    double quantileBytes(double share) {
        double total = 0;
        for (long[] row : picosAt) {
            for (int place = 0; row != null && place < row.length; place++) {
                total += row[place];
            }
        }
        double passed = 0;
        for (int octave = 0; octave < picosAt.length; octave++) {
            long[] row = picosAt[octave];
            for (int place = 0; row != null && place < row.length; place++) {
                passed += row[place];
                if (passed > 0 && passed >= share * total) {
                    return Math.min(Buckets.middle(octave, place), (double) peakBytes);
                }
            }
        }
        return peakBytes;
    }
}
