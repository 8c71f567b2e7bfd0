package io.stormglass.capture;

import static io.stormglass.capture.synthetic.FrameBuilder.ethernet;
import static io.stormglass.capture.synthetic.FrameBuilder.rocev2;
import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.capture.file.LinkType;
import io.stormglass.capture.synthetic.FrameBuilder;
import io.stormglass.capture.synthetic.PacketList;
import io.stormglass.capture.synthetic.RecordingSink;
import io.stormglass.models.event.FlowEvent;
import io.stormglass.models.event.FlowEventKind;
import io.stormglass.models.event.Pairing;
import io.stormglass.models.event.PortEvent;
import io.stormglass.testkit.Property;
import java.util.function.ToLongFunction;
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
    void aNakBeforeTheFirstAckOfAFlowTellsItsRepeatsFromReordering() {
        at(0).data(10).data(12).data(13).back(ACKNOWLEDGE, QP_OF_A, 11, NAK_SEQUENCE);
        data(11).data(12).data(13).data(14);
        FlowSummary flow = onlyFlow();
        assertThat(flow.pairing()).isEqualTo(Pairing.PSN);
        assertThat(flow.retransmitted()).isEqualTo(3);
        assertThat(flow.reordered()).isZero();
        assertThat(flow.nak()).isEqualTo(1);
    }

    @Test
    void aNakThatFitsTwoFlowsTellsNothingOfEither() {
        at(0).dataTo(0x201, 10).dataTo(0x201, 12).dataTo(0x202, 10).dataTo(0x202, 12);
        back(ACKNOWLEDGE, QP_OF_A, 11, NAK_SEQUENCE).dataTo(0x201, 11);
        Inspection inspection = inspect();
        assertThat(inspection.flows()).extracting(FlowSummary::retransmitted).containsOnly(0L);
        assertThat(inspection.flows())
                .extracting(FlowSummary::pairing)
                .containsExactlyInAnyOrder(Pairing.NONE, Pairing.NONE, Pairing.PROVISIONAL);
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

    private static long cnpOf(Inspection inspection, int qp) {
        return inspection.flows().stream()
                .filter(flow -> flow.dstQp() == qp)
                .mapToLong(FlowSummary::cnp)
                .sum();
    }

    /** Both flows send the same numbers; of the second the capture shows only what comes after its first ACKs. */
    private void equalNumbersFromMidStream() {
        at(0).dataTo(0x201, 1_000).dataTo(0x201, 1_001).dataTo(0x201, 1_002);
        back(ACKNOWLEDGE, 0x102, 1_000, ACK).back(ACKNOWLEDGE, 0x102, 1_001, ACK);
    }

    @Test
    void aPairMadeBeforeTheOtherFlowCouldBeSeenIsUndone() {
        equalNumbersFromMidStream();
        dataTo(0x202, 1_002);
        for (int psn = 1_002; psn < 1_010; psn++) {
            dataTo(0x201, psn + 1).back(ACKNOWLEDGE, 0x101, psn + 1, ACK);
            dataTo(0x202, psn + 1).back(ACKNOWLEDGE, 0x102, psn + 1, ACK);
            back(CNP, 0x102, 0, 0);
        }
        Inspection inspection = inspect();
        assertThat(inspection.flows()).extracting(FlowSummary::dstQp).containsExactly(0x201, 0x202);
        assertThat(inspection.flows()).extracting(FlowSummary::pairedQp).containsExactly(0x101, 0x102);
        assertThat(cnpOf(inspection, 0x202)).isEqualTo(8);
        assertThat(cnpOf(inspection, 0x201)).isZero();
        // Each was acknowledged 1 us after it was sent; the ACKs of the other flow would have given more.
        assertThat(inspection.flows())
                .allSatisfy(flow -> assertThat(rtt(flow).maxNanos()).isEqualTo(1_000));
    }

    @Test
    void equalNumbersInStepStayAmbiguousAndAreCreditedToNobody() {
        equalNumbersFromMidStream();
        dataTo(0x202, 1_002);
        for (int psn = 1_003; psn < 1_020; psn++) {
            dataTo(0x201, psn).dataTo(0x202, psn);
            back(ACKNOWLEDGE, 0x101, psn, ACK).back(ACKNOWLEDGE, 0x102, psn, ACK);
            back(CNP, 0x102, 0, 0);
        }
        Inspection inspection = inspect();
        assertThat(cnpOf(inspection, 0x201) + cnpOf(inspection, 0x202)).isZero();
        assertThat(inspection.flows())
                .extracting(FlowSummary::pairing)
                .containsExactlyInAnyOrder(Pairing.NONE, Pairing.NONE, Pairing.PROVISIONAL, Pairing.PROVISIONAL);
        assertThat(inspection.flows()).extracting(FlowSummary::rtt).containsOnlyNulls();
    }

    @Test
    void anAckThatAnotherFlowAloneSentSpeaksAgainstThePair() {
        at(0).dataTo(0x201, 50_000).back(ACKNOWLEDGE, 0x102, 50_000, ACK);
        dataTo(0x202, 45_000).back(ACKNOWLEDGE, 0x102, 45_000, ACK);
        dataTo(0x202, 45_001).back(ACKNOWLEDGE, 0x102, 45_001, ACK);
        dataTo(0x202, 45_002).back(ACKNOWLEDGE, 0x102, 45_002, ACK);
        back(CNP, 0x102, 0, 0);
        Inspection inspection = inspect();
        assertThat(cnpOf(inspection, 0x202)).isEqualTo(1);
        assertThat(inspection.flows().getFirst().pairing()).isEqualTo(Pairing.NONE);
    }

    @Test
    void bothPassesAgreeOnWhatAnUndonePairHadTold() {
        equalNumbersFromMidStream();
        dataTo(0x202, 1_002);
        for (int psn = 1_002; psn < 1_010; psn++) {
            dataTo(0x201, psn + 1).back(ACKNOWLEDGE, 0x101, psn + 1, ACK);
        }
        Inspection inspection = inspect();
        RecordingSink sink = new RecordingSink();
        CaptureEvents.emit(inspection, capture.cursor(), CaptureFixtures::unplaced, sink, reached -> {});
        long samples = 0;
        for (FlowSummary flow : inspection.flows()) {
            RttSummary rtt = flow.rtt();
            samples += rtt == null ? 0 : rtt.count();
        }
        assertThat(samples).isPositive();
        assertThat(sink.of(FlowEventKind.RTT_SAMPLE)).hasSize((int) samples);
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
        capture.add(START, packet).on("eth1", LinkType.ETHERNET).add(START + 1, packet);
        assertThat(onlyFlow().retransmitted()).isZero();
        assertThat(onlyFlow().packets()).isEqualTo(1);
    }

    private FlowTrackingTest atPoint(String name) {
        capture.on(name, LinkType.ETHERNET);
        return this;
    }

    /** One flow as the ingress and, 2 us later, the egress of a switch show it; an ACK passes the egress first. */
    private void seenTwice() {
        for (int psn = 1; psn <= 50; psn++) {
            long sent = psn * 20_000L;
            atPoint("in").at(sent).data(psn);
            atPoint("out").at(sent + 2_000).data(psn);
            atPoint("out").at(sent + 7_000).ack(psn);
            atPoint("in").at(sent + 9_000).ack(psn);
            if (psn % 10 == 0) {
                atPoint("out").at(sent + 11_000).back(CNP, QP_OF_A, 0, 0);
                atPoint("in").at(sent + 13_000).back(CNP, QP_OF_A, 0, 0);
            }
        }
    }

    @Test
    void bothPassesAgreeWhateverTheNumbersAndThePoints() {
        Property.check("both passes tell the same of flows with close numbers", 300, random -> {
            PacketList list = new PacketList();
            long time = START;
            for (int i = 0; i < 300; i++) {
                time += random.nextInt(3_000_000);
                list.on("point" + random.nextInt(3), LinkType.ETHERNET);
                int connection = random.nextInt(4);
                int psn = 100 + i / 6 + random.nextInt(4) + 2 * connection;
                FrameBuilder frame =
                        switch (random.nextInt(7)) {
                            case 0, 1, 2 -> rocev2(A, B, WRITE_MIDDLE, 0x200 + connection, psn);
                            case 3 -> rocev2(B, A, CNP, 0x100 + connection, 0);
                            case 4 ->
                                rocev2(B, A, ACKNOWLEDGE, 0x100 + connection, psn)
                                        .aeth(NAK_SEQUENCE);
                            default ->
                                rocev2(B, A, ACKNOWLEDGE, 0x100 + connection, psn)
                                        .aeth(ACK);
                        };
                list.add(time, frame.icrc().build());
            }
            Inspection inspection = CaptureFixtures.inspect(list.cursor());
            RecordingSink sink = new RecordingSink();
            CaptureEvents.emit(inspection, list.cursor(), CaptureFixtures::unplaced, sink, reached -> {});
            long samples = 0;
            for (FlowSummary flow : inspection.flows()) {
                RttSummary rtt = flow.rtt();
                samples += rtt == null ? 0 : rtt.count();
            }
            assertThat(sink.of(FlowEventKind.RTT_SAMPLE)).hasSize((int) samples);
            long counted = sum(inspection, FlowSummary::packets)
                    + sum(inspection, FlowSummary::cnp)
                    + sum(inspection, FlowSummary::ack)
                    + sum(inspection, FlowSummary::nak)
                    + sum(inspection, FlowSummary::copies);
            assertThat(counted).isEqualTo(300);
            assertThat(sum(inspection, FlowSummary::copies))
                    .isEqualTo(inspection.counts().copies());
            assertThat(sink.of(FlowEventKind.CNP_SEEN)).hasSize((int) sum(inspection, FlowSummary::cnp));
            assertThat(sink.of(FlowEventKind.NAK)).hasSize((int) sum(inspection, FlowSummary::nak));
        });
    }

    private static long sum(Inspection inspection, ToLongFunction<FlowSummary> count) {
        return inspection.flows().stream().mapToLong(count).sum();
    }

    @Test
    void aFlowSeenAtTwoPointsCountsEachPacketOnce() {
        seenTwice();
        Inspection inspection = inspect();
        FlowSummary flow = onlyFlow();
        assertThat(flow.packets()).isEqualTo(50);
        assertThat(flow.bytes())
                .isEqualTo(50L
                        * rocev2(A, B, WRITE_MIDDLE, QP_OF_B, 1)
                                .payload(1000)
                                .icrc()
                                .build()
                                .length);
        assertThat(flow.ack()).isEqualTo(50);
        assertThat(flow.cnp()).isEqualTo(5);
        assertThat(flow.retransmitted() + flow.reordered()).isZero();
        assertThat(flow.copies()).isEqualTo(50 + 50 + 5);
        assertThat(inspection.counts().copies()).isEqualTo(105);
        assertThat(inspection.assumptions()).anyMatch(text -> text.startsWith("105 packets"));
        // Each port has all of its own, and the frames of the capture are what they are.
        assertThat(inspection.counts().rocev2()).isEqualTo(210);
        assertThat(inspection.interfaces().stream().mapToLong(InterfaceSummary::packets))
                .contains(105L, 105L);
    }

    @Test
    void theRoundTripTimeIsThatOfThePointThatShowsTheDataFirst() {
        seenTwice();
        RttSummary rtt = rtt(onlyFlow());
        assertThat(rtt.minNanos()).isEqualTo(9_000);
        assertThat(rtt.maxNanos()).isEqualTo(9_000);
        assertThat(rtt.count()).isBetween(49L, 50L);
    }

    @Test
    void eventsOfAFlowSeenAtTwoPointsAreEmittedOnceAndThoseOfThePortsAtEach() {
        seenTwice();
        RecordingSink sink = new RecordingSink();
        CaptureEvents.emit(inspect(), capture.cursor(), CaptureFixtures::unplaced, sink, reached -> {});
        assertThat(sink.of(FlowEventKind.SENT).stream()
                        .mapToLong(FlowEvent::packets)
                        .sum())
                .isEqualTo(50);
        assertThat(sink.of(FlowEventKind.CNP_SEEN)).hasSize(5);
        assertThat(sink.of(FlowEventKind.RTT_SAMPLE))
                .hasSize((int) rtt(onlyFlow()).count());
        long traffic = 0;
        for (RecordingSink.OfPort each : sink.portEvents()) {
            traffic += each.event() instanceof PortEvent.Traffic port ? port.packets() : 0;
        }
        assertThat(traffic).isEqualTo(210);
    }

    @Test
    void whatOnePointMissesIsCountedWhereTheOtherShowsIt() {
        at(0).atPoint("in").data(1).atPoint("out").data(1);
        atPoint("out").data(2).atPoint("in").data(3).atPoint("out").data(3);
        atPoint("in").back(CNP, QP_OF_A, 0, 0).atPoint("out").back(CNP, QP_OF_A, 0, 0);
        atPoint("out").back(CNP, QP_OF_A, 0, 0);
        FlowSummary flow = onlyFlow();
        assertThat(flow.packets()).isEqualTo(3);
        assertThat(flow.cnp()).isEqualTo(2);
        assertThat(flow.reordered() + flow.retransmitted()).isZero();
    }

    @Test
    void dataOnOneInterfaceAndAcksOnAnotherStillGiveRoundTripTimes() {
        at(0).atPoint("rx").data(1).atPoint("tx").at(5_000).ack(1);
        assertThat(rtt(onlyFlow()).maxNanos()).isEqualTo(5_000);
        assertThat(onlyFlow().copies()).isZero();
    }

    @Test
    void aFlowThatMovesToAnotherInterfaceLosesNothing() {
        at(0).atPoint("file1");
        for (int psn = 1; psn <= 10; psn++) {
            data(psn).ack(psn).back(CNP, QP_OF_A, 0, 0);
        }
        at(Sightings.WINDOW_NANOS * 2).atPoint("file2");
        for (int psn = 11; psn <= 20; psn++) {
            data(psn).ack(psn).back(CNP, QP_OF_A, 0, 0);
        }
        FlowSummary flow = onlyFlow();
        assertThat(flow.packets()).isEqualTo(20);
        assertThat(flow.ack()).isEqualTo(20);
        assertThat(flow.cnp()).isEqualTo(20);
        assertThat(rtt(flow).count()).isEqualTo(20);
        assertThat(flow.copies()).isZero();
    }

    @Test
    void aMirrorCopyBesideTheOriginalIsNotCountedAgain() {
        byte[] packet =
                rocev2(A, B, WRITE_MIDDLE, QP_OF_B, 10).payload(100).icrc().build();
        byte[] mirrored = ethernet()
                .ipv4("192.0.2.1", "192.0.2.2")
                .udp(5, 4789)
                .vxlan()
                .bytes(packet)
                .build();
        capture.add(START, packet).add(START + 3_000, mirrored);
        assertThat(onlyFlow().packets()).isEqualTo(1);
        assertThat(onlyFlow().retransmitted()).isZero();
        assertThat(onlyFlow().mirrored()).isFalse();
        assertThat(onlyFlow().copies()).isEqualTo(1);
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
