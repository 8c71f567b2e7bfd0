package io.stormglass.publisher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PaceTest {
    @Test
    void eventTimeRunsAtItsFactorOfTheWallClock() {
        AtomicLong clock = new AtomicLong(5_000);
        Pace pace = Pace.realTime(2, clock::get, clock::addAndGet);

        pace.until(1_000_000);
        assertThat(clock).hasValue(5_000);
        pace.until(1_010_000);
        assertThat(clock).hasValue(10_000);
        clock.addAndGet(1_000_000);
        pace.until(1_020_000);
        assertThat(clock).hasValue(1_010_000);
    }

    @Test
    void aWaitThatReturnsEarlyIsRepeated() {
        AtomicLong clock = new AtomicLong();
        Pace pace = Pace.realTime(1, clock::get, nanos -> clock.addAndGet(Math.max(1, nanos / 2)));

        pace.until(0);
        pace.until(1_000);
        assertThat(clock).hasValue(1_000);
    }

    @Test
    void aSpeedThatIsNoNumberAboveZeroIsRefused() {
        assertThatThrownBy(() -> Pace.realTime(0)).hasMessageContaining("speed 0.0");
        assertThatThrownBy(() -> Pace.realTime(Double.NaN)).isInstanceOf(IllegalArgumentException.class);
    }
}
