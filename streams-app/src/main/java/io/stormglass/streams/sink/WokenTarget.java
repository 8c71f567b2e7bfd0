package io.stormglass.streams.sink;

/** A target whose thread is woken by news. */
record WokenTarget(Target target, TargetThread thread) implements Target {
    @Override
    public String name() {
        return target.name();
    }

    @Override
    public void take(Version version) {
        target.take(version);
        thread.wake();
    }

    @Override
    public void forget(String incidentId) {
        target.forget(incidentId);
    }

    @Override
    public void begin() {
        target.begin();
        thread.wake();
    }

    @Override
    public long dealtWithBefore(int partition, long next) {
        return target.dealtWithBefore(partition, next);
    }

    @Override
    public boolean idle() {
        return target.idle();
    }

    @Override
    public long step(long nowMillis) throws InterruptedException {
        return target.step(nowMillis);
    }

    @Override
    public SinkCounters counters() {
        return target.counters();
    }

    @Override
    public void close() {
        target.close();
    }
}
