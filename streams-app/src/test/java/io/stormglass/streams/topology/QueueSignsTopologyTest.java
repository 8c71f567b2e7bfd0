package io.stormglass.streams.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.avro.CcModeShare;
import io.stormglass.avro.FlowState;
import io.stormglass.models.event.FlowBatch;
import io.stormglass.models.event.FlowEvent;
import io.stormglass.models.event.FlowEventKind;
import io.stormglass.models.event.FlowKey;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.ObserverRole;
import io.stormglass.models.event.Pairing;
import io.stormglass.models.event.PortEvent;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.event.QueueEcn;
import io.stormglass.models.event.RecordKind;
import io.stormglass.models.event.Refresh;
import io.stormglass.models.event.Scope;
import io.stormglass.models.event.Transport;
import io.stormglass.models.event.Vantage;
import io.stormglass.schemas.topics.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the switches say of queues, in the classes of flows without CNPs. */
class QueueSignsTopologyTest {
    private static final long MS = Harness.MS;
    private static final long T0 = Harness.T0;
    private static final FlowKey FLOW = FlowKey.roce("f", Transport.ROCEV2, "10.0.1.1", "10.0.2.1", 17);
    private static final PortKey SENDER = new PortKey("f", "leaf1", "e1");
    private static final PortKey RECEIVER = new PortKey("f", "leaf1", "e2");

    private static LinkFacts attached(String address) {
        return Harness.hostLink("h", 100_000_000_000L, List.of(address))
                .withEcn(List.of(new QueueEcn(3, 100_000, 400_000)));
    }

    /** Deepest so far: nobody clears it. */
    private static PortEvent queue(long millis, long watermarkBytes) {
        long at = T0 + millis * MS;
        return new PortEvent.QueueSample(
                at, new Refresh(at, 500 * MS), 3, 3, 0L, watermarkBytes, millis, null, null, 0L, 0L);
    }

    private static void links(Harness harness) {
        harness.port(SENDER, attached("10.0.1.1"), List.of(queue(0, 0)));
        harness.port(RECEIVER, attached("10.0.2.1"), List.of(queue(0, 0)));
    }

    /** One step of a sender that would see CNPs and sees none: it has ACKs with their RTT. */
    private static void flow(Harness harness, long millis) {
        flow(harness, millis, 5000);
    }

    private static void flow(Harness harness, long millis, int packets) {
        long at = T0 + millis * MS;
        harness.flow(
                FLOW,
                new FlowEvent(FlowEventKind.SENT, at, packets, 4096L * packets, 0, 0),
                new FlowEvent(FlowEventKind.RTT_SAMPLE, at, 1, 4096, 12_000, 0));
    }

    /** Flow and ports in step, 250 ms at a time; the queue's watermark after each half second is handed in. */
    private static FlowState run(Harness harness, long... watermarks) {
        return withPackets(harness, 5000, watermarks);
    }

    private static FlowState withPackets(Harness harness, int packets, long... watermarks) {
        for (int i = 0; i < watermarks.length * 2; i++) {
            flow(harness, i * 250L + 10, packets);
            if (i % 2 == 1) {
                harness.port(RECEIVER, null, List.of(queue(i * 250L + 100, watermarks[i / 2])));
            }
            harness.mark(RecordKind.TICK, T0 + (i + 1) * 250L * MS);
        }
        harness.mark(RecordKind.END, T0 + watermarks.length * 500L * MS);
        return harness.flowStates().getLast();
    }

    @Test
    void aFlowWhoseQueueStaysBelowKminIsNotCongested() {
        try (Harness harness = Harness.replay()) {
            links(harness);
            FlowState state = run(harness, 50_000, 60_000, 60_000);
            assertThat(state.getClass$()).isEqualTo("not-congested");
            assertThat(state.getEvidence()).isEqualTo("queue below Kmin, no CNP (leaf1/e2)");
            assertThat(state.getMissing()).noneMatch(missing -> missing.contains("watermark"));
            assertThat(harness.modes().getLast().getClasses())
                    .containsExactly(new CcModeShare("not-congested", 1L, 1.0));
        }
    }

    @Test
    void aFlowWithoutCnpsWhoseQueuePassesKmaxHasItsCongestionControlOff() {
        try (Harness harness = Harness.replay()) {
            links(harness);
            FlowState state = run(harness, 450_000, 460_000, 470_000);
            assertThat(state.getClass$()).isEqualTo("cc-off");
            assertThat(state.getEvidence()).isEqualTo("queue passed Kmax or paused its peers, no CNP (leaf1/e2)");
            assertThat(harness.modes().getLast().getClasses()).containsExactly(new CcModeShare("cc-off", 1L, 1.0));
        }
    }

    @Test
    void aFlowOfAFewPacketsIsNotAccusedByAQueueThatPassesKmax() {
        try (Harness harness = Harness.replay()) {
            links(harness);
            FlowState state = withPackets(harness, 50, 450_000, 460_000, 470_000);
            assertThat(state.getClass$()).isEqualTo("unknown");
            assertThat(state.getMissing())
                    .contains("watermark of the queue on its path: "
                            + "packets of the flow often enough to meet the peaks of leaf1/e2");
        }
    }

    @Test
    void aQueueThatPassedKmaxOnceAccusesNobody() {
        try (Harness harness = Harness.replay()) {
            links(harness);
            FlowState state = run(harness, 450_000, 450_000, 450_000);
            assertThat(state.getClass$()).isEqualTo("unknown");
            assertThat(state.getMissing())
                    .contains("watermark of the queue on its path: "
                            + "two refreshes of leaf1/e2 past Kmax with the flow there throughout");
        }
    }

    @Test
    void whatIsMissingOfAnUnknownQueueIsNamed() {
        try (Harness harness = Harness.replay()) {
            FlowState state = run(harness, 50_000, 50_000);
            assertThat(state.getClass$()).isEqualTo("unknown");
            assertThat(state.getMissing())
                    .contains("watermark of the queue on its path: "
                            + "a link that attaches 10.0.1.1; a link that attaches 10.0.2.1");
        }
    }

    @Test
    void countersOfAQueuePairThatNeverCountStayNotObservableAndDoNotWait() {
        try (Harness harness = Harness.replay()) {
            links(harness);
            harness.port(RECEIVER, null, List.of(queue(100, 450_000), queue(200, 460_000)));
            FlowEvent sent = new FlowEvent(FlowEventKind.SENT, T0 + 210 * MS, 100, 400_000, 0, 0);
            harness.flow(new FlowBatch(
                    SyntheticFlow.header("nic", ObserverRole.NIC, Scope.QP_COUNTER, 0),
                    FLOW,
                    -1,
                    3,
                    26,
                    0,
                    Vantage.SENDER,
                    Pairing.NONE,
                    "",
                    List.of(),
                    List.of(sent)));
            harness.markFlows(RecordKind.TICK, T0 + 250 * MS);
            assertThat(harness.flowStates())
                    .singleElement()
                    .extracting(FlowState::getClass$)
                    .isEqualTo("not-observable");
        }
    }

    @Test
    void aSignThatComesAfterTheStepOfTheFlowIsWaitedForAndOneOfALaterTimeIsNotUsed() {
        try (Harness harness = Harness.replay()) {
            flow(harness, 10);
            harness.markFlows(RecordKind.TICK, T0 + 250 * MS);
            assertThat(harness.flowStates()).isEmpty();
            links(harness);
            harness.port(RECEIVER, null, List.of(queue(100, 50_000)));
            assertThat(harness.flowStates()).isEmpty();
            harness.port(RECEIVER, null, List.of(queue(260, 450_000), queue(270, 460_000)));
            harness.markPorts(RecordKind.TICK, T0 + 500 * MS);
            assertThat(harness.flowStates())
                    .singleElement()
                    .extracting(FlowState::getClass$)
                    .isEqualTo("not-congested");
        }
    }

    /** All that leaves, in order: time of the flow, class, evidence. */
    private static List<String> told(Harness harness) {
        List<String> told = new ArrayList<>();
        harness.flowStates()
                .forEach(state -> told.add((state.getAtNanos() - T0) / MS + " " + state.getClass$() + " "
                        + state.getEvidence() + state.getMissing()));
        harness.modes().forEach(row -> told.add("row " + row.getRack() + " " + row.getAtNanos() + row.getClasses()));
        return told;
    }

    private static final int STEPS = 48;

    private static void flowStep(Harness harness, int step) {
        flow(harness, step * 500L + 10);
        RecordKind kind = step == STEPS - 1 ? RecordKind.END : RecordKind.TICK;
        harness.markFlows(kind, T0 + (step + 1) * 500L * MS);
    }

    private static void portStep(Harness harness, int step) {
        if (step == 0) {
            links(harness);
        }
        // Below Kmin for 8 s, then deeper and deeper.
        long watermark = step < 16 ? 50_000 : 400_000 + 1000L * step;
        harness.port(RECEIVER, null, List.of(queue(step * 500L + 100, watermark)));
        RecordKind kind = step == STEPS - 1 ? RecordKind.END : RecordKind.TICK;
        harness.markPorts(kind, T0 + (step + 1) * 500L * MS);
    }

    /** Both run through; the ports are as many steps ahead, or behind where negative. */
    private static List<String> withPortsAhead(int ahead) {
        try (Harness harness = Harness.replay()) {
            for (int i = Math.min(0, -ahead); i < STEPS + Math.max(0, -ahead); i++) {
                if (i + ahead >= 0 && i + ahead < STEPS) {
                    portStep(harness, i + ahead);
                }
                if (i >= 0 && i < STEPS) {
                    flowStep(harness, i);
                }
            }
            return told(harness);
        }
    }

    @Test
    void theStatesAreTheSameWhoeverComesFirst() {
        List<String> together = withPortsAhead(0);
        assertThat(together).anyMatch(line -> line.contains(" not-congested "));
        assertThat(together).anyMatch(line -> line.contains(" cc-off "));
        assertThat(together).anyMatch(line -> line.startsWith("row leaf1"));
        assertThat(withPortsAhead(STEPS)).isEqualTo(together);
        assertThat(withPortsAhead(-STEPS)).isEqualTo(together);
        assertThat(withPortsAhead(7)).isEqualTo(together);
        assertThat(withPortsAhead(-30)).isEqualTo(together);
    }

    @Test
    void theEndOfTheFlowsFollowsTheLastStateThatWaits() {
        try (Harness harness = Harness.replay()) {
            flow(harness, 10);
            harness.markFlows(RecordKind.END, T0 + 250 * MS);
            assertThat(harness.read(Topic.FLOW_STATES)).isEmpty();
            harness.markPorts(RecordKind.TICK, T0 + 10_000 * MS);
            assertThat(harness.read(Topic.FLOW_STATES)).isEmpty();
            harness.markPorts(RecordKind.END, T0 + 10_000 * MS);
            assertThat(harness.read(Topic.FLOW_STATES))
                    .extracting(record -> record.value() == null)
                    .containsExactly(false, true);
        }
    }

    @Test
    void liveNothingWaitsForPortsThatNeverSaidAnything() {
        try (Harness harness = Harness.live()) {
            flow(harness, 0);
            flow(harness, 400);
            assertThat(harness.flowStates())
                    .extracting(FlowState::getEvidence)
                    .containsExactly("nothing seen", "no CNP of late");
        }
    }

    @Test
    void liveAFlowWaitsForPortsThatFellSilentUntilTheyFollowTheWallClock() {
        try (Harness harness = Harness.live()) {
            links(harness);
            harness.port(RECEIVER, null, List.of(queue(400, 50_000), queue(900, 60_000)));
            flow(harness, 700);
            flow(harness, 1400);
            assertThat(harness.flowStates()).extracting(FlowState::getEvidence).containsExactly("nothing seen");
            harness.silence(Duration.ofMillis(2600));
            assertThat(harness.flowStates())
                    .singleElement()
                    .extracting(FlowState::getClass$)
                    .isEqualTo("not-congested");
        }
    }
}
