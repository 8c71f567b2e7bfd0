package io.stormglass.emulator;

import io.stormglass.models.cc.Dctcp;
import io.stormglass.models.cc.Hpcc;
import io.stormglass.models.cc.Swift;
import io.stormglass.models.cc.Timely;
import io.stormglass.models.dcqcn.CnpPacing;
import io.stormglass.models.dcqcn.DcqcnParameters;

/** Which control law limits a sender. The laws are those of {@code models}. */
public sealed interface CongestionControl {
    /** Line rate; only a window and PFC hold it up. */
    record None() implements CongestionControl {}

    /**
     * DCQCN.
     *
     * @param reaction the sender's parameters, of any variant
     * @param notification when the receiver answers marks; {@link CnpPacing.Rule#EVERY_MARK} rides on acknowledgements, every other rule sends CNPs
     */
    record Dcqcn(DcqcnParameters reaction, CnpPacing notification) implements CongestionControl {}

    /**
     * HPCC, with telemetry of every switch in the data packets. Their size is the user's ({@link WireFormat#ns3Telemetry}).
     *
     * @param parameters of the law
     */
    record HpccTelemetry(Hpcc.Parameters parameters) implements CongestionControl {}

    /**
     * TIMELY.
     *
     * @param parameters of the law
     */
    record TimelyDelay(Timely.Parameters parameters) implements CongestionControl {}

    /**
     * DCTCP.
     *
     * @param parameters of the law; its segment must be the payload of the wire format
     */
    record DctcpMarks(Dctcp.Parameters parameters) implements CongestionControl {}

    /**
     * Swift. Below one segment it sends a segment every RTT / window.
     *
     * @param parameters of the law; its segment must be the payload of the wire format
     */
    record SwiftDelay(Swift.Parameters parameters) implements CongestionControl {}
}
