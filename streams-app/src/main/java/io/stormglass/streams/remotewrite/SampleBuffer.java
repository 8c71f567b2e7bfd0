package io.stormglass.streams.remotewrite;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * Samples that wait to be sent, in the order in which they came, no more than a bound: what comes when it is full replaces the
 * oldest. Samples are numbered from 0 on; those before {@link #settled} have been dealt with. Safe for several threads.
 */
final class SampleBuffer {
    private static final int CHUNK = 4096;

    private final int capacity;
    private final ArrayDeque<Chunk> chunks = new ArrayDeque<>();
    private long first;
    private long next;
    private long inFlight = -1;
    private long lost;

    /** 20 bytes a sample. */
    private static final class Chunk {
        private final Series[] series = new Series[CHUNK];
        private final long[] millis = new long[CHUNK];
        private final double[] values = new double[CHUNK];
        private int from;
        private int to;
    }

    SampleBuffer(int capacity) {
        this.capacity = capacity;
    }

    synchronized void add(Series series, long millis, double value) {
        if (next - first >= capacity) {
            drop();
        }
        Chunk last = chunks.peekLast();
        if (last == null || last.to == CHUNK) {
            last = new Chunk();
            chunks.addLast(last);
        }
        last.series[last.to] = series;
        last.millis[last.to] = millis;
        last.values[last.to] = value;
        last.to++;
        next++;
    }

    private void drop() {
        Chunk oldest = chunks.getFirst();
        oldest.from++;
        if (oldest.from == oldest.to) {
            chunks.removeFirst();
        }
        first++;
        lost++;
    }

    /** Takes the oldest samples, no more than a number; they are in flight until {@link #finished}. */
    synchronized List<Samples.Sample> take(int most) {
        inFlight = first;
        List<Samples.Sample> taken = new ArrayList<>((int) Math.min(most, next - first));
        while (taken.size() < most && first < next) {
            Chunk oldest = chunks.getFirst();
            taken.add(new Samples.Sample(
                    oldest.series[oldest.from], oldest.millis[oldest.from], oldest.values[oldest.from]));
            oldest.from++;
            first++;
            if (oldest.from == oldest.to) {
                chunks.removeFirst();
            }
        }
        return taken;
    }

    /** What was taken has been dealt with. */
    synchronized void finished() {
        inFlight = -1;
    }

    /** Number of samples that wait, without those in flight. */
    synchronized int waiting() {
        return (int) (next - first);
    }

    /** Number that the next sample gets. */
    synchronized long next() {
        return next;
    }

    /** All samples before this one have been sent, refused or lost. */
    synchronized long settled() {
        return inFlight >= 0 ? inFlight : first;
    }

    /** Samples that were dropped since the last call because others needed the room. */
    synchronized long takeLost() {
        long now = lost;
        lost = 0;
        return now;
    }
}
