package io.stormglass.emulator;

/** A message that is complete. One object per emulation: it holds while its receiver is being told. */
public final class FlowCompletion {
    private int flow;
    private int message;
    private int source;
    private int destination;
    private int priority;
    private long bytes;
    private long startPicos;
    private long completedPicos;
    private FlowCounts counts = new FlowCounts();

    FlowCompletion() {}

    FlowCompletion set(Flow of, Message complete, long nowPicos) {
        flow = of.id;
        message = complete.index;
        source = of.source();
        destination = of.destination();
        priority = of.priority;
        bytes = complete.bytes;
        startPicos = complete.startPicos;
        completedPicos = nowPicos;
        counts = of.counts;
        return this;
    }

    /** Number of the flow. */
    public int flow() {
        return flow;
    }

    /** Number of the message in its flow, from 0. */
    public int message() {
        return message;
    }

    /** Sending host. */
    public int source() {
        return source;
    }

    /** Receiving host. */
    public int destination() {
        return destination;
    }

    /** Priority of its data. */
    public int priority() {
        return priority;
    }

    /** Payload of the message. */
    public long bytes() {
        return bytes;
    }

    /** When the message was there. */
    public long startPicos() {
        return startPicos;
    }

    /** When the sender had the last acknowledgement. */
    public long completedPicos() {
        return completedPicos;
    }

    /** What became of the packets of its flow so far, earlier messages among them. */
    public FlowCounts counts() {
        return counts;
    }
}
