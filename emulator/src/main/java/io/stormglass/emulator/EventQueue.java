package io.stormglass.emulator;

import java.util.Arrays;

/**
 * The clock and the pending events of one emulation, ordered by (time, sequence).
 *
 * <p>A 4-ary heap in one array of longs: time, sequence, and actor with kind. Nothing is allocated per event. An event is never taken back: an
 * actor that no longer wants one ignores it. Who knows several future events of its own in their order, as a wire knows its arrivals, keeps all but the
 * first to itself with the {@link #nextSequence sequence} that they were given; the order of events is then the same as if all were here.
 *
 * <p>While an event is handled its place at the top is left open, and the first event that the handler adds takes it: the usual case, one event that leads to
 * the next, costs one walk down the heap instead of two walks.
 */
final class EventQueue {
    private static final int WORDS = 3;
    private static final int WHAT_BITS = 8;
    private static final long WHAT_MASK = (1 << WHAT_BITS) - 1;

    private long[] heap = new long[WORDS * 256];
    private int size;
    private boolean topIsOpen;
    private long now;
    private long sequence;
    private Actor[] actors = new Actor[64];
    private int actorCount;
    private long handled;
    private long hash = 0x5710_96_1a55L;

    /** The present, in picoseconds. */
    long now() {
        return now;
    }

    /** The present in whole nanoseconds, rounded down: what control laws are given. */
    long nowNanos() {
        return now / Picos.PER_NANO;
    }

    /** Makes an actor known; its number is what events name. */
    int register(Actor actor) {
        if (actorCount == actors.length) {
            actors = Arrays.copyOf(actors, 2 * actorCount);
        }
        actors[actorCount] = actor;
        return actorCount++;
    }

    /** The next number in the order of scheduling. */
    long nextSequence() {
        return sequence++;
    }

    /** Schedules an event behind all that have been scheduled for that time. */
    void at(long timePicos, int actor, int what) {
        at(timePicos, sequence++, actor, what);
    }

    /** Schedules an event that got its sequence earlier. */
    void at(long timePicos, long eventSequence, int actor, int what) {
        if (timePicos < now) {
            throw new IllegalArgumentException("event at " + timePicos + " ps, now is " + now + " ps");
        }
        long target = ((long) actor << WHAT_BITS) | what;
        if (topIsOpen) {
            topIsOpen = false;
            sink(timePicos, eventSequence, target);
            return;
        }
        if (WORDS * (size + 1) > heap.length) {
            heap = Arrays.copyOf(heap, 2 * heap.length);
        }
        rise(size++, timePicos, eventSequence, target);
    }

    /**
     * Handles the next event.
     *
     * @return false where none is due up to that time, inclusive; the clock then stands where it stood
     */
    boolean step(long untilPicos) {
        if (size == 0 || heap[0] > untilPicos) {
            return false;
        }
        now = heap[0];
        long target = heap[2];
        topIsOpen = true;
        handled++;
        actors[(int) (target >>> WHAT_BITS)].act((int) (target & WHAT_MASK));
        if (topIsOpen) {
            close();
        }
        return true;
    }

    /** Moves the clock on where nothing is due in between. */
    void passTo(long timePicos) {
        now = Math.max(now, timePicos);
    }

    private void close() {
        topIsOpen = false;
        size--;
        int last = WORDS * size;
        if (size > 0) {
            sink(heap[last], heap[last + 1], heap[last + 2]);
        }
    }

    private void rise(int from, long time, long eventSequence, long target) {
        int place = from;
        while (place > 0) {
            int parent = (place - 1) >> 2;
            if (!before(time, eventSequence, WORDS * parent)) {
                break;
            }
            System.arraycopy(heap, WORDS * parent, heap, WORDS * place, WORDS);
            place = parent;
        }
        put(place, time, eventSequence, target);
    }

    /** Puts an event at the open top and lets it sink to its place. */
    private void sink(long time, long eventSequence, long target) {
        long[] h = heap;
        int end = WORDS * size;
        int place = 0;
        while (true) {
            int child = 4 * place + WORDS;
            if (child >= end) {
                break;
            }
            int least = child;
            int stop = Math.min(child + 4 * WORDS, end);
            for (int other = child + WORDS; other < stop; other += WORDS) {
                if (h[other] < h[least] || (h[other] == h[least] && h[other + 1] < h[least + 1])) {
                    least = other;
                }
            }
            if (before(time, eventSequence, least)) {
                break;
            }
            h[place] = h[least];
            h[place + 1] = h[least + 1];
            h[place + 2] = h[least + 2];
            place = least;
        }
        h[place] = time;
        h[place + 1] = eventSequence;
        h[place + 2] = target;
    }

    private boolean before(long time, long eventSequence, int word) {
        return time < heap[word] || (time == heap[word] && eventSequence < heap[word + 1]);
    }

    private void put(int place, long time, long eventSequence, long target) {
        heap[WORDS * place] = time;
        heap[WORDS * place + 1] = eventSequence;
        heap[WORDS * place + 2] = target;
    }

    /** Takes an event into the running hash: the present, what happened where, to which flow and packet. */
    void log(int kind, int node, int flow, int packet) {
        long word = ((long) kind << 56) ^ ((long) node << 36) ^ (((long) flow) << 18) ^ packet;
        hash = Long.rotateLeft((hash ^ now) * 0x9e37_79b9_7f4a_7c15L, 29) ^ (word * 0xbf58_476d_1ce4_e5b9L);
    }

    /** Hash of all that was {@link #log logged}. */
    long hash() {
        return hash;
    }

    /** Events handled so far. */
    long handled() {
        return handled;
    }

    /** Events that wait here; a wire with packets on it counts once. */
    int pending() {
        return size;
    }
}
