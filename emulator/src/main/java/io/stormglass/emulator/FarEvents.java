package io.stormglass.emulator;

import java.util.Arrays;

/** Events by (time, sequence) in a 4-ary heap of longs: those too far ahead for the slots of {@link EventQueue}. */
final class FarEvents {
    private static final int WORDS = 3;

    private long[] heap = new long[WORDS * 256];
    private int size;

    int size() {
        return size;
    }

    /** Time of the first event; {@link Picos#NEVER} where there is none. */
    long time() {
        return size == 0 ? Picos.NEVER : heap[0];
    }

    /** True where the first event comes before an event of that time and sequence. */
    boolean firstIsBefore(long time, long sequence) {
        return size > 0 && (heap[0] < time || (heap[0] == time && heap[1] < sequence));
    }

    void add(long time, long sequence, long target) {
        if (WORDS * (size + 1) > heap.length) {
            heap = Arrays.copyOf(heap, 2 * heap.length);
        }
        int place = size++;
        while (place > 0) {
            int parent = (place - 1) >> 2;
            if (!before(time, sequence, WORDS * parent)) {
                break;
            }
            System.arraycopy(heap, WORDS * parent, heap, WORDS * place, WORDS);
            place = parent;
        }
        put(place, time, sequence, target);
    }

    /**
     * Takes the first event out.
     *
     * @return its target
     */
    long poll() {
        long target = heap[2];
        size--;
        int last = WORDS * size;
        if (size > 0) {
            sink(heap[last], heap[last + 1], heap[last + 2]);
        }
        return target;
    }

    private void sink(long time, long sequence, long target) {
        int end = WORDS * size;
        int place = 0;
        while (true) {
            int child = WORDS * (4 * place + 1);
            if (child >= end) {
                break;
            }
            int least = leastOf(child, Math.min(child + 4 * WORDS, end));
            if (before(time, sequence, least)) {
                break;
            }
            System.arraycopy(heap, least, heap, WORDS * place, WORDS);
            place = least / WORDS;
        }
        put(place, time, sequence, target);
    }

    private int leastOf(int from, int end) {
        int least = from;
        for (int other = from + WORDS; other < end; other += WORDS) {
            if (before(heap[other], heap[other + 1], least)) {
                least = other;
            }
        }
        return least;
    }

    private boolean before(long time, long sequence, int word) {
        return time < heap[word] || (time == heap[word] && sequence < heap[word + 1]);
    }

    private void put(int place, long time, long sequence, long target) {
        int word = WORDS * place;
        heap[word] = time;
        heap[word + 1] = sequence;
        heap[word + 2] = target;
    }
}
