package io.stormglass.emulator;

import io.stormglass.models.cc.ControlSignal;
import io.stormglass.models.cc.Dctcp;
import io.stormglass.models.cc.Hpcc;
import io.stormglass.models.cc.Swift;
import io.stormglass.models.cc.Timely;

/** The control law of one flow at work: what its sender tells it, and the limits that it sets. A law takes part in what it needs; by default it sets no limit. */
sealed interface FlowControl permits DcqcnLimit, NoLimit, RateLimit, WindowControlLimit {
    /** A data packet starts to leave. */
    default void sent(long nowNanos, int wireBytes) {}

    /** A CNP has come. */
    default void notified(long nowNanos) {}

    /** An acknowledgement, a loss or a timeout; only told to who {@link #readsSignals reads} them. */
    default void signal(ControlSignal signal) {}

    /** Rate that packets are spaced by; {@link Long#MAX_VALUE} where the law has none. Timers up to now have run. */
    default long rateBitsPerSecond(long nowNanos) {
        return Long.MAX_VALUE;
    }

    /** Payload that may be in flight; {@link Long#MAX_VALUE} where the law has no window. */
    default long windowBytes() {
        return Long.MAX_VALUE;
    }

    default boolean readsSignals() {
        return false;
    }

    /** True where data packets collect telemetry. */
    default boolean readsHops() {
        return false;
    }

    /** The law that a flow asked for, in the state of a flow that has sent nothing. */
    static FlowControl start(CongestionControl control, WireFormat format, long nowNanos) {
        return switch (control) {
            case CongestionControl.None none -> new NoLimit();
            case CongestionControl.Dcqcn dcqcn ->
                new DcqcnLimit(dcqcn.reaction().start());
            case CongestionControl.HpccTelemetry hpcc -> RateLimit.of(new Hpcc(hpcc.parameters()), nowNanos, true);
            case CongestionControl.TimelyDelay timely -> RateLimit.of(new Timely(timely.parameters()), nowNanos, false);
            case CongestionControl.DctcpMarks dctcp -> {
                checkSegment(dctcp.parameters().segmentBytes(), format);
                yield WindowControlLimit.of(new Dctcp(dctcp.parameters()), format.payloadBytes(), nowNanos);
            }
            case CongestionControl.SwiftDelay swift -> {
                checkSegment(swift.parameters().segmentBytes(), format);
                yield WindowControlLimit.of(new Swift(swift.parameters()), format.payloadBytes(), nowNanos);
            }
        };
    }

    private static void checkSegment(int segmentBytes, WireFormat format) {
        if (segmentBytes != format.payloadBytes()) {
            throw new IllegalArgumentException(
                    "the law counts in segments of " + segmentBytes + " bytes, packets carry " + format.payloadBytes());
        }
    }
}
