package io.stormglass.emulator;

/** Watches one switch queue: its peak, and its mean over time inside a span. */
public final class QueueMeter implements FabricObserver {
    private final int device;
    private final int port;
    private final long fromPicos;
    private final long untilPicos;
    private long lastPicos;
    private long lastBytes;
    private long peakBytes;
    private double bytePicos;

    /**
     * A meter.
     *
     * @param device node of the switch
     * @param port its port; packets of all priorities are added up
     * @param fromPicos start of the span of the mean
     * @param untilPicos end of the span
     */
    public QueueMeter(int device, int port, long fromPicos, long untilPicos) {
        if (fromPicos < 0 || untilPicos <= fromPicos) {
            throw new IllegalArgumentException("span from " + fromPicos + " to " + untilPicos + " ps is empty");
        }
        this.device = device;
        this.port = port;
        this.fromPicos = fromPicos;
        this.untilPicos = untilPicos;
    }

    private final long[] queues = new long[Priorities.COUNT];

    @Override
    public void queueChanged(int changedDevice, int changedPort, int priority, long queueBytes, long nowPicos) {
        if (changedDevice != device || changedPort != port) {
            return;
        }
        take(nowPicos);
        lastBytes += queueBytes - queues[priority];
        queues[priority] = queueBytes;
        peakBytes = Math.max(peakBytes, lastBytes);
    }

    private void take(long nowPicos) {
        long start = Math.max(lastPicos, fromPicos);
        long end = Math.min(nowPicos, untilPicos);
        if (end > start) {
            bytePicos += (double) lastBytes * (end - start);
        }
        lastPicos = nowPicos;
    }

    /** Most bytes, over all time. */
    public long peakBytes() {
        return peakBytes;
    }

    /**
     * Mean over the part of the span that has passed.
     *
     * @param nowPicos the present
     */
    public double meanBytes(long nowPicos) {
        take(nowPicos);
        long passed = Math.min(nowPicos, untilPicos) - fromPicos;
        return passed <= 0 ? 0 : bytePicos / passed;
    }
}
