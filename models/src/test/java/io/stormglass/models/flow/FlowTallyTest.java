package io.stormglass.models.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.models.event.FlowEvent;
import io.stormglass.models.event.FlowEventKind;
import io.stormglass.testkit.Property;
import java.util.ArrayList;
import java.util.List;
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

    @Test
    void theObservedRateIsZeroAfterAWholeSlotWithoutData() {
        FlowTally tally = new FlowTally(FlowCounters.ZERO);
        tally.add(event(FlowEventKind.SENT, 0, 10, 10_000, 0));
        tally.add(event(FlowEventKind.SENT, 250, 10, 10_000, 0));
        assertThat(tally.counters().observedBitsPerSecond()).isZero();
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
