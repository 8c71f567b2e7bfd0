package io.stormglass.capture;

import org.jspecify.annotations.Nullable;

/**
 * The recent sequence numbers of one sender, 24 bits with wrap: tells new packets from repeated and late ones and finds
 * the data packet that an ACK belongs to.
 *
 * <p>A ring indexed by sequence number, which grows while unacknowledged packets would be overwritten. A number that
 * jumps by more than {@link #RESTART_DISTANCE} is a new connection on the same queue pair.
 */
final class PsnWindow {
    /** What a data packet was. */
    enum Arrival {
        /** Ahead of everything before it. */
        NEW,
        /** Sent again: its number was there already, or a NAK had asked for it, or it lies too far behind. */
        RETRANSMITTED,
        /** Behind a later one, there for the first time. */
        REORDERED,
        /** Another capture point has shown it: the same packet, not one sent again. */
        COPY
    }

    /** A packet without a time of its own cannot start a sample. */
    static final long NO_TIME = Long.MIN_VALUE;

    static final int RESTART_DISTANCE = 1 << 16;
    /** So many packets of a sender may be on their way at once. */
    static final int MOST_IN_FLIGHT = 1 << 12;

    private static final int FIRST_CAPACITY = 16;
    /** What repeats are looked for in where nothing is ever acknowledged. */
    private static final int HISTORY_CAPACITY = 256;

    private static final int MAX_CAPACITY = 1 << 14;
    private static final int SLOT_BYTES = 16;

    private static final int PSN_MASK = 0xffffff;
    private static final long USED = 1L << 24;
    private static final long RESENT = 1L << 25;
    private static final int POINT_SHIFT = 26;
    static final int POINT_MASK = 63;

    private final MemoryBudget budget;
    /** Two per packet: its time; bytes, capture point, flags and number. */
    private long @Nullable [] slots;

    private int capacity;
    private int first;
    private int highest;
    private int acked;
    private boolean acknowledges;
    private int nakPsn = -1;
    private boolean resentSinceNak;

    private long newlyAckedPackets;
    private long newlyAckedBytes;
    private long rttNanos;

    PsnWindow(MemoryBudget budget) {
        this.budget = budget;
    }

    /** How far {@code to} lies after {@code from}, negative where before. */
    static int distance(int from, int to) {
        return ((to - from) << 8) >> 8;
    }

    /**
     * Takes a data packet.
     *
     * @param timeNanos its time, or {@link #NO_TIME}
     * @param point where it was seen; numbers that differ by a multiple of 64 cannot be told apart
     */
    Arrival data(int psn, long timeNanos, int bytes, int point) {
        long[] ring = slots;
        int ahead = distance(highest, psn);
        if (ring == null || ahead > RESTART_DISTANCE || ahead < -RESTART_DISTANCE) {
            ring = restart(psn);
        } else if (ahead <= 0) {
            return behind(ring, psn, -ahead, timeNanos, bytes, point);
        } else {
            ring = reserve(ring, psn);
            highest = psn;
            if (resentSinceNak) {
                nakPsn = -1;
                resentSinceNak = false;
            }
            if (distance(acked, psn) > 1 << 22) {
                acked = psn - capacity;
            }
        }
        put(ring, psn, timeNanos, bytes, point, 0);
        return Arrival.NEW;
    }

    private Arrival behind(long[] ring, int psn, int distance, long timeNanos, int bytes, int point) {
        int slot = slot(psn);
        long entry = ring[slot + 1];
        if (holds(entry, psn)) {
            if (pointOf(entry) != (point & POINT_MASK)) {
                return Arrival.COPY;
            }
            ring[slot + 1] = entry | RESENT;
            resentSinceNak = nakPsn >= 0;
            return Arrival.RETRANSMITTED;
        }
        // A point that lags behind the one that leads shows what that has shown, however far back.
        boolean elsewhere = pointOf(ring[slot(highest) + 1]) != (point & POINT_MASK);
        if (distance >= capacity) {
            return elsewhere ? Arrival.COPY : Arrival.RETRANSMITTED;
        }
        if (nakPsn >= 0 && distance(nakPsn, psn) >= 0) {
            put(ring, psn, timeNanos, bytes, point, RESENT);
            resentSinceNak = true;
            return Arrival.RETRANSMITTED;
        }
        put(ring, psn, timeNanos, bytes, point, 0);
        // Missed by the point that leads, which says nothing of the order on the wire.
        return elsewhere ? Arrival.NEW : Arrival.REORDERED;
    }

    private long[] restart(int psn) {
        budget.giveBack((long) (capacity > FIRST_CAPACITY ? capacity : 0) * SLOT_BYTES);
        capacity = FIRST_CAPACITY;
        first = psn;
        highest = psn;
        acked = psn - 1;
        acknowledges = false;
        nakPsn = -1;
        resentSinceNak = false;
        long[] ring = new long[2 * capacity];
        slots = ring;
        return ring;
    }

    private long[] reserve(long[] ring, int psn) {
        long[] current = ring;
        while (capacity < MAX_CAPACITY) {
            long entry = current[slot(psn) + 1];
            boolean history = capacity < HISTORY_CAPACITY;
            boolean outstanding = acknowledges && distance(acked, (int) entry & PSN_MASK) > 0;
            if ((entry & USED) == 0 || !(history || outstanding)) {
                break;
            }
            long wanted = 2L * capacity * SLOT_BYTES;
            if (!budget.take(wanted)) {
                break;
            }
            budget.giveBack((long) (capacity > FIRST_CAPACITY ? capacity : 0) * SLOT_BYTES);
            current = grow(current);
        }
        return current;
    }

    private long[] grow(long[] ring) {
        long[] bigger = new long[2 * ring.length];
        capacity *= 2;
        for (int i = 0; i < ring.length; i += 2) {
            long entry = ring[i + 1];
            if ((entry & USED) != 0) {
                int slot = slot((int) entry & PSN_MASK);
                bigger[slot] = ring[i];
                bigger[slot + 1] = entry;
            }
        }
        slots = bigger;
        return bigger;
    }

    private int slot(int psn) {
        return 2 * (psn & (capacity - 1));
    }

    private static boolean holds(long entry, int psn) {
        return (entry & (USED | PSN_MASK)) == (USED | psn);
    }

    private void put(long[] ring, int psn, long timeNanos, int bytes, int point, long flags) {
        int slot = slot(psn);
        ring[slot] = timeNanos;
        ring[slot + 1] = (long) bytes << 32 | (long) (point & POINT_MASK) << POINT_SHIFT | flags | USED | psn;
    }

    private static int pointOf(long entry) {
        return (int) (entry >>> POINT_SHIFT) & POINT_MASK;
    }

    /** Capture point that showed a number, -1 where it is not there. */
    int pointOf(int psn) {
        long[] ring = slots;
        long entry = ring == null ? 0 : ring[slot(psn) + 1];
        return holds(entry, psn) ? pointOf(entry) : -1;
    }

    /** First number of the connection that was seen. */
    int first() {
        return first;
    }

    /** Whether a data packet with this number is there. */
    boolean isThere(int psn) {
        long[] ring = slots;
        return ring != null && holds(ring[slot(psn) + 1], psn);
    }

    /** Whether its sender may have sent this number shortly before the capture began to show it. */
    boolean isJustBefore(int psn) {
        int ahead = distance(psn, first);
        return slots != null && ahead > 0 && ahead <= MOST_IN_FLIGHT;
    }

    /**
     * Whether a NAK of this number can be meant for it: the number itself may be what was lost, its neighbours are there,
     * and nothing later has been acknowledged.
     */
    boolean isMissing(int psn) {
        int next = (psn + 1) & PSN_MASK;
        int previous = (psn - 1) & PSN_MASK;
        return slots != null
                && distance(acked, psn) > 0
                && distance(psn, highest) >= 0
                && (isThere(psn) || isThere(next) || isThere(previous));
    }

    /** Whether a data packet with this number is there and not yet acknowledged. */
    boolean isOutstanding(int psn) {
        long[] ring = slots;
        return ring != null && distance(acked, psn) > 0 && holds(ring[slot(psn) + 1], psn);
    }

    /**
     * Takes an ACK, which acknowledges everything up to its number. Results: {@link #newlyAckedPackets()},
     * {@link #newlyAckedBytes()}, {@link #rttNanos()}. A number that was never sent acknowledges nothing.
     *
     * @param timeNanos its time, or {@link #NO_TIME} for no sample
     */
    void acknowledge(int psn, long timeNanos) {
        newlyAckedPackets = 0;
        newlyAckedBytes = 0;
        rttNanos = -1;
        long[] ring = slots;
        if (ring == null || distance(highest, psn) > 0) {
            return;
        }
        int advance = distance(acked, psn);
        if (advance <= 0) {
            return;
        }
        acknowledges = true;
        long entry = ring[slot(psn) + 1];
        long sentNanos = ring[slot(psn)];
        // Karn: of a packet that was sent twice nobody knows which one is acknowledged.
        boolean clear = holds(entry, psn) && (entry & RESENT) == 0;
        if (clear && sentNanos != NO_TIME && timeNanos != NO_TIME && timeNanos >= sentNanos) {
            rttNanos = timeNanos - sentNanos;
        }
        for (int i = Math.min(advance, capacity) - 1; i >= 0; i--) {
            int covered = (psn - i) & PSN_MASK;
            long packet = ring[slot(covered) + 1];
            if (holds(packet, covered)) {
                newlyAckedPackets++;
                newlyAckedBytes += packet >>> 32;
            }
        }
        acked = psn;
    }

    /** Takes a NAK: everything before its number has arrived, from there on the sender will repeat. */
    void negativeAcknowledge(int psn) {
        acknowledge((psn - 1) & PSN_MASK, NO_TIME);
        nakPsn = psn;
        resentSinceNak = false;
    }

    /** Takes back all ACKs and NAKs: they were those of another sender. */
    void forgetAcks() {
        acked = (highest - capacity) & PSN_MASK;
        acknowledges = false;
        nakPsn = -1;
        resentSinceNak = false;
    }

    /** Packets that the last ACK or NAK acknowledged for the first time. */
    long newlyAckedPackets() {
        return newlyAckedPackets;
    }

    /** Bytes of {@link #newlyAckedPackets()}. */
    long newlyAckedBytes() {
        return newlyAckedBytes;
    }

    /** Round-trip time of the last ACK in ns, -1 where it gives none. */
    long rttNanos() {
        return rttNanos;
    }
}
