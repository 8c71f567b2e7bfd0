package io.stormglass.streams.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.avro.FlowState;
import io.stormglass.models.dcqcn.DcqcnPreset;
import io.stormglass.models.event.BatchHeader;
import io.stormglass.models.event.FlowBatch;
import io.stormglass.models.event.FlowEvent;
import io.stormglass.models.event.FlowEventKind;
import io.stormglass.models.event.FlowKey;
import io.stormglass.models.event.ObserverRole;
import io.stormglass.models.event.Pairing;
import io.stormglass.models.event.RecordKind;
import io.stormglass.models.event.Scope;
import io.stormglass.models.event.Vantage;
import io.stormglass.models.shadow.FlowShadow;
import io.stormglass.models.shadow.FlowView;
import io.stormglass.models.shadow.ShadowModels;
import io.stormglass.models.shadow.ShadowSource;
import io.stormglass.streams.FlowSettings;
import io.stormglass.streams.StreamsCounters.Count;
import io.stormglass.streams.state.StoredFlow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Models beside flows, through the topology. */
class FlowModelsTopologyTest {
    private static final long MS = Harness.MS;
    private static final long T0 = Harness.T0;
    private static final FlowSettings SETTINGS = FlowSettings.defaults();

    private static FlowState last(List<FlowState> states, SyntheticFlow flow) {
        return states.stream()
                .filter(state -> state.getFlow().equals(flow.key.text()))
                .reduce((first, second) -> second)
                .orElseThrow();
    }

    @Test
    void aSenderThatReactsIsConformingAndOneThatDoesNotIgnoresCnps() {
        SyntheticFlow right = new SyntheticFlow(1, 11, true);
        SyntheticFlow wrong = new SyntheticFlow(2, 12, false);
        try (Harness harness = Harness.replay()) {
            List<FlowBatch> all = new ArrayList<>(right.batches("a", 60));
            all.addAll(wrong.batches("b", 60));
            all.sort(Comparator.comparingLong(batch -> batch.events().get(0).timeNanos()));
            all.forEach(harness::flow);
            harness.mark(RecordKind.END, T0 + 60 * MS);
            List<FlowState> states = harness.flowStates();
            FlowState good = last(states, right);
            assertThat(good.getClass$()).isEqualTo("conforming");
            assertThat(good.getReference()).isEqualTo("nvidia-firmware");
            assertThat(good.getBestPreset()).isEqualTo("nvidia-firmware");
            assertThat(good.getResidual()).isLessThan(0.1);
            assertThat(good.getEvidence()).contains("spans at the limit");
            assertThat(good.getMissing()).isEmpty();
            assertThat(good.getRtPropNanos()).isBetween(12_000L, 12_100L);
            assertThat(good.getBbrPhase()).isNotEmpty();
            FlowState bad = last(states, wrong);
            assertThat(bad.getClass$()).isEqualTo("ignores-cnps");
            assertThat(bad.getReferenceBitsPerSecond()).isLessThan(SyntheticFlow.LINE * 9 / 10);
            assertThat(bad.getObservedBitsPerSecond()).isGreaterThan(0.8 * SyntheticFlow.LINE);
        }
    }

    @Test
    void whatTheTopologySaysIsWhatTheModelsSayOfTheSameEvents() {
        SyntheticFlow flow = new SyntheticFlow(1, 21, true);
        List<FlowEvent> events = flow.events(45);
        FlowShadow offline = new FlowShadow(
                ShadowModels.named(DcqcnPreset.NVIDIA_FIRMWARE, SETTINGS.compared(), SyntheticFlow.LINE));
        ShadowSource source = new ShadowSource(Scope.FLOW, Vantage.SENDER, ObserverRole.MIRROR, 1);
        events.forEach(event -> offline.event(source, event));
        long newest = events.get(events.size() - 1).timeNanos();
        FlowView expected = offline.view(newest);
        try (Harness harness = Harness.replay()) {
            flow.batches("a", ObserverRole.MIRROR, events).forEach(harness::flow);
            harness.mark(RecordKind.END, T0 + 50 * MS);
            FlowState state = last(harness.flowStates(), flow);
            assertThat(state.getReferenceBitsPerSecond()).isEqualTo(expected.limitBitsPerSecond());
            assertThat(state.getTargetBitsPerSecond()).isEqualTo(expected.targetBitsPerSecond());
            assertThat(state.getAlpha()).isEqualTo(expected.alpha());
            assertThat(state.getBtlBwBitsPerSecond()).isEqualTo(expected.btlBwBitsPerSecond());
            assertThat(state.getRtPropNanos()).isEqualTo(expected.rtPropNanos());
            assertThat(state.getResidual()).isEqualTo(expected.residual());
            assertThat(state.getClass$())
                    .isEqualTo(offline.verdict(newest).flowClass().text());
        }
    }

    @Test
    void aStateThatWasSavedAndTakenUpAgainGoesOnAsIfItHadNeverStopped() {
        SyntheticFlow flow = new SyntheticFlow(1, 31, true);
        List<FlowBatch> batches = flow.batches("a", 40);
        FlowModels models = new FlowModels(SETTINGS);
        FlowFacts facts = FlowFacts.of(batches.get(0));
        FlowEntry whole = new FlowEntry(facts, SETTINGS, models);
        FlowEntry stopped = new FlowEntry(facts, SETTINGS, models);
        for (FlowBatch batch : batches) {
            take(whole, batch);
            take(stopped, batch);
            stopped = new FlowEntry(StoredFlow.newBuilder(stopped.store()).build(), SETTINGS, models);
        }
        assertThat(stopped.store()).isEqualTo(whole.store());
        FlowSettings others = SETTINGS.withPresets(DcqcnPreset.NS3_HPCC, List.of());
        FlowEntry anew = new FlowEntry(StoredFlow.newBuilder(stopped.store()).build(), others, new FlowModels(others));
        assertThat(anew.tally.counters()).isEqualTo(whole.tally.counters());
        assertThat(FlowStates.of(anew, new FlowModels(others), T0, 1).getReferenceBitsPerSecond())
                .isNull();
    }

    private static void take(FlowEntry entry, FlowBatch batch) {
        entry.learn(FlowFacts.of(batch), FlowEntry.source(batch).rank(), batch.senderBitsPerSecond());
        for (FlowEvent event : batch.events()) {
            entry.count(FlowEntry.source(batch), event);
            entry.step(FlowEntry.source(batch), event);
        }
    }

    private static FlowEvent sent(long millis) {
        return new FlowEvent(FlowEventKind.SENT, T0 + millis * MS, 1, 1000, 0, 0);
    }

    private static FlowBatch plain(SyntheticFlow flow, long sequence, long bitsPerSecond, FlowEvent... events) {
        return new FlowBatch(
                SyntheticFlow.header("plain", ObserverRole.CAPTURE, Scope.FLOW, sequence),
                flow.key,
                -1,
                3,
                26,
                bitsPerSecond,
                Vantage.MID,
                Pairing.NONE,
                "",
                List.of(),
                List.of(events));
    }

    @Test
    void aFlowThatOnlyGoesOnIsPublishedOnceInTenSeconds() {
        SyntheticFlow flow = new SyntheticFlow(1, 41, true);
        try (Harness harness = Harness.replay()) {
            for (long at = 0; at < 35_000; at += 50) {
                harness.flow(plain(flow, at / 50, 0, sent(at)));
                harness.mark(RecordKind.TICK, T0 + (at + 50) * MS);
            }
            assertThat(harness.flowStates())
                    .extracting(state -> (state.getAtNanos() - T0) / MS)
                    .containsExactly(0L, 10_000L, 20_000L, 30_000L);
        }
    }

    @Test
    void moreFlowsThanMayLeaveWaitLongerAndSaySoAndAllAreThereAtTheEnd() {
        try (Harness harness = Harness.replay(SETTINGS.withStatesPerSecond(1))) {
            for (long at = 0; at < 60_000; at += 500) {
                for (int n = 0; n < 20; n++) {
                    harness.flow(plain(new SyntheticFlow(n, n, true), at / 500 * 20 + n, 0, sent(at)));
                }
                harness.mark(RecordKind.TICK, T0 + (at + 500) * MS);
            }
            List<FlowState> during = harness.flowStates();
            assertThat(during).hasSizeBetween(58, 62);
            assertThat(during.get(during.size() - 1).getIntervalNanos()).isBetween(15_000 * MS, 25_000 * MS);
            assertThat(harness.counters.get(Count.DEFERRED)).isPositive();
            harness.mark(RecordKind.END, T0 + 60_000 * MS);
            during.addAll(harness.flowStates());
            for (int n = 0; n < 20; n++) {
                assertThat(last(during, new SyntheticFlow(n, n, true)).getPackets())
                        .isEqualTo(120);
            }
        }
    }

    @Test
    void aSilentFlowIsForgottenByEventTime() {
        SyntheticFlow silent = new SyntheticFlow(1, 51, true);
        SyntheticFlow busy = new SyntheticFlow(2, 52, true);
        try (Harness harness = Harness.replay(Harness.forgetsSoon())) {
            harness.flow(plain(silent, 0, 0, sent(0)));
            for (long at = 0; at < 4000; at += 500) {
                harness.flow(plain(busy, 1 + at / 500, 0, sent(at)));
                harness.mark(RecordKind.TICK, T0 + (at + 500) * MS);
            }
            assertThat(harness.counters.get(Count.EXPIRED)).isEqualTo(1);
            harness.flow(plain(silent, 100, 0, sent(4100)));
            harness.mark(RecordKind.END, T0 + 5000 * MS);
            List<FlowState> states = harness.flowStates();
            assertThat(last(states, silent).getPackets()).isEqualTo(1);
            assertThat(last(states, busy).getPackets()).isEqualTo(8);
        }
    }

    /** The sender's mirror tells of packets and ACKs, the sender's NIC of CNPs. */
    private static List<List<FlowBatch>> twoObservers(SyntheticFlow flow) {
        List<FlowEvent> packets = new ArrayList<>();
        List<FlowEvent> cnps = new ArrayList<>();
        for (FlowEvent event : flow.events(60)) {
            if (event.kind() == FlowEventKind.CNP_SEEN) {
                cnps.add(new FlowEvent(FlowEventKind.CNP_HANDLED, event.timeNanos(), 1, 0, 0, 0));
            } else {
                packets.add(event);
            }
        }
        return List.of(
                flow.batches("mirror", ObserverRole.MIRROR, packets), flow.batches("nic", ObserverRole.NIC, cnps));
    }

    private static FlowState observed(FlowSettings settings, SyntheticFlow flow, boolean nicFirst) {
        List<List<FlowBatch>> told = twoObservers(flow);
        try (Harness harness = Harness.replay(settings)) {
            List<FlowBatch> first = told.get(nicFirst ? 1 : 0);
            List<FlowBatch> second = told.get(nicFirst ? 0 : 1);
            for (int i = 0; i < Math.max(first.size(), second.size()); i++) {
                first.stream().skip(i).limit(1).forEach(harness::flow);
                second.stream().skip(i).limit(1).forEach(harness::flow);
            }
            harness.mark(RecordKind.END, T0 + 100 * MS);
            assertThat(harness.counters.get(Count.BEHIND) > 0)
                    .isEqualTo(settings.reorder().isZero());
            assertThat(harness.counters.get(Count.NOT_WAITED)).isZero();
            return last(harness.flowStates(), flow);
        }
    }

    @Test
    void whichObserverComesFirstChangesNothing() {
        SyntheticFlow flow = new SyntheticFlow(1, 61, true);
        FlowState mirrorFirst = observed(SETTINGS, flow, false);
        FlowState nicFirst = observed(SETTINGS, new SyntheticFlow(1, 61, true), true);
        assertThat(nicFirst).isEqualTo(mirrorFirst);
        assertThat(mirrorFirst.getClass$()).isEqualTo("conforming");
    }

    @Test
    void withoutTheWaitItWouldChange() {
        FlowSettings hasty = SETTINGS.withReorder(Duration.ZERO);
        FlowState mirrorFirst = observed(hasty, new SyntheticFlow(1, 61, true), false);
        FlowState nicFirst = observed(hasty, new SyntheticFlow(1, 61, true), true);
        assertThat(nicFirst.getReferenceBitsPerSecond()).isNotEqualTo(mirrorFirst.getReferenceBitsPerSecond());
    }

    @Test
    void timeInWhichThePortWasPausedIsTakenOut() {
        SyntheticFlow flow = new SyntheticFlow(1, 71, true);
        List<FlowEvent> events = new ArrayList<>();
        // Every millisecond the port is paused for another one.
        for (FlowEvent event : flow.events(40)) {
            long millis = (event.timeNanos() - T0) / MS;
            long at = event.timeNanos() + millis * MS;
            events.add(new FlowEvent(event.kind(), at, event.packets(), event.bytes(), event.rttNanos(), 0));
        }
        List<FlowEvent> told = new ArrayList<>(events);
        for (long millis = 1; millis < 80; millis += 2) {
            told.add(new FlowEvent(FlowEventKind.PAUSED, T0 + millis * MS, 1, 0, MS, 0));
        }
        told.sort(Comparator.comparingLong(FlowEvent::timeNanos));
        try (Harness harness = Harness.replay()) {
            flow.batches("a", ObserverRole.MIRROR, told).forEach(harness::flow);
            harness.mark(RecordKind.END, T0 + 100 * MS);
            assertThat(last(harness.flowStates(), flow).getClass$()).isEqualTo("conforming");
        }
        try (Harness harness = Harness.replay()) {
            flow.batches("a", ObserverRole.MIRROR, events).forEach(harness::flow);
            harness.mark(RecordKind.END, T0 + 100 * MS);
            assertThat(last(harness.flowStates(), flow).getResidual()).isGreaterThan(0.1);
        }
    }

    @Test
    void anAssumedLineRateIsSaidAndAKnownOneBeginsAnew() {
        SyntheticFlow flow = new SyntheticFlow(1, 81, true);
        try (Harness harness = Harness.replay()) {
            harness.flow(plain(flow, 0, 0, sent(0)));
            harness.mark(RecordKind.TICK, T0 + 50 * MS);
            assertThat(last(harness.flowStates(), flow)).satisfies(state -> {
                assertThat(state.getLineAssumed()).isTrue();
                assertThat(state.getMissing()).contains("rate of the sender's port");
                assertThat(state.getReferenceBitsPerSecond()).isEqualTo(100_000_000_000L);
            });
            harness.flow(plain(flow, 1, 400_000_000_000L, sent(60)));
            harness.mark(RecordKind.END, T0 + 100 * MS);
            assertThat(harness.counters.get(Count.MODELS_RESTARTED)).isEqualTo(1);
            assertThat(last(harness.flowStates(), flow)).satisfies(state -> {
                assertThat(state.getLineAssumed()).isFalse();
                assertThat(state.getReferenceBitsPerSecond()).isEqualTo(400_000_000_000L);
            });
        }
    }

    @Test
    void countersOfAQueuePairThatStayAtZeroAreNotObservableAndNeverCcOff() {
        SyntheticFlow flow = new SyntheticFlow(1, 91, true);
        try (Harness harness = Harness.replay()) {
            for (int poll = 0; poll < 40; poll++) {
                long at = T0 + poll * MS;
                harness.flow(new FlowBatch(
                        SyntheticFlow.header("nic", ObserverRole.NIC, Scope.QP_COUNTER, poll),
                        flow.key,
                        -1,
                        3,
                        26,
                        SyntheticFlow.LINE,
                        Vantage.SENDER,
                        Pairing.NONE,
                        "",
                        List.of(),
                        List.of(
                                new FlowEvent(FlowEventKind.SENT, at, 2000, 8_000_000, 0, 0),
                                new FlowEvent(FlowEventKind.CNP_HANDLED, at, 0, 0, 0, 0))));
            }
            harness.mark(RecordKind.END, T0 + 100 * MS);
            FlowState state = last(harness.flowStates(), flow);
            assertThat(state.getClass$()).isEqualTo("not-observable");
            assertThat(state.getReferenceBitsPerSecond()).isNull();
            assertThat(state.getNotRun()).contains("dcqcn: not seen packet by packet");
        }
    }

    @Test
    void withoutModelsEverythingIsCountedAndTheClassIsUnknown() {
        SyntheticFlow flow = new SyntheticFlow(1, 101, true);
        try (Harness harness = Harness.replay(SETTINGS.withPresets(null, List.of()))) {
            flow.batches("a", 20).forEach(harness::flow);
            harness.mark(RecordKind.END, T0 + 50 * MS);
            FlowState state = last(harness.flowStates(), flow);
            assertThat(state.getClass$()).isEqualTo("unknown");
            assertThat(state.getMissing()).containsExactly("models: none run here");
            assertThat(state.getPackets()).isPositive();
            assertThat(state.getReference()).isEmpty();
        }
    }

    @Test
    void whatTwoObserversSeeCountsOnceAndMarksAreCountedWhereTheReceiverIsNear() {
        SyntheticFlow flow = new SyntheticFlow(1, 111, true);
        List<FlowEvent> atSender = flow.events(30);
        List<FlowEvent> atReceiver = new ArrayList<>();
        long marked = 0;
        for (FlowEvent event : atSender) {
            if (event.kind() == FlowEventKind.SENT) {
                boolean ce = atReceiver.size() % 4 == 0;
                marked += ce ? event.packets() : 0;
                atReceiver.add(new FlowEvent(
                        ce ? FlowEventKind.CE_MARKED : FlowEventKind.SENT,
                        event.timeNanos() + 5000,
                        event.packets(),
                        event.bytes(),
                        0,
                        0));
            }
        }
        long packets = atSender.stream()
                .filter(event -> event.kind() == FlowEventKind.SENT)
                .mapToLong(FlowEvent::packets)
                .sum();
        List<FlowBatch> all = new ArrayList<>(flow.batches("mirror", ObserverRole.MIRROR, atSender));
        for (FlowBatch batch : flow.batches("receiver", ObserverRole.NIC, atReceiver)) {
            all.add(new FlowBatch(
                    batch.header(),
                    batch.flow(),
                    -1,
                    3,
                    26,
                    0,
                    Vantage.RECEIVER,
                    Pairing.PSN,
                    "",
                    List.of(),
                    batch.events()));
        }
        all.sort(Comparator.comparingLong(batch -> batch.events().get(0).timeNanos()));
        try (Harness harness = Harness.replay()) {
            all.forEach(harness::flow);
            harness.mark(RecordKind.END, T0 + 50 * MS);
            FlowState state = last(harness.flowStates(), flow);
            assertThat(state.getPackets()).isEqualTo(packets);
            assertThat(state.getCe()).isEqualTo(marked);
            assertThat(state.getVantage()).isEqualTo(io.stormglass.avro.Vantage.SENDER);
        }
    }

    @Test
    void aResentSpoolThatIsSecondsBehindIsCountedAndStopsNothing() {
        SyntheticFlow flow = new SyntheticFlow(1, 121, true);
        try (Harness harness = Harness.replay()) {
            harness.flow(told(flow, "a", 0, 0));
            harness.flow(told(flow, "b", 0, 11_000));
            harness.flow(told(flow, "a", 1, 20));
            harness.flow(told(flow, "a", 2, 30));
            harness.mark(RecordKind.END, T0 + 12_000 * MS);
            assertThat(last(harness.flowStates(), flow).getPackets()).isEqualTo(4);
            assertThat(harness.counters.get(Count.BEHIND)).isEqualTo(2);
        }
    }

    private static FlowBatch told(SyntheticFlow flow, String agent, long sequence, long millis) {
        return SyntheticFlow.seenAtSender(
                SyntheticFlow.header(agent, ObserverRole.MIRROR, Scope.FLOW, sequence),
                flow.key,
                List.of(sent(millis)));
    }

    @Test
    void samplesAreMultipliedMarkedAsEstimatesAndStepNothing() {
        SyntheticFlow flow = new SyntheticFlow(1, 125, true);
        BatchHeader sampled = new BatchHeader(
                RecordKind.EVENTS,
                "f",
                "test",
                "sampler",
                1,
                0,
                ObserverRole.SWITCH,
                Scope.FLOW,
                1000,
                false,
                0,
                null,
                1.0);
        try (Harness harness = Harness.replay()) {
            harness.flow(new FlowBatch(
                    sampled,
                    flow.key,
                    -1,
                    3,
                    26,
                    0,
                    Vantage.MID,
                    Pairing.NONE,
                    "",
                    List.of(),
                    List.of(
                            new FlowEvent(FlowEventKind.SENT, T0, 40, 160_000, 0, 0),
                            new FlowEvent(FlowEventKind.RTT_SAMPLE, T0 + MS, 1, 4000, 9000, 0))));
            harness.flow(flow.key, new FlowEvent(FlowEventKind.CNP_HANDLED, T0 + 2 * MS, 3, 0, 0, 0));
            harness.mark(RecordKind.END, T0 + 50 * MS);
            assertThat(last(harness.flowStates(), flow)).satisfies(state -> {
                assertThat(state.getPackets()).isEqualTo(40_000);
                assertThat(state.getBytes()).isEqualTo(160_000_000);
                assertThat(state.getDelivered()).isEqualTo(4000);
                assertThat(state.getCnp()).isEqualTo(3);
                assertThat(state.getRttCount()).isEqualTo(1);
                assertThat(state.getSampledOneIn()).isEqualTo(1000);
                assertThat(state.getPacketsPlusMinus()).isEqualTo(12_390);
                assertThat(state.getResidual()).isNull();
            });
        }
        try (Harness harness = Harness.replay()) {
            harness.flow(plain(flow, 0, 0, sent(0)));
            harness.mark(RecordKind.END, T0 + 50 * MS);
            assertThat(last(harness.flowStates(), flow)).satisfies(state -> {
                assertThat(state.getSampledOneIn()).isEqualTo(1);
                assertThat(state.getPacketsPlusMinus()).isZero();
            });
        }
    }

    @Test
    void aTcpFlowIsCountedAndJudgedByNoReactionPoint() {
        FlowKey tcp = FlowKey.tcp("f", "10.0.0.1", 4000, "10.0.0.2", 5000);
        try (Harness harness = Harness.replay()) {
            harness.flow(tcp, new FlowEvent(FlowEventKind.CE_MARKED, T0, 64, 64_000, 0, 0), sent(1));
            harness.mark(RecordKind.END, T0 + 50 * MS);
            assertThat(harness.flowStates()).singleElement().satisfies(state -> {
                assertThat(state.getClass$()).isEqualTo("unknown");
                assertThat(state.getMissing()).containsExactly("models: none for TCP");
                assertThat(state.getPackets()).isEqualTo(65);
            });
        }
    }

    @Test
    void anEventOfMoreThanATerabyteIsADeadLetterAndStepsNothing() {
        SyntheticFlow flow = new SyntheticFlow(1, 131, true);
        try (Harness harness = Harness.replay()) {
            harness.flow(plain(flow, 0, 0, new FlowEvent(FlowEventKind.SENT, T0, 1, 1L << 62, 0, 0)));
            harness.flow(plain(flow, 1, 0, sent(1)));
            harness.mark(RecordKind.END, T0 + 50 * MS);
            assertThat(harness.counters.get(Count.REFUSED)).isEqualTo(1);
            assertThat(last(harness.flowStates(), flow).getPackets()).isEqualTo(1);
        }
    }

    @Test
    void newFlowsDoNotHoldUpThoseThatWaitedForTheInterval() {
        FlowPublications publications = new FlowPublications(10_000 * MS, 100);
        List<String> left = new ArrayList<>();
        publications.changed("waiting", T0);
        for (long second = 0; second < 60; second++) {
            for (int n = 0; n < 200; n++) {
                publications.urgent("new " + second + " " + n);
            }
            publications.step(T0 + second * 1000 * MS, (flow, interval) -> left.add(flow));
        }
        assertThat(left.indexOf("waiting")).isBetween(900, 1100);
        assertThat(left).hasSizeBetween(5900, 6000);
    }
}
