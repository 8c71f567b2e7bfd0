package io.stormglass.emulator;

/**
 * The counters that a real port keeps, all since the start, per priority. Bytes and packets are of data, ACK, NAK and CNP; pause frames are counted apart.
 * They are read by whoever samples them and changed by the port alone.
 */
public final class PortCounters {
    static final int SENT_BYTES = 0;
    static final int SENT_PACKETS = 1;
    static final int RECEIVED_BYTES = 2;
    static final int RECEIVED_PACKETS = 3;
    static final int ENQUEUED_PACKETS = 4;
    static final int DEQUEUED_PACKETS = 5;
    static final int XOFF_SENT = 6;
    static final int XOFF_REFRESHED = 7;
    static final int XON_SENT = 8;
    static final int XOFF_RECEIVED = 9;
    static final int XON_RECEIVED = 10;
    static final int PAUSED_PICOS = 11;
    static final int MARKED = 12;
    static final int DROPPED = 13;
    static final int PAUSING_PICOS = 14;
    static final int RESUMED = 15;

    /** Counters of one priority lie together: a packet touches six of them. */
    private static final int FIELDS = 16;

    private final long[] values = new long[FIELDS * Priorities.COUNT];

    private final long[] lostOnWire = new long[Priorities.COUNT];
    private final long[] droppedWithoutLink = new long[Priorities.COUNT];
    private final long[] wredDropped = new long[Priorities.COUNT];
    private long linkDowns;
    private long symbolErrors;
    private long repairedFrames;
    private long brokenFrames;

    PortCounters() {}

    void countLostOnWire(int priority) {
        lostOnWire[priority]++;
    }

    void countWithoutLink(int priority) {
        droppedWithoutLink[priority]++;
    }

    void countWredDropped(int priority) {
        wredDropped[priority]++;
    }

    void linkWentDown() {
        linkDowns++;
    }

    void brokenFrame() {
        brokenFrames++;
        symbolErrors++;
    }

    void repairedFrame() {
        repairedFrames++;
    }

    void add(int field, int priority, long amount) {
        values[FIELDS * priority + field] += amount;
    }

    /** Bytes sent. */
    public long sentBytes(int priority) {
        return values[FIELDS * priority + SENT_BYTES];
    }

    /** Packets sent. */
    public long sentPackets(int priority) {
        return values[FIELDS * priority + SENT_PACKETS];
    }

    /** Bytes received. */
    public long receivedBytes(int priority) {
        return values[FIELDS * priority + RECEIVED_BYTES];
    }

    /** Packets received. */
    public long receivedPackets(int priority) {
        return values[FIELDS * priority + RECEIVED_PACKETS];
    }

    /** Pauses begun towards the peer: XOFF frames without refreshes. */
    public long xoffSent(int priority) {
        return values[FIELDS * priority + XOFF_SENT];
    }

    /** XOFF frames that only prolonged a pause. */
    public long xoffRefreshed(int priority) {
        return values[FIELDS * priority + XOFF_REFRESHED];
    }

    /** Pauses ended towards the peer. */
    public long xonSent(int priority) {
        return values[FIELDS * priority + XON_SENT];
    }

    /** XOFF frames received, refreshes among them. */
    public long xoffReceived(int priority) {
        return values[FIELDS * priority + XOFF_RECEIVED];
    }

    /** XON frames received. */
    public long xonReceived(int priority) {
        return values[FIELDS * priority + XON_RECEIVED];
    }

    /** Time that the peer forbade to send, of pauses that are over. */
    public long pausedPicos(int priority) {
        return values[FIELDS * priority + PAUSED_PICOS];
    }

    /** Time that the peer was forbidden to send, of pauses that are over. */
    public long pausingPicos(int priority) {
        return values[FIELDS * priority + PAUSING_PICOS];
    }

    /** Pauses of this port that ended: by a frame, or because none came in time. */
    public long resumed(int priority) {
        return values[FIELDS * priority + RESUMED];
    }

    /** Packets that left with a mark that this port gave them. */
    public long marked(int priority) {
        return values[FIELDS * priority + MARKED];
    }

    /** Packets that this port should have sent and that were dropped for want of room, of ECT, or of a link. */
    public long dropped(int priority) {
        return values[FIELDS * priority + DROPPED];
    }

    /** Packets that were to be marked and dropped because they say that they cannot be; part of {@link #dropped}. */
    public long wredDropped(int priority) {
        return wredDropped[priority];
    }

    /** Packets that entered the port's queue. */
    public long enqueuedPackets(int priority) {
        return values[FIELDS * priority + ENQUEUED_PACKETS];
    }

    /** Packets that left the port's queue. */
    public long dequeuedPackets(int priority) {
        return values[FIELDS * priority + DEQUEUED_PACKETS];
    }

    /** Packets that this port should have sent and that were dropped because its link was down; part of {@link #dropped}. */
    public long droppedWithoutLink(int priority) {
        return droppedWithoutLink[priority];
    }

    /** Packets that this port sent and that its peer did not get. The truth: no real port counts it. */
    public long lostOnWire(int priority) {
        return lostOnWire[priority];
    }

    /** Times that the link went down. */
    public long linkDowns() {
        return linkDowns;
    }

    /** Symbol errors of what arrived: one per broken frame. */
    public long symbolErrors() {
        return symbolErrors;
    }

    /** Frames that arrived with errors and that forward error correction repaired: corrected codewords. */
    public long repairedFrames() {
        return repairedFrames;
    }

    /** Frames that arrived broken beyond repair, pause frames among them: uncorrectable codewords. */
    public long brokenFrames() {
        return brokenFrames;
    }
}
