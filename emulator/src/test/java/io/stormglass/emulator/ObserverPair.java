package io.stormglass.emulator;

/** A delay meter and a queue meter on one fabric. */
record ObserverPair(DelayMeter delays, QueueMeter queue) implements FabricObserver {
    @Override
    public void delivered(int flow, int number, long sentPicos, long nowPicos) {
        delays.delivered(flow, number, sentPicos, nowPicos);
    }

    @Override
    public void queueChanged(int device, int port, int priority, long queueBytes, long nowPicos) {
        queue.queueChanged(device, port, priority, queueBytes, nowPicos);
    }
}
