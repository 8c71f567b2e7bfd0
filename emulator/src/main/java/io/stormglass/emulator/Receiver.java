package io.stormglass.emulator;

import io.stormglass.models.dcqcn.CnpPacing;
import io.stormglass.models.dcqcn.NotificationPoint;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The receiving end of a flow: what number comes next, what an ACK still owes, when a CNP is due. */
final class Receiver {
    private final @Nullable NotificationPoint notification;

    private final ByteBuffer fresh = ByteBuffer.allocate(NotificationPoint.STATE_BYTES);

    /** A bit per held packet, by its number modulo their count; empty where nothing is held. */
    private final long[] held;

    int expected;
    boolean refused;
    int unacknowledged;
    int markedBytes;
    boolean notifies;

    private long firstNanos = -1;
    private long timerNanos = Long.MAX_VALUE;

    /**
     * The end of a flow of which nothing has come.
     *
     * @param reorderPackets how many numbers from the missing one on it holds; rounded up to whole words of bits
     */
    Receiver(CongestionControl control, int reorderPackets) {
        held = new long[Math.ceilDiv(reorderPackets, Long.SIZE)];
        notification = control instanceof CongestionControl.Dcqcn dcqcn
                ? dcqcn.notification().start()
                : null;
        if (notification != null) {
            notification.save(fresh);
        }
    }

    /** The end of a flow of which nothing has come. */
    void restart() {
        Arrays.fill(held, 0);
        expected = 0;
        refused = false;
        unacknowledged = 0;
        markedBytes = 0;
        notifies = false;
        firstNanos = -1;
        timerNanos = Long.MAX_VALUE;
        if (notification != null) {
            fresh.rewind();
            notification.load(fresh);
        }
    }

    /** Packets that it takes from the missing one on. */
    int windowPackets() {
        return held.length * Long.SIZE;
    }

    /**
     * Takes a packet that is next, or holds one that overtook others.
     *
     * @return false where it is not taken: it is here already, or too far ahead
     */
    boolean takes(int number) {
        if (number == expected) {
            expected++;
            advance();
            return true;
        }
        if (number < expected || number - expected >= held.length * Long.SIZE) {
            return false;
        }
        int word = number / Long.SIZE % held.length;
        long bit = 1L << number;
        boolean fresh = (held[word] & bit) == 0;
        held[word] |= bit;
        return fresh;
    }

    private void advance() {
        while (held.length > 0) {
            int word = expected / Long.SIZE % held.length;
            long bit = 1L << expected;
            if ((held[word] & bit) == 0) {
                return;
            }
            held[word] &= ~bit;
            expected++;
        }
    }

    /** True where a packet that was not taken is here already. */
    boolean knows(int number) {
        return number < expected || number - expected < held.length * Long.SIZE;
    }

    /**
     * Takes note of a data packet's mark.
     *
     * @return CNP packets that leave now
     */
    int arrived(boolean marked, long nowNanos) {
        NotificationPoint np = notification;
        if (np == null || (!marked && firstNanos >= 0)) {
            return 0;
        }
        if (firstNanos < 0) {
            firstNanos = nowNanos;
        }
        if (np.pacing().rule() == CnpPacing.Rule.EVERY_MARK) {
            notifies |= marked;
            return 0;
        }
        int left = marked ? np.marked(nowNanos) : np.unmarked(nowNanos);
        if (marked && left == 0) {
            owe(np, nowNanos);
        }
        return left;
    }

    private void owe(NotificationPoint np, long nowNanos) {
        long interval = np.pacing().intervalNanos();
        switch (np.pacing().rule()) {
            case IMMEDIATE_THEN_TRAILING -> timerNanos = np.lastCnpNanos() + interval;
            case FREE_RUNNING_TICK ->
                timerNanos = firstNanos + Math.max(1, Math.ceilDiv(nowNanos - firstNanos, interval)) * interval;
            case EVERY_MARK, LEAST_DISTANCE -> {}
        }
    }

    /** True where a CNP is owed. */
    boolean owes() {
        return timerNanos != Long.MAX_VALUE;
    }

    /** When {@link #timer} wants to be called: {@link Long#MAX_VALUE} where no CNP is owed. */
    long timerNanos() {
        return timerNanos;
    }

    /**
     * The end of an interval in which a CNP became due.
     *
     * @return CNP packets that leave now
     */
    int timer(long nowNanos) {
        NotificationPoint np = notification;
        timerNanos = Long.MAX_VALUE;
        return np == null ? 0 : np.advanceTo(nowNanos);
    }
}
