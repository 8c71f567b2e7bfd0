package io.stormglass.models.shadow;

import io.stormglass.models.bbr.BbrV1;
import io.stormglass.models.bbr.BbrV1Parameters;
import io.stormglass.models.dcqcn.DcqcnParameters;
import io.stormglass.models.dcqcn.DcqcnPreset;
import io.stormglass.models.dcqcn.HpccParameters;
import io.stormglass.models.dcqcn.MsrParameters;
import io.stormglass.models.dcqcn.NvidiaParameters;
import io.stormglass.models.dcqcn.PaperParameters;
import java.util.List;

/**
 * The models that run beside every flow of one line rate.
 *
 * @param reference whose limit flows are judged by; a variant whose packed state is short enough (NVIDIA, HPCC)
 * @param compared further presets whose residual is kept, at most 8; {@link FlowShadow#COMPARED_BYTES} each
 * @param segmentBytes payload of a packet, for BBR
 */
public record ShadowModels(Preset reference, List<Preset> compared, int segmentBytes) {
    private static final int MOST_COMPARED = 8;
    /** 100 Tb/s: rates are packed into 47 bits. */
    private static final long MOST_BITS_PER_SECOND = 100_000_000_000_000L;

    /** Timers and byte counters are packed into 39 bits: 549 s, 549 GB. */
    private static final long MOST_PACKED = 500_000_000_000L;

    /** A named set of parameters. */
    public record Preset(String name, DcqcnParameters parameters) {}

    public ShadowModels {
        compared = List.copyOf(compared);
        if (compared.size() > MOST_COMPARED) {
            throw new IllegalArgumentException(
                    compared.size() + " presets to compare, at most " + MOST_COMPARED + " are possible");
        }
        if (Packing.bytes(Packing.of(reference.parameters())) > FlowShadow.REFERENCE_BYTES) {
            throw new IllegalArgumentException(
                    "the packed state of preset " + reference.name() + " is longer than the reference's "
                            + FlowShadow.REFERENCE_BYTES + " bytes; only a compared preset can be of its variant");
        }
        check(reference, reference);
        for (Preset preset : compared) {
            check(preset, reference);
        }
    }

    /**
     * NVIDIA's firmware defaults as reference; the HPCC simulator's {@code dcqcn} and the paper's deployment compared.
     *
     * @param lineMegabitsPerSecond rate of the sender's port, Mb/s
     */
    public static ShadowModels firmware(long lineMegabitsPerSecond) {
        return named(
                DcqcnPreset.NVIDIA_FIRMWARE,
                List.of(DcqcnPreset.NS3_HPCC, DcqcnPreset.PAPER),
                lineMegabitsPerSecond * 1_000_000);
    }

    /**
     * Presets by name, packets of 4,096 bytes.
     *
     * @param lineBitsPerSecond rate of the sender's port
     */
    public static ShadowModels named(DcqcnPreset reference, List<DcqcnPreset> compared, long lineBitsPerSecond) {
        return new ShadowModels(
                preset(reference, lineBitsPerSecond),
                compared.stream().map(each -> preset(each, lineBitsPerSecond)).toList(),
                4096);
    }

    private static Preset preset(DcqcnPreset preset, long lineBitsPerSecond) {
        return new Preset(preset.text(), preset.at(lineBitsPerSecond));
    }

    /** Rate of the sender's port, bit/s. */
    public long lineBitsPerSecond() {
        return reference.parameters().lineBitsPerSecond();
    }

    BbrV1 bbr() {
        return new BbrV1(BbrV1Parameters.hardware(segmentBytes));
    }

    private static void check(Preset preset, Preset reference) {
        DcqcnParameters parameters = preset.parameters();
        if (parameters.lineBitsPerSecond() != reference.parameters().lineBitsPerSecond()
                || parameters.lineBitsPerSecond() > MOST_BITS_PER_SECOND) {
            throw new IllegalArgumentException("line rate of preset " + preset.name() + " is "
                    + parameters.lineBitsPerSecond() + " bit/s; all presets share one, at most "
                    + MOST_BITS_PER_SECOND);
        }
        long longest =
                switch (parameters) {
                    case NvidiaParameters p ->
                        Math.max(
                                p.byteReset() * 64,
                                1000 * Math.max(p.dceTcpRttMicros(), Math.max(p.monitorMicros(), p.timeResetMicros())));
                    case HpccParameters p ->
                        1000 * Math.max(p.alphaMicros(), Math.max(p.decreaseMicros(), p.increaseMicros()));
                    case PaperParameters p ->
                        Math.max(p.counterBytes(), 1000 * Math.max(p.alphaMicros(), p.increaseMicros()));
                    case MsrParameters p ->
                        Math.max(p.counterBytes(), 1000 * Math.max(p.alphaMicros(), p.increaseMicros()));
                };
        if (longest > MOST_PACKED) {
            throw new IllegalArgumentException("a timer (ns) or byte counter of preset " + preset.name() + " is "
                    + longest + ", at most " + MOST_PACKED + " can be packed");
        }
    }
}
