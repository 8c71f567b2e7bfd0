package io.stormglass.emulator;

import io.stormglass.models.bbr.SentStamp;
import io.stormglass.models.cc.ControlSignal;
import io.stormglass.models.cc.ControlState;
import io.stormglass.models.cc.WindowControl;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A law that sets a window. Whole segments count; below one, one segment is in flight and the next leaves RTT / window after it. */
final class WindowControlLimit<S extends ControlState> implements FlowControl {
    private static final double NANOS_PER_SECOND = 1e9;

    private final WindowControl<S> law;
    private final S state;
    private final ByteBuffer fresh;
    private final int segmentBytes;
    private long rttNanos;
    private long windowBytes;
    private long rateBitsPerSecond = Long.MAX_VALUE;

    private WindowControlLimit(WindowControl<S> law, int segmentBytes) {
        this.law = law;
        this.segmentBytes = segmentBytes;
        this.state = law.start(0);
        this.fresh = ByteBuffer.allocate(state.savedBytes());
        state.write(fresh);
        read();
    }

    @Override
    public void restart(long seed) {
        fresh.rewind();
        state.readFrom(fresh);
        rttNanos = 0;
        read();
    }

    static <S extends ControlState> WindowControlLimit<S> of(WindowControl<S> law, int segmentBytes) {
        return new WindowControlLimit<>(law, segmentBytes);
    }

    @Override
    public void signal(ControlSignal signal, @Nullable SentStamp newest) {
        if (signal.rttNanos > 0) {
            rttNanos = signal.rttNanos;
        }
        law.step(state, signal);
        read();
    }

    private void read() {
        double window = law.windowSegments(state);
        windowBytes = segmentBytes * Math.max(1, (long) window);
        boolean spaced = window < 1 && rttNanos > 0;
        rateBitsPerSecond =
                spaced ? Math.max(1, (long) (8 * NANOS_PER_SECOND * segmentBytes * window / rttNanos)) : Long.MAX_VALUE;
    }

    @Override
    public long rateBitsPerSecond(long nowNanos) {
        return rateBitsPerSecond;
    }

    @Override
    public long windowBytes() {
        return windowBytes;
    }

    @Override
    public boolean readsSignals() {
        return true;
    }
}
