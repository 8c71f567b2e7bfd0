package io.stormglass.capture;

import io.stormglass.models.event.EventSink;
import io.stormglass.models.event.FlowAttributes;
import io.stormglass.models.event.FlowEvent;
import io.stormglass.models.event.FlowEventKind;
import io.stormglass.models.event.FlowKey;
import org.jspecify.annotations.Nullable;

/** The events of one flow on their way out; holds data packets back until something else happens. */
final class FlowStream {
    private final FlowKey key;
    private final FlowAttributes attributes;
    private final long acksVoidUntil;
    private final EventSink sink;

    private long pendingPackets;
    private long pendingBytes;
    private long pendingNanos;
    private long pendingSlice;
    /** Whether it stands in the list of streams to flush at the end of the slice. */
    boolean listed;

    private @Nullable PauseClock pauses;
    private long toldTotalNanos;
    private long toldNanos;

    FlowStream(FlowKey key, FlowAttributes attributes, long acksVoidUntil, EventSink sink) {
        this.acksVoidUntil = acksVoidUntil;
        this.key = key;
        this.attributes = attributes;
        this.sink = sink;
    }

    FlowKey key() {
        return key;
    }

    /** ACKs up to this packet told nothing of it: {@link FlowSummary#acksVoidUntil}. */
    long acksVoidUntil() {
        return acksVoidUntil;
    }

    /** From a time on the flow's sender is known; a flow that changes its priority stays with its first. */
    void pausedBy(PauseClock clock, long timeNanos) {
        if (pauses == null) {
            pauses = clock;
            clock.add(this);
            toldTotalNanos = clock.totalNanos(timeNanos);
            toldNanos = timeNanos;
        }
    }

    /** Emits for how long the sender was paused since this was told, up to a time. */
    void tell(long timeNanos) {
        if (pauses == null) {
            return;
        }
        long total = pauses.totalNanos(timeNanos);
        if (total > toldTotalNanos) {
            long end = pauses.newestEndNanos(timeNanos);
            long from = Math.max(toldNanos, end - (total - toldTotalNanos));
            toldTotalNanos = total;
            if (end > from) {
                flush();
                emit(FlowEventKind.PAUSED, from, 1, 0, end - from, 0);
            }
        }
        toldNanos = Math.max(toldNanos, timeNanos);
    }

    /** Holds a data packet; one of another slice lets the earlier ones go first. */
    void sent(long timeNanos, long slice, long bytes) {
        tell(timeNanos);
        if (pendingPackets > 0 && slice != pendingSlice) {
            flush();
        }
        pendingPackets++;
        pendingBytes += bytes;
        pendingNanos = timeNanos;
        pendingSlice = slice;
    }

    /** Emits what is held. */
    void flush() {
        if (pendingPackets > 0) {
            emit(FlowEventKind.SENT, pendingNanos, pendingPackets, pendingBytes, 0, 0);
            pendingPackets = 0;
            pendingBytes = 0;
        }
    }

    /** Emits what is held, then an event without round-trip time. */
    void event(FlowEventKind kind, long timeNanos, long packets, long bytes, int detail) {
        tell(timeNanos);
        flush();
        emit(kind, timeNanos, packets, bytes, 0, detail);
    }

    /** Emits what is held, then what an ACK or a NAK told of the flow. */
    void acknowledged(long timeNanos, long packets, long bytes, long rttNanos) {
        if (rttNanos >= 0) {
            tell(timeNanos);
            flush();
            emit(FlowEventKind.RTT_SAMPLE, timeNanos, packets, bytes, rttNanos, 0);
        } else if (packets > 0) {
            tell(timeNanos);
            flush();
            emit(FlowEventKind.DELIVERED, timeNanos, packets, bytes, 0, 0);
        }
    }

    private void emit(FlowEventKind kind, long timeNanos, long packets, long bytes, long rttNanos, int detail) {
        sink.flowEvent(key, attributes, new FlowEvent(kind, timeNanos, packets, bytes, rttNanos, detail));
    }
}
