package io.stormglass.models.event;

/**
 * One observation of a flow. Which fields count follows from the kind.
 *
 * @param kind what was observed
 * @param timeNanos event time, ns since 1970 UTC
 * @param packets packets that the event stands for
 * @param bytes bytes on the wire (original length) that the event stands for
 * @param rttNanos round-trip time of an RTT_SAMPLE, length of a PAUSED, in ns, else 0
 * @param detail AETH syndrome of a NAK, timer code of an RNR, else 0
 */
public record FlowEvent(FlowEventKind kind, long timeNanos, long packets, long bytes, long rttNanos, int detail) {}
