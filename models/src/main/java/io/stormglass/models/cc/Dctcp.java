package io.stormglass.models.cc;

import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * DCTCP.
 *
 * <p>Source: RFC 8257, section 3.3; initial alpha and floor as in Linux {@code tcp_dctcp.c}.
 *
 * <pre>
 * once per window of data : F = marked / acked; alpha = (1 - g) alpha + g F
 *                           marked &gt; 0 : W = W (1 - alpha / 2)
 * without a mark          : W += 1 per window acknowledged (slow start until the first mark: W += acked)
 * loss                    : once per window W = W / 2; timeout: W = 1
 * </pre>
 *
 * <table>
 * <caption>Symbols</caption>
 * <tr><td>W</td><td>window in segments</td><td>first 10, at least 2 after a mark</td></tr>
 * <tr><td>g</td><td>gain</td><td>1/16 (RFC 8257, section 4.2)</td></tr>
 * <tr><td>alpha</td><td>smoothed share of marked bytes</td><td>first 1</td></tr>
 * </table>
 *
 * <p>Deliberate deviations: the cut is made at the end of the window that was marked, with the alpha that this window gave, instead of at
 * the first echo with the alpha of the window before; bytes of a marked window do not grow W.
 *
 * <p>Worked number: alpha 1, W = 100, a window with a quarter marked: alpha = 15/16 + 1/64 = 0.953125, W = 100 (1 - 0.4765625) = 52.34375.
 */
public final class Dctcp implements WindowControl<Dctcp.State> {
    private static final byte VERSION = 1;
    private static final double LEAST_WINDOW = 2;

    /**
     * Parameters.
     *
     * @param segmentBytes 1 to 65,536
     * @param gain g, 0 to 1
     * @param initialWindowSegments first window
     */
    public record Parameters(int segmentBytes, double gain, int initialWindowSegments) {
        public Parameters {
            Expect.inRange("segmentBytes", segmentBytes, 1, 65_536);
            Expect.inRange("gain", gain, 1e-6, 1);
            Expect.inRange("initialWindowSegments", initialWindowSegments, 1, 100_000);
        }

        /** g = 1/16, first window 10. */
        public static Parameters rfc8257(int segmentBytes) {
            return new Parameters(segmentBytes, 1.0 / 16, 10);
        }
    }

    private final Parameters parameters;

    /** The law with these parameters. */
    public Dctcp(Parameters parameters) {
        this.parameters = Objects.requireNonNull(parameters, "parameters");
    }

    @Override
    public State start(long nowNanos) {
        State state = new State();
        state.windowSegments = parameters.initialWindowSegments();
        return state;
    }

    @Override
    public ControlStep step(State s, ControlSignal signal) {
        if (signal.loss == LossEvent.TIMEOUT) {
            s.thresholdSegments = Math.max(s.windowSegments / 2, LEAST_WINDOW);
            s.windowSegments = Math.min(s.windowSegments, 1);
            s.lossRecoverBytes = signal.sentBytes;
            return ControlStep.DECREASED;
        }
        if (signal.ackedBytes <= 0 && signal.loss == LossEvent.NONE) {
            return ControlStep.IGNORED;
        }
        ControlStep onLoss = signal.loss == LossEvent.FAST_RETRANSMIT ? lost(s, signal) : ControlStep.HELD;
        ControlStep onAck = signal.ackedBytes > 0 ? acknowledge(s, signal) : ControlStep.HELD;
        return onLoss == ControlStep.DECREASED ? onLoss : onAck;
    }

    private ControlStep lost(State s, ControlSignal signal) {
        s.markedInWindow = true;
        if (signal.deliveredBytes < s.lossRecoverBytes) {
            return ControlStep.HELD;
        }
        cut(s, 0.5);
        s.lossRecoverBytes = signal.sentBytes;
        return ControlStep.DECREASED;
    }

    private ControlStep acknowledge(State s, ControlSignal signal) {
        s.ackedBytes += signal.ackedBytes;
        s.markedBytes += Math.min(Math.max(0, signal.markedBytes), signal.ackedBytes);
        s.markedInWindow |= signal.markedBytes > 0;
        boolean grew = grow(s, signal);
        if (signal.deliveredBytes < s.windowEndBytes) {
            return grew ? ControlStep.INCREASED : ControlStep.HELD;
        }
        double share = (double) s.markedBytes / s.ackedBytes;
        s.alpha = (1 - parameters.gain()) * s.alpha + parameters.gain() * share;
        boolean marked = s.markedBytes > 0;
        if (marked) {
            cut(s, 1 - s.alpha / 2);
        }
        s.ackedBytes = 0;
        s.markedBytes = 0;
        s.markedInWindow = false;
        s.windowEndBytes = signal.sentBytes;
        if (marked) {
            return ControlStep.DECREASED;
        }
        return grew ? ControlStep.INCREASED : ControlStep.HELD;
    }

    private boolean grow(State s, ControlSignal signal) {
        if (s.markedInWindow || signal.appLimited) {
            return false;
        }
        double acked = (double) signal.ackedBytes / parameters.segmentBytes();
        s.windowSegments += s.windowSegments < s.thresholdSegments ? acked : acked / s.windowSegments;
        return true;
    }

    private static void cut(State s, double kept) {
        s.windowSegments = Math.min(s.windowSegments, Math.max(s.windowSegments * kept, LEAST_WINDOW));
        s.thresholdSegments = s.windowSegments;
    }

    @Override
    public double windowSegments(State state) {
        return state.windowSegments;
    }

    /** State of a flow. */
    public static final class State implements ControlState {
        double windowSegments;
        double thresholdSegments = Double.MAX_VALUE;
        double alpha = 1;
        long ackedBytes;
        long markedBytes;
        long windowEndBytes;
        long lossRecoverBytes;
        boolean markedInWindow;

        State() {}

        /** Smoothed share of marked bytes. */
        public double alpha() {
            return alpha;
        }

        @Override
        public int savedBytes() {
            return 58;
        }

        @Override
        public void write(ByteBuffer out) {
            out.put(VERSION).put((byte) (markedInWindow ? 1 : 0));
            out.putDouble(windowSegments).putDouble(thresholdSegments).putDouble(alpha);
            out.putLong(ackedBytes).putLong(markedBytes).putLong(windowEndBytes).putLong(lossRecoverBytes);
        }

        @Override
        public void readFrom(ByteBuffer in) {
            Expect.version(in, VERSION, "DCTCP");
            markedInWindow = in.get() != 0;
            windowSegments = in.getDouble();
            thresholdSegments = in.getDouble();
            alpha = in.getDouble();
            ackedBytes = in.getLong();
            markedBytes = in.getLong();
            windowEndBytes = in.getLong();
            lossRecoverBytes = in.getLong();
        }
    }
}
