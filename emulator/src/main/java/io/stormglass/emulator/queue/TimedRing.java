package io.stormglass.emulator.queue;

/** Words with times that never fall: what is under way on a path of constant delay. */
final class TimedRing {
    private long[] times;
    private long[] words;
    private int mask;
    private int head;
    private int size;
    /** Time of the first; {@link Long#MAX_VALUE} where there is none. */
    long firstAt = Long.MAX_VALUE;

    /** With room for 1 &lt;&lt; bits at first. */
    TimedRing(int bits) {
        times = new long[1 << bits];
        words = new long[1 << bits];
        mask = times.length - 1;
    }

    boolean isEmpty() {
        return size == 0;
    }

    void add(long at, long word) {
        if (size > mask) {
            grow();
        }
        int slot = (head + size++) & mask;
        times[slot] = at;
        words[slot] = word;
        if (size == 1) {
            firstAt = at;
        }
    }

    /** The first; there is one. */
    long firstWord() {
        return words[head];
    }

    /** Takes the first out; there is one. */
    long take() {
        long word = words[head];
        head = (head + 1) & mask;
        firstAt = --size == 0 ? Long.MAX_VALUE : times[head];
        return word;
    }

    private void grow() {
        long[] moreTimes = new long[2 * times.length];
        long[] moreWords = new long[2 * words.length];
        for (int i = 0; i < size; i++) {
            moreTimes[i] = times[(head + i) & mask];
            moreWords[i] = words[(head + i) & mask];
        }
        times = moreTimes;
        words = moreWords;
        mask = times.length - 1;
        head = 0;
    }
}
