package io.stormglass.models.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.models.event.FlowEvent;
import io.stormglass.models.event.FlowEventKind;
import io.stormglass.testkit.Property;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class FlowTallyTest {
    private static final long MS = 1_000_000L;
    private static final long T0 = 1_700_000_000_000L * MS;

    private static FlowEvent event(FlowEventKind kind, long millis, long packets, long bytes, long rttNanos) {
        return new FlowEvent(kind, T0 + millis * MS, packets, bytes, rttNanos, 0);
    }

    @Test
    void countsEachKindWhereItBelongs() {
        FlowTally tally = new FlowTally(FlowCounters.ZERO);
        tally.add(event(FlowEventKind.SENT, 0, 10, 10_000, 0));
        tally.add(event(FlowEventKind.CE_MARKED, 50, 1, 1000, 0));
        tally.add(event(FlowEventKind.CNP_SEEN, 60, 2, 148, 0));
        tally.add(event(FlowEventKind.RTT_SAMPLE, 70, 5, 5000, 12_000));
        tally.add(event(FlowEventKind.RTT_SAMPLE, 65, 1, 1000, 9000));
        tally.add(event(FlowEventKind.DELIVERED, 80, 1, 1000, 0));
        tally.add(event(FlowEventKind.SENT, 100, 1, 500, 0));
        FlowCounters counters = tally.counters();
        assertThat(counters.packets()).isEqualTo(12);
        assertThat(counters.bytes()).isEqualTo(11_500);
        assertThat(counters.ce()).isEqualTo(1);
        assertThat(counters.cnp()).isEqualTo(2);
        assertThat(counters.delivered()).isEqualTo(7000);
        assertThat(counters.rttCount()).isEqualTo(2);
        assertThat(counters.rttMinNanos()).isEqualTo(9000);
        assertThat(counters.rttLastNanos()).isEqualTo(12_000);
        // 11,000 bytes in the first 100 ms.
        assertThat(counters.observedBitsPerSecond()).isEqualTo(880_000.0);
    }

    private static double rateAt(FlowTally tally, long millis) {
        return tally.counters().observedBitsPerSecondAt(T0 + millis * MS);
    }

    @Test
    void aFlowShorterThanASlotHasTheRateOfTheTimeThatItLasted() {
        FlowTally tally = new FlowTally(FlowCounters.ZERO);
        tally.add(event(FlowEventKind.SENT, 9, 500, 500_000, 0));
        tally.add(event(FlowEventKind.SENT, 19, 500, 500_000, 0));
        // 1 MB in 20 ms, in its own slot and in the one after.
        assertThat(rateAt(tally, 20)).isEqualTo(400e6);
        assertThat(rateAt(tally, 100)).isEqualTo(400e6);
        assertThat(rateAt(tally, 199)).isEqualTo(400e6);
        assertThat(rateAt(tally, 200)).isZero();
    }

    @Test
    void theRateOfOnePacketIsThatOverOneSlice() {
        FlowTally tally = new FlowTally(FlowCounters.ZERO);
        tally.add(event(FlowEventKind.SENT, 95, 1, 1000, 0));
        assertThat(rateAt(tally, 95)).isEqualTo(800_000.0);
    }

    @Test
    void aFlowThatGoesOnHasTheRateOfItsNewestFinishedSlotFromItsBeginOn() {
        FlowTally tally = new FlowTally(FlowCounters.ZERO);
        tally.add(event(FlowEventKind.SENT, 50, 10, 10_000, 0));
        tally.add(event(FlowEventKind.SENT, 120, 10, 20_000, 0));
        // It began 50 ms before the end of its first slot.
        assertThat(rateAt(tally, 150)).isEqualTo(1_600_000.0);
        assertThat(rateAt(tally, 200)).isEqualTo(1_600_000.0);
        tally.add(event(FlowEventKind.SENT, 230, 10, 1_000, 0));
        assertThat(rateAt(tally, 250)).isEqualTo(1_600_000.0);
        assertThat(rateAt(tally, 300)).isEqualTo(80_000.0);
    }

    @Test
    void theObservedRateFallsToZeroInEventTimeAfterTheLastData() {
        FlowTally tally = new FlowTally(FlowCounters.ZERO);
        for (int millis = 0; millis < 500; millis += 10) {
            tally.add(event(FlowEventKind.SENT, millis, 10, 10_000, 0));
        }
        assertThat(rateAt(tally, 500)).isEqualTo(8e6);
        assertThat(rateAt(tally, 599)).isEqualTo(8e6);
        assertThat(rateAt(tally, 600)).isZero();
        assertThat(rateAt(tally, 10_000)).isZero();
    }

    @Test
    void afterAWholeSlotWithoutDataTheFlowBeginsAnew() {
        FlowTally tally = new FlowTally(FlowCounters.ZERO);
        tally.add(event(FlowEventKind.SENT, 0, 10, 10_000, 0));
        tally.add(event(FlowEventKind.SENT, 250, 10, 10_000, 0));
        assertThat(tally.counters().observedBitsPerSecond()).isZero();
        assertThat(rateAt(tally, 250)).isEqualTo(8e6);
    }

    @Test
    void withoutDataThereIsNoRate() {
        FlowTally tally = new FlowTally(FlowCounters.ZERO);
        tally.add(event(FlowEventKind.CNP_SEEN, 10, 1, 64, 0));
        assertThat(rateAt(tally, 10)).isZero();
    }

    @Test
    void whatIsAddedFromTheSlotBeforeOrAfterIsPartOfTheRate() {
        FlowTally before = new FlowTally(FlowCounters.ZERO);
        before.add(event(FlowEventKind.SENT, 0, 10, 10_000, 0));
        before.add(event(FlowEventKind.SENT, 150, 10, 20_000, 0));
        FlowTally after = new FlowTally(FlowCounters.ZERO);
        after.add(event(FlowEventKind.SENT, 100, 10, 30_000, 0));
        after.add(event(FlowEventKind.SENT, 210, 10, 40_000, 0));
        FlowTally whole = new FlowTally(before.counters());
        whole.add(after.counters());
        FlowTally turned = new FlowTally(after.counters());
        turned.add(before.counters());
        // 50,000 bytes from 100 to 200 ms, wherever they were counted.
        assertThat(rateAt(whole, 250)).isEqualTo(4e6);
        assertThat(turned.counters()).isEqualTo(whole.counters());
        // 40,000 bytes from 200 to 300 ms: the flow did not begin there.
        assertThat(rateAt(whole, 300)).isEqualTo(3.2e6);
        assertThat(whole.counters().firstNanos()).isEqualTo(T0);
    }

    @Test
    void aFlowThatIsCountedInTwoPlacesHasTheRateOfOneThatIsCountedInOne() {
        Property.check("rates of parts add up", 200, random -> {
            FlowTally whole = new FlowTally(FlowCounters.ZERO);
            FlowTally[] parts = {new FlowTally(FlowCounters.ZERO), new FlowTally(FlowCounters.ZERO)};
            long newest = 300 + random.nextLong(900);
            for (long millis = 0; millis <= newest; millis += 1 + random.nextLong(5)) {
                FlowEvent sent = event(FlowEventKind.SENT, millis, 1, 1000, 0);
                whole.add(sent);
                parts[random.nextInt(2)].add(sent);
            }
            parts[0].add(parts[1].counters());
            assertThat(rateAt(parts[0], newest)).isCloseTo(rateAt(whole, newest), Offset.offset(1e-6));
            assertThat(parts[0].counters().packets()).isEqualTo(whole.counters().packets());
        });
    }

    @Test
    void cuttingIntoBatchesChangesNothing() {
        Property.check("a tally continued from its counters counts the same", 100, random -> {
            List<FlowEvent> events = new ArrayList<>();
            FlowEventKind[] kinds = FlowEventKind.values();
            for (int i = 0; i < 200; i++) {
                events.add(event(
                        kinds[random.nextInt(kinds.length)],
                        i * 3L + random.nextInt(3),
                        random.nextInt(5),
                        random.nextInt(5000),
                        1 + random.nextInt(100_000)));
            }
            FlowTally whole = new FlowTally(FlowCounters.ZERO);
            FlowCounters cut = FlowCounters.ZERO;
            for (FlowEvent event : events) {
                whole.add(event);
                FlowTally part = new FlowTally(cut);
                part.add(event);
                cut = part.counters();
            }
            assertThat(cut).isEqualTo(whole.counters());
        });
    }
}
