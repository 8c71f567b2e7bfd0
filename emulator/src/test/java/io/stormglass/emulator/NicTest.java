package io.stormglass.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.models.dcqcn.CnpPacing;
import io.stormglass.models.dcqcn.DcqcnPreset;
import io.stormglass.models.dcqcn.MarkingCurve;
import io.stormglass.testkit.Property;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class NicTest {
    private static final long LINE = 100_000_000_000L;
    private static final Topology.Link LINK = new Topology.Link(LINE, Picos.PER_MICRO);
    private static final int SWITCH = 5;
    private static final WireFormat FORMAT = WireFormat.roce(1024);

    private static Emulation incast(SwitchSettings switches, NicSettings nics, Transport transport) {
        return incast(switches, nics, transport, FabricObserver.NONE);
    }

    /** Hosts 0 to 3 send a megabyte each to host 4. */
    private static Emulation incast(
            SwitchSettings switches, NicSettings nics, Transport transport, FabricObserver observer) {
        FabricSettings settings = FabricSettings.of(FORMAT, switches).with(nics);
        Emulation emulation =
                new Emulation(Topology.star(5, LINK), settings, new SplittableRandom(1), observer).keepFinishedFlows();
        for (int host = 0; host < 4; host++) {
            emulation.add(new FlowSpec(host, 4, 1_024_000, 0, 3, transport));
        }
        return emulation;
    }

    private static SwitchSettings marking() {
        return SwitchSettings.standard().with(EcnSettings.atDequeue(MarkingCurve.hpcc(LINE)));
    }

    @Test
    void oneAcknowledgementStandsForSeveralPackets() {
        Emulation emulation = incast(
                SwitchSettings.standard(),
                NicSettings.standard().withPacketsPerAck(16),
                Transport.of(new CongestionControl.None()));
        assertThat(emulation.runToQuiet(10 * Picos.PER_MILLI)).isTrue();
        // 62 full groups, and what is left at the end of the message at once.
        assertThat(emulation.flowCounts(0).sentPackets(PacketKind.ACK)).isEqualTo(63);
        assertThat(emulation.flowCounts(0).receivedPackets(PacketKind.DATA)).isEqualTo(1000);
    }

    @ParameterizedTest
    @EnumSource
    void everyVariantOfDcqcnSlowsDownUnderMarksAndEnds(DcqcnPreset preset) {
        CnpPacing pacing =
                switch (preset) {
                    case NVIDIA_FIRMWARE -> CnpPacing.nvidia();
                    case NS3_HPCC, NS3_HPCC_PAPER, NS3_HPCC_ATTRIBUTES -> CnpPacing.hpcc();
                    case MSR_NS3, MSR_NS3_ATTRIBUTES -> CnpPacing.msr();
                    case PAPER -> CnpPacing.paper();
                };
        Emulation emulation = incast(
                marking(), NicSettings.standard(), Transport.of(new CongestionControl.Dcqcn(preset.at(LINE), pacing)));
        emulation.runUntil(300 * Picos.PER_MICRO);
        for (int flow = 0; flow < 4; flow++) {
            assertThat(emulation.rateBitsPerSecond(flow)).isLessThan(LINE);
        }
        assertThat(emulation.runToQuiet(4_000 * Picos.PER_MILLI)).isTrue();
        assertThat(emulation.flowCounts(3).acceptedBytes()).isEqualTo(1_024_000);
        assertThat(emulation.nicCounters(4).markedReceived()).isPositive();
        long handled = 0;
        for (int host = 0; host < 4; host++) {
            handled += emulation.nicCounters(host).cnpHandled();
        }
        assertThat(handled).isPositive().isEqualTo(emulation.nicCounters(4).cnpSent());
    }

    @Test
    void cnpsKeepTheirDistanceAndTravelInTheirOwnPriority() {
        CongestionControl dcqcn = new CongestionControl.Dcqcn(DcqcnPreset.PAPER.at(LINE), CnpPacing.paper());
        Emulation emulation = incast(marking(), NicSettings.standard(), Transport.of(dcqcn));
        long lastCount = 0;
        for (int interval = 0; interval < 6; interval++) {
            emulation.runUntil((interval + 1) * 50L * Picos.PER_MICRO);
            long count = emulation.flowCounts(0).sentPackets(PacketKind.CNP);
            assertThat(count - lastCount).isBetween(0L, 1L);
            lastCount = count;
        }
        assertThat(lastCount).isGreaterThanOrEqualTo(3);
        assertThat(emulation.counters(4, 0).sentPackets(6))
                .isEqualTo(emulation.nicCounters(4).cnpSent());
    }

    @Test
    void theCnpThatIsOwedLeavesWithoutAnotherPacket() {
        CongestionControl dcqcn = new CongestionControl.Dcqcn(DcqcnPreset.PAPER.at(LINE), CnpPacing.paper());
        SwitchSettings early =
                SwitchSettings.standard().with(EcnSettings.atDequeue(new MarkingCurve(50_000, 60_000, 1)));
        Emulation emulation = new Emulation(
                Topology.star(5, LINK), FabricSettings.of(FORMAT, early), new SplittableRandom(1), FabricObserver.NONE);
        for (int host = 0; host < 4; host++) {
            emulation.add(new FlowSpec(host, 4, 125_000, 0, 3, Transport.of(dcqcn)));
        }
        // All is there and acknowledged before the interval of 50 us after the first CNPs is over.
        assertThat(emulation.runToQuiet(50 * Picos.PER_MICRO)).isTrue();
        assertThat(emulation.nicCounters(4).cnpSent()).isEqualTo(4);
        emulation.runUntil(70 * Picos.PER_MICRO);
        assertThat(emulation.nicCounters(4).cnpSent()).isEqualTo(8);
        assertThat(emulation.totals().receivedPackets(PacketKind.CNP)).isEqualTo(8);
    }

    @Test
    void aMarkThatCameTooEarlyIsAnsweredAtTheEndOfTheInterval() {
        for (CnpPacing pacing : List.of(CnpPacing.paper(), CnpPacing.msr())) {
            Receiver receiver = new Receiver(new CongestionControl.Dcqcn(DcqcnPreset.PAPER.at(LINE), pacing), 0);
            assertThat(receiver.arrived(false, 1_000)).isZero();
            int first = receiver.arrived(true, 11_000);
            assertThat(receiver.arrived(true, 12_000)).isZero();
            long due = pacing.rule() == CnpPacing.Rule.FREE_RUNNING_TICK ? 51_000 : 61_000;
            assertThat(receiver.timerNanos()).isEqualTo(due);
            assertThat(first + receiver.timer(due + 1))
                    .isEqualTo(pacing.rule() == CnpPacing.Rule.FREE_RUNNING_TICK ? 1 : 2);
        }
    }

    @Test
    void whatIsLostIsSentAgainFromThereAndTakenOnce() {
        SwitchSettings lossy = SwitchSettings.standard()
                .withLossless(0)
                .with(BufferSettings.standard().withTotal(200_000));
        NicSettings nics = NicSettings.standard().withRetransmitPicos(200 * Picos.PER_MICRO);
        // Windows that together are more than the buffer. Without them senders in step lose whole messages or nothing.
        Transport windowed = Transport.of(new CongestionControl.None(), WindowLimit.fixed(60_000));
        Emulation emulation = incast(lossy, nics, windowed);
        assertThat(emulation.runToQuiet(1_000 * Picos.PER_MILLI)).isTrue();
        long dropped = 0;
        long retransmitted = 0;
        for (int flow = 0; flow < 4; flow++) {
            FlowCounts counts = emulation.flowCounts(flow);
            assertThat(counts.acceptedBytes()).isEqualTo(1_024_000);
            dropped += counts.droppedPackets(PacketKind.DATA);
            retransmitted += counts.retransmitted();
            assertThat(counts.sentPackets(PacketKind.DATA)).isEqualTo(1000 + counts.retransmitted());
            assertThat(counts.receivedPackets(PacketKind.DATA)).isEqualTo(1000 + counts.outOfSequence());
        }
        assertThat(dropped).isPositive();
        assertThat(retransmitted).isGreaterThanOrEqualTo(dropped);
        assertThat(emulation.nicCounters(4).naksSent()).isPositive();
        assertThat(emulation.counters(SWITCH, 4).dropped(3)).isEqualTo(dropped);
    }

    @Test
    void aReceiverHoldsWhatOvertookAndNothingElse() {
        Property.check("reordering", 200, random -> {
            int window = 64 * random.nextInt(1, 4);
            Receiver receiver = new Receiver(new CongestionControl.None(), window);
            BitSet taken = new BitSet();
            while (receiver.expected < 1_000) {
                int missing = taken.nextClearBit(0);
                int number = random.nextInt(3) == 0
                        ? missing
                        : random.nextInt(Math.max(0, missing - 5), missing + window + 20);
                boolean takes = !taken.get(number) && number - missing < window;
                assertThat(receiver.takes(number)).isEqualTo(takes);
                if (takes) {
                    taken.set(number);
                } else {
                    assertThat(receiver.knows(number)).isEqualTo(taken.get(number));
                }
                assertThat(receiver.expected).isEqualTo(taken.nextClearBit(0));
            }
        });
    }

    @Test
    void flowsOfOneNicTakeTurns() {
        FabricSettings settings = FabricSettings.of(FORMAT, SwitchSettings.standard());
        List<Integer> order = new ArrayList<>();
        FabricObserver watch = new FabricObserver() {
            @Override
            public void delivered(int flow, int number, long sentPicos, long nowPicos) {
                order.add(flow);
            }
        };
        Emulation emulation =
                new Emulation(Topology.star(5, LINK), settings, new SplittableRandom(1), watch).keepFinishedFlows();
        for (int flow = 0; flow < 3; flow++) {
            emulation.add(new FlowSpec(0, 1 + flow, 10_240, 0, 3, Transport.of(new CongestionControl.None())));
        }
        emulation.runToQuiet(Picos.PER_MILLI);
        // The first one found the port idle and did not wait for the others.
        assertThat(order.subList(1, 10)).containsExactly(0, 1, 2, 0, 1, 2, 0, 1, 2);
    }

    @Test
    void aSlowRateSpacesPackets() {
        List<Long> sent = new ArrayList<>();
        FabricObserver watch = new FabricObserver() {
            @Override
            public void delivered(int flow, int number, long sentPicos, long nowPicos) {
                if (flow == 0) {
                    sent.add(sentPicos);
                }
            }
        };
        CongestionControl dcqcn = new CongestionControl.Dcqcn(DcqcnPreset.NS3_HPCC_PAPER.at(LINE), CnpPacing.hpcc());
        Emulation emulation = incast(marking(), NicSettings.standard(), Transport.of(dcqcn), watch);
        // The first cut is one period of 50 us after the first CNP; there is time until the second.
        emulation.runUntil(75 * Picos.PER_MICRO);
        long rate = emulation.rateBitsPerSecond(0);
        assertThat(rate).isLessThan(LINE * 6 / 10);
        emulation.runUntil(500 * Picos.PER_MICRO);
        List<Long> between = sent.stream()
                .filter(picos -> picos > 75 * Picos.PER_MICRO && picos < 95 * Picos.PER_MICRO)
                .toList();
        assertThat(between).hasSizeGreaterThan(50);
        for (int i = 1; i < between.size(); i++) {
            assertThat(between.get(i) - between.get(i - 1)).isEqualTo(Picos.of(FORMAT.fullBytes(), rate));
        }
    }
}
