package io.stormglass.models.cc;

import java.nio.ByteBuffer;

/**
 * TCP NewReno.
 *
 * <p>Source: RFC 5681 (slow start, congestion avoidance, loss window), RFC 6582 (one cut per window of losses).
 *
 * <pre>
 * slow start (W &lt; ssthresh)  : W += min(acked, 1)
 * congestion avoidance         : W += 1 per W acknowledged segments
 * fast retransmit              : ssthresh = max(inflight / 2, 2); W = ssthresh; recover = sent
 * until delivered &gt;= recover : W stays
 * timeout                      : ssthresh = max(inflight / 2, 2); W = 1; recover = sent
 * </pre>
 *
 * <table>
 * <caption>Symbols</caption>
 * <tr><td>W</td><td>window in segments</td><td>first 4, 3 or 2 by segment size (RFC 5681, section 3.1)</td></tr>
 * <tr><td>ssthresh</td><td>slow start threshold in segments</td><td>first unlimited</td></tr>
 * <tr><td>recover</td><td>bytes sent when the cut was made</td><td>-</td></tr>
 * </table>
 *
 * <p>Deliberate deviations: the window is what may be in flight, so the inflation by duplicate acknowledgements and the deflation by partial ones
 * do not appear; a cut never raises the window (RFC 5681's floor of 2 could); CE counts like a loss told by the receiver (RFC 3168).
 *
 * <p>Worked number: W = 20 with 20 segments in flight, fast retransmit: ssthresh and W are 10; ten acknowledged segments after recovery: W = 11.
 */
public final class NewReno implements WindowControl<NewReno.State> {
    private static final byte VERSION = 1;
    private static final int LEAST_THRESHOLD = 2;

    private final int segmentBytes;

    /**
     * The law for a segment size.
     *
     * @param segmentBytes 1 to 65,536
     */
    public NewReno(int segmentBytes) {
        Expect.inRange("segmentBytes", segmentBytes, 1, 65_536);
        this.segmentBytes = segmentBytes;
    }

    @Override
    public State start(long nowNanos) {
        State state = new State();
        state.windowSegments = initialWindow();
        return state;
    }

    private int initialWindow() {
        if (segmentBytes > 2190) {
            return 2;
        }
        return segmentBytes > 1095 ? 3 : 4;
    }

    @Override
    public ControlStep step(State s, ControlSignal signal) {
        return switch (signal.loss) {
            case TIMEOUT -> timeout(s, signal);
            case FAST_RETRANSMIT -> cut(s, signal);
            case NONE -> signal.markedBytes > 0 ? cut(s, signal) : acknowledge(s, signal);
        };
    }

    private ControlStep timeout(State s, ControlSignal signal) {
        s.thresholdSegments = threshold(signal);
        s.windowSegments = Math.min(s.windowSegments, 1);
        s.avoidedSegments = 0;
        s.recoverBytes = signal.sentBytes;
        s.recovering = false;
        return ControlStep.DECREASED;
    }

    private ControlStep cut(State s, ControlSignal signal) {
        if (s.recovering && signal.deliveredBytes < s.recoverBytes) {
            return ControlStep.HELD;
        }
        s.thresholdSegments = threshold(signal);
        s.windowSegments = Math.min(s.windowSegments, s.thresholdSegments);
        s.avoidedSegments = 0;
        s.recoverBytes = signal.sentBytes;
        s.recovering = true;
        return ControlStep.DECREASED;
    }

    private double threshold(ControlSignal signal) {
        return Math.max((double) signal.inflightBytes / segmentBytes / 2, LEAST_THRESHOLD);
    }

    private ControlStep acknowledge(State s, ControlSignal signal) {
        if (signal.ackedBytes <= 0) {
            return ControlStep.IGNORED;
        }
        if (s.recovering) {
            if (signal.deliveredBytes < s.recoverBytes) {
                return ControlStep.HELD;
            }
            s.recovering = false;
            return ControlStep.HELD;
        }
        if (signal.appLimited) {
            return ControlStep.HELD;
        }
        double acked = (double) signal.ackedBytes / segmentBytes;
        if (s.windowSegments < s.thresholdSegments) {
            s.windowSegments += Math.min(acked, 1);
            return ControlStep.INCREASED;
        }
        s.avoidedSegments += acked;
        if (s.avoidedSegments < s.windowSegments) {
            return ControlStep.HELD;
        }
        s.avoidedSegments -= s.windowSegments;
        s.windowSegments += 1;
        return ControlStep.INCREASED;
    }

    @Override
    public double windowSegments(State state) {
        return state.windowSegments;
    }

    /** State of a flow. */
    public static final class State implements ControlState {
        double windowSegments;
        double thresholdSegments = Double.MAX_VALUE;
        double avoidedSegments;
        long recoverBytes;
        boolean recovering;

        State() {}

        @Override
        public int savedBytes() {
            return 34;
        }

        @Override
        public void write(ByteBuffer out) {
            out.put(VERSION).put((byte) (recovering ? 1 : 0));
            out.putDouble(windowSegments).putDouble(thresholdSegments).putDouble(avoidedSegments);
            out.putLong(recoverBytes);
        }

        @Override
        public void readFrom(ByteBuffer in) {
            Expect.version(in, VERSION, "NewReno");
            recovering = in.get() != 0;
            windowSegments = in.getDouble();
            thresholdSegments = in.getDouble();
            avoidedSegments = in.getDouble();
            recoverBytes = in.getLong();
        }
    }
}
