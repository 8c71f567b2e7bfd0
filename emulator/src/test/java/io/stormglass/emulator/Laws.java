package io.stormglass.emulator;

import io.stormglass.models.cc.Dctcp;
import io.stormglass.models.cc.Hpcc;
import io.stormglass.models.cc.Swift;
import io.stormglass.models.cc.Timely;
import io.stormglass.models.dcqcn.ClampTarget;
import io.stormglass.models.dcqcn.CnpPacing;
import io.stormglass.models.dcqcn.HpccParameters;
import io.stormglass.models.dcqcn.MarkingCurve;

/** The parameter sets of simulators.md, and the fabric of each. */
enum Laws {
    NONE(new CongestionControl.None(), WindowLimit.none()),
    NONE_WITH_WINDOW(new CongestionControl.None(), WindowLimit.fixed(Incast.WINDOW)),
    DCQCN_50(dcqcn(50, 50, 55), WindowLimit.none()),
    DCQCN_4(dcqcn(1, 4, 300), WindowLimit.none()),
    DCQCN_50_WITH_WINDOW(dcqcn(50, 50, 55), WindowLimit.fixed(Incast.WINDOW)),
    DCQCN_4_WITH_WINDOW(dcqcn(1, 4, 300), WindowLimit.withRate(Incast.WINDOW)),
    HPCC(
            new CongestionControl.HpccTelemetry(
                    new Hpcc.Parameters(Incast.LINE, 100_000_000, 4160, 0.95, 0, 160_000_000)),
            WindowLimit.withRate(Incast.WINDOW)),
    DCTCP(new CongestionControl.DctcpMarks(new Dctcp.Parameters(4000, 1.0 / 16, 52)), WindowLimit.none()),
    TIMELY(timely(), WindowLimit.none()),
    TIMELY_WITH_WINDOW(timely(), WindowLimit.withRate(Incast.WINDOW)),
    SWIFT_20(new CongestionControl.SwiftDelay(Swift.Parameters.htsim(4000, 20_000)), WindowLimit.none()),
    SWIFT_5(new CongestionControl.SwiftDelay(Swift.Parameters.htsim(4000, 5_000)), WindowLimit.none());

    static final MarkingCurve CURVE = new MarkingCurve(120_000, 600_000, 1);

    // Records of primitives and of other such records.
    @SuppressWarnings("ImmutableEnumChecker")
    private final Transport transport;

    Laws(CongestionControl control, WindowLimit window) {
        this.transport = Transport.of(control, window);
    }

    private static CongestionControl dcqcn(long alphaMicros, long decreaseMicros, long increaseMicros) {
        return new CongestionControl.Dcqcn(
                new HpccParameters(
                        Incast.LINE,
                        100_000_000,
                        1.0 / 256,
                        1,
                        ClampTarget.AFTER_ANY_INCREASE,
                        alphaMicros,
                        decreaseMicros,
                        increaseMicros,
                        1,
                        80_000_000,
                        800_000_000),
                CnpPacing.hpcc());
    }

    private static CongestionControl timely() {
        return new CongestionControl.TimelyDelay(
                new Timely.Parameters(Incast.LINE, 100_000_000, 50_000, 500_000, 20_000, 0.875, 0.8, 400_000_000, 5));
    }

    /** N senders of 4 MB each under this law, started together, in exact time. */
    Incast incast(int senders) {
        WireFormat format = this == HPCC ? WireFormat.ns3Telemetry() : WireFormat.ns3();
        boolean marks = transport.control() instanceof CongestionControl.Dcqcn
                || transport.control() instanceof CongestionControl.DctcpMarks;
        EcnSettings ecn = marks ? EcnSettings.atDequeue(CURVE) : EcnSettings.off();
        return Incast.of(senders, Incast.fabric(format, ecn), transport);
    }

    /** The same timed and spaced as the HPCC simulator does it: there only HPCC moves a packet that waits when its rate changes. */
    Incast likeNs3(int senders) {
        Incast exact = incast(senders);
        NicSettings nics = NicSettings.standard()
                .with(this == HPCC ? NicSettings.Spacing.CURRENT_RATE : NicSettings.Spacing.RATE_AT_SEND);
        return exact.with(exact.settings().with(TimeGrid.FLOOR_TO_NANOSECONDS).with(nics));
    }
}
