package io.stormglass.streams.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.avro.FlowState;
import io.stormglass.models.event.FlowBatch;
import io.stormglass.models.event.FlowEvent;
import io.stormglass.models.event.FlowEventKind;
import io.stormglass.models.event.FlowKey;
import io.stormglass.models.event.ObserverRole;
import io.stormglass.models.event.RecordKind;
import io.stormglass.models.event.Scope;
import io.stormglass.models.event.Transport;
import io.stormglass.models.flow.FlowCounters;
import io.stormglass.models.flow.FlowTally;
import io.stormglass.models.shadow.ShadowSource;
import io.stormglass.models.time.ObserverOrder.Batch;
import io.stormglass.models.time.ObserverOrder.Place;
import io.stormglass.streams.FlowSettings;
import io.stormglass.streams.StreamsCounters.Count;
import io.stormglass.streams.state.StoredFlow;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Provisional flows that turn out to be another flow. */
class FlowMergesTest {
    private static final long MS = Harness.MS;
    private static final long T0 = Harness.T0;
    private static final FlowSettings SETTINGS = FlowSettings.defaults();

    private static FlowEvent event(FlowEventKind kind, long millis, long packets) {
        return new FlowEvent(kind, T0 + millis * MS, packets, packets * 100, 0, 0);
    }

    private static FlowState last(List<FlowState> states, FlowKey flow) {
        return states.stream()
                .filter(state -> state.getFlow().equals(flow.text()))
                .reduce((first, second) -> second)
                .orElseThrow();
    }

    @Test
    void aMarkLivesAsLongAsAnythingComesForItAndNoLonger() {
        FlowKey flow = FlowKey.roce("f", Transport.ROCEV2, "10.0.0.1", "10.0.0.2", 17);
        FlowKey provisional = FlowKey.provisional("f", Transport.ROCEV2, "10.0.0.1", "10.0.0.2", 5);
        try (Harness harness = Harness.replay(Harness.forgetsSoon())) {
            harness.merging(flow, provisional.text(), event(FlowEventKind.SENT, 0, 10));
            for (long at = 500; at <= 6000; at += 500) {
                harness.flow(provisional, event(FlowEventKind.CNP_SEEN, at, 1));
                harness.mark(RecordKind.TICK, T0 + at * MS);
            }
            assertThat(harness.counters.get(Count.EXPIRED)).isZero();
            harness.mark(RecordKind.TICK, T0 + 9000 * MS);
            assertThat(harness.counters.get(Count.EXPIRED)).isEqualTo(2);
            List<FlowState> states = harness.flowStates();
            assertThat(states).extracting(FlowState::getFlow).containsOnly(flow.text());
            assertThat(last(states, flow).getCnp()).isEqualTo(12);
            // Nobody asks for it any more: it is a flow of its own.
            harness.flow(provisional, event(FlowEventKind.CNP_SEEN, 9100, 3));
            harness.mark(RecordKind.END, T0 + 9200 * MS);
            assertThat(last(harness.flowStates(), provisional).getCnp()).isEqualTo(3);
        }
    }

    /** A flow that is marked and of which no CNP is seen under its own key. */
    private static List<FlowEvent> marked(SyntheticFlow flow, long millis) {
        List<FlowEvent> events = new ArrayList<>();
        for (FlowEvent event : flow.events(millis)) {
            boolean data = event.kind() == FlowEventKind.SENT;
            if (event.kind() != FlowEventKind.CNP_SEEN) {
                events.add(new FlowEvent(
                        data ? FlowEventKind.CE_MARKED : event.kind(),
                        event.timeNanos(),
                        event.packets(),
                        event.bytes(),
                        event.rttNanos(),
                        0));
            }
        }
        return events;
    }

    private static FlowBatch merging(FlowBatch batch, String provisional) {
        return new FlowBatch(
                batch.header(),
                batch.flow(),
                batch.pairedQp(),
                batch.priority(),
                batch.dscp(),
                batch.senderBitsPerSecond(),
                batch.vantage(),
                batch.pairing(),
                provisional,
                batch.path(),
                batch.events());
    }

    private static FlowState judged(String provisional, long cnpMillis, long millis) {
        SyntheticFlow flow = new SyntheticFlow(1, 901, false);
        FlowKey returning = FlowKey.provisional("f", Transport.ROCEV2, flow.key.srcIp(), flow.key.dstIp(), 5);
        try (Harness harness = Harness.replay()) {
            boolean cnps = false;
            for (FlowBatch batch : flow.batches("a", ObserverRole.MIRROR, marked(flow, millis))) {
                harness.flow(provisional.isEmpty() ? batch : merging(batch, returning.text()));
                if (!cnps && batch.events().get(0).timeNanos() >= T0 + cnpMillis * MS) {
                    cnps = true;
                    harness.flow(returning, event(FlowEventKind.CNP_SEEN, cnpMillis, 40));
                }
            }
            harness.mark(RecordKind.END, T0 + (millis + 100) * MS);
            return last(harness.flowStates(), flow.key);
        }
    }

    @Test
    void whileCnpsThatAMergeHandedOverAreMissingToTheModelsNobodyIsAccused() {
        FlowState alone = judged("", 20, 60);
        assertThat(alone.getClass$()).isEqualTo("cc-off");
        assertThat(alone.getCnp()).isZero();
        FlowState handed = judged("with", 20, 60);
        assertThat(handed.getCnp()).isEqualTo(40);
        assertThat(handed.getClass$()).isEqualTo("unknown");
        assertThat(handed.getMissing()).contains("times of 40 CNPs that came under a provisional key");
    }

    @Test
    void aSecondAfterTheLastOfThemTheClassIsSaidAgain() {
        FlowState later = judged("with", 20, 1100);
        assertThat(later.getCnp()).isEqualTo(40);
        assertThat(later.getClass$()).isEqualTo("cc-off");
    }

    @Test
    void aHandoverThatIsOlderDoesNotSetBackWhenTheObserversBegan() {
        FlowKey key = new SyntheticFlow(1, 1, true).key;
        FlowBatch batch = SyntheticFlow.seenAtSender(
                SyntheticFlow.header("a", ObserverRole.MIRROR, Scope.FLOW, 0),
                key,
                List.of(event(FlowEventKind.SENT, 1000, 1)));
        FlowModels models = new FlowModels(SETTINGS);
        FlowEntry entry = new FlowEntry(FlowFacts.of(batch), SETTINGS, models);
        ShadowSource source = FlowEntry.source(batch);
        batch.events().forEach(each -> entry.count(source, each));
        entry.order.hold(new Batch<>(new Place("a", 1, 0, 2), batch.events(), new FlowEntry.Told(source, "place")));
        FlowTally older = new FlowTally(FlowCounters.ZERO);
        older.add(event(FlowEventKind.SENT, 0, 1));
        entry.add(older.counters());
        FlowEntry restored = new FlowEntry(StoredFlow.newBuilder(entry.store()).build(), SETTINGS, models);
        assertThat(restored.tally.counters().firstNanos()).isEqualTo(T0);
        assertThat(restored.order.firstNanos()).isEqualTo(T0 + 1000 * MS);
        assertThat(restored.order.heardByObserver()).isEqualTo(entry.order.heardByObserver());
        assertThat(restored.order.boundNanos()).isEqualTo(entry.order.boundNanos());
    }
}
