package io.stormglass.emulator;

import java.util.Arrays;

/**
 * The clock and the pending events of one emulation, ordered by (time, sequence).
 *
 * <p>Events of the near future are in a ring of slots of a few nanoseconds each, a sorted list per slot, usually of one or two; a bit per slot says where something
 * is. What does not fit into the ring's span is in {@link FarEvents} until it is due; the earlier of both heads is next. All of it is longs in arrays: nothing is
 * allocated per event. An event is never taken back: an actor that no longer wants one ignores it.
 *
 * <p>Who knows several future events of its own in their order, as a wire knows its arrivals, keeps all but the first to itself with the {@link #nextSequence
 * sequence} that they were given; the order of events is then the same as if all were here.
 */
final class EventQueue {
    private static final int SLOTS = 4096;
    private static final int SLOT_MASK = SLOTS - 1;
    /** Words of a node: time, sequence, target, next node. */
    private static final int WORDS = 4;

    private static final int NONE = -1;
    private static final int WHAT_BITS = 8;
    private static final long WHAT_MASK = (1 << WHAT_BITS) - 1;

    private final int slotShift;
    private final int[] first = new int[SLOTS];
    private final int[] last = new int[SLOTS];
    private final long[] filled = new long[SLOTS / Long.SIZE];
    /** One bit per word of {@link #filled} that is not 0. */
    private long filledWords;

    private final FarEvents far = new FarEvents();
    /** Its first time, which every step looks at. */
    private long farTime = Picos.NEVER;

    private long[] nodes = new long[WORDS * 256];
    private int madeNodes;
    private int freeNode = NONE;
    private int near;

    private long now;
    private long sequence;
    private Actor[] actors = new Actor[64];
    private int actorCount;
    private long handled;
    private long hash = 0x5710_96_1a55L;

    /**
     * A queue at time 0.
     *
     * @param slotPicos distance of events that is usual; decides speed, not order
     */
    EventQueue(long slotPicos) {
        slotShift = 63 - Long.numberOfLeadingZeros(Math.max(slotPicos, 1));
        Arrays.fill(first, NONE);
    }

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
        if ((timePicos >>> slotShift) - (now >>> slotShift) >= SLOTS) {
            far.add(timePicos, eventSequence, target);
            farTime = far.time();
            return;
        }
        int node = newNode();
        int word = WORDS * node;
        nodes[word] = timePicos;
        nodes[word + 1] = eventSequence;
        nodes[word + 2] = target;
        link(node, (int) (timePicos >>> slotShift) & SLOT_MASK);
        near++;
    }

    private int newNode() {
        int node = freeNode;
        if (node != NONE) {
            freeNode = (int) nodes[WORDS * node + 3];
            return node;
        }
        if (WORDS * (madeNodes + 1) > nodes.length) {
            nodes = Arrays.copyOf(nodes, 2 * nodes.length);
        }
        return madeNodes++;
    }

    private void link(int node, int slot) {
        int head = first[slot];
        if (head == NONE) {
            first[slot] = node;
            last[slot] = node;
            nodes[WORDS * node + 3] = NONE;
            filled[slot >>> 6] |= 1L << slot;
            filledWords |= 1L << (slot >>> 6);
        } else if (!before(node, last[slot])) {
            nodes[WORDS * last[slot] + 3] = node;
            nodes[WORDS * node + 3] = NONE;
            last[slot] = node;
        } else if (before(node, head)) {
            nodes[WORDS * node + 3] = head;
            first[slot] = node;
        } else {
            linkInside(node, head);
        }
    }

    private void linkInside(int node, int head) {
        int previous = head;
        int following = (int) nodes[WORDS * head + 3];
        while (!before(node, following)) {
            previous = following;
            following = (int) nodes[WORDS * following + 3];
        }
        nodes[WORDS * node + 3] = following;
        nodes[WORDS * previous + 3] = node;
    }

    private boolean before(int node, int other) {
        long time = nodes[WORDS * node];
        long otherTime = nodes[WORDS * other];
        return time < otherTime || (time == otherTime && nodes[WORDS * node + 1] < nodes[WORDS * other + 1]);
    }

    /**
     * Handles the next event.
     *
     * @return false where none is due up to that time, inclusive; the clock then stands where it stood
     */
    boolean step(long untilPicos) {
        long target;
        int slot = near == 0 ? NONE : firstSlot();
        int word = slot == NONE ? NONE : WORDS * first[slot];
        if (slot == NONE || (farTime <= nodes[word] && far.firstIsBefore(nodes[word], nodes[word + 1]))) {
            if (farTime == Picos.NEVER || farTime > untilPicos) {
                return false;
            }
            now = farTime;
            target = far.poll();
            farTime = far.time();
        } else {
            if (nodes[word] > untilPicos) {
                return false;
            }
            now = nodes[word];
            target = nodes[word + 2];
            unlinkFirst(slot);
        }
        handled++;
        actors[(int) (target >>> WHAT_BITS)].act((int) (target & WHAT_MASK));
        return true;
    }

    /** The filled slot that comes first, counted from that of the present; there is one. */
    private int firstSlot() {
        int start = (int) (now >>> slotShift) & SLOT_MASK;
        int word = start >>> 6;
        long bits = filled[word] & (-1L << start);
        if (bits != 0) {
            return (word << 6) + Long.numberOfTrailingZeros(bits);
        }
        long later = filledWords & (-2L << word);
        int next = Long.numberOfTrailingZeros(later != 0 ? later : filledWords);
        return (next << 6) + Long.numberOfTrailingZeros(filled[next]);
    }

    private void unlinkFirst(int slot) {
        int node = first[slot];
        int following = (int) nodes[WORDS * node + 3];
        first[slot] = following;
        if (following == NONE) {
            int word = slot >>> 6;
            filled[word] &= ~(1L << slot);
            if (filled[word] == 0) {
                filledWords &= ~(1L << word);
            }
        }
        nodes[WORDS * node + 3] = freeNode;
        freeNode = node;
        near--;
    }

    /** Moves the clock on where nothing is due in between. */
    void passTo(long timePicos) {
        now = Math.max(now, timePicos);
    }

    /** Takes an event into the running hash: the present, what happened where, to which flow and packet. */
    void log(int kind, int node, int flow, int packet) {
        long word = ((long) kind << 56) ^ ((long) node << 36) ^ ((long) flow << 18) ^ packet;
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
        return near + far.size();
    }
}
