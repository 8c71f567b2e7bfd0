package io.stormglass.models.pause;

import io.stormglass.models.event.PortEvent;
import org.jspecify.annotations.Nullable;

/** Progress of one egress queue as its counters tell it. */
final class QueueTrack {
    final int priority;
    private long refreshedNanos;
    private long sentPackets;
    private long unchangedSinceNanos;
    private long lastMovedNanos;
    private @Nullable Long depthBytes;

    QueueTrack(int priority) {
        this.priority = priority;
    }

    QueueTrack(PortPausesState.Queue state) {
        priority = state.priority();
        refreshedNanos = state.refreshedNanos();
        sentPackets = state.sentPackets();
        unchangedSinceNanos = state.unchangedSinceNanos();
        lastMovedNanos = state.lastMovedNanos();
        depthBytes = state.depthBytes();
    }

    void sample(PortEvent.QueueSample sample, long sent) {
        long at = sample.refresh().refreshedNanos();
        if (at <= refreshedNanos) {
            return;
        }
        depthBytes = sample.depthBytes();
        CounterDelta delta = CounterDelta.of(refreshedNanos == 0 ? null : (Long) sentPackets, sent, 64);
        if (delta.kind() != CounterDelta.Kind.GROWN || delta.value() != 0) {
            unchangedSinceNanos = at;
        }
        if (delta.known() && delta.value() > 0) {
            lastMovedNanos = at;
        }
        refreshedNanos = at;
        sentPackets = sent;
    }

    /**
     * Progress over a run of pause samples. Two counters with different refresh are joined only over what both cover.
     *
     * @param needNanos how long both must say the same
     */
    Progress progress(long runStartNanos, long runEndNanos, long needNanos, PauseSettings settings) {
        long from = Math.max(runStartNanos, unchangedSinceNanos);
        long to = Math.min(runEndNanos, refreshedNanos);
        if (to - from < needNanos) {
            return new Progress(Progress.Verdict.MOVES, -1);
        }
        boolean waiting = depthBytes != null && depthBytes > 0;
        boolean sentLately = lastMovedNanos != 0 && lastMovedNanos >= runStartNanos - settings.recentNanos();
        if (waiting || (depthBytes == null && sentLately)) {
            return new Progress(Progress.Verdict.STUCK, 0);
        }
        return new Progress(Progress.Verdict.IDLE, 0);
    }

    PortPausesState.Queue state() {
        return new PortPausesState.Queue(
                priority, refreshedNanos, sentPackets, unchangedSinceNanos, lastMovedNanos, depthBytes);
    }
}
