package io.stormglass.emulator;

import io.stormglass.models.bbr.SentStamp;
import io.stormglass.models.cc.ControlSignal;
import org.jspecify.annotations.Nullable;

/**
 * A packet, from a {@link PacketPool} and back to it. It is in one list at a time (queue, wire, or pool), linked through itself. A register file, not an
 * abstraction: only devices, ports and queues touch it.
 */
final class Packet {
    /** Longs of one hop of in-band telemetry: queue bytes, sent bytes, nanoseconds, bit/s. */
    static final int HOP_WORDS = 4;

    @Nullable
    Packet next;

    PacketKind kind = PacketKind.DATA;
    /** Null for pause frames only. */
    @Nullable
    Flow flow;

    int destination;
    int priority;
    /** What its header says to the next device; kept only where a switch puts packets into the class of another priority. */
    int saidPriority;

    int wireBytes;
    /** DATA: number in its flow; ACK and NAK: first number that is missing; PFC: quanta. */
    int number;
    /** Start of transmission of the data at its sender's NIC; an ACK echoes it. */
    long sentPicos;

    boolean ecnCapable;
    boolean marked;
    /** On an ACK: it stands for a CNP as well. */
    boolean notifies;
    /** On data: the window is full, so it is to be acknowledged at once. */
    boolean asks;
    /** On an ACK: payload bytes that it covers and that came with a mark. */
    int markedBytes;
    /** Port of the present switch that it came in by. */
    int ingress;
    /** What spreads flows over equal paths. */
    int pathHash;

    long arrivalPicos;
    long arrivalSequence;

    int hops;
    private long @Nullable [] telemetry;
    private @Nullable SentStamp stamp;

    /** What its sender's law remembers of its sending; the acknowledgement brings it back. */
    SentStamp stamp() {
        if (stamp == null) {
            stamp = new SentStamp();
        }
        return stamp;
    }

    /** Adds a hop of in-band telemetry; hops past the most that fit are not told. */
    void addHop(long queueBytes, long sentBytes, long nanos, long bitsPerSecond) {
        if (hops == ControlSignal.MAX_HOPS) {
            return;
        }
        if (telemetry == null) {
            telemetry = new long[HOP_WORDS * ControlSignal.MAX_HOPS];
        }
        int at = HOP_WORDS * hops++;
        telemetry[at] = queueBytes;
        telemetry[at + 1] = sentBytes;
        telemetry[at + 2] = nanos;
        telemetry[at + 3] = bitsPerSecond;
    }

    /** Copies the hops into a signal. */
    void tellHops(ControlSignal signal) {
        signal.telemetryHops = hops;
        if (telemetry == null) {
            return;
        }
        for (int hop = 0; hop < hops; hop++) {
            int at = HOP_WORDS * hop;
            signal.hopQueueBytes[hop] = telemetry[at];
            signal.hopSentBytes[hop] = telemetry[at + 1];
            signal.hopNanos[hop] = telemetry[at + 2];
            signal.hopBitsPerSecond[hop] = telemetry[at + 3];
        }
    }
}
