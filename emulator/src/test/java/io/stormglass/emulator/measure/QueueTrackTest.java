package io.stormglass.emulator.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stormglass.emulator.QueueMeter;
import io.stormglass.testkit.Property;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class QueueTrackTest {
    private static final long MICRO = 1_000_000;

    @Test
    void prioritiesAreAddedUpAndTimeCounts() {
        QueueTrack track = new QueueTrack();
        track.changed(3, 1_000, 0);
        track.changed(4, 500, 40 * MICRO);
        track.changed(3, 0, 60 * MICRO);
        track.changed(4, 0, 99 * MICRO);
        track.passTo(100 * MICRO);
        // 1000 for 40 us, 1500 for 20, 500 for 39, 0 for 1.
        assertThat(track.meanBytes(0, 100 * MICRO)).isCloseTo((40_000 + 30_000 + 19_500) / 100.0, within(1e-6));
        assertThat(track.peakBytes()).isEqualTo(1_500);
        assertThat(track.quantileBytes(0.01)).isZero();
        assertThat(track.quantileBytes(0.40)).isCloseTo(500, within(2.0));
        assertThat(track.quantileBytes(0.80)).isCloseTo(1_000, within(4.0));
        assertThat(track.quantileBytes(0.99)).isCloseTo(1_500, within(6.0));
    }

    @Test
    void theMeanOfAnySpanIsThatOfTheMeter() {
        Property.check("queue means", 20, QueueTrackTest::likeTheMeter);
    }

    private static void likeTheMeter(SplittableRandom random) {
        long end = random.nextLong(200 * MICRO, 50_000 * MICRO);
        QueueMeter whole = new QueueMeter(1, 2, 0, end);
        QueueMeter late = new QueueMeter(1, 2, end / 2, end / 10 * 9);
        QueueTrack track = new QueueTrack();
        long now = 0;
        while (true) {
            now += random.nextLong(end / 300);
            if (now >= end) {
                break;
            }
            long bytes = random.nextLong(20_000_000);
            int priority = random.nextInt(8);
            whole.queueChanged(1, 2, priority, bytes, now);
            late.queueChanged(1, 2, priority, bytes, now);
            track.changed(priority, bytes, now);
        }
        track.passTo(end);
        double mean = whole.meanBytes(end);
        assertThat(track.meanBytes(0, end)).isCloseTo(mean, within(1e-6 * mean + 1e-6));
        assertThat(track.peakBytes()).isEqualTo(whole.peakBytes());
        // The edges of the span cut a bin of at most 1/1024 of the run each.
        assertThat(track.meanBytes(end / 2, end / 10 * 9))
                .isCloseTo(late.meanBytes(end), within(2.0 / 1024 / 0.4 * track.peakBytes()));
    }
}
