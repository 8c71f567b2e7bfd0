package io.stormglass.emulator;

/**
 * The counters that a real port keeps, all since the start, per priority. Bytes and packets are of data, ACK, NAK and CNP; pause frames are counted apart.
 * They are read by whoever samples them and changed by the port alone.
 */
public final class PortCounters {
    final long[] sentBytes = new long[Priorities.COUNT];
    final long[] sentPackets = new long[Priorities.COUNT];
    final long[] receivedBytes = new long[Priorities.COUNT];
    final long[] receivedPackets = new long[Priorities.COUNT];
    final long[] xoffSent = new long[Priorities.COUNT];
    final long[] xoffRefreshed = new long[Priorities.COUNT];
    final long[] xonSent = new long[Priorities.COUNT];
    final long[] xoffReceived = new long[Priorities.COUNT];
    final long[] xonReceived = new long[Priorities.COUNT];
    final long[] pausedPicos = new long[Priorities.COUNT];
    final long[] marked = new long[Priorities.COUNT];
    final long[] dropped = new long[Priorities.COUNT];
    final long[] enqueuedPackets = new long[Priorities.COUNT];
    final long[] dequeuedPackets = new long[Priorities.COUNT];

    PortCounters() {}

    /** Bytes sent. */
    public long sentBytes(int priority) {
        return sentBytes[priority];
    }

    /** Packets sent. */
    public long sentPackets(int priority) {
        return sentPackets[priority];
    }

    /** Bytes received. */
    public long receivedBytes(int priority) {
        return receivedBytes[priority];
    }

    /** Packets received. */
    public long receivedPackets(int priority) {
        return receivedPackets[priority];
    }

    /** Pauses begun towards the peer: XOFF frames without refreshes. */
    public long xoffSent(int priority) {
        return xoffSent[priority];
    }

    /** XOFF frames that only prolonged a pause. */
    public long xoffRefreshed(int priority) {
        return xoffRefreshed[priority];
    }

    /** Pauses ended towards the peer. */
    public long xonSent(int priority) {
        return xonSent[priority];
    }

    /** XOFF frames received, refreshes among them. */
    public long xoffReceived(int priority) {
        return xoffReceived[priority];
    }

    /** XON frames received. */
    public long xonReceived(int priority) {
        return xonReceived[priority];
    }

    /** Time that the peer forbade to send, of pauses that are over. */
    public long pausedPicos(int priority) {
        return pausedPicos[priority];
    }

    /** Packets that left with a mark that this port gave them. */
    public long marked(int priority) {
        return marked[priority];
    }

    /** Packets that this port should have sent and that were dropped for want of room or of ECT. */
    public long dropped(int priority) {
        return dropped[priority];
    }

    /** Packets that entered the port's queue. */
    public long enqueuedPackets(int priority) {
        return enqueuedPackets[priority];
    }

    /** Packets that left the port's queue. */
    public long dequeuedPackets(int priority) {
        return dequeuedPackets[priority];
    }
}
