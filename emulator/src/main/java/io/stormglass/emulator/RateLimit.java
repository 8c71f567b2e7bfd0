package io.stormglass.emulator;

import io.stormglass.models.cc.ControlSignal;
import io.stormglass.models.cc.ControlState;
import io.stormglass.models.cc.RateControl;

/** A law that sets a rate from acknowledgements. */
final class RateLimit<S extends ControlState> implements FlowControl {
    private final RateControl<S> law;
    private final S state;
    private final boolean hops;
    private long rateBitsPerSecond;

    private RateLimit(RateControl<S> law, long nowNanos, boolean hops) {
        this.law = law;
        this.state = law.start(nowNanos);
        this.hops = hops;
        rateBitsPerSecond = (long) law.rateBitsPerSecond(state);
    }

    static <S extends ControlState> RateLimit<S> of(RateControl<S> law, long nowNanos, boolean hops) {
        return new RateLimit<>(law, nowNanos, hops);
    }

    @Override
    public void signal(ControlSignal signal) {
        law.step(state, signal);
        rateBitsPerSecond = Math.max(1, (long) law.rateBitsPerSecond(state));
    }

    @Override
    public long rateBitsPerSecond(long nowNanos) {
        return rateBitsPerSecond;
    }

    @Override
    public boolean readsSignals() {
        return true;
    }

    @Override
    public boolean readsHops() {
        return hops;
    }
}
