package io.stormglass.emulator.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stormglass.models.ecn.Buffer;
import io.stormglass.testkit.Property;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class PartsTest {
    @Test
    void theTournamentKnowsTheEarliest() {
        Property.check("the tournament knows the earliest", 50, random -> {
            int count = 1 + random.nextInt(70);
            Earliest earliest = new Earliest(count);
            long[] times = new long[count];
            Arrays.fill(times, Long.MAX_VALUE);
            for (int i = 0; i < 300; i++) {
                int number = random.nextInt(count);
                times[number] = random.nextInt(10) == 0 ? Long.MAX_VALUE : random.nextInt(40);
                earliest.set(number, times[number]);
                int first = 0;
                for (int other = 1; other < count; other++) {
                    first = times[other] < times[first] ? other : first;
                }
                assertThat(earliest.firstAt()).isEqualTo(times[first]);
                if (times[first] < Long.MAX_VALUE) {
                    assertThat(earliest.first()).isEqualTo(first);
                }
            }
        });
    }

    @Test
    void theRingKeepsItsOrderWhileItGrows() {
        TimedRing ring = new TimedRing(1);
        long taken = 0;
        for (long i = 0; i < 1_000; i++) {
            ring.add(i, -i);
            if (i % 3 == 0) {
                assertThat(ring.firstAt).isEqualTo(taken);
                assertThat(ring.firstWord()).isEqualTo(-taken);
                assertThat(ring.take()).isEqualTo(-taken++);
            }
        }
        while (!ring.isEmpty()) {
            assertThat(ring.take()).isEqualTo(-taken++);
        }
        assertThat(taken).isEqualTo(1_000);
        assertThat(ring.firstAt).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void quantilesAreWithinABucket() {
        Property.check("quantiles are within a bucket", 20, random -> {
            DelayHistogram histogram = new DelayHistogram();
            long[] values = new long[500];
            for (int i = 0; i < values.length; i++) {
                values[i] = random.nextLong(1L << (1 + random.nextInt(40)));
                histogram.add(values[i]);
            }
            Arrays.sort(values);
            for (double share : new double[] {0.01, 0.5, 0.99, 1}) {
                double exact = values[(int) Math.ceil(share * values.length) - 1];
                assertThat(histogram.quantile(share)).isCloseTo(exact, within(exact / 32 + 1));
            }
            assertThat(histogram.mean())
                    .isCloseTo(Arrays.stream(values).average().orElseThrow(), within(1.0));
        });
    }

    @Test
    void whatWasAdmittedCanBeReleasedAndPausesEnd() {
        Property.check("what was admitted can be released", 50, random -> {
            int ports = 1 + random.nextInt(6);
            Buffer.Xoff xoff = random.nextBoolean() ? new Buffer.Dynamic(0.125) : new Buffer.Fixed(20_000);
            Admission admission = new Admission(new Buffer(200_000, 4_096, xoff, 3_072), ports);
            int[] held = new int[ports];
            boolean[] paused = new boolean[ports];
            for (int i = 0; i < 2_000; i++) {
                int port = random.nextInt(ports);
                if (!paused[port] && random.nextBoolean()) {
                    paused[port] = admission.admit(port, 1_000);
                    held[port]++;
                } else if (held[port] > 0) {
                    held[port]--;
                    paused[port] &= !admission.release(port, 1_000);
                }
            }
            for (int port = 0; port < ports; port++) {
                for (; held[port] > 0; held[port]--) {
                    paused[port] &= !admission.release(port, 1_000);
                }
                assertThat(paused[port]).isFalse();
                // Nothing is left: a first packet meets an empty buffer.
                assertThat(admission.admit(port, 1_000)).isFalse();
                admission.release(port, 1_000);
            }
        });
    }

    @Test
    void aPortIsPausedAtItsThreshold() {
        Admission fixed = new Admission(new Buffer(1_000_000, 1_000, new Buffer.Fixed(10_000), 3_000), 2);
        int packets = 1;
        while (!fixed.admit(0, 1_000)) {
            packets++;
        }
        assertThat(packets).isEqualTo(11);
        int freed = 1;
        while (!fixed.release(0, 1_000)) {
            freed++;
        }
        assertThat(freed).isEqualTo(3);
    }
}
