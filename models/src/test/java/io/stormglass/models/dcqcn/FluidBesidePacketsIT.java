package io.stormglass.models.dcqcn;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.testkit.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The fixed point beside real reaction points on a queue of packets. */
class FluidBesidePacketsIT {
    private static final int[] FLOWS = {2, 4, 8, 16, 32, 64};
    private static final boolean FULL = Boolean.getBoolean("stormglass.full");

    private record Outcome(String name, double ratio) {
        boolean near() {
            return ratio >= 0.75 && ratio <= 1.25;
        }
    }

    @Test
    void theMeanQueueIsWithinAQuarterInMostCases() {
        SplittableRandom random = Seeds.random("fluid beside packets");
        List<Outcome> outcomes = new ArrayList<>();
        for (Bottlenecks.Preset preset : List.of(Bottlenecks.NVIDIA_TIMERS, Bottlenecks.PAPER_TIMERS)) {
            for (Bottlenecks.Thresholds thresholds : List.of(Bottlenecks.WIDE, Bottlenecks.NARROW)) {
                int from = outcomes.size();
                for (long gigabits : new long[] {25, 100, 400}) {
                    for (long roundTrip : FULL ? new long[] {4, 10, 40} : new long[] {10}) {
                        compare(preset, thresholds, gigabits, roundTrip, random, outcomes);
                    }
                }
                List<Outcome> group = outcomes.subList(from, outcomes.size());
                System.out.println(preset.name() + " " + thresholds + ": "
                        + group.stream().filter(Outcome::near).count() + " of " + group.size());
            }
        }
        long near = outcomes.stream().filter(Outcome::near).count();

        System.out.println("within a quarter: " + near + " of " + outcomes.size());
        assertThat(outcomes).hasSize(FULL ? 216 : 72);
        assertThat(near / (double) outcomes.size()).isGreaterThanOrEqualTo(0.6);
    }

    private static void compare(
            Bottlenecks.Preset preset,
            Bottlenecks.Thresholds thresholds,
            long gigabits,
            long roundTripMicros,
            SplittableRandom random,
            List<Outcome> outcomes) {
        for (int flows : FLOWS) {
            FluidBottleneck bottleneck = Bottlenecks.bottleneck(gigabits, flows, roundTripMicros, thresholds);
            HpccParameters parameters = preset.parameters().apply(bottleneck.lineBitsPerSecond());
            PacketQueue packets = new PacketQueue(bottleneck, parameters, preset.cnpNanos(), random.split());
            double queue = packets.meanBytes(FULL ? 60_000_000 : 45_000_000, FULL ? 100_000_000 : 70_000_000);
            FluidModel.FixedPoint fluid =
                    new FluidModel(bottleneck, new AdaptedFluidLaw(parameters, preset.cnpNanos())).fixedPoint();
            Outcome outcome = new Outcome(
                    preset.name() + " " + thresholds + " " + gigabits + "G N=" + flows + " rtt=" + roundTripMicros,
                    fluid.queueBytes() / queue);
            outcomes.add(outcome);
            System.out.println(String.format(
                    Locale.ROOT,
                    "%s %s: fluid/packet %.2f, queue %.1f us, utilization %.3f, marks/p* %.2f",
                    outcome.near() ? "near" : "FAR ",
                    outcome.name(),
                    outcome.ratio(),
                    queue * 8e6 / bottleneck.lineBitsPerSecond(),
                    packets.utilization(),
                    packets.markShare() / fluid.markProbability()));
        }
    }
}
