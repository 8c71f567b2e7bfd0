package io.stormglass.models.pause;

import io.stormglass.models.event.PortEvent;
import org.jspecify.annotations.Nullable;

/** Progress, depth and drops of one egress queue as its counters tell them. Each counter may have a refresh of its own. */
final class QueueTrack {
    /** A source that refreshes once a second tells seconds; some are a little late. */
    static final long SECOND_TOLD_NANOS = SecondSums.NANOS + SecondSums.NANOS / 10;

    final QueueKey key;
    final RunningTotal sent;
    final RunningTotal bytes;
    final RunningTotal dropped;
    final MovedSeconds moved;
    /** Seconds of an interval in which packets passed and which is too long to tell them apart. */
    final MovedSeconds perhapsMoved;
    /** Growth in the newest interval, -1 where unknown. */
    private long sentPackets = -1;

    /** Growth in the newest interval in which there was some. */
    private long lastSentPackets;

    private long unchangedSinceNanos;
    private long lastMovedNanos;
    private boolean reset;
    private @Nullable Long depthBytes;
    private long depthNanos;
    private long waitedNanos;

    QueueTrack(QueueKey key) {
        this.key = key;
        sent = new RunningTotal();
        bytes = new RunningTotal();
        dropped = new RunningTotal();
        moved = new MovedSeconds();
        perhapsMoved = new MovedSeconds();
    }

    QueueTrack(PortPausesState.Queue state) {
        key = new QueueKey(state.priority(), state.queue());
        sent = new RunningTotal(state.sent());
        bytes = new RunningTotal(state.bytes());
        dropped = new RunningTotal(state.dropped());
        moved = new MovedSeconds(state.movedNewest(), state.movedBits());
        perhapsMoved = new MovedSeconds(state.perhapsNewest(), state.perhapsBits());
        sentPackets = state.sentPackets();
        lastSentPackets = state.lastSentPackets();
        unchangedSinceNanos = state.unchangedSinceNanos();
        lastMovedNanos = state.lastMovedNanos();
        depthBytes = state.depthBytes();
        depthNanos = state.depthNanos();
        waitedNanos = state.waitedNanos();
    }

    /** Takes depth and packets sent; false where the read shows nothing new of them. */
    boolean sample(PortEvent.QueueSample read) {
        long at = read.refresh().refreshedNanos();
        Long depth = read.depthBytes();
        boolean newDepth = depth != null && at > depthNanos;
        if (depth != null && newDepth) {
            depthBytes = depth;
            depthNanos = at;
            waitedNanos = depth > 0 ? at : waitedNanos;
        }
        long before = sent.refreshedNanos();
        reset = false;
        CounterDelta delta = sent.sample(read.refresh(), read.sentPackets());
        if (delta == null) {
            return newDepth;
        }
        reset = delta.kind() == CounterDelta.Kind.RESET;
        sentPackets = delta.known() ? delta.value() : -1;
        if (sentPackets != 0) {
            unchangedSinceNanos = at;
        }
        if (sentPackets > 0) {
            lastMovedNanos = at;
            lastSentPackets = sentPackets;
            (at - before <= SECOND_TOLD_NANOS ? moved : perhapsMoved).markAll(before, at);
        }
        return true;
    }

    /** What comes next has another beginning. */
    void begin() {
        sent.begin();
        bytes.begin();
        dropped.begin();
    }

    /** True where the newest read showed that the source has started anew. */
    boolean reset() {
        return reset;
    }

    boolean tellsProgress() {
        return sent.refreshedNanos() != 0;
    }

    long sentPackets() {
        return sentPackets;
    }

    long lastSentPackets() {
        return lastSentPackets;
    }

    long unchangedSinceNanos() {
        return unchangedSinceNanos;
    }

    long lastMovedNanos() {
        return lastMovedNanos;
    }

    @Nullable
    Long depthBytes() {
        return depthBytes;
    }

    /** True where nothing has waited for so long, as far as the depth is read. */
    boolean emptyFor(long nanos) {
        return depthBytes == null || (depthBytes == 0 && depthNanos - waitedNanos >= nanos);
    }

    PortPausesState.Queue state() {
        return new PortPausesState.Queue(
                key.priority(),
                key.queue(),
                sent.state(),
                bytes.state(),
                dropped.state(),
                sentPackets,
                lastSentPackets,
                unchangedSinceNanos,
                lastMovedNanos,
                depthBytes,
                depthNanos,
                waitedNanos,
                moved.newest(),
                moved.bits(),
                perhapsMoved.newest(),
                perhapsMoved.bits());
    }
}
