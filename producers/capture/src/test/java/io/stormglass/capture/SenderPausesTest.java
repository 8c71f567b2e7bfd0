package io.stormglass.capture;

import static io.stormglass.capture.synthetic.FrameBuilder.pause;
import static io.stormglass.capture.synthetic.FrameBuilder.pfc;
import static io.stormglass.capture.synthetic.FrameBuilder.rocev2;
import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.capture.synthetic.PacketList;
import io.stormglass.capture.synthetic.RecordingSink;
import io.stormglass.models.event.Direction;
import io.stormglass.models.event.EntityRole;
import io.stormglass.models.event.FlowEvent;
import io.stormglass.models.event.FlowEventKind;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.ObserverRole;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.event.Scope;
import io.stormglass.models.event.Vantage;
import io.stormglass.models.shadow.FlowShadow;
import io.stormglass.models.shadow.FlowView;
import io.stormglass.models.shadow.ShadowModels;
import io.stormglass.models.shadow.ShadowSource;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SenderPausesTest {
    private static final String A = "10.0.0.1";
    private static final String B = "10.0.0.2";
    private static final long START = 1_760_000_000_000_000_000L;
    private static final long LINE = 100_000_000_000L;
    private static final String SWITCH_MAC = "020000000002";
    /** 65,535 x 512 bits at 100 Gb/s. */
    private static final long LONGEST = 335_539;

    private static final CapturePoints HOST = point(EntityRole.HOST, EntityRole.LEAF, LINE, false);

    private final PacketList capture = new PacketList();
    private final RecordingSink sink = new RecordingSink();

    private static CapturePoints point(EntityRole role, EntityRole peer, long bitsPerSecond, boolean assumed) {
        LinkFacts facts =
                new LinkFacts(role, "", "", peer, bitsPerSecond, assumed, "", "", List.of(), "", "", 0, null, "file");
        return each ->
                new CapturePoint(new PortKey("default", "device", each.name()), CaptureSide.UNKNOWN, facts, null, null);
    }

    private long emit(CapturePoints points) {
        Inspection inspection = CaptureInspector.inspect(capture.cursor(), points);
        return CaptureEvents.emit(inspection, capture.cursor(), points, sink, time -> {});
    }

    private SenderPausesTest data(long micros, int psn) {
        capture.flagged(Direction.TX)
                .add(
                        START + micros * 1000,
                        rocev2(A, B, 0x07, 0x200, psn).payload(900).icrc().build());
        return this;
    }

    private SenderPausesTest pausedAt(long micros, int quanta) {
        capture.flagged(Direction.RX).add(START + micros * 1000, pfc(SWITCH_MAC, 1, quanta));
        return this;
    }

    private SenderPausesTest cnp(long micros) {
        capture.flagged(Direction.RX)
                .add(
                        START + micros * 1000,
                        rocev2(B, A, 0x81, 0x100, 0).payload(16).icrc().build());
        return this;
    }

    private List<String> told() {
        return sink.of(FlowEventKind.PAUSED).stream()
                .map(each -> (each.timeNanos() - START) + "+" + each.rttNanos())
                .toList();
    }

    @Test
    void aPauseLastsUntilItsXon() {
        data(0, 1).pausedAt(10, 65_535).pausedAt(110, 0).data(200, 2);
        assertThat(emit(HOST)).isZero();
        assertThat(told()).containsExactly("10000+100000");
        assertThat(sink.flowEvents())
                .extracting(each -> each.event().kind())
                .containsExactly(FlowEventKind.SENT, FlowEventKind.PAUSED, FlowEventKind.SENT);
    }

    @Test
    void aPauseWithoutXonLastsAsLongAsItsQuanta() {
        data(0, 1).pausedAt(10, 65_535).data(1000, 2);
        emit(HOST);
        assertThat(told()).containsExactly("10000+" + LONGEST);
    }

    @Test
    void aFrameDuringAPauseSetsItsEndAnew() {
        data(0, 1).pausedAt(10, 65_535).pausedAt(210, 65_535).data(1000, 2);
        emit(HOST);
        assertThat(told()).containsExactly("10000+" + (200_000 + LONGEST));
    }

    @Test
    void aPacketThatWasSentEndsAPauseWhateverItsQuantaSay() {
        data(0, 1).pausedAt(10, 65_535).data(60, 2).data(900, 3);
        emit(HOST);
        assertThat(told()).containsExactly("10000+50000");
    }

    @Test
    void aPacketThatWasOnItsWayDoesNotEndAPause() {
        data(0, 1).pausedAt(10, 65_535).data(12, 2).pausedAt(110, 0).data(200, 3);
        emit(HOST);
        assertThat(told()).containsExactly("12000+98000");
    }

    @Test
    void whatComesDuringAPauseIsToldInOrder() {
        data(0, 1).pausedAt(10, 65_535).cnp(60).pausedAt(110, 0).data(200, 2);
        emit(HOST);
        assertThat(told()).containsExactly("10000+50000", "60000+50000");
        assertThat(sink.flowEvents())
                .extracting(each -> each.event().timeNanos())
                .isSorted();
    }

    @Test
    void aLongPauseOfAFlowThatSaysNothingIsToldSliceBySlice() {
        data(0, 1);
        for (int micros = 100; micros < 30_000; micros += 300) {
            pausedAt(micros, 65_535);
        }
        pausedAt(30_000, 0).data(30_100, 2);
        emit(HOST);
        assertThat(told()).containsExactly("100000+9900000", "10000000+10000000", "20000000+10000000");
    }

    @Test
    void pausesBetweenTwoEventsOfAFlowAreToldAtOnce() {
        data(0, 1)
                .pausedAt(10, 65_535)
                .pausedAt(20, 0)
                .pausedAt(50, 65_535)
                .pausedAt(80, 0)
                .data(200, 2);
        emit(HOST);
        assertThat(told()).containsExactly("40000+40000");
    }

    @Test
    void aSwitchPortThatPausesTheHostBehindItPausesTheFlow() {
        capture.flagged(Direction.RX)
                .add(START, rocev2(A, B, 0x07, 0x200, 1).icrc().build())
                .flagged(Direction.TX)
                .add(START + 10_000, pause(SWITCH_MAC, 65_535))
                .flagged(Direction.RX)
                .add(START + 900_000, rocev2(A, B, 0x07, 0x200, 2).icrc().build());
        assertThat(emit(point(EntityRole.LEAF, EntityRole.HOST, LINE, false))).isZero();
        assertThat(told()).containsExactly("10000+" + LONGEST);
    }

    @Test
    void aPauseOfAnotherPriorityOrOfTheOtherEndIsNotTheFlows() {
        data(0, 1);
        capture.flagged(Direction.RX).add(START + 10_000, pfc(SWITCH_MAC, 1 << 3, 0, 0, 0, 65_535));
        capture.flagged(Direction.TX).add(START + 20_000, pfc("020000000001", 1, 65_535));
        data(900, 2);
        assertThat(emit(HOST)).isZero();
        assertThat(told()).isEmpty();
    }

    @Test
    void whatIsNotKnownIsCountedAndNotGuessed() {
        data(0, 1).pausedAt(10, 65_535).data(900, 2);
        assertThat(emit(point(EntityRole.UNKNOWN, EntityRole.UNKNOWN, LINE, false)))
                .isEqualTo(1);
        assertThat(emit(point(EntityRole.HOST, EntityRole.LEAF, LINE, true))).isEqualTo(1);
        assertThat(emit(point(EntityRole.HOST, EntityRole.LEAF, 0, false))).isEqualTo(1);
        assertThat(emit(point(EntityRole.LEAF, EntityRole.SPINE, LINE, false))).isZero();
        assertThat(told()).isEmpty();
        capture.flagged(Direction.UNKNOWN).add(START + 950_000, pfc("000000000000", 1, 65_535));
        assertThat(emit(HOST)).isEqualTo(1);
    }

    @Test
    void theModelStandsStillForAsLongAsTheSenderWasPaused() {
        FlowView through = view(0);
        long paused = 300;
        FlowView stopped = new SenderPausesTest().view(paused);
        assertThat(through.limitBitsPerSecond()).isLessThan(LINE / 2);
        assertThat(stopped.limitBitsPerSecond()).isEqualTo(through.limitBitsPerSecond());
        assertThat(stopped.targetBitsPerSecond()).isEqualTo(through.targetBitsPerSecond());
        assertThat(stopped.alpha()).isEqualTo(through.alpha());
    }

    /** Twenty CNPs, one every 50 us, and a pause of so many us after the tenth. */
    private FlowView view(long pausedMicros) {
        data(0, 1);
        for (int i = 0; i < 20; i++) {
            long late = i < 10 ? 0 : pausedMicros;
            cnp(40 + i * 50 + late).data(60 + i * 50 + late, 2 + i);
            if (i == 9 && pausedMicros > 0) {
                pausedAt(520, 65_535).pausedAt(520 + pausedMicros, 0);
            }
        }
        emit(HOST);
        FlowShadow shadow = new FlowShadow(ShadowModels.firmware(LINE / 1_000_000));
        ShadowSource source = new ShadowSource(Scope.FLOW, Vantage.SENDER, ObserverRole.CAPTURE, 1);
        for (RecordingSink.OfFlow each : sink.flowEvents()) {
            shadow.event(source, each.event());
        }
        long sum = sink.of(FlowEventKind.PAUSED).stream()
                .mapToLong(FlowEvent::rttNanos)
                .sum();
        assertThat(sum).isEqualTo(pausedMicros * 1000);
        return shadow.view(START + (1100 + pausedMicros) * 1000);
    }
}
