package io.stormglass.emulator;

/** Congestion and transport counters of a NIC, all since the start. */
public final class NicCounters {
    long markedReceived;
    long cnpSent;
    long cnpHandled;
    long outOfSequence;
    long naksSent;
    long naksReceived;
    long timeouts;

    NicCounters() {}

    /** Data packets received with CE. */
    public long markedReceived() {
        return markedReceived;
    }

    /** CNPs sent, or notifications that left on an ACK. */
    public long cnpSent() {
        return cnpSent;
    }

    /** Notifications that a control law was told of. */
    public long cnpHandled() {
        return cnpHandled;
    }

    /** Data packets that were not the next of their flow. */
    public long outOfSequence() {
        return outOfSequence;
    }

    /** NAKs sent. */
    public long naksSent() {
        return naksSent;
    }

    /** NAKs received. */
    public long naksReceived() {
        return naksReceived;
    }

    /** Retransmission timers that ran out. */
    public long timeouts() {
        return timeouts;
    }
}
