package io.stormglass.emulator.measure;

/** A flow with messages that are not complete. */
final class OpenFlow {
    /** What a flow is; whoever adds it knows only after it is added. */
    enum Kind {
        UNKNOWN,
        WORKLOAD,
        PROBE
    }

    final int flow;
    /** When its oldest open message was there. */
    long startPicos;

    final int overheadBytes;
    /** What the receiver had taken of the flow when this began. */
    final long acceptedBefore;

    Kind kind = Kind.UNKNOWN;
    /** Number of its workload, once its kind is known. */
    int workload;

    int messages;
    long completedBytes;
    long sentBytes;
    long acknowledgedBytes;
    long droppedPackets;
    /** First loss that is not made up for; -1 without one. */
    long lostPicos = -1;
    /** What was out then. */
    long owedBytes;

    OpenFlow(int flow, long startPicos, int overheadBytes, long acceptedBefore) {
        this.flow = flow;
        this.startPicos = startPicos;
        this.overheadBytes = overheadBytes;
        this.acceptedBefore = acceptedBefore;
    }

    void sent(int wireBytes) {
        sentBytes += wireBytes - overheadBytes;
    }

    void lost(long nowPicos) {
        if (lostPicos < 0) {
            lostPicos = nowPicos;
            owedBytes = sentBytes;
        }
    }

    boolean hasMadeUp() {
        return lostPicos >= 0 && acknowledgedBytes >= owedBytes;
    }
}
