package io.stormglass.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stormglass.testkit.Property;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class MeterTest {
    @Test
    void quantilesAreRightToASixtyFourth() {
        Property.check("delay quantiles", 50, MeterTest::likeASortedArray);
    }

    private static void likeASortedArray(SplittableRandom random) {
        DelayMeter meter = new DelayMeter(100);
        long[] delays = new long[random.nextInt(1, 500)];
        for (int i = 0; i < delays.length; i++) {
            delays[i] = random.nextLong(1L << random.nextInt(1, 50));
            meter.delivered(0, i, 100, 100 + delays[i]);
            meter.delivered(0, i, 99, 99 + delays[i]);
        }
        Arrays.sort(delays);
        assertThat(meter.packets()).isEqualTo(delays.length);
        assertThat(meter.maxPicos()).isEqualTo(delays[delays.length - 1]);
        assertThat(meter.meanPicos())
                .isCloseTo(Arrays.stream(delays).average().orElseThrow(), within(1e-3 * meter.maxPicos()));
        for (double share : new double[] {0, 0.5, 0.99, 1}) {
            long exact = delays[Math.max(0, (int) Math.ceil(share * delays.length) - 1)];
            assertThat(meter.quantilePicos(share)).isBetween(exact, exact + exact / 64);
        }
    }

    @Test
    void theDelayOfAPacketIsItsWiresItsTransmissionsAndTheQueueBeforeIt() {
        DelayMeter meter = new DelayMeter(0);
        Incast incast = Laws.NONE_WITH_WINDOW.incast(64);
        Emulation emulation = incast.start(1, meter);
        assertThat(emulation.runToQuiet(10 * Picos.PER_MILLI)).isTrue();
        long base = 2 * Picos.PER_MICRO + 2 * 4048 * 20;
        long queue = emulation.watermarkBytes(incast.switchNode(), incast.receiver(), 3) * 20;
        assertThat(meter.packets()).isEqualTo(64_000);
        assertThat(meter.quantilePicos(0)).isBetween(base, base + base / 64);
        assertThat(meter.maxPicos()).isCloseTo(base + queue, within(2 * 4048 * 20L));
    }

    @Test
    void theMeanOfAQueueIsOverTimeAndInsideItsSpan() {
        QueueMeter meter = new QueueMeter(5, 1, 100, 300);
        meter.queueChanged(5, 1, 3, 1_000, 50);
        meter.queueChanged(5, 1, 4, 500, 150);
        meter.queueChanged(5, 2, 3, 9_999, 160);
        meter.queueChanged(6, 1, 3, 9_999, 160);
        meter.queueChanged(5, 1, 3, 0, 200);
        // 1000 for 50, 1500 for 50, 500 for the 100 that are left.
        assertThat(meter.meanBytes(1_000)).isEqualTo((50 * 1_000 + 50 * 1_500 + 100 * 500) / 200.0);
        assertThat(meter.peakBytes()).isEqualTo(1_500);
    }
}
