package io.stormglass.models.bbr;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.testkit.Property;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class WindowedMaxTest {
    @Test
    void workedNumberOfTheHeader() {
        WindowedMax max = new WindowedMax();
        assertThat(max.update(10, 0, 9)).isEqualTo(9);
        assertThat(max.update(10, 3, 5)).isEqualTo(9);
        assertThat(max.update(10, 6, 4)).isEqualTo(9);
        assertThat(max.update(10, 11, 3)).isEqualTo(5);
    }

    @Test
    void staysBetweenTheNewestSampleAndTheTrueMaximum() {
        Property.check("windowed maximum is a kept sample", 300, random -> {
            int window = random.nextInt(1, 20);
            WindowedMax max = new WindowedMax();
            List<long[]> samples = new ArrayList<>();
            int time = random.nextInt();
            for (int i = 0; i < 200; i++) {
                time += random.nextInt(0, 4);
                long value = random.nextLong(0, 1000);
                samples.add(new long[] {time, value});
                int now = time;
                List<Long> inWindow = samples.stream()
                        .filter(sample -> now - (int) sample[0] <= window)
                        .map(sample -> sample[1])
                        .toList();
                long best = inWindow.stream().mapToLong(Long::longValue).max().orElseThrow();
                long found = max.update(window, time, value);
                assertThat(found).isBetween(value, best);
                assertThat(inWindow).contains(found);
            }
        });
    }

    @Test
    void isExactUntilTheMaximumExpires() {
        Property.check("windowed maximum is exact while it lasts", 200, random -> {
            WindowedMax max = new WindowedMax();
            long best = random.nextLong(500, 1000);
            max.update(10, 0, best);
            for (int time = 1; time <= 10; time++) {
                assertThat(max.update(10, time, random.nextLong(0, 500))).isEqualTo(best);
            }
            assertThat(max.update(10, 11, 0)).isLessThan(best);
        });
    }

    @Test
    void savedAndRestoredItGoesOnTheSame() {
        Property.check("windowed maximum survives saving", 200, random -> {
            WindowedMax max = new WindowedMax();
            WindowedMax copy = new WindowedMax();
            ByteBuffer buffer = ByteBuffer.allocate(WindowedMax.BYTES);
            for (int time = 0; time < 60; time++) {
                long value = random.nextLong(0, Packed.MAX + 1);
                max.update(10, time, value);
                buffer.clear();
                copy.update(10, time, value);
                copy.write(buffer);
                copy = new WindowedMax();
                copy.read(buffer.flip());
                assertThat(copy.value()).isEqualTo(max.value());
            }
        });
    }
}
