package io.stormglass.capture;

import static io.stormglass.capture.synthetic.FrameBuilder.ethernet;
import static io.stormglass.capture.synthetic.FrameBuilder.pause;
import static io.stormglass.capture.synthetic.FrameBuilder.pfc;
import static io.stormglass.capture.synthetic.FrameBuilder.rocev2;
import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.capture.file.CaptureInterface;
import io.stormglass.capture.file.LinkType;
import io.stormglass.capture.file.PacketTime;
import io.stormglass.capture.synthetic.FrameBuilder;
import io.stormglass.capture.synthetic.PacketList;
import io.stormglass.capture.synthetic.RecordingSink;
import io.stormglass.models.event.Direction;
import io.stormglass.models.event.EntityRole;
import io.stormglass.models.event.FlowEvent;
import io.stormglass.models.event.FlowEventKind;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.PortEvent;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.event.Vantage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

final class CaptureEventsTest {
    private static final String A = "10.0.0.1";
    private static final String B = "10.0.0.2";
    private static final long START = 1_760_000_000_000_000_000L;
    private static final long SLICE = CaptureEvents.SLICE_NANOS;
    private static final String OWN_MAC = "020000000001";
    private static final String PEER_MAC = "020000000002";

    private final PacketList capture = new PacketList();
    private final RecordingSink sink = new RecordingSink();
    private final List<Long> progress = new ArrayList<>();

    private void emit() {
        emit(CaptureFixtures::unplaced);
    }

    private Inspection emit(CapturePoints points) {
        Inspection inspection = CaptureInspector.inspect(capture.cursor(), points);
        CaptureEvents.emit(inspection, capture.cursor(), points, sink, progress::add);
        return inspection;
    }

    private static byte[] data(int psn) {
        return rocev2(A, B, 0x07, 0x200, psn).payload(900).icrc().build();
    }

    private static byte[] marked(int psn) {
        return ethernet()
                .ecn(3)
                .ipv4(A, B)
                .udp(1, 4791)
                .bth(0x07, 0x200, psn)
                .payload(900)
                .icrc()
                .build();
    }

    private static byte[] ack(int psn, int syndrome) {
        return rocev2(B, A, 0x11, 0x100, psn).aeth(syndrome).icrc().build();
    }

    private static byte[] cnp() {
        return rocev2(B, A, 0x81, 0x100, 0).payload(16).icrc().build();
    }

    @ParameterizedTest
    @FieldSource("io.stormglass.capture.CaptureFixtures#GENERATED")
    void eventsOfACaptureAddUpToItsInspection(String file) {
        Inspection inspection = CaptureFixtures.inspect(CaptureFixtures.open(file));
        try (var cursor = CaptureFixtures.open(file)) {
            CaptureEvents.emit(inspection, cursor, CaptureFixtures::unplaced, sink, progress::add);
        }
        // Two packets have impossible times; another interface had shown both.
        long refused = file.equals("nasty.pcapng") ? 2 : 0;
        assertThat(sink.refused()).hasSize((int) refused);
        List<FlowSummary> flows = inspection.flows();
        long ce = flows.stream().mapToLong(FlowSummary::ce).sum();
        long packets = flows.stream().mapToLong(FlowSummary::packets).sum();
        assertThat(count(FlowEventKind.CE_MARKED)).isEqualTo(ce);
        assertThat(count(FlowEventKind.SENT) + count(FlowEventKind.CE_MARKED)).isEqualTo(packets);
        assertThat(count(FlowEventKind.CNP_SEEN)).isEqualTo(inspection.counts().cnp());
        assertThat(count(FlowEventKind.NAK)).isEqualTo(inspection.counts().nak());
        assertThat(count(FlowEventKind.RNR)).isEqualTo(inspection.counts().rnr());
        assertThat(sink.of(FlowEventKind.RTT_SAMPLE)).hasSize((int) samples(flows));
        assertThat(count(FlowEventKind.REORDERED))
                .isEqualTo(flows.stream().mapToLong(FlowSummary::reordered).sum());
        if (refused == 0) {
            assertThat(count(FlowEventKind.RETRANSMITTED))
                    .isEqualTo(
                            flows.stream().mapToLong(FlowSummary::retransmitted).sum());
        }
        assertThat(flowsAddUp(inspection)).isEmpty();
    }

    private static long samples(List<FlowSummary> flows) {
        long all = 0;
        for (FlowSummary flow : flows) {
            RttSummary rtt = flow.rtt();
            all += rtt == null ? 0 : rtt.count();
        }
        return all;
    }

    /** Flows whose own CNPs differ between the two passes. */
    private List<String> flowsAddUp(Inspection inspection) {
        List<String> wrong = new ArrayList<>();
        for (FlowSummary flow : inspection.flows()) {
            long emitted = sink.flowEvents().stream()
                    .filter(each -> each.flow().srcIp().equals(flow.srcIp())
                            && each.flow().dstIp().equals(flow.dstIp())
                            && each.flow().dstQp() == flow.dstQp()
                            && each.flow().transport() == flow.transport()
                            && each.attributes().pairedQp() == flow.pairedQp()
                            && each.event().kind() == FlowEventKind.CNP_SEEN)
                    .count();
            if (emitted != flow.cnp()) {
                wrong.add(flow + ": " + emitted);
            }
        }
        return wrong;
    }

    private long count(FlowEventKind kind) {
        return sink.of(kind).stream().mapToLong(FlowEvent::packets).sum();
    }

    @Test
    void dataPacketsOfASliceAreOneEventWithTheTimeOfTheLast() {
        capture.add(START, data(1))
                .add(START + 5_000, data(2))
                .add(START + SLICE, data(3))
                .add(START + 2 * SLICE, data(4));
        emit();
        assertThat(sink.of(FlowEventKind.SENT)).extracting(FlowEvent::packets).containsExactly(2L, 1L, 1L);
        assertThat(sink.of(FlowEventKind.SENT))
                .extracting(FlowEvent::timeNanos)
                .containsExactly(START + 5_000, START + SLICE, START + 2 * SLICE);
        assertThat(sink.of(FlowEventKind.SENT).getFirst().bytes()).isEqualTo(2L * data(1).length);
        assertThat(progress).containsExactly(START, START + SLICE, START + 2 * SLICE);
    }

    @Test
    void everyOtherEventOfAFlowComesAfterTheDataBeforeIt() {
        capture.add(START, data(1))
                .add(START + 1_000, data(2))
                .add(START + 2_000, marked(3))
                .add(START + 3_000, cnp())
                .add(START + 4_000, data(4))
                .add(START + 5_000, ack(4, 0x1f))
                .add(START + 6_000, data(5))
                .add(START + 7_000, data(5))
                .add(START + 8_000, ack(5, 0x1f))
                .add(START + 9_000, data(7))
                .add(START + 9_100, data(6))
                .add(START + 9_200, ack(7, 0x60))
                .add(START + 9_300, ack(7, 0x2e));
        emit();
        int bytes = data(1).length;
        assertThat(sink.flowEvents())
                .extracting(RecordingSink.OfFlow::event)
                .containsExactly(
                        event(FlowEventKind.SENT, START + 1_000, 2, 2L * bytes, 0, 0),
                        event(FlowEventKind.CE_MARKED, START + 2_000, 1, bytes, 0, 0),
                        event(FlowEventKind.CNP_SEEN, START + 3_000, 1, cnp().length, 0, 0),
                        event(FlowEventKind.SENT, START + 4_000, 1, bytes, 0, 0),
                        event(FlowEventKind.RTT_SAMPLE, START + 5_000, 4, 4L * bytes, 1_000, 0),
                        event(FlowEventKind.SENT, START + 7_000, 2, 2L * bytes, 0, 0),
                        event(FlowEventKind.RETRANSMITTED, START + 7_000, 1, bytes, 0, 0),
                        event(FlowEventKind.DELIVERED, START + 8_000, 1, bytes, 0, 0),
                        event(FlowEventKind.SENT, START + 9_100, 2, 2L * bytes, 0, 0),
                        event(FlowEventKind.REORDERED, START + 9_100, 1, bytes, 0, 0),
                        event(FlowEventKind.DELIVERED, START + 9_200, 1, bytes, 0, 0),
                        event(FlowEventKind.NAK, START + 9_200, 1, ack(7, 0x60).length, 0, 0x60),
                        event(FlowEventKind.RNR, START + 9_300, 1, ack(7, 0x2e).length, 0, 14));
        assertThat(sink.flowEvents()).allMatch(each -> each.flow().text().equals("default|10.0.0.1|10.0.0.2|512"));
        assertThat(sink.flowEvents().getFirst().attributes().pairedQp()).isEqualTo(0x100);
    }

    private static FlowEvent event(
            FlowEventKind kind, long timeNanos, long packets, long bytes, long rttNanos, int detail) {
        return new FlowEvent(kind, timeNanos, packets, bytes, rttNanos, detail);
    }

    @Test
    void aCnpBeforeItsDataIsAlreadyCreditedToTheFlow() {
        capture.add(START, cnp()).add(START + 1_000, data(1));
        emit();
        assertThat(sink.flowEvents().getFirst().flow().isProvisional()).isFalse();
    }

    @Test
    void aCnpWithoutDataNamesTheFlowAfterItself() {
        capture.add(START, cnp());
        emit();
        assertThat(sink.flowEvents().getFirst().flow().text()).isEqualTo("default|10.0.0.1|10.0.0.2|~256");
    }

    @Test
    void pauseFramesCutTheTrafficOfTheirPortAndNeedADirection() {
        byte[] paused = pfc(PEER_MAC, 1 << 3 | 1 << 4, 0, 0, 0, 65_535, 0);
        capture.add(START, data(1))
                .add(START + 1_000, marked(2))
                .add(START + 2_000, paused)
                .add(START + 3_000, data(3))
                .add(START + 4_000, pause(OWN_MAC, 7))
                .add(START + SLICE, data(4));
        Inspection inspection = emit(point(EntityRole.LEAF, CaptureSide.BOTH_BY_MAC));
        int bytes = data(1).length;
        assertThat(sink.portEvents())
                .extracting(RecordingSink.OfPort::event)
                .containsExactly(
                        new PortEvent.Traffic(START, Direction.TX, 0, 1, bytes, 0),
                        new PortEvent.Traffic(START + 1_000, Direction.TX, 3, 1, bytes, 1),
                        new PortEvent.PfcFrame(START + 2_000, Direction.RX, 3, 65_535),
                        new PortEvent.PfcFrame(START + 2_000, Direction.RX, 4, 0),
                        new PortEvent.Traffic(START + 3_000, Direction.TX, 0, 1, bytes, 0),
                        new PortEvent.PauseFrame(START + 4_000, Direction.TX, 7),
                        new PortEvent.Traffic(START + SLICE, Direction.TX, 0, 1, bytes, 0));
        assertThat(sink.facts()).hasSize(1);
        assertThat(sink.facts().getFirst().atNanos()).isEqualTo(START);
        assertThat(inspection.interfaces().getFirst().sent()).isEqualTo(5);
        assertThat(inspection.interfaces().getFirst().received()).isEqualTo(1);
        assertThat(inspection.interfaces().getFirst().bothDirections()).isTrue();
        assertThat(inspection.observable().pfc()).isTrue();
        assertThat(inspection.flows().getFirst().vantage()).isEqualTo(Vantage.MID);
    }

    private static CapturePoints point(EntityRole role, CaptureSide side) {
        MacAddress own = side == CaptureSide.BOTH_BY_MAC ? MacAddress.parse(OWN_MAC) : null;
        return captureInterface -> placed(captureInterface, role, side, own);
    }

    private static CapturePoint placed(
            CaptureInterface captureInterface, EntityRole role, CaptureSide side, @Nullable MacAddress own) {
        LinkFacts facts =
                new LinkFacts(role, "", "", EntityRole.UNKNOWN, 0, false, "", "", List.of(), "", "", 0, null, "file");
        MacAddress peer = own == null ? null : MacAddress.parse(PEER_MAC);
        return new CapturePoint(new PortKey("default", "device", captureInterface.name()), side, facts, own, peer);
    }

    @Test
    void aFlagGoesBeforeTheSideAndTheSideBeforeTheMacAddress() {
        byte[] fromPeer = pfc(PEER_MAC, 1 << 3, 0, 0, 0, 1);
        capture.add(START, fromPeer).flagged(Direction.TX).add(START + 1, fromPeer);
        emit(point(EntityRole.SWITCH, CaptureSide.RX));
        assertThat(directions()).containsExactly(Direction.RX, Direction.TX);
    }

    @Test
    void withoutAnyHintTheDirectionOfAPauseFrameIsUnknown() {
        capture.add(START, pfc("000000000000", 1 << 3, 0, 0, 0, 1));
        emit();
        emit(point(EntityRole.SWITCH, CaptureSide.BOTH_BY_MAC));
        assertThat(directions()).containsOnly(Direction.UNKNOWN);
    }

    private List<Direction> directions() {
        return sink.portEvents().stream()
                .map(each -> each.event() instanceof PortEvent.PfcFrame frame ? frame.direction() : Direction.UNKNOWN)
                .toList();
    }

    @Test
    void flagsSayWhereDataWasSeenOnlyIfTheDeviceIsKnown() {
        capture.flagged(Direction.TX).add(START, data(1));
        assertThat(vantage(point(EntityRole.HOST, CaptureSide.UNKNOWN))).isEqualTo(Vantage.SENDER);
        assertThat(vantage(point(EntityRole.LEAF, CaptureSide.UNKNOWN))).isEqualTo(Vantage.MID);
        // The port of a switch towards the receiver sends this as well.
        assertThat(vantage(CaptureFixtures::unplaced)).isEqualTo(Vantage.UNKNOWN);
        assertThat(CaptureFixtures.inspect(capture.cursor()).assumptions())
                .anyMatch(text -> text.startsWith("flows scope unknown"));
        capture.flagged(Direction.RX).add(START, data(2));
        assertThat(vantage(point(EntityRole.HOST, CaptureSide.UNKNOWN))).isEqualTo(Vantage.UNKNOWN);
    }

    @Test
    void receivedDataOfSeveralSendersForOneHostWasSeenAtTheReceiver() {
        capture.flagged(Direction.RX).add(START, data(1));
        assertThat(vantage(CaptureFixtures::unplaced)).isEqualTo(Vantage.UNKNOWN);
        capture.add(START, rocev2("10.0.0.3", B, 0x07, 0x201, 1).icrc().build());
        assertThat(vantage(CaptureFixtures::unplaced)).isEqualTo(Vantage.RECEIVER);
        assertThat(CaptureFixtures.inspect(capture.cursor()).assumptions())
                .anyMatch(text -> text.startsWith("flows scope receiver"));
        capture.add(START, rocev2("10.0.0.3", "10.0.0.4", 0x07, 0x201, 1).icrc().build());
        assertThat(vantage(CaptureFixtures::unplaced)).isEqualTo(Vantage.UNKNOWN);
    }

    @Test
    void whoSendsDataOfOthersIsNotTheirReceiver() {
        capture.flagged(Direction.RX).add(START, data(1));
        capture.add(START, rocev2("10.0.0.3", B, 0x07, 0x201, 1).icrc().build());
        capture.flagged(Direction.TX)
                .add(START, rocev2("10.0.0.7", A, 0x07, 0x202, 1).icrc().build());
        assertThat(vantage(CaptureFixtures::unplaced)).isEqualTo(Vantage.UNKNOWN);
    }

    private Vantage vantage(CapturePoints points) {
        return CaptureInspector.inspect(capture.cursor(), points)
                .flows()
                .getFirst()
                .vantage();
    }

    @Test
    void aSideAloneSaysWhereAHostStandsAndNothingOfAnUnknownDevice() {
        capture.add(START, data(1));
        assertThat(vantage(point(EntityRole.HOST, CaptureSide.RX))).isEqualTo(Vantage.RECEIVER);
        assertThat(vantage(point(EntityRole.HOST, CaptureSide.BOTH_BY_MAC))).isEqualTo(Vantage.SENDER);
        assertThat(vantage(point(EntityRole.UNKNOWN, CaptureSide.RX))).isEqualTo(Vantage.UNKNOWN);
    }

    @Test
    void aCookedCaptureSaysWhetherTheHostSent() {
        for (int type : new int[] {0, 4}) {
            PacketList cooked = new PacketList(LinkType.LINUX_SLL);
            cooked.add(
                    START,
                    FrameBuilder.cooked(type)
                            .ipv4(A, B)
                            .udp(1, 4791)
                            .bth(7, 0x200, 1)
                            .icrc()
                            .build());
            assertThat(CaptureFixtures.inspect(cooked.cursor())
                            .flows()
                            .getFirst()
                            .vantage())
                    .isEqualTo(type == 4 ? Vantage.SENDER : Vantage.RECEIVER);
        }
    }

    @Test
    void aMirrorCopyIsSeenInTheMiddleWhateverItsFlags() {
        byte[] mirrored = ethernet()
                .ipv4("192.0.2.1", "192.0.2.2")
                .udp(5, 4789)
                .vxlan()
                .bytes(data(1))
                .build();
        capture.flagged(Direction.RX).add(START, mirrored);
        Inspection inspection = emit(CaptureFixtures::unplaced);
        assertThat(inspection.flows().getFirst().mirrored()).isTrue();
        assertThat(inspection.flows().getFirst().vantage()).isEqualTo(Vantage.MID);
        assertThat(sink.flowEvents().getFirst().attributes().mirrored()).isTrue();
        assertThat(inspection.interfaces().getFirst().received()).isZero();
    }

    @Test
    void impossibleTimesAreRefusedAndMissingOnesTaken() {
        capture.add(START, data(1))
                .add(START, PacketTime.MISSING, data(2), data(2).length)
                .add(5, PacketTime.OUT_OF_RANGE, data(3), data(3).length)
                .add(5, PacketTime.OUT_OF_RANGE, pause(OWN_MAC, 1), 60);
        Inspection inspection = emit(CaptureFixtures::unplaced);
        assertThat(count(FlowEventKind.SENT)).isEqualTo(2);
        assertThat(sink.refused())
                .extracting(RecordingSink.Refused::key)
                .containsExactly("default|10.0.0.1|10.0.0.2|512", "default/device/eth0");
        assertThat(sink.refused().getFirst().reason()).isEqualTo("impossible-time");
        assertThat(inspection.counts().missingTime()).isEqualTo(1);
        assertThat(inspection.counts().impossibleTime()).isEqualTo(2);
        assertThat(inspection.lastNanos()).isEqualTo(START);
    }

    @Test
    void timeThatRunsBackwardsKeepsSlicesApart() {
        capture.add(START + 3 * SLICE, data(1)).add(START + SLICE, data(2)).add(START + 3 * SLICE + 1, data(3));
        emit();
        assertThat(sink.of(FlowEventKind.SENT)).extracting(FlowEvent::packets).containsExactly(1L, 1L, 1L);
        assertThat(progress).containsExactly(START + 3 * SLICE);
    }
}
