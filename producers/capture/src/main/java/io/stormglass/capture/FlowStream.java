package io.stormglass.capture;

import io.stormglass.models.event.EventSink;
import io.stormglass.models.event.FlowAttributes;
import io.stormglass.models.event.FlowEvent;
import io.stormglass.models.event.FlowEventKind;
import io.stormglass.models.event.FlowKey;

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

    /** Holds a data packet; one of another slice lets the earlier ones go first. */
    void sent(long timeNanos, long slice, long bytes) {
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
        flush();
        emit(kind, timeNanos, packets, bytes, 0, detail);
    }

    /** Emits what is held, then what an ACK or a NAK told of the flow. */
    void acknowledged(long timeNanos, long packets, long bytes, long rttNanos) {
        if (rttNanos >= 0) {
            flush();
            emit(FlowEventKind.RTT_SAMPLE, timeNanos, packets, bytes, rttNanos, 0);
        } else if (packets > 0) {
            flush();
            emit(FlowEventKind.DELIVERED, timeNanos, packets, bytes, 0, 0);
        }
    }

    private void emit(FlowEventKind kind, long timeNanos, long packets, long bytes, long rttNanos, int detail) {
        sink.flowEvent(key, attributes, new FlowEvent(kind, timeNanos, packets, bytes, rttNanos, detail));
    }
}
