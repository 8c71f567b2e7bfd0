package io.stormglass.models.dcqcn;

import java.util.function.LongFunction;

/** The cases of the comparison between fluid and packets: thresholds are times at line rate. */
final class Bottlenecks {
    /**
     * Timers and CNP interval of a NIC.
     *
     * @param name alpha, decrease and increase period in us
     * @param parameters for a line rate
     * @param cnpNanos least time between two CNPs
     */
    record Preset(String name, LongFunction<HpccParameters> parameters, long cnpNanos) {}

    /**
     * Thresholds in us at line rate.
     *
     * @param kminMicros of Kmin
     * @param kmaxMicros of Kmax
     */
    record Thresholds(long kminMicros, long kmaxMicros) {
        MarkingCurve at(long lineBitsPerSecond) {
            return new MarkingCurve(
                    kminMicros * lineBitsPerSecond / 8_000_000, kmaxMicros * lineBitsPerSecond / 8_000_000, 0.2);
        }
    }

    static final Preset NVIDIA_TIMERS = new Preset("1/4/300", line -> slowEnough(HpccParameters.runDcqcn(line)), 4_000);
    static final Preset PAPER_TIMERS =
            new Preset("50/50/55", line -> slowEnough(HpccParameters.runDcqcnPaper(line)), 50_000);
    static final Thresholds WIDE = new Thresholds(32, 128);
    static final Thresholds NARROW = new Thresholds(4, 20);

    private Bottlenecks() {}

    /** The presets' minimum of 1 Gb/s is above the fair share of many flows on a slow link; the fluid has no minimum. */
    private static HpccParameters slowEnough(HpccParameters preset) {
        return new HpccParameters(
                preset.lineBitsPerSecond(),
                10_000_000,
                preset.gain(),
                preset.firstCnpFraction(),
                preset.clampTarget(),
                preset.alphaMicros(),
                preset.decreaseMicros(),
                preset.increaseMicros(),
                preset.fastRecoveryTimes(),
                preset.aiBitsPerSecond(),
                preset.haiBitsPerSecond());
    }

    static FluidBottleneck bottleneck(long gigabits, int flows, long roundTripMicros, Thresholds thresholds) {
        long line = gigabits * 1_000_000_000;
        return new FluidBottleneck(
                flows, line, gigabits == 25 ? 1_048 : 4_048, thresholds.at(line), roundTripMicros * 1_000);
    }

    static FluidModel fluid(Preset preset, long gigabits, int flows, long roundTripMicros, Thresholds thresholds) {
        FluidBottleneck bottleneck = bottleneck(gigabits, flows, roundTripMicros, thresholds);
        return new FluidModel(
                bottleneck,
                new AdaptedFluidLaw(preset.parameters().apply(bottleneck.lineBitsPerSecond()), preset.cnpNanos()));
    }
}
