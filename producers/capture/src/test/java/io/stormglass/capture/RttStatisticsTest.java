package io.stormglass.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stormglass.testkit.Property;
import java.util.Arrays;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class RttStatisticsTest {
    private static RttSummary of(long[] samples) {
        RttStatistics statistics = new RttStatistics(new MemoryBudget(64L << 20));
        for (long sample : samples) {
            statistics.add(sample);
        }
        return Objects.requireNonNull(statistics.summary());
    }

    @Test
    void withoutSamplesThereIsNoSummary() {
        assertThat(new RttStatistics(new MemoryBudget(1)).summary()).isNull();
    }

    @Test
    void theMedianOfAnEvenNumberIsTheMeanOfTheMiddleTwo() {
        assertThat(of(new long[] {7, 1, 4, 2}).p50Nanos()).isEqualTo(3);
        assertThat(of(new long[] {7, 1, 4}).p50Nanos()).isEqualTo(4);
        assertThat(of(new long[] {1, 2}).p50Nanos()).isEqualTo(1.5);
    }

    @Test
    void upTo65536SamplesEverythingIsExact() {
        Property.check("exact percentiles", 6, random -> {
            long[] samples = draw(random, random.nextInt(1, RttStatistics.EXACT_SAMPLES + 1));
            RttSummary summary = of(samples);
            Arrays.sort(samples);
            int n = samples.length;
            assertThat(summary.p50Nanos()).isEqualTo((samples[(n - 1) / 2] + samples[n / 2]) / 2.0);
            assertThat(summary.p99Nanos()).isEqualTo((double) samples[(int) Math.ceil(n * 0.99) - 1]);
            assertThat(summary.maxNanos()).isEqualTo(samples[n - 1]);
        });
    }

    @Test
    void aboveThatPercentilesAreWithinOnePercent() {
        Property.check("percentiles within one percent", 8, random -> {
            long[] samples = draw(random, RttStatistics.EXACT_SAMPLES + 1 + random.nextInt(50_000));
            RttSummary summary = of(samples);
            Arrays.sort(samples);
            int n = samples.length;
            double median = samples[(n - 1) / 2] / 2.0 + samples[n / 2] / 2.0;
            double p99 = samples[(int) Math.ceil(n * 0.99) - 1];
            assertThat(summary.count()).isEqualTo(n);
            assertThat(summary.minNanos()).isEqualTo(samples[0]);
            assertThat(summary.maxNanos()).isEqualTo(samples[n - 1]);
            assertThat(summary.p50Nanos()).isCloseTo(median, within(median / 100));
            assertThat(summary.p99Nanos()).isCloseTo(p99, within(p99 / 100));
        });
    }

    @Test
    void aFlowThatGetsNoMemoryIsStillWithinOnePercent() {
        RttStatistics statistics = new RttStatistics(new MemoryBudget(100));
        for (int i = 1; i <= 10_000; i++) {
            statistics.add(i * 1_000L);
        }
        RttSummary summary = Objects.requireNonNull(statistics.summary());
        assertThat(summary.p50Nanos()).isCloseTo(5_000_500, within(50_000.0));
        assertThat(summary.p99Nanos()).isCloseTo(9_900_000, within(99_000.0));
    }

    @Test
    void timesOfManySecondsAreExactAsWell() {
        assertThat(of(new long[] {5_000_000_000L, 3, 9_000_000_000L}))
                .isEqualTo(new RttSummary(3, 3, 5_000_000_000.0, 9_000_000_000.0, 9_000_000_000L));
    }

    /** Log-uniform with a random spread: from a few ns to many seconds. */
    private static long[] draw(SplittableRandom random, int count) {
        double low = random.nextDouble(0, 12);
        double high = low + random.nextDouble(0.1, 24);
        long[] samples = new long[count];
        for (int i = 0; i < count; i++) {
            samples[i] = (long) Math.exp(random.nextDouble(low, high));
        }
        return samples;
    }
}
