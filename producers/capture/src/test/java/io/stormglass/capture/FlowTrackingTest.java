package io.stormglass.capture;

import static io.stormglass.capture.synthetic.FrameBuilder.ethernet;
import static io.stormglass.capture.synthetic.FrameBuilder.rocev2;
import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.capture.synthetic.FrameBuilder;
import io.stormglass.capture.synthetic.PacketList;
import io.stormglass.models.event.Pairing;
import org.junit.jupiter.api.Test;

final class FlowTrackingTest {
    private static final String A = "10.0.0.1";
    private static final String B = "10.0.0.2";
    private static final int QP_OF_B = 0x200;
    private static final int QP_OF_A = 0x100;
    private static final int WRITE_MIDDLE = 0x07;
    private static final int READ_REQUEST = 0x0c;
    private static final int READ_RESPONSE_ONLY = 0x10;
    private static final int ACKNOWLEDGE = 0x11;
    private static final int CNP = 0x81;
    private static final int ACK = 0x1f;
    private static final int NAK_SEQUENCE = 0x60;
    private static final int RNR = 0x2e;
    private static final long START = 1_760_000_000_000_000_000L;

    private final PacketList capture = new PacketList();
    private long nanos = START;

    private FlowTrackingTest at(long afterNanos) {
        nanos = START + afterNanos;
        return this;
    }

    private FlowTrackingTest data(int psn) {
        return dataTo(QP_OF_B, psn);
    }

    private FlowTrackingTest dataTo(int qp, int psn) {
        return add(rocev2(A, B, WRITE_MIDDLE, qp, psn).payload(1000).icrc());
    }

    private FlowTrackingTest back(int opcode, int qp, int psn, int syndrome) {
        FrameBuilder builder = rocev2(B, A, opcode, qp, psn);
        return add(
                opcode == ACKNOWLEDGE
                        ? builder.aeth(syndrome).icrc()
                        : builder.payload(16).icrc());
    }

    private FlowTrackingTest ack(int psn) {
        return back(ACKNOWLEDGE, QP_OF_A, psn, ACK);
    }

    private FlowTrackingTest add(FrameBuilder builder) {
        capture.add(nanos, builder.build());
        nanos += 1_000;
        return this;
    }

    private Inspection inspect() {
        return CaptureFixtures.inspect(capture.cursor());
    }

    private FlowSummary onlyFlow() {
        assertThat(inspect().flows()).hasSize(1);
        return inspect().flows().getFirst();
    }

    private static RttSummary rtt(FlowSummary flow) {
        RttSummary rtt = flow.rtt();
        if (rtt == null) {
            throw new AssertionError(flow + " has no round-trip times");
        }
        return rtt;
    }

    @Test
    void aCoalescedAckGivesOneSampleFromTheNewestPacketItCovers() {
        at(0).data(10).data(11).data(12).at(50_000).ack(12);
        FlowSummary flow = onlyFlow();
        assertThat(flow.pairing()).isEqualTo(Pairing.PSN);
        assertThat(flow.pairedQp()).isEqualTo(QP_OF_A);
        assertThat(flow.ack()).isEqualTo(1);
        assertThat(rtt(flow)).isEqualTo(new RttSummary(1, 48_000, 48_000, 48_000, 48_000));
    }

    @Test
    void numbersWrapAt24Bits() {
        at(0);
        for (int i = 0; i < 40; i++) {
            data((0xfffff0 + i) & 0xffffff);
        }
        at(100_000).ack(0xffffff).at(200_000).ack(0x000017);
        FlowSummary flow = onlyFlow();
        assertThat(rtt(flow).count()).isEqualTo(2);
        assertThat(rtt(flow).minNanos()).isEqualTo(100_000 - 15_000);
        assertThat(rtt(flow).maxNanos()).isEqualTo(200_000 - 39_000);
        assertThat(flow.retransmitted()).isZero();
        assertThat(flow.reordered()).isZero();
    }

    @Test
    void ofAPacketSentTwiceNoRoundTripTimeIsTaken() {
        at(0).data(10).ack(10).data(11).data(11).ack(11).data(12).ack(12);
        FlowSummary flow = onlyFlow();
        assertThat(flow.retransmitted()).isEqualTo(1);
        assertThat(rtt(flow).count()).isEqualTo(2);
        assertThat(flow.ack()).isEqualTo(3);
    }

    @Test
    void aRepeatedAckGivesNoSecondSample() {
        at(0).data(10).ack(10).ack(10);
        assertThat(rtt(onlyFlow()).count()).isEqualTo(1);
    }

    @Test
    void anAckOfANumberNeverSentGivesNothing() {
        at(0).data(10).ack(10).ack(500).data(11).ack(11);
        assertThat(rtt(onlyFlow()).count()).isEqualTo(2);
    }

    @Test
    void lateNumbersAreReorderedUnlessANakAskedForThem() {
        at(0).data(10).data(12).data(11).data(13);
        assertThat(onlyFlow().reordered()).isEqualTo(1);
        assertThat(onlyFlow().retransmitted()).isZero();
    }

    @Test
    void whatFollowsANakIsRetransmittedAlsoWhatWasNeverSeen() {
        at(0).data(10).ack(10).data(12).data(13).back(ACKNOWLEDGE, QP_OF_A, 11, NAK_SEQUENCE);
        data(11).data(12).data(13).data(14);
        FlowSummary flow = onlyFlow();
        assertThat(flow.retransmitted()).isEqualTo(3);
        assertThat(flow.reordered()).isZero();
        assertThat(flow.nak()).isEqualTo(1);
        data(16).data(15).data(17);
        assertThat(onlyFlow().reordered()).isEqualTo(1);
        assertThat(onlyFlow().retransmitted()).isEqualTo(3);
    }

    @Test
    void receiverNotReadyIsCountedApart() {
        at(0).data(10).ack(10).data(11).back(ACKNOWLEDGE, QP_OF_A, 11, RNR).data(11);
        FlowSummary flow = onlyFlow();
        assertThat(flow.rnr()).isEqualTo(1);
        assertThat(flow.nak()).isZero();
        assertThat(flow.retransmitted()).isEqualTo(1);
    }

    @Test
    void aJumpOfTheNumbersIsANewConnection() {
        at(0).data(10).ack(10).data(5_000_000).ack(5_000_000).data(20).ack(20);
        FlowSummary flow = onlyFlow();
        assertThat(flow.retransmitted() + flow.reordered()).isZero();
        assertThat(rtt(flow).count()).isEqualTo(3);
    }

    @Test
    void manyOutstandingPacketsAreRemembered() {
        at(0);
        data(1).ack(1);
        for (int psn = 2; psn < 6_000; psn++) {
            data(psn);
        }
        long last = nanos;
        ack(2);
        assertThat(rtt(onlyFlow()).maxNanos()).isEqualTo(last - START - 2_000);
    }

    @Test
    void ofSeveralFlowsBetweenTwoHostsTheNumbersTellWhichAckBelongsToWhich() {
        at(0);
        dataTo(0x201, 1_000).dataTo(0x202, 9_000).dataTo(0x203, 700_000);
        back(ACKNOWLEDGE, 0x103, 700_000, ACK);
        back(CNP, 0x101, 0, 0)
                .back(ACKNOWLEDGE, 0x101, 1_000, ACK)
                .back(CNP, 0x102, 0, 0)
                .back(CNP, 0x102, 0, 0);
        back(ACKNOWLEDGE, 0x102, 9_000, ACK);
        Inspection inspection = inspect();
        assertThat(inspection.flows()).extracting(FlowSummary::dstQp).containsExactly(0x201, 0x202, 0x203);
        assertThat(inspection.flows()).extracting(FlowSummary::pairedQp).containsExactly(0x101, 0x102, 0x103);
        assertThat(inspection.flows()).extracting(FlowSummary::cnp).containsExactly(1L, 2L, 0L);
        assertThat(inspection.returnPaths()).extracting(ReturnPath::pairing).containsOnly(Pairing.PSN);
    }

    @Test
    void numbersThatSeveralFlowsShareWaitUntilOneIsLeft() {
        at(0);
        dataTo(0x201, 1).dataTo(0x202, 1);
        back(ACKNOWLEDGE, 0x101, 1, ACK).back(ACKNOWLEDGE, 0x102, 1, ACK);
        assertThat(inspect().flows())
                .extracting(FlowSummary::pairing)
                .containsExactlyInAnyOrder(Pairing.NONE, Pairing.NONE, Pairing.PROVISIONAL, Pairing.PROVISIONAL);
        dataTo(0x202, 2);
        back(ACKNOWLEDGE, 0x102, 2, ACK);
        assertThat(inspect().flows().stream().filter(flow -> flow.dstQp() == 0x202))
                .extracting(FlowSummary::pairedQp)
                .containsExactly(0x102);
    }

    @Test
    void theConnectionManagerPairsBeforeAnyData() {
        at(0);
        add(rocev2(A, B, 0x64, 1, 0).connectionManager(0x0010, 77, 0, QP_OF_A).icrc());
        add(rocev2(B, A, 0x64, 1, 0).connectionManager(0x0013, 88, 77, QP_OF_B).icrc());
        back(CNP, QP_OF_A, 0, 0);
        dataTo(0x999, 5);
        data(10);
        Inspection inspection = inspect();
        assertThat(inspection.flows()).hasSize(2);
        FlowSummary flow = inspection.flows().getFirst();
        assertThat(flow.dstQp()).isEqualTo(QP_OF_B);
        assertThat(flow.pairing()).isEqualTo(Pairing.CM);
        assertThat(flow.pairedQp()).isEqualTo(QP_OF_A);
        assertThat(flow.cnp()).isEqualTo(1);
    }

    @Test
    void aReplyToNoRequestPairsNothing() {
        at(0).add(rocev2(B, A, 0x64, 1, 0)
                .connectionManager(0x0013, 88, 77, QP_OF_B)
                .icrc());
        data(10);
        assertThat(onlyFlow().pairing()).isEqualTo(Pairing.NONE);
    }

    @Test
    void aCnpWithoutPairGoesToTheOnlyDataFlowAlsoIfItCameFirst() {
        at(0).back(CNP, QP_OF_A, 0, 0).data(10).back(CNP, QP_OF_A, 0, 0);
        FlowSummary flow = onlyFlow();
        assertThat(flow.pairing()).isEqualTo(Pairing.IP);
        assertThat(flow.pairedQp()).isEqualTo(QP_OF_A);
        assertThat(flow.cnp()).isEqualTo(2);
    }

    @Test
    void aCnpThatFitsSeveralFlowsOrNoneMakesAProvisionalOne() {
        at(0).dataTo(0x201, 10).dataTo(0x202, 500).back(CNP, QP_OF_A, 0, 0);
        Inspection inspection = inspect();
        assertThat(inspection.flows()).hasSize(3);
        FlowSummary provisional = inspection.flows().getFirst();
        assertThat(provisional.isProvisional()).isTrue();
        assertThat(provisional.pairing()).isEqualTo(Pairing.PROVISIONAL);
        assertThat(provisional.srcIp()).isEqualTo(A);
        assertThat(provisional.dstIp()).isEqualTo(B);
        assertThat(provisional.pairedQp()).isEqualTo(QP_OF_A);
        assertThat(provisional.cnp()).isEqualTo(1);
        assertThat(provisional.packets()).isZero();
    }

    @Test
    void dataOfAReadFlowsFromTheResponderAndItsRequestMakesNoFlow() {
        at(0).add(rocev2(B, A, READ_REQUEST, QP_OF_A, 40).payload(16).icrc());
        add(rocev2(A, B, READ_RESPONSE_ONLY, QP_OF_B, 40).aeth(ACK).payload(800).icrc());
        dataTo(0x999, 5);
        back(CNP, QP_OF_A, 0, 0);
        Inspection inspection = inspect();
        assertThat(inspection.flows()).extracting(FlowSummary::dstQp).containsExactly(QP_OF_B, 0x999);
        assertThat(inspection.flows()).extracting(FlowSummary::cnp).containsExactly(1L, 0L);
        assertThat(inspection.flows().getFirst().pairing()).isEqualTo(Pairing.PSN);
        assertThat(inspection.flows().getFirst().rtt()).isNull();
        assertThat(inspection.counts().ack()).isZero();
    }

    @Test
    void dataInBothDirectionsOfOneConnectionMakesTwoFlowsWithNumbersOfTheirOwn() {
        at(0).data(10).back(WRITE_MIDDLE, QP_OF_A, 900_000, 0).ack(10);
        add(rocev2(A, B, ACKNOWLEDGE, QP_OF_B, 900_000).aeth(ACK).icrc());
        Inspection inspection = inspect();
        assertThat(inspection.flows()).hasSize(2);
        for (FlowSummary flow : inspection.flows()) {
            assertThat(flow.packets()).isEqualTo(1);
            assertThat(flow.ack()).isEqualTo(1);
            assertThat(rtt(flow).count()).isEqualTo(1);
        }
    }

    @Test
    void onePacketSeenOnTwoInterfacesIsNotARepetition() {
        byte[] packet =
                rocev2(A, B, WRITE_MIDDLE, QP_OF_B, 10).payload(100).icrc().build();
        capture.add(START, packet)
                .on("eth1", io.stormglass.capture.file.LinkType.ETHERNET)
                .add(START + 1, packet);
        assertThat(onlyFlow().retransmitted()).isZero();
        assertThat(onlyFlow().packets()).isEqualTo(2);
    }

    @Test
    void bytesAreThoseOfTheWireAndCeThatOfTheData() {
        byte[] marked = ethernet()
                .ecn(3)
                .ipv4(A, B)
                .udp(1, 4791)
                .bth(WRITE_MIDDLE, QP_OF_B, 10)
                .payload(1000)
                .icrc()
                .build();
        capture.add(START, java.util.Arrays.copyOf(marked, 96), marked.length);
        FlowSummary flow = onlyFlow();
        assertThat(flow.bytes()).isEqualTo(marked.length);
        assertThat(flow.ce()).isEqualTo(1);
        assertThat(flow.dscp()).isEqualTo(26);
        assertThat(flow.priority()).isEqualTo(3);
        assertThat(inspect().counts().truncated()).isEqualTo(1);
    }

    @Test
    void aClockThatRunsBackwardsGivesNoNegativeTimes() {
        at(50_000).data(10).at(10_000).ack(10).at(60_000).data(11).ack(11);
        assertThat(rtt(onlyFlow())).isEqualTo(new RttSummary(1, 1_000, 1_000, 1_000, 1_000));
        assertThat(inspect().maxBackwardNanos()).isEqualTo(40_000);
        assertThat(inspect().firstNanos()).isEqualTo(START + 10_000);
        assertThat(inspect().lastNanos()).isEqualTo(START + 61_000);
    }
}
