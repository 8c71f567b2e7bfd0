package io.stormglass.capture;

import java.util.ArrayList;
import java.util.List;

/**
 * For how long one priority of one sender was paused, from the pause frames on its own link.
 *
 * <pre>
 * pause of q quanta at t   paused until t + 512 q / link rate; a later frame sets the end anew, q = 0 (XON) ends it
 * packet sent at t         less than 4 us after the first frame of a pause: was on its way, the pause begins with it
 *                          later: the pause was over by then, whatever its quanta say
 * </pre>
 *
 * <p>4 us: IEEE 802.3 31B.3.7 allows 60 quanta of reaction at 10 Gb/s (3.1 us), 118 at 40 Gb/s, 394 at 100 Gb/s (2.0 us), and a
 * packet that has begun is sent. Until then nothing is told of a pause.
 *
 * <p>Worked number: at 100 Gb/s 65,535 quanta are 335.5 us; XON after 100 us: 100 us.
 */
final class PauseClock {
    private static final double QUANTUM_BITS = 512;
    private static final long ON_THE_WAY_NANOS = 4_000;

    private final long linkBitsPerSecond;
    private final List<FlowStream> flows = new ArrayList<>();
    private boolean open;
    private long heardNanos;
    private long fromNanos;
    private long untilNanos;
    private long endedNanos;
    private long newestEndNanos;
    private long toldNanos;

    PauseClock(long linkBitsPerSecond) {
        this.linkBitsPerSecond = linkBitsPerSecond;
    }

    /** A flow whose data the paused sender sends. */
    void add(FlowStream flow) {
        flows.add(flow);
    }

    /** A pause frame for this priority. */
    void paused(long nowNanos, int quanta) {
        expire(nowNanos);
        if (quanta == 0) {
            end(nowNanos);
            return;
        }
        if (!open) {
            open = true;
            heardNanos = nowNanos;
            fromNanos = nowNanos;
        }
        untilNanos = nowNanos + (long) (quanta * QUANTUM_BITS * 1e9 / linkBitsPerSecond);
    }

    /** The sender sent a packet of this priority. */
    void sent(long nowNanos) {
        expire(nowNanos);
        if (open && nowNanos - heardNanos <= ON_THE_WAY_NANOS) {
            fromNanos = Math.max(fromNanos, nowNanos);
        } else {
            end(nowNanos);
        }
    }

    private void expire(long nowNanos) {
        if (open && untilNanos <= nowNanos) {
            end(untilNanos);
        }
    }

    private void end(long atNanos) {
        if (open) {
            open = false;
            if (atNanos > fromNanos) {
                endedNanos += atNanos - fromNanos;
                newestEndNanos = atNanos;
            }
        }
    }

    /** All that is known to have been paused up to a time. */
    long totalNanos(long nowNanos) {
        return endedNanos + (isSure(nowNanos) ? Math.max(0, Math.min(nowNanos, untilNanos) - fromNanos) : 0);
    }

    /** Where the newest of that ends. */
    long newestEndNanos(long nowNanos) {
        return isSure(nowNanos) ? Math.min(nowNanos, untilNanos) : newestEndNanos;
    }

    private boolean isSure(long nowNanos) {
        return open && nowNanos - heardNanos > ON_THE_WAY_NANOS;
    }

    /** Lets every flow tell what is known up to a time. */
    void tell(long nowNanos) {
        long total = totalNanos(nowNanos);
        if (total == toldNanos) {
            return;
        }
        toldNanos = total;
        for (FlowStream flow : flows) {
            flow.tell(nowNanos);
        }
    }
}
