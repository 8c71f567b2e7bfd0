package io.stormglass.fabric.scenario;

import io.stormglass.emulator.BbrWindow;
import io.stormglass.emulator.CongestionControl;
import io.stormglass.emulator.TcpSettings;
import io.stormglass.emulator.Transport;
import io.stormglass.emulator.WindowLimit;
import io.stormglass.models.bbr.BbrV1Parameters;
import io.stormglass.models.bbr.BbrV3Parameters;
import io.stormglass.models.cc.Cubic;
import io.stormglass.models.cc.Dctcp;
import io.stormglass.models.cc.Hpcc;
import io.stormglass.models.cc.Swift;
import io.stormglass.models.cc.Timely;
import io.stormglass.models.dcqcn.CnpPacing;
import io.stormglass.models.dcqcn.DcqcnParameters;
import io.stormglass.models.dcqcn.DcqcnPreset;
import io.stormglass.models.dcqcn.HpccParameters;
import io.stormglass.models.dcqcn.MsrParameters;
import io.stormglass.models.dcqcn.NvidiaParameters;
import io.stormglass.models.dcqcn.PaperParameters;
import java.util.Arrays;

/**
 * Reads how flows are sent. Every key is read whatever the law, so that another law can be chosen without touching the rest; a law takes what concerns it.
 *
 * @param lineBitsPerSecond rate of the NICs
 * @param baseRttNanos round trip of the longest path without queues
 * @param payloadBytes of a packet
 */
record TransportReader(long lineBitsPerSecond, long baseRttNanos, int payloadBytes) {
    private static final String[] LAWS = {
        "none", "dcqcn", "hpcc", "timely", "dctcp", "swift", "bbr", "bbr3", "cubic", "newreno"
    };

    /** A transport and the class that it belongs into. */
    record Chosen(Transport transport, String law) {
        /** TCP's laws live in the lossy class, the others in the lossless one. */
        boolean isTcp() {
            return isTcp(law);
        }

        static boolean isTcp(String law) {
            return law.equals("cubic") || law.equals("newreno");
        }
    }

    /** The law alone, which decides the size of packets. */
    static String law(Section section) throws ScenarioFileException {
        return section.word("cc", "dcqcn", LAWS);
    }

    /** Payload that a path holds, in whole packets, at least one. */
    long bdpBytes() {
        long packets = lineBitsPerSecond / 8_000 * baseRttNanos / 1_000_000 / payloadBytes;
        return Math.max(1, packets) * payloadBytes;
    }

    Chosen read(Section section) throws ScenarioFileException {
        String law = law(section);
        DcqcnParameters dcqcn = dcqcn(section);
        CnpPacing pacing = pacing(section, dcqcn);
        int stage = section.small("hpccStages", 0, 0, 100);
        long target = section.picos("swiftTargetMicros", Math.ceil(baseRttNanos * 1.2 / 1000)) / 1000;
        int initial = section.small("initialWindowPackets", 0, 0, 100_000);
        WindowLimit window = window(section, law);
        long timeout = section.picos("leastTimeoutMicros", 200_000);
        TcpSettings tcp = TcpSettings.linux().withTimeout(Math.max(1, timeout));
        BbrWindow bbrWindow =
                section.word("bbrWindow", "packets", "packets", "bytes").equals("bytes")
                        ? BbrWindow.BYTES
                        : BbrWindow.PACKETS;
        String ect = section.word("ect", "law", "law", "capable", "not-capable");
        section.done();
        CongestionControl control =
                switch (law) {
                    case "dcqcn" -> new CongestionControl.Dcqcn(dcqcn, pacing);
                    case "hpcc" -> new CongestionControl.HpccTelemetry(hpcc(stage));
                    case "timely" -> new CongestionControl.TimelyDelay(timely());
                    case "dctcp" -> new CongestionControl.DctcpMarks(dctcp(initial));
                    case "swift" ->
                        new CongestionControl.SwiftDelay(Swift.Parameters.htsim(payloadBytes, Math.max(1, target)));
                    case "bbr" -> new CongestionControl.BbrV1Nic(BbrV1Parameters.hardware(payloadBytes), bbrWindow);
                    case "bbr3" -> new CongestionControl.BbrV3Nic(BbrV3Parameters.hardware(payloadBytes), bbrWindow);
                    case "cubic" -> new CongestionControl.CubicLoss(Cubic.Parameters.rfc9438(payloadBytes), tcp);
                    case "newreno" -> new CongestionControl.NewRenoLoss(tcp);
                    case "none" -> new CongestionControl.None();
                    default -> throw new IllegalStateException(law);
                };
        boolean notCapable = ect.equals("not-capable") || (ect.equals("law") && Chosen.isTcp(law));
        Transport.Ecn field = notCapable ? Transport.Ecn.NOT_CAPABLE : Transport.Ecn.CAPABLE;
        return new Chosen(new Transport(control, window, field), law);
    }

    private WindowLimit window(Section section, String law) throws ScenarioFileException {
        String window = section.word("window", "law", "law", "none", "bdp", "variable");
        long bytes = section.whole("windowBytes", bdpBytes(), 1, Long.MAX_VALUE / 2);
        return switch (window) {
            case "bdp" -> WindowLimit.fixed(bytes);
            case "variable" -> WindowLimit.withRate(bytes);
            case "law" -> law.equals("hpcc") ? WindowLimit.withRate(bytes) : WindowLimit.none();
            default -> WindowLimit.none();
        };
    }

    // ---- DCQCN

    private DcqcnParameters dcqcn(Section section) throws ScenarioFileException {
        String[] names =
                Arrays.stream(DcqcnPreset.values()).map(DcqcnPreset::text).toArray(String[]::new);
        String name = section.word("preset", "nvidia-firmware", names);
        DcqcnParameters preset = DcqcnPreset.of(name).at(lineBitsPerSecond);
        double gain = section.number("gain", gain(preset), 1e-6, 1);
        double megabits = section.number("minRateMbps", preset.minBitsPerSecond() / 1e6, 1e-3, 1e6);
        long least = Math.min(Math.round(megabits * 1e6), lineBitsPerSecond);
        return switch (preset) {
            case NvidiaParameters p -> {
                if (gain != gain(p) || least != p.minBitsPerSecond()) {
                    throw section.wrong(
                            gain == gain(p) ? "minRateMbps" : "gain",
                            "cannot be set with preset nvidia-firmware; ns3-hpcc, ns3-hpcc-paper, msr-ns3 and paper"
                                    + " have it");
                }
                yield p;
            }
            case HpccParameters p ->
                new HpccParameters(
                        p.lineBitsPerSecond(),
                        least,
                        gain,
                        p.firstCnpFraction(),
                        p.clampTarget(),
                        p.alphaMicros(),
                        p.decreaseMicros(),
                        p.increaseMicros(),
                        p.fastRecoveryTimes(),
                        p.aiBitsPerSecond(),
                        p.haiBitsPerSecond());
            case MsrParameters p ->
                new MsrParameters(
                        p.lineBitsPerSecond(),
                        least,
                        gain,
                        p.initialAlpha(),
                        p.clampTarget(),
                        p.alphaMicros(),
                        p.increaseMicros(),
                        p.counterBytes(),
                        p.fastRecoveryTimes(),
                        p.aiBitsPerSecond(),
                        p.haiBitsPerSecond());
            case PaperParameters p ->
                new PaperParameters(
                        p.lineBitsPerSecond(),
                        least,
                        gain,
                        p.initialAlpha(),
                        p.alphaMicros(),
                        p.increaseMicros(),
                        p.counterBytes(),
                        p.fastRecoveryTimes(),
                        p.aiBitsPerSecond(),
                        p.haiBitsPerSecond());
        };
    }

    private static double gain(DcqcnParameters parameters) {
        return switch (parameters) {
            case NvidiaParameters p -> 1 - p.dceTcpG() / 1024.0;
            case HpccParameters p -> p.gain();
            case MsrParameters p -> p.gain();
            case PaperParameters p -> p.gain();
        };
    }

    /** The receiver's part belongs to the variant; its interval may be another. */
    private static CnpPacing pacing(Section section, DcqcnParameters dcqcn) throws ScenarioFileException {
        CnpPacing own =
                switch (dcqcn) {
                    case NvidiaParameters p -> CnpPacing.nvidia();
                    case HpccParameters p -> CnpPacing.hpcc();
                    case MsrParameters p -> CnpPacing.msr();
                    case PaperParameters p -> CnpPacing.paper();
                };
        long nanos = section.picos("cnpMicros", own.intervalNanos() / 1e3) / 1000;
        if (nanos == own.intervalNanos()) {
            return own;
        }
        if (own.rule() == CnpPacing.Rule.EVERY_MARK) {
            throw section.wrong(
                    "cnpMicros",
                    "cannot be set with the presets of the HPCC simulator: its receivers answer every mark, and the"
                            + " interval is the sender's");
        }
        return new CnpPacing(own.rule(), nanos);
    }

    // ---- the others

    private Hpcc.Parameters hpcc(int stage) {
        Hpcc.Parameters ns3 = Hpcc.Parameters.ns3(lineBitsPerSecond, baseRttNanos);
        return new Hpcc.Parameters(
                lineBitsPerSecond,
                ns3.minBitsPerSecond(),
                baseRttNanos,
                ns3.targetUtilization(),
                stage,
                ns3.stepBitsPerSecond());
    }

    /** The paper's with steps for the speed of the line, as the HPCC simulator's run.py scales them: line / 1000. */
    private Timely.Parameters timely() {
        Timely.Parameters paper = Timely.Parameters.paper(lineBitsPerSecond);
        return new Timely.Parameters(
                lineBitsPerSecond,
                paper.minBitsPerSecond(),
                paper.lowNanos(),
                paper.highNanos(),
                paper.minRttNanos(),
                paper.smoothing(),
                paper.decrease(),
                lineBitsPerSecond / 1000,
                paper.hyperFactor());
    }

    private Dctcp.Parameters dctcp(int initial) {
        Dctcp.Parameters rfc = Dctcp.Parameters.rfc8257(payloadBytes);
        int window = initial > 0 ? initial : Math.toIntExact(Math.min(100_000, bdpBytes() / payloadBytes));
        return new Dctcp.Parameters(payloadBytes, rfc.gain(), window);
    }
}
