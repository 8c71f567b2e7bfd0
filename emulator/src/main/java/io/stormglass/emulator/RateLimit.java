package io.stormglass.emulator;

import io.stormglass.models.bbr.SentStamp;
import io.stormglass.models.cc.ControlSignal;
import io.stormglass.models.cc.ControlState;
import io.stormglass.models.cc.RateControl;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A law that sets a rate from acknowledgements. */
final class RateLimit<S extends ControlState> implements FlowControl {
    private final RateControl<S> law;
    private final S state;
    private final ByteBuffer fresh;
    private final boolean hops;
    private long rateBitsPerSecond;

    private RateLimit(RateControl<S> law, boolean hops) {
        this.law = law;
        this.state = law.start(0);
        this.fresh = ByteBuffer.allocate(state.savedBytes());
        state.write(fresh);
        this.hops = hops;
        rateBitsPerSecond = (long) law.rateBitsPerSecond(state);
    }

    @Override
    public void restart(long seed) {
        fresh.rewind();
        state.readFrom(fresh);
        rateBitsPerSecond = (long) law.rateBitsPerSecond(state);
    }

    static <S extends ControlState> RateLimit<S> of(RateControl<S> law, boolean hops) {
        return new RateLimit<>(law, hops);
    }

    @Override
    public void signal(ControlSignal signal, @Nullable SentStamp newest) {
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
