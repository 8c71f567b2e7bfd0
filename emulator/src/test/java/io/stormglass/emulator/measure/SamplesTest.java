package io.stormglass.emulator.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stormglass.testkit.Property;
import java.util.Arrays;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class SamplesTest {
    private static final long SECOND = 1_000_000_000_000L;

    private static Summary all(Samples samples) {
        return Objects.requireNonNull(samples.summary());
    }

    @Test
    void nothingHasNoSummary() {
        assertThat(new Samples().summary()).isNull();
        Samples samples = new Samples();
        samples.add(10, 5);
        assertThat(samples.summary(11, 20)).isNull();
    }

    @Test
    void fewValuesAreExactAndSpansHoldTheirStartAndNotTheirEnd() {
        Samples samples = new Samples();
        for (int i = 1; i <= 200; i++) {
            samples.add(i, i);
        }
        assertThat(samples.summary()).isEqualTo(new Summary(200, 100.5, 100.5, 198, 200));
        assertThat(samples.summary(50, 53)).isEqualTo(new Summary(3, 51, 51, 52, 52));
    }

    @Test
    void manyValuesAreRightToOnePercent() {
        Property.check("samples", 5, SamplesTest::likeASortedArray);
    }

    private static void likeASortedArray(SplittableRandom random) {
        Samples samples = new Samples();
        long[] values = new long[Samples.EXACT + 1 + random.nextInt(50_000)];
        long bound = 1L << random.nextInt(4, 44);
        for (int i = 0; i < values.length; i++) {
            values[i] = random.nextLong(bound);
            samples.add(i * (SECOND / values.length), values[i]);
        }
        Arrays.sort(values);
        Summary summary = all(samples);
        assertThat(summary.count()).isEqualTo(values.length);
        assertThat(summary.max()).isEqualTo((double) values[values.length - 1]);
        assertThat(summary.mean()).isCloseTo(Arrays.stream(values).average().orElseThrow(), within(1e-6 * bound));
        assertThat(summary.p50())
                .isCloseTo((double) values[values.length / 2], within(0.01 * values[values.length / 2] + 1));
        long p99 = values[values.length - values.length / 100 - 1];
        assertThat(summary.p99()).isCloseTo((double) p99, within(0.01 * p99));
    }

    @Test
    void aSpanOfManyValuesIsFoundToAHundredAndTwentyEighthOfTheRun() {
        Samples samples = new Samples();
        int count = 4 * Samples.EXACT;
        // Values are the times, so what is in the span shows at once.
        for (int i = 0; i < count; i++) {
            long time = i * (SECOND / count);
            samples.add(time, time);
        }
        Summary middle = Objects.requireNonNull(samples.summary(SECOND / 2, SECOND / 10 * 9));
        assertThat(middle.count()).isCloseTo((long) (0.4 * count), within((long) (count / 128)));
        assertThat(middle.mean()).isCloseTo(0.7 * SECOND, within(SECOND / 128.0));
        assertThat(middle.max()).isCloseTo(0.9 * SECOND, within(SECOND / 128.0));
    }
}
