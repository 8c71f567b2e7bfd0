package io.stormglass.models.pause;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.models.event.Direction;
import io.stormglass.models.event.PortEvent;
import io.stormglass.models.event.Refresh;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PauseCountersTest {
    private static final long MS = 1_000_000L;
    private static final long T0 = 1_700_000_000_000L * MS;

    private final PortPauses port = new PortPauses(PauseSettings.defaults());
    private final List<PauseChange> changes = new ArrayList<>();

    private void pause(
            long readMillis, long refreshMillis, @Nullable Long intervalMillis, @Nullable Long pausedMillis) {
        changes.addAll(port.accept(new PortEvent.PauseCounters(
                T0 + readMillis * MS,
                new Refresh(T0 + refreshMillis * MS, intervalMillis == null ? null : intervalMillis * MS),
                Direction.RX,
                3,
                100L,
                pausedMillis == null ? null : pausedMillis * MS,
                null,
                null)));
    }

    private void queue(long readMillis, long refreshMillis, long depth, long sent) {
        changes.addAll(port.accept(new PortEvent.QueueSample(
                T0 + readMillis * MS,
                new Refresh(T0 + refreshMillis * MS, null),
                3,
                3,
                depth,
                null,
                sent,
                null,
                null,
                null,
                null)));
    }

    /** One poll of a switch: pause duration and queue of the same moment. */
    private void poll(long atMillis, long occupancy, long packets, @Nullable Long pausedMillis) {
        queue(atMillis, atMillis, occupancy, packets);
        pause(atMillis, atMillis, 200L, pausedMillis);
    }

    private List<Long> openings() {
        return changes.stream()
                .filter(PauseChange::opened)
                .map(change -> (change.atNanos() - T0) / MS)
                .toList();
    }

    @Test
    void aTrueStormOpensAfterTwoRefreshes() {
        for (int i = 0; i <= 4; i++) {
            poll(i * 200L, 1_000_000, 77, i * 200L);
        }
        assertThat(openings()).containsExactly(400L);
        assertThat(changes.get(0).confidence()).isEqualTo(0.9);
        assertThat(changes.get(0).pausedSinceNanos()).isEqualTo(T0);
    }

    @Test
    void aQueueThatDrainsIsNoStorm() {
        for (int i = 0; i <= 4; i++) {
            poll(i * 200L, 800_000, i * 5000L, i * 200L);
        }
        assertThat(openings()).isEmpty();
    }

    @Test
    void pauseAtTheEndOfAnIntervalOnlyIsNoStorm() {
        poll(0, 0, 500, 0L);
        poll(200, 4000, 500, 1L);
        poll(400, 4000, 500, 1L);
        assertThat(openings()).isEmpty();
    }

    @Test
    void aLatePollIsMeasuredOverItsOwnInterval() {
        poll(0, 0, 9, 0L);
        poll(900, 0, 9, 250L);
        poll(1100, 0, 9, 250L);
        assertThat(openings()).isEmpty();
    }

    @Test
    void aLatePollDuringATrueStormOpensAtOnce() {
        poll(0, 9000, 9, 0L);
        poll(600, 9000, 9, 600L);
        assertThat(openings()).containsExactly(600L);
    }

    @Test
    void aStormShorterThanTwoRefreshesOpensNothing() {
        poll(0, 1000, 7, 0L);
        poll(200, 1000, 7, 200L);
        poll(400, 1000, 207, 200L);
        assertThat(openings()).isEmpty();
    }

    @Test
    void aRestartOfTheSourceIsNamedAndNoSample() {
        poll(0, 5, 1_000_000_000, 9_000_000L);
        poll(200, 5, 3, 1L);
        poll(400, 5, 900, 2L);
        assertThat(openings()).isEmpty();
        assertThat(port.quality()).containsExactly("counter-reset");
        assertThat(port.readings()).allSatisfy(reading -> {
            assertThat(reading.pausedRatio()).isBetween(0.0, 0.02);
            assertThat(reading.pausedNanos()).isEqualTo(MS);
        });
    }

    @Test
    void aMissingDurationIsNotObservableInsteadOfHealthy() {
        for (int i = 0; i <= 3; i++) {
            poll(i * 200L, 1_000_000, 7, null);
        }
        assertThat(openings()).isEmpty();
        assertThat(port.quality()).containsExactly("pause-duration-not-observable");
    }

    @Test
    void readingFasterThanTheSourceRefreshesGivesNoFalseRatio() {
        // The source refreshes each second with 30 % duty; we read each 200 ms.
        for (int read = 0; read < 50; read++) {
            long refresh = read / 5 * 1000L;
            pause(read * 200L, refresh, 1000L, refresh * 3 / 10);
        }
        assertThat(openings()).isEmpty();
        assertThat(port.quality()).isEmpty();
        assertThat(port.readings())
                .singleElement()
                .satisfies(reading -> assertThat(reading.pausedRatio()).isEqualTo(0.3));
    }

    @Test
    void moreThanAllOfTheTimeIsABadSampleAndNeverClipped() {
        for (int i = 0; i <= 5; i++) {
            pause(i * 200L, i * 200L, 200L, i * 300L);
        }
        assertThat(openings()).isEmpty();
        assertThat(port.quality()).containsExactly("pause-ratio-above-1");
        // It is named for an hour, over restarts as well.
        PortPauses restored = new PortPauses(PauseSettings.defaults(), port.state());
        restored.advanceTo(port.nowNanos() + 3_599_999_999_999L);
        assertThat(restored.quality()).containsExactly("pause-ratio-above-1");
        restored.advanceTo(port.nowNanos() + 3_600_000_000_000L);
        assertThat(restored.quality()).isEmpty();
        assertThat(restored.state().quality()).isEmpty();
        assertThat(port.readings())
                .singleElement()
                .satisfies(reading -> assertThat(reading.pausedRatio()).isZero());
    }

    @Test
    void countersWithDifferentRefreshAreJoinedOverTheLongerOne() {
        queue(0, 0, 1000, 50);
        for (int second = 0; second <= 9; second++) {
            pause(second * 1000L, second * 1000L, 1000L, second * 1000L);
        }
        // Until the queue's counters are refreshed nobody knows whether it moved.
        assertThat(openings()).isEmpty();
        queue(10_000, 10_000, 1000, 50);
        assertThat(openings()).containsExactly(10_000L);
    }

    @Test
    void widthDecidesWhetherAFallIsAWrapOrARestart() {
        assertThat(CounterDelta.of(4_294_967_290L, 104L, 32))
                .isEqualTo(new CounterDelta(CounterDelta.Kind.WRAPPED, 110));
        assertThat(CounterDelta.of(4_294_967_000L, 4_294_967_290L, 32).value()).isEqualTo(290);
        assertThat(CounterDelta.of(104L, 900L, 32).value()).isEqualTo(796);
        assertThat(CounterDelta.of(900_400L, 12L, 64).kind()).isEqualTo(CounterDelta.Kind.RESET);
        assertThat(CounterDelta.of(900_400L, 12L, 32).kind()).isEqualTo(CounterDelta.Kind.RESET);
        assertThat(CounterDelta.of(4_294_967_290L, 4_294_967_295L, 32).value()).isEqualTo(5);
        assertThat(CounterDelta.of(4_294_967_295L, 4_294_967_295L, 32).kind()).isEqualTo(CounterDelta.Kind.SATURATED);
        assertThat(CounterDelta.of(null, 1L, 64).kind()).isEqualTo(CounterDelta.Kind.ABSENT);
    }
}
