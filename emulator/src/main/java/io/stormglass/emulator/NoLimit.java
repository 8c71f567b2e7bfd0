package io.stormglass.emulator;

import io.stormglass.models.cc.ControlSignal;

/** No control at all. */
final class NoLimit implements FlowControl {
    @Override
    public void sent(long nowNanos, int wireBytes) {}

    @Override
    public void notified(long nowNanos) {}

    @Override
    public void signal(ControlSignal signal) {}

    @Override
    public long rateBitsPerSecond(long nowNanos) {
        return Long.MAX_VALUE;
    }

    @Override
    public long windowBytes() {
        return Long.MAX_VALUE;
    }

    @Override
    public boolean readsSignals() {
        return false;
    }

    @Override
    public boolean readsHops() {
        return false;
    }
}
