package io.stormglass.emulator;

import io.stormglass.models.bbr.BbrV1Parameters;
import io.stormglass.models.bbr.BbrV3Parameters;
import io.stormglass.models.cc.Cubic;
import io.stormglass.models.cc.Dctcp;
import io.stormglass.models.cc.Hpcc;
import io.stormglass.models.cc.Swift;
import io.stormglass.models.cc.Timely;
import io.stormglass.models.dcqcn.CnpPacing;
import io.stormglass.models.dcqcn.DcqcnParameters;
import org.jspecify.annotations.Nullable;

/** Which control law limits a sender. The laws are those of {@code models}. */
public sealed interface CongestionControl {
    /** How losses are found and repaired where that is not the business of the NIC; null where it is. */
    default @Nullable TcpSettings tcpSettings() {
        return null;
    }

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

    /**
     * BBR version 1 in the NIC: every packet is paced and carries the stamp of its sending.
     *
     * @param parameters of the model; its segment must be the payload of the wire format
     * @param window what its window counts in
     */
    record BbrV1Nic(BbrV1Parameters parameters, BbrWindow window) implements CongestionControl {
        /** With the model's own window of whole packets. */
        public BbrV1Nic(BbrV1Parameters parameters) {
            this(parameters, BbrWindow.PACKETS);
        }
    }

    /**
     * BBR version 3 in the NIC. It reads marks where its parameters say so.
     *
     * @param parameters of the model; its segment must be the payload of the wire format
     * @param window what its window counts in
     */
    record BbrV3Nic(BbrV3Parameters parameters, BbrWindow window) implements CongestionControl {
        /** With the model's own window of whole packets. */
        public BbrV3Nic(BbrV3Parameters parameters) {
            this(parameters, BbrWindow.PACKETS);
        }
    }

    /**
     * TCP NewReno.
     *
     * @param tcp how losses are found and repaired
     */
    record NewRenoLoss(TcpSettings tcp) implements CongestionControl {
        @Override
        public TcpSettings tcpSettings() {
            return tcp;
        }
    }

    /**
     * TCP CUBIC.
     *
     * @param parameters of the law; its segment must be the payload of the wire format
     * @param tcp how losses are found and repaired
     */
    record CubicLoss(Cubic.Parameters parameters, TcpSettings tcp) implements CongestionControl {
        @Override
        public TcpSettings tcpSettings() {
            return tcp;
        }
    }
}
