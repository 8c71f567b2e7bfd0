package io.stormglass.emulator;

import org.jspecify.annotations.Nullable;

/** A message of a flow: a run of packet numbers. Reused by its flow. */
final class Message {
    @Nullable
    Message next;

    int index;
    /** Number of its first packet. */
    int first;
    /** Number after its last one. */
    int end;
    /** Payload of the flow before it. */
    long baseBytes;

    long bytes;
    long startPicos;
    FlowListener listener = FlowListener.NONE;

    /** Payload of the flow before one of its packets, or before the one that follows it. */
    long bytesBefore(int number, int payloadBytes) {
        return baseBytes + Math.min((long) (number - first) * payloadBytes, bytes);
    }
}
