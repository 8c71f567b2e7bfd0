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
    long cnpIgnored;
    long cnpLost;
    long receiveDropped;
    long receiveBufferOverThreshold;
    long pcieStalls;
    long pcieStalledPicos;

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

    /** Notifications that came and that no control law was told of. */
    public long cnpIgnored() {
        return cnpIgnored;
    }

    /** Notifications that were lost on the last cable to this NIC. The truth: no real NIC counts it. */
    public long cnpLost() {
        return cnpLost;
    }

    /** Packets that arrived and found no room in the receive buffer, or were in it when the host went off. */
    public long receiveDropped() {
        return receiveDropped;
    }

    /** Times that the receive buffer came to be 85 % full. */
    public long receiveBufferOverThreshold() {
        return receiveBufferOverThreshold;
    }

    /** Times that something had to go to the host and PCIe had no credits. */
    public long pcieStalls() {
        return pcieStalls;
    }

    /** Time of those stalls that are over. */
    public long pcieStalledPicos() {
        return pcieStalledPicos;
    }
}
