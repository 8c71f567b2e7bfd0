package io.stormglass.emulator.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.stormglass.emulator.BufferSettings;
import io.stormglass.emulator.CongestionControl;
import io.stormglass.emulator.EcnSettings;
import io.stormglass.emulator.Emulation;
import io.stormglass.emulator.FabricObserver;
import io.stormglass.emulator.FabricSettings;
import io.stormglass.emulator.FlowCounts;
import io.stormglass.emulator.FlowSpec;
import io.stormglass.emulator.NicSettings;
import io.stormglass.emulator.PacketKind;
import io.stormglass.emulator.Picos;
import io.stormglass.emulator.PortCounters;
import io.stormglass.emulator.SwitchSettings;
import io.stormglass.emulator.Topology;
import io.stormglass.emulator.Transport;
import io.stormglass.emulator.WindowLimit;
import io.stormglass.emulator.WireFormat;
import io.stormglass.models.dcqcn.CnpPacing;
import io.stormglass.models.dcqcn.DcqcnPreset;
import io.stormglass.models.dcqcn.MarkingCurve;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Each fault of the fabric changes the counters as a real one does, where a real one does, and nothing of it is left when it is over. */
final class FabricFaultTest {
    private static final long LINE = 100_000_000_000L;
    private static final Topology.Link LINK = new Topology.Link(LINE, 500 * Picos.PER_NANO);
    private static final WireFormat FORMAT = WireFormat.roce(1024);
    private static final long FROM = 200 * Picos.PER_MICRO;
    private static final long TO = 1_700 * Picos.PER_MICRO;
    private static final long SPAN = TO - FROM;
    private static final int P = 3;

    private static final Transport LINE_RATE =
            new Transport(new CongestionControl.None(), WindowLimit.fixed(100_000), Transport.Ecn.CAPABLE);
    private static final Transport ENDLESS = Transport.of(new CongestionControl.None());
    private static final Transport DCQCN =
            Transport.of(new CongestionControl.Dcqcn(DcqcnPreset.NVIDIA_FIRMWARE.at(LINE), CnpPacing.nvidia()));

    private static FabricSettings settings() {
        SwitchSettings switches = SwitchSettings.standard()
                .with(BufferSettings.standard().withTotal(2_000_000))
                .withReroutePicos(100 * Picos.PER_MICRO);
        NicSettings nics = NicSettings.standard().withRetransmitPicos(400 * Picos.PER_MICRO);
        return FabricSettings.of(FORMAT, switches).with(nics);
    }

    private static FabricSettings marking() {
        FabricSettings plain = settings();
        EcnSettings ecn = EcnSettings.atDequeue(new MarkingCurve(20_000, 200_000, 0.1));
        return new FabricSettings(plain.wireFormat(), plain.switches().with(ecn), plain.nics(), plain.grid());
    }

    /** Hosts 0 to 3 on switch 4; its port i leads to host i. */
    private static Emulation star(FabricSettings settings) {
        return new Emulation(Topology.star(4, LINK), settings, new SplittableRandom(1), FabricObserver.NONE)
                .keepFinishedFlows();
    }

    /** Hosts 0, 1 on leaf 4, hosts 2, 3 on leaf 5, spines 6 and up; leaf ports 2 and up lead to the spines. */
    private static Emulation leaves(int spines) {
        Topology topology = Topology.leafSpine(2, spines, 2, LINK, LINK);
        return new Emulation(topology, settings(), new SplittableRandom(1), FabricObserver.NONE).keepFinishedFlows();
    }

    private static int send(Emulation emulation, int from, int to, long bytes, Transport transport) {
        return emulation.add(new FlowSpec(from, to, bytes, emulation.nowPicos(), P, transport));
    }

    private static void apply(Emulation emulation, Fault... faults) {
        new FaultSchedule(List.of(faults).stream()
                        .map(fault -> new ScheduledFault(fault, FROM, TO))
                        .toList())
                .applyTo(emulation);
    }

    /** Runs to the end; every flow's every packet must have become something. */
    private static void finish(Emulation emulation, int flows) {
        assertThat(emulation.runToQuiet(500 * Picos.PER_MILLI)).isTrue();
        assertThat(emulation.packetsInside()).isZero();
        for (int flow = 0; flow < flows; flow++) {
            FlowCounts counts = emulation.flowCounts(flow);
            for (PacketKind kind : List.of(PacketKind.DATA, PacketKind.ACK, PacketKind.NAK, PacketKind.CNP)) {
                assertThat(counts.receivedPackets(kind) + counts.droppedPackets(kind))
                        .as("flow " + flow + ", " + kind)
                        .isEqualTo(counts.sentPackets(kind));
            }
        }
    }

    private static long dropped(Emulation emulation) {
        long dropped = 0;
        for (int node = 0; node < emulation.hosts() + emulation.switches(); node++) {
            for (int port = 0; port < emulation.ports(node); port++) {
                for (int priority = 0; priority < 8; priority++) {
                    dropped += emulation.counters(node, port).dropped(priority);
                }
            }
        }
        for (int host = 0; host < emulation.hosts(); host++) {
            dropped += emulation.nicCounters(host).receiveDropped();
        }
        return dropped;
    }

    private static long acceptedBetween(Emulation emulation, int flow, long from, long to) {
        emulation.runUntil(from);
        long before = emulation.flowCounts(flow).acceptedBytes();
        emulation.runUntil(to);
        return emulation.flowCounts(flow).acceptedBytes() - before;
    }

    private static double gigabits(long bytes, long picos) {
        return 8e3 * bytes / picos;
    }

    // ---- pauses

    @Test
    void aPauseStormStopsItsPortForGood() {
        Emulation emulation = leaves(1);
        int toStorm = send(emulation, 0, 2, 30_000_000, LINE_RATE);
        int victim = send(emulation, 1, 3, 30_000_000, LINE_RATE);
        apply(emulation, new Fault.NicPauseStorm(2, 1 << P));
        emulation.runUntil(FROM - 1);
        assertThat(emulation.counters(2, 0).xoffSent(P)).isZero();
        emulation.runUntil(FROM + 700 * Picos.PER_MICRO);
        long stormAccepted = emulation.flowCounts(toStorm).acceptedBytes();
        long victimAccepted = emulation.flowCounts(victim).acceptedBytes();
        emulation.runUntil(TO - 1);
        PortCounters nic = emulation.counters(2, 0);
        assertThat(nic.xoffSent(P)).isEqualTo(1);
        assertThat(nic.xonSent(P)).isZero();
        // Told again after half of 65,535 quanta of 5.12 ns: 167.8 us.
        assertThat(nic.xoffRefreshed(P)).isEqualTo(SPAN / (65_535 * 5_120L / 2));
        assertThat(emulation.pausedPicos(5, 0, P)).isCloseTo(SPAN, within(2 * Picos.PER_MICRO));
        assertThat(emulation.paused(5, 0)).isEqualTo(1 << P);
        assertThat(emulation.counters(5, 0).xoffReceived(P)).isEqualTo(1 + nic.xoffRefreshed(P));
        assertThat(emulation.flowCounts(toStorm).acceptedBytes()).isEqualTo(stormAccepted);
        // Windows stop the storm's flow before it fills the fabric; the victim goes on.
        assertThat(emulation.flowCounts(victim).acceptedBytes()).isGreaterThan(victimAccepted);
        emulation.runUntil(TO + 10 * Picos.PER_MICRO);
        assertThat(nic.xonSent(P)).isEqualTo(1);
        assertThat(emulation.paused(5, 0)).isZero();
        finish(emulation, 2);
        assertThat(dropped(emulation)).isZero();
    }

    @Test
    void aPauseStormThatFillsTheFabricHoldsUpAFlowThatNeverGoesThere() {
        Emulation emulation = leaves(1);
        send(emulation, 0, 2, 30_000_000, ENDLESS);
        int victim = send(emulation, 1, 3, 30_000_000, ENDLESS);
        apply(emulation, new Fault.NicPauseStorm(2, 1 << P));
        // Leaf 5, spine 6, leaf 4 fill one after the other, each with an eighth of its buffer.
        long late = acceptedBetween(emulation, victim, FROM + 500 * Picos.PER_MICRO, TO - 1);
        assertThat(late).isZero();
        assertThat(emulation.pausing(5, 2)).isEqualTo(1 << P);
        assertThat(emulation.pausing(6, 0)).isEqualTo(1 << P);
        assertThat(emulation.pausing(4, 0)).isEqualTo(1 << P);
        assertThat(emulation.pausing(4, 1)).isEqualTo(1 << P);
        // The port of the victim's receiver is idle, not paused.
        assertThat(emulation.pausedPicos(5, 1, P)).isZero();
        assertThat(emulation.pausedPicos(5, 0, P + 1)).isZero();
        finish(emulation, 2);
        assertThat(dropped(emulation)).isZero();
    }

    @Test
    void aStormOfAllPrioritiesPausesAllOfThem() {
        Emulation emulation = star(settings());
        apply(emulation, new Fault.NicPauseStorm(1, 0xff));
        emulation.runUntil(TO - 1);
        assertThat(emulation.paused(4, 1)).isEqualTo(0xff);
        for (int priority = 0; priority < 8; priority++) {
            assertThat(emulation.counters(4, 1).xoffReceived(priority)).isGreaterThan(1);
        }
        emulation.runUntil(TO + 10 * Picos.PER_MICRO);
        assertThat(emulation.paused(4, 1)).isZero();
    }

    // ---- receivers

    @Test
    void aSlowReceiverPausesInStepWithWhatItReceives() {
        Emulation emulation = star(settings());
        int flow = send(emulation, 0, 1, 15_000_000, ENDLESS);
        long drain = 25_000_000_000L;
        apply(emulation, new Fault.SlowReceiver(1, drain));
        long accepted = acceptedBetween(emulation, flow, FROM + 100 * Picos.PER_MICRO, TO - 1);
        double share = gigabits(accepted, SPAN - 100 * Picos.PER_MICRO);
        assertThat(share).isCloseTo(25.0 * 1024 / FORMAT.fullBytes(), within(0.3));
        PortCounters nic = emulation.counters(1, 0);
        // 131 kB from XON to XOFF: at 25 Gb/s down and 75 Gb/s up 56 us and more.
        assertThat(nic.xoffSent(P)).isBetween(10L, 36L);
        assertThat(nic.xoffSent(P) - nic.xonSent(P)).isBetween(0L, 1L);
        double paused = (double) emulation.pausedPicos(4, 1, P) / SPAN;
        assertThat(paused).isBetween(0.6, 0.8);
        assertThat(emulation.nicCounters(1).receiveBufferOverThreshold()).isPositive();
        assertThat(emulation.nicCounters(1).pcieStalls()).isZero();
        assertThat(emulation.counters(0, 0).xoffSent(P)).isZero();
        finish(emulation, 1);
        assertThat(nic.xonSent(P)).isEqualTo(nic.xoffSent(P));
        assertThat(dropped(emulation)).isZero();
        assertThat(emulation.receiveBufferBytes(1)).isZero();
    }

    @Test
    void aSlowReceiverWithoutPfcOverflowsAndCountsWhatItDrops() {
        Emulation emulation = star(settings());
        int flow = send(emulation, 0, 1, 3_000_000, LINE_RATE);
        int other = send(emulation, 2, 1, 3_000_000, LINE_RATE);
        int third = send(emulation, 3, 1, 3_000_000, LINE_RATE);
        apply(emulation, new Fault.SlowReceiver(1, 10_000_000_000L), new Fault.PfcOneSide(1, 0));
        emulation.runUntil(TO - 1);
        assertThat(emulation.counters(1, 0).xoffSent(P)).isZero();
        finish(emulation, 3);
        long lost = emulation.flowCounts(flow).droppedPackets(PacketKind.DATA)
                + emulation.flowCounts(other).droppedPackets(PacketKind.DATA)
                + emulation.flowCounts(third).droppedPackets(PacketKind.DATA);
        assertThat(emulation.nicCounters(1).receiveDropped()).isPositive().isEqualTo(lost);
        assertThat(emulation.flowCounts(flow).acceptedBytes()).isEqualTo(3_000_000);
    }

    @Test
    void pcieBackPressureStallsOncePerPeriodAndTheStalledTimeIsCounted() {
        Emulation emulation = star(settings());
        send(emulation, 0, 1, 20_000_000, ENDLESS);
        long stall = 60 * Picos.PER_MICRO;
        long period = 150 * Picos.PER_MICRO;
        apply(emulation, new Fault.PcieBackPressure(1, 2 * LINE, stall, period));
        emulation.runUntil(TO - 1);
        assertThat(emulation.nicCounters(1).pcieStalls()).isEqualTo(SPAN / period);
        assertThat(emulation.nicCounters(1).pcieStalledPicos())
                .isCloseTo(SPAN / period * stall, within(10 * Picos.PER_MICRO));
        // 100 Gb/s for 60 us are 750 kB: more than the buffer, so every stall pauses.
        assertThat(emulation.counters(1, 0).xoffSent(P)).isGreaterThanOrEqualTo(SPAN / period - 1);
        finish(emulation, 1);
        assertThat(emulation.nicCounters(1).pcieStalls()).isEqualTo(SPAN / period);
        assertThat(dropped(emulation)).isZero();
    }

    @Test
    void aHostThatHangsPausesItsSwitchForGoodAndGoesOnAfterwards() {
        Emulation emulation = star(settings());
        int flow = send(emulation, 0, 1, 10_000_000, ENDLESS);
        apply(emulation, new Fault.HostHang(1));
        assertThat(acceptedBetween(emulation, flow, FROM, TO - 1)).isZero();
        assertThat(emulation.counters(1, 0).xoffSent(P)).isEqualTo(1);
        assertThat(emulation.counters(1, 0).xonSent(P)).isZero();
        // 256 KiB take 22.6 us to come.
        assertThat(emulation.pausedPicos(4, 1, P)).isCloseTo(SPAN, within(30 * Picos.PER_MICRO));
        assertThat(emulation.receiveBufferBytes(1)).isGreaterThan(256 << 10);
        finish(emulation, 1);
        assertThat(emulation.flowCounts(flow).acceptedBytes()).isEqualTo(10_000_000);
        assertThat(emulation.counters(1, 0).xonSent(P)).isEqualTo(1);
        assertThat(dropped(emulation)).isZero();
    }

    // ---- congestion control

    @Test
    void aNicThatIgnoresCnpsCountsThemAndKeepsItsRate() {
        Emulation emulation = star(marking());
        int deaf = send(emulation, 0, 3, 8_000_000, DCQCN);
        int hearing = send(emulation, 1, 3, 8_000_000, DCQCN);
        FaultSchedule always =
                new FaultSchedule(List.of(new ScheduledFault(new Fault.IgnoresCnps(0), 0, 500 * Picos.PER_MICRO)));
        always.applyTo(emulation);
        emulation.runUntil(400 * Picos.PER_MICRO);
        assertThat(emulation.nicCounters(0).cnpIgnored()).isPositive();
        assertThat(emulation.nicCounters(0).cnpHandled()).isZero();
        assertThat(emulation.nicCounters(1).cnpHandled()).isPositive();
        assertThat(emulation.nicCounters(1).cnpIgnored()).isZero();
        assertThat(emulation.rateBitsPerSecond(deaf)).isEqualTo(LINE);
        assertThat(emulation.rateBitsPerSecond(hearing)).isLessThan(LINE / 2);
        finish(emulation, 2);
        assertThat(emulation.nicCounters(0).cnpHandled()).isPositive();
    }

    @Test
    void lostCnpsAreSentAndNotHandled() {
        Emulation emulation = star(marking());
        send(emulation, 0, 3, 8_000_000, DCQCN);
        send(emulation, 1, 3, 8_000_000, DCQCN);
        apply(emulation, new Fault.CnpLoss(0, 0.5));
        finish(emulation, 2);
        long lost = emulation.nicCounters(0).cnpLost();
        assertThat(lost).isPositive().isEqualTo(emulation.flowCounts(0).droppedPackets(PacketKind.CNP));
        assertThat(emulation.nicCounters(0).cnpHandled()).isPositive();
        assertThat(emulation.nicCounters(1).cnpLost()).isZero();
        assertThat(emulation.nicCounters(0).cnpHandled()
                        + emulation.nicCounters(1).cnpHandled()
                        + lost)
                .isEqualTo(emulation.nicCounters(3).cnpSent());
        assertThat(emulation.counters(4, 0).lostOnWire(6)).isEqualTo(lost);
    }

    @Test
    void aSwitchWithoutEcnMarksNothingAndItsQueueGrows() {
        Emulation emulation = star(marking());
        send(emulation, 0, 3, 12_000_000, DCQCN);
        send(emulation, 1, 3, 12_000_000, DCQCN);
        apply(emulation, new Fault.EcnOff(4));
        emulation.runUntil(FROM);
        long marked = emulation.counters(4, 3).marked(P);
        assertThat(marked).isPositive();
        emulation.runUntil(TO - 1);
        assertThat(emulation.counters(4, 3).marked(P)).isEqualTo(marked);
        assertThat(emulation.queueBytes(4, 3, P)).isGreaterThan(200_000);
        emulation.runUntil(TO + 100 * Picos.PER_MICRO);
        assertThat(emulation.counters(4, 3).marked(P)).isGreaterThan(marked);
        finish(emulation, 2);
    }

    @Test
    void wrongThresholdsOfAPortMarkThereAndNowhereElse() {
        EcnSettings late = EcnSettings.atDequeue(new MarkingCurve(1_900_000, 1_950_000, 1));
        Emulation emulation = star(marking());
        send(emulation, 0, 3, 12_000_000, DCQCN);
        send(emulation, 1, 3, 12_000_000, DCQCN);
        send(emulation, 2, 3, 12_000_000, DCQCN);
        send(emulation, 0, 2, 12_000_000, DCQCN);
        send(emulation, 1, 2, 12_000_000, DCQCN);
        send(emulation, 3, 2, 12_000_000, DCQCN);
        apply(emulation, new Fault.WrongThresholds(4, 3, late));
        emulation.runUntil(FROM);
        long at3 = emulation.counters(4, 3).marked(P);
        long at2 = emulation.counters(4, 2).marked(P);
        emulation.runUntil(TO - 1);
        assertThat(emulation.counters(4, 3).marked(P)).isEqualTo(at3);
        assertThat(emulation.counters(4, 2).marked(P)).isGreaterThan(at2);
        finish(emulation, 6);
        assertThatThrownBy(() -> emulation
                        .actions()
                        .setThresholds(
                                4, 3, new EcnSettings(new MarkingCurve(1, 2, 1), EcnSettings.Point.ENQUEUE, 1, 1 << P)))
                .hasMessageContaining("ENQUEUE");
    }

    // ---- links

    @Test
    void aLinkThatFlapsLosesWhatIsOnItAndTrafficFindsTheOtherWay() {
        Emulation emulation = leaves(2);
        for (int i = 0; i < 8; i++) {
            send(emulation, i % 2, 2 + i / 4, 2_000_000, LINE_RATE);
        }
        apply(emulation, new Fault.LinkFlap(4, 2, 800 * Picos.PER_MICRO, 0));
        emulation.runUntil(FROM - 1);
        assertThat(emulation.counters(4, 2).sentPackets(P)).isPositive();
        long otherWay = emulation.counters(4, 3).sentPackets(P);
        emulation.runUntil(FROM);
        assertThat(emulation.isUp(4, 2)).isFalse();
        assertThat(emulation.isUp(6, 0)).isFalse();
        assertThat(emulation.isUp(4, 3)).isTrue();
        assertThat(emulation.queuePackets(4, 2, P)).isZero();
        long sent = emulation.counters(4, 2).sentPackets(P);
        emulation.runUntil(FROM + 100 * Picos.PER_MICRO);
        assertThat(emulation.counters(4, 2).droppedWithoutLink(P)).isPositive();
        // Paths know of it by now: what is lost later was on its way already.
        long without = emulation.counters(4, 2).droppedWithoutLink(P);
        emulation.runUntil(FROM + 799 * Picos.PER_MICRO);
        assertThat(emulation.counters(4, 2).sentPackets(P)).isEqualTo(sent);
        assertThat(emulation.counters(4, 2).droppedWithoutLink(P)).isEqualTo(without);
        assertThat(emulation.counters(4, 3).sentPackets(P)).isGreaterThan(otherWay);
        assertThat(emulation.counters(4, 2).lostOnWire(P)).isPositive();
        assertThat(emulation.counters(4, 2).linkDowns()).isEqualTo(1);
        assertThat(emulation.counters(6, 0).linkDowns()).isEqualTo(1);
        assertThat(emulation.counters(4, 3).linkDowns()).isZero();
        emulation.runUntil(TO);
        assertThat(emulation.isUp(4, 2)).isTrue();
        assertThat(emulation.counters(4, 2).sentPackets(P)).isGreaterThan(sent);
        finish(emulation, 8);
    }

    @Test
    void aLinkThatFlapsAgainAndAgainGoesDownOncePerPeriodAndIsUpAtTheEnd() {
        Emulation emulation = leaves(2);
        apply(emulation, new Fault.LinkFlap(4, 2, 100 * Picos.PER_MICRO, 400 * Picos.PER_MICRO));
        emulation.runUntil(TO + 1);
        // At 200, 600, 1000, 1400 us.
        assertThat(emulation.counters(4, 2).linkDowns()).isEqualTo(4);
        assertThat(emulation.isUp(4, 2)).isTrue();
    }

    @Test
    void aCableThatGoesDownForgetsItsPauses() {
        Emulation emulation = star(settings());
        apply(emulation, new Fault.NicPauseStorm(1, 1 << P), new Fault.LinkFlap(4, 1, 300 * Picos.PER_MICRO, 0));
        emulation.runUntil(FROM + 299 * Picos.PER_MICRO);
        assertThat(emulation.paused(4, 1)).isZero();
        assertThat(emulation.pausing(1, 0)).isZero();
        long paused = emulation.pausedPicos(4, 1, P);
        emulation.runUntil(FROM + 310 * Picos.PER_MICRO);
        // The NIC is as broken as before, and says it again as soon as it is heard.
        assertThat(emulation.paused(4, 1)).isEqualTo(1 << P);
        assertThat(emulation.pausedPicos(4, 1, P) - paused).isBetween(8 * Picos.PER_MICRO, 10 * Picos.PER_MICRO);
        assertThat(emulation.counters(1, 0).xoffSent(P)).isEqualTo(2);
    }

    @Test
    void aNicKeepsWhatItHasToSendUntilItsCableIsBack() {
        Emulation emulation = star(settings());
        int flow = send(emulation, 0, 1, 5_000_000, LINE_RATE);
        apply(emulation, new Fault.LinkFlap(0, 0, SPAN / 2, 0));
        emulation.runUntil(FROM + Picos.PER_MICRO);
        long sent = emulation.counters(0, 0).sentPackets(P);
        emulation.runUntil(FROM + SPAN / 2 - 1);
        assertThat(emulation.counters(0, 0).sentPackets(P)).isEqualTo(sent);
        assertThat(emulation.counters(0, 0).dropped(P)).isZero();
        finish(emulation, 1);
        assertThat(emulation.flowCounts(flow).acceptedBytes()).isEqualTo(5_000_000);
    }

    @Test
    void aDegradedLinkIsSlowerBothWaysAndBreaksFramesOneWay() {
        Emulation emulation = star(settings());
        int there = send(emulation, 0, 1, 15_000_000, LINE_RATE);
        int back = send(emulation, 1, 2, 15_000_000, LINE_RATE);
        apply(emulation, new Fault.LinkDegraded(1, 0, 25_000_000_000L, 0.001));
        long accepted = acceptedBetween(emulation, back, FROM + 200 * Picos.PER_MICRO, TO - 1);
        assertThat(gigabits(accepted, SPAN - 200 * Picos.PER_MICRO)).isLessThan(25);
        assertThat(emulation.linkBitsPerSecond(1, 0)).isEqualTo(25_000_000_000L);
        assertThat(emulation.linkBitsPerSecond(4, 1)).isEqualTo(25_000_000_000L);
        PortCounters receiver = emulation.counters(1, 0);
        long broken = receiver.brokenFrames();
        assertThat(broken).isPositive();
        finish(emulation, 2);
        assertThat(receiver.brokenFrames()).isBetween(broken, broken + 1);
        assertThat(receiver.symbolErrors()).isEqualTo(receiver.brokenFrames());
        assertThat(receiver.repairedFrames()).isGreaterThan(20 * broken);
        assertThat(emulation.counters(4, 1).lostOnWire(P)
                        + emulation.counters(4, 1).lostOnWire(6))
                .isBetween(1L, receiver.brokenFrames());
        assertThat(emulation.counters(4, 1).brokenFrames()).isZero();
        assertThat(emulation.linkBitsPerSecond(4, 1)).isEqualTo(LINE);
        assertThat(emulation.flowCounts(there).acceptedBytes()).isEqualTo(15_000_000);
    }

    @Test
    void aDeviceThatIsOffLosesWhatItHoldsAndIsRoutedAround() {
        Emulation emulation = leaves(2);
        for (int i = 0; i < 8; i++) {
            send(emulation, i % 2, 2 + i / 4, 2_000_000, LINE_RATE);
        }
        apply(emulation, new Fault.DeviceDown(6));
        emulation.runUntil(FROM + 150 * Picos.PER_MICRO);
        assertThat(emulation.queuePackets(6, 1, P)).isZero();
        assertThat(emulation.isUp(6, 0)).isFalse();
        assertThat(emulation.isUp(4, 2)).isFalse();
        assertThat(emulation.isUp(5, 2)).isFalse();
        assertThat(emulation.isUp(5, 3)).isTrue();
        long through = emulation.counters(6, 1).sentPackets(P);
        long other = emulation.counters(7, 1).sentPackets(P);
        emulation.runUntil(TO - 1);
        assertThat(emulation.counters(6, 1).sentPackets(P)).isEqualTo(through);
        assertThat(emulation.counters(7, 1).sentPackets(P)).isGreaterThan(other);
        emulation.runUntil(TO);
        finish(emulation, 8);
        assertThat(emulation.isUp(6, 0)).isTrue();
        assertThat(dropped(emulation)).isPositive();
    }

    @Test
    void aHostThatIsOffIsReachedAgainWhenItIsBack() {
        Emulation emulation = star(settings());
        send(emulation, 0, 1, 5_000_000, LINE_RATE);
        send(emulation, 1, 2, 5_000_000, LINE_RATE);
        apply(emulation, new Fault.DeviceDown(1));
        emulation.runUntil(TO - 1);
        assertThat(emulation.counters(4, 1).droppedWithoutLink(P)).isPositive();
        assertThat(emulation.counters(1, 0).linkDowns()).isEqualTo(1);
        assertThat(emulation.counters(4, 1).linkDowns()).isEqualTo(1);
        assertThat(emulation.counters(4, 0).linkDowns()).isZero();
        assertThat(emulation.nicCounters(0).timeouts()).isPositive();
        finish(emulation, 2);
    }

    // ---- configuration

    @Test
    void aWrongDscpMapPutsLosslessTrafficIntoALossyClassWhereItIsDropped() {
        Emulation emulation = star(settings());
        int flow = send(emulation, 0, 3, 8_000_000, ENDLESS);
        send(emulation, 1, 3, 8_000_000, ENDLESS);
        send(emulation, 2, 3, 8_000_000, ENDLESS);
        apply(emulation, new Fault.WrongDscpMap(4, P, 1));
        emulation.runUntil(FROM - 1);
        assertThat(emulation.counters(4, 3).enqueuedPackets(1)).isZero();
        assertThat(emulation.counters(4, 0).xoffSent(P)).isPositive();
        assertThat(dropped(emulation)).isZero();
        // By now whoever was paused has been let go.
        emulation.runUntil(FROM + 300 * Picos.PER_MICRO);
        long xoff = emulation.counters(4, 0).xoffSent(P);
        long rightQueue = emulation.counters(4, 3).enqueuedPackets(P);
        emulation.runUntil(TO - 1);
        assertThat(emulation.counters(4, 3).enqueuedPackets(P)).isEqualTo(rightQueue);
        assertThat(emulation.counters(4, 3).sentPackets(1)).isPositive();
        assertThat(emulation.counters(4, 3).dropped(1)).isPositive();
        assertThat(emulation.counters(4, 3).dropped(P)).isZero();
        assertThat(emulation.counters(4, 0).xoffSent(P)).isEqualTo(xoff);
        // The header is as it was.
        assertThat(emulation.counters(3, 0).receivedPackets(1)).isZero();
        finish(emulation, 3);
        assertThat(emulation.flowCounts(flow).acceptedBytes()).isEqualTo(8_000_000);
        assertThat(emulation.counters(4, 3).enqueuedPackets(P)).isGreaterThan(rightQueue);
    }

    @Test
    void whatIsInTheWrongClassIsNotStoppedByThePausesOfTheNextSwitchWhichDropsIt() {
        Emulation emulation = leaves(1);
        send(emulation, 0, 2, 30_000_000, ENDLESS);
        send(emulation, 3, 2, 30_000_000, ENDLESS);
        apply(emulation, new Fault.WrongDscpMap(4, P, 1));
        emulation.runUntil(FROM);
        assertThat(dropped(emulation)).isZero();
        emulation.runUntil(TO - 1);
        // The spine pauses the right priority, and the leaf is full of it in another.
        assertThat(emulation.counters(6, 0).xoffSent(P)).isPositive();
        assertThat(emulation.counters(4, 2).xoffReceived(P)).isPositive();
        assertThat(emulation.counters(6, 1).dropped(P)).isPositive();
        assertThat(emulation.pausedPicos(4, 2, 1)).isZero();
        assertThat(gigabits(emulation.counters(4, 2).sentBytes(1), SPAN)).isGreaterThan(90);
        finish(emulation, 2);
    }

    @Test
    void aSwitchPortWithoutPfcDoesNotPauseAndDrops() {
        Emulation emulation = star(settings());
        for (int host = 0; host < 3; host++) {
            send(emulation, host, 3, 8_000_000, ENDLESS);
        }
        apply(emulation, new Fault.PfcOneSide(4, 0));
        emulation.runUntil(FROM);
        long xoff = emulation.counters(4, 0).xoffSent(P);
        emulation.runUntil(TO - 1);
        assertThat(emulation.counters(4, 0).xoffSent(P)).isEqualTo(xoff);
        assertThat(emulation.counters(4, 1).xoffSent(P)).isPositive();
        assertThat(emulation.flowCounts(0).droppedPackets(PacketKind.DATA)).isPositive();
        assertThat(emulation.flowCounts(1).droppedPackets(PacketKind.DATA)).isZero();
        assertThat(emulation.flowCounts(2).droppedPackets(PacketKind.DATA)).isZero();
        finish(emulation, 3);
        assertThat(emulation.counters(4, 0).xoffSent(P)).isGreaterThan(xoff);
    }

    @Test
    void aSwitchPortWithoutPfcSendsAgainstPausesAndTheNicBehindItDrops() {
        Emulation emulation = star(settings());
        int flow = send(emulation, 0, 1, 8_000_000, ENDLESS);
        apply(emulation, new Fault.PfcOneSide(4, 1), new Fault.SlowReceiver(1, 25_000_000_000L));
        emulation.runUntil(TO - 1);
        assertThat(emulation.counters(4, 1).xoffReceived(P)).isPositive();
        assertThat(emulation.pausedPicos(4, 1, P)).isZero();
        assertThat(emulation.nicCounters(1).receiveDropped()).isPositive();
        finish(emulation, 1);
        assertThat(emulation.flowCounts(flow).acceptedBytes()).isEqualTo(8_000_000);
    }

    @Test
    void faultsThatNameNothingAreRefusedAtOnce() {
        Emulation emulation = star(settings());
        assertThatThrownBy(() -> apply(emulation, new Fault.HostHang(4))).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> apply(emulation, new Fault.EcnOff(0))).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> apply(emulation, new Fault.PfcOneSide(4, 4)))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> apply(emulation, new Fault.DeviceDown(5)))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> apply(emulation, new Fault.HostHang(1), new Fault.SlowReceiver(1, LINE)))
                .hasMessageContaining("receive buffer of host 1");
    }
}
