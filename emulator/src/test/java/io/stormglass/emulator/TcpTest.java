package io.stormglass.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stormglass.models.cc.Cubic;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** TCP over a lossy priority. */
final class TcpTest {
    private static final long LINE = 10_000_000_000L;
    private static final int PAYLOAD = 1460;
    private static final WireFormat FORMAT = new WireFormat(PAYLOAD, 78, 84, 84, 84);

    private static CongestionControl reno(TcpSettings tcp) {
        return new CongestionControl.NewRenoLoss(tcp);
    }

    private static CongestionControl cubic(TcpSettings tcp) {
        return new CongestionControl.CubicLoss(Cubic.Parameters.rfc9438(PAYLOAD), tcp);
    }

    private static Emulation star(int hosts, long delayPicos, long bufferBytes) {
        SwitchSettings lossy = SwitchSettings.standard()
                .withLossless(0)
                .with(BufferSettings.standard().withTotal(bufferBytes));
        Topology.Link link = new Topology.Link(LINE, delayPicos);
        return new Emulation(
                Topology.star(hosts, link),
                FabricSettings.of(FORMAT, lossy),
                new SplittableRandom(1),
                FabricObserver.NONE);
    }

    private static Transport plain(CongestionControl control) {
        return new Transport(control, WindowLimit.none(), Transport.Ecn.NOT_CAPABLE);
    }

    /** Everybody sends 64 kB; when all are there, the next round begins. Gigabits per second over all rounds. */
    private static double synchronisedReads(int senders, CongestionControl control) {
        int rounds = 10;
        long block = 64_000;
        Emulation emulation = star(senders + 1, 5 * Picos.PER_MICRO, 200_000);
        int[] flows = new int[senders];
        for (int sender = 0; sender < senders; sender++) {
            flows[sender] = emulation.open(new Connection(sender, senders, 0, plain(control)));
        }
        for (int round = 0; round < rounds; round++) {
            for (int flow : flows) {
                emulation.send(flow, block, emulation.nowPicos(), FlowListener.NONE);
            }
            assertThat(emulation.runToQuiet(100_000 * Picos.PER_MILLI)).isTrue();
        }
        return 8e3 * block * senders * rounds / emulation.nowPicos();
    }

    @Test
    void anIncastOfFortyCollapsesWithTheUsualTimeoutAndNotWithAShortOne() {
        TcpSettings usual = TcpSettings.linux();
        TcpSettings quick = usual.withTimeout(Picos.PER_MILLI);
        for (CongestionControl control : List.of(reno(usual), cubic(usual))) {
            assertThat(synchronisedReads(2, control)).as(control.toString()).isBetween(7.0, 10.0);
            assertThat(synchronisedReads(40, control)).as(control.toString()).isBetween(0.01, 0.5);
        }
        for (CongestionControl control : List.of(reno(quick), cubic(quick))) {
            assertThat(synchronisedReads(40, control)).as(control.toString()).isBetween(5.0, 10.0);
        }
    }

    /**
     * What one sender through a bottleneck does after its first losses.
     *
     * @param lossShare cuts per packet: what is lost until the sender knows of the first loss belongs to one cut
     */
    private record Sawtooth(double meanSegments, double leastSegments, double mostSegments, double lossShare) {
        static Sawtooth of(CongestionControl control) {
            long delay = 150 * Picos.PER_MICRO;
            List<Cable> cables = List.of(new Cable(0, 2, LINE, delay), new Cable(1, 2, LINE / 10, delay));
            SwitchSettings lossy = SwitchSettings.standard()
                    .withLossless(0)
                    .with(BufferSettings.standard().withTotal(30_000));
            FabricSettings settings = FabricSettings.of(FORMAT, lossy);
            Emulation emulation =
                    new Emulation(new Topology(2, 1, cables), settings, new SplittableRandom(1), FabricObserver.NONE);
            int flow = emulation.add(new FlowSpec(0, 1, 10_000_000_000L, 0, 0, plain(control)));
            emulation.runUntil(300 * Picos.PER_MILLI);
            long sent = emulation.flowCounts(flow).sentPackets(PacketKind.DATA);
            DoubleSummaryStatistics windows = new DoubleSummaryStatistics();
            int cuts = 0;
            double last = 0;
            while (emulation.nowPicos() < 1_300 * Picos.PER_MILLI) {
                emulation.runUntil(emulation.nowPicos() + 100 * Picos.PER_MICRO);
                // Whole segments count, so on average half a one is missing.
                double window = (double) emulation.control(flow).windowBytes() / PAYLOAD + 0.5;
                windows.accept(window);
                cuts += window < 0.9 * last ? 1 : 0;
                last = window;
            }
            sent = emulation.flowCounts(flow).sentPackets(PacketKind.DATA) - sent;
            assertThat(emulation.flowCounts(flow).timeouts()).isZero();
            assertThat(cuts).isGreaterThan(20);
            return new Sawtooth(windows.getAverage(), windows.getMin(), windows.getMax(), (double) cuts / sent);
        }
    }

    /**
     * RFC 5681 with a loss each time that the path is full: W climbs from M / 2 to M by one a round trip, 3 M^2 / 8 packets, which makes a mean of sqrt(3 / (2 p)).
     * Exactly there are M more until the sender knows, and M / 2 while it repairs.
     */
    @Test
    void newRenoDrawsItsSawtooth() {
        Sawtooth seen = Sawtooth.of(reno(TcpSettings.linux()));
        double most = seen.mostSegments() - 0.5;
        double packets = 3 * most * most / 8 + 3 * most / 2;
        assertThat(seen.leastSegments()).isCloseTo(seen.mostSegments() / 2, within(1.5));
        assertThat(1 / seen.lossShare()).isCloseTo(packets, within(0.01 * packets));
        assertThat(seen.meanSegments() * Math.sqrt(seen.lossShare())).isCloseTo(Math.sqrt(1.5), within(0.07));
    }

    /** RFC 9438, section 5.1: at short round trips W.est decides, whose mean is that of Reno by its choice of alpha; a cut leaves 0.7. */
    @Test
    void cubicDrawsItsSawtooth() {
        Sawtooth seen = Sawtooth.of(cubic(TcpSettings.linux()));
        assertThat(seen.leastSegments()).isCloseTo(seen.mostSegments() * 0.7, within(1.5));
        assertThat(seen.meanSegments() * Math.sqrt(seen.lossShare())).isCloseTo(Math.sqrt(1.5), within(0.06));
    }

    /** The same with a growth that makes the cubic curve the faster one: W = (C (3 + beta) / (4 (1 - beta)))^(1/4) (RTT / p)^(3/4). */
    @Test
    void cubicFollowsItsCurveWhereThatIsFaster() {
        double growth = 4e6;
        Sawtooth seen = Sawtooth.of(
                new CongestionControl.CubicLoss(new Cubic.Parameters(PAYLOAD, growth, 0.7, 10), TcpSettings.linux()));
        // The path alone: the queue is a tenth of it and not always there.
        double roundTrip = 620e-6;
        double expected = Math.pow(growth * 3.7 / (4 * 0.3), 0.25) * Math.pow(roundTrip / seen.lossShare(), 0.75);
        assertThat(seen.meanSegments()).isCloseTo(expected, within(0.1 * expected));
    }
}
