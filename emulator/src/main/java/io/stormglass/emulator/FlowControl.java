package io.stormglass.emulator;

import io.stormglass.models.bbr.SentStamp;
import io.stormglass.models.cc.ControlSignal;
import io.stormglass.models.cc.Cubic;
import io.stormglass.models.cc.Dctcp;
import io.stormglass.models.cc.Hpcc;
import io.stormglass.models.cc.NewReno;
import io.stormglass.models.cc.Swift;
import io.stormglass.models.cc.Timely;
import org.jspecify.annotations.Nullable;

/**
 * The control law of one flow at work: what its sender tells it, and the limits that it sets. A law takes part in what it needs; by default it sets no limit. Its
 * clock stands at 0 when the flow's first message is there.
 */
sealed interface FlowControl permits BbrLimit, DcqcnLimit, NoLimit, RateLimit, WindowControlLimit {
    /**
     * Forgets everything: the state of a flow that has sent nothing, at time 0.
     *
     * @param seed of what the law draws; another for each flow
     */
    void restart(long seed);

    /** A data packet starts to leave. */
    default void sent(long nowNanos, int wireBytes) {}

    /** A CNP has come. */
    default void notified(long nowNanos) {}

    /** True where data packets carry the stamp of their sending. */
    default boolean stampsPackets() {
        return false;
    }

    /**
     * Stamps a packet that starts to leave.
     *
     * @param inFlightBytes without the packet
     */
    default void stamp(SentStamp stamp, long nowNanos, long inFlightBytes) {}

    /** The sender has nothing more to send, although it might. */
    default void outOfData(long inFlightBytes) {}

    /**
     * An acknowledgement, a loss or a timeout; only told to who {@link #readsSignals reads} them.
     *
     * @param newest stamp of the packet that was answered; null where there is none
     */
    default void signal(ControlSignal signal, @Nullable SentStamp newest) {}

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
    static FlowControl start(CongestionControl control, WireFormat format) {
        int payload = format.payloadBytes();
        return switch (control) {
            case CongestionControl.None none -> new NoLimit();
            case CongestionControl.Dcqcn dcqcn ->
                new DcqcnLimit(dcqcn.reaction().start());
            case CongestionControl.HpccTelemetry hpcc -> RateLimit.of(new Hpcc(hpcc.parameters()), true);
            case CongestionControl.TimelyDelay timely -> RateLimit.of(new Timely(timely.parameters()), false);
            case CongestionControl.DctcpMarks dctcp ->
                WindowControlLimit.of(
                        new Dctcp(dctcp.parameters()),
                        checked(dctcp.parameters().segmentBytes(), format));
            case CongestionControl.SwiftDelay swift ->
                WindowControlLimit.of(
                        new Swift(swift.parameters()),
                        checked(swift.parameters().segmentBytes(), format));
            case CongestionControl.BbrV1Nic bbr -> {
                checked(bbr.parameters().segmentBytes(), format);
                yield BbrLimit.of(bbr, format);
            }
            case CongestionControl.BbrV3Nic bbr -> {
                checked(bbr.parameters().segmentBytes(), format);
                yield BbrLimit.of(bbr, format);
            }
            case CongestionControl.NewRenoLoss reno -> WindowControlLimit.of(new NewReno(payload), payload);
            case CongestionControl.CubicLoss cubic ->
                WindowControlLimit.of(
                        new Cubic(cubic.parameters()),
                        checked(cubic.parameters().segmentBytes(), format));
        };
    }

    private static int checked(int segmentBytes, WireFormat format) {
        if (segmentBytes != format.payloadBytes()) {
            throw new IllegalArgumentException(
                    "the law counts in segments of " + segmentBytes + " bytes, packets carry " + format.payloadBytes());
        }
        return segmentBytes;
    }
}
