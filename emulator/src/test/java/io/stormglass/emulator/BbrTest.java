package io.stormglass.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stormglass.models.bbr.BbrState;
import io.stormglass.models.bbr.BbrV1Parameters;
import io.stormglass.models.bbr.BbrV3Parameters;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** BBR in the NIC, N senders to one at 400 Gb/s, no ECN: what it measures, what it fills, and what its smallest window costs. */
final class BbrTest {
    private static final int PAYLOAD = 4000;
    private static final WireFormat FORMAT = WireFormat.roce(PAYLOAD);
    /** What the link carries of payload, in Gb/s. */
    private static final double CEILING = 400.0 * PAYLOAD / FORMAT.fullBytes();
    /** Two packets and two ACKs of serialization, four times a microsecond. */
    private static final double BASE_NANOS = 4_000 + 2 * 0.02 * (FORMAT.fullBytes() + FORMAT.ackBytes());

    private static CongestionControl v1(BbrV1Parameters parameters, BbrWindow window) {
        return new CongestionControl.BbrV1Nic(parameters, window);
    }

    private static CongestionControl v3(BbrWindow window) {
        return new CongestionControl.BbrV3Nic(BbrV3Parameters.hardware(PAYLOAD), window);
    }

    /** The hardware preset with another smallest window and first window. */
    private static BbrV1Parameters windows(int least, int first) {
        BbrV1Parameters of = BbrV1Parameters.hardware(PAYLOAD);
        return new BbrV1Parameters(
                "test",
                PAYLOAD,
                of.startupGain256(),
                of.drainGain256(),
                of.upGain256(),
                of.downGain256(),
                of.windowGain256(),
                of.bandwidthWindowRounds(),
                of.minRttWindowNanos(),
                of.probeRttNanos(),
                least,
                first,
                of.initialRttNanos(),
                of.pacingMarginPercent(),
                of.quantumNanos(),
                of.minQuantumSegments(),
                of.aggregationCapNanos(),
                of.policerMinRounds());
    }

    private static Incast incast(int senders, long bytes, CongestionControl control) {
        FabricSettings settings = Incast.fabric(FORMAT, EcnSettings.off());
        return new Incast(senders, bytes, settings, Transport.of(control), 2 * Picos.PER_MICRO);
    }

    private static BbrState state(Emulation emulation, int flow) {
        return ((BbrLimit) emulation.control(flow)).state();
    }

    @Test
    void oneFlowFindsTheRateAndTheRoundTripOfThePathAndKeepsTheQueueEmpty() {
        for (BbrWindow window : BbrWindow.values()) {
            for (CongestionControl law : List.of(v1(BbrV1Parameters.hardware(PAYLOAD), window), v3(window))) {
                QueueMeter queue = new QueueMeter(3, 1, 100 * Picos.PER_MICRO, Picos.PER_MILLI);
                Emulation emulation = incast(1, 40_000_000, law).start(1, queue);
                emulation.runUntil(500 * Picos.PER_MICRO);
                BbrState state = state(emulation, 0);
                assertThat(state.bandwidthBytesPerSecond() * 8e-9).isCloseTo(CEILING, within(0.003 * CEILING));
                assertThat((double) state.minRttNanos()).isCloseTo(BASE_NANOS, within(1.0));
                assertThat(emulation.runToQuiet(10 * Picos.PER_MILLI)).isTrue();
                double goodput = 8e3 * 40_000_000 / emulation.completedPicos(0);
                assertThat(goodput).isBetween(0.965 * CEILING, CEILING);
                assertThat(queue.meanBytes(emulation.nowPicos())).isLessThan(FORMAT.fullBytes());
            }
        }
    }

    @Test
    void flowsShare() {
        for (BbrWindow window : BbrWindow.values()) {
            for (CongestionControl law : List.of(v1(BbrV1Parameters.hardware(PAYLOAD), window), v3(window))) {
                Emulation emulation = incast(2, 200_000_000, law).start(1, FabricObserver.NONE);
                emulation.runUntil(2 * Picos.PER_MILLI);
                double a = emulation.flowCounts(0).acceptedBytes();
                double b = emulation.flowCounts(1).acceptedBytes();
                assertThat(a / (a + b)).as(law.toString()).isCloseTo(0.5, within(0.05));
                assertThat((a + b) * 8 / 2e6).as(law.toString()).isCloseTo(CEILING, within(0.02 * CEILING));
            }
        }
    }

    /** A run of 64 to one from the first probe of the round trip on. */
    private record Crowd(
            double delayMicros, double queueBytes, double goodputGbps, double probedNanos, double jain, long xoff) {
        static Crowd of(CongestionControl law) {
            int senders = 64;
            DelayMeter delays = new DelayMeter(11 * Picos.PER_MILLI);
            QueueMeter queue = new QueueMeter(senders + 2, senders, 11 * Picos.PER_MILLI, 13 * Picos.PER_MILLI);
            FabricObserver both = new ObserverPair(delays, queue);
            Emulation emulation = incast(senders, 200_000_000, law).start(1, both);
            emulation.runUntil(11 * Picos.PER_MILLI);
            double[] before = accepted(emulation, senders);
            emulation.runUntil(13 * Picos.PER_MILLI);
            double[] after = accepted(emulation, senders);
            double sum = 0;
            double squares = 0;
            double[] probed = new double[senders];
            long xoff = 0;
            for (int flow = 0; flow < senders; flow++) {
                double bytes = after[flow] - before[flow];
                sum += bytes;
                squares += bytes * bytes;
                probed[flow] = state(emulation, flow).minRttNanos();
                xoff += emulation.counters(senders + 2, flow).xoffSent(3);
            }
            Arrays.sort(probed);
            return new Crowd(
                    delays.meanPicos() / 1e6,
                    queue.meanBytes(emulation.nowPicos()),
                    sum * 8 / 2e6,
                    probed[senders / 2],
                    sum * sum / senders / squares,
                    xoff);
        }

        private static double[] accepted(Emulation emulation, int flows) {
            return IntStream.range(0, flows)
                    .mapToDouble(flow -> emulation.flowCounts(flow).acceptedBytes())
                    .toArray();
        }
    }

    /** Mean queue from 2 to 4 ms. */
    private static double queueBytes(Incast incast) {
        QueueMeter queue = new QueueMeter(66, 64, 2 * Picos.PER_MILLI, 4 * Picos.PER_MILLI);
        incast.withBytes(20_000_000).start(1, queue).runUntil(4 * Picos.PER_MILLI);
        return queue.meanBytes(4 * Picos.PER_MILLI);
    }

    @Test
    void queuesStandInTheOrderOfWhatLimitsWhatIsInFlight() {
        CongestionControl packets = v1(BbrV1Parameters.hardware(PAYLOAD), BbrWindow.PACKETS);
        CongestionControl bytes = v1(BbrV1Parameters.hardware(PAYLOAD), BbrWindow.BYTES);
        assertThat(List.of(
                        queueBytes(Laws.NONE.incast(64)),
                        queueBytes(Laws.DCQCN_50.incast(64)),
                        queueBytes(incast(64, 1, packets)),
                        queueBytes(incast(64, 1, bytes)),
                        queueBytes(Laws.HPCC.incast(64))))
                .isSortedAccordingTo(Comparator.reverseOrder());
    }

    /** simulators.md, section 4, has 21.0 us for four packets of 4,096 bytes of payload. */
    @Test
    void whatSixtyFourWindowsOfFourPacketsHoldIsTheRoundTrip() {
        DelayMeter delays = new DelayMeter(Picos.PER_MILLI / 2);
        Incast incast = incast(64, 2_000_000, new CongestionControl.None());
        Transport windows = Transport.of(new CongestionControl.None(), WindowLimit.fixed(4 * PAYLOAD));
        new Incast(64, 2_000_000, incast.settings(), windows, 2 * Picos.PER_MICRO)
                .start(1, delays)
                .runUntil(2 * Picos.PER_MILLI);
        double returnMicros = 2 + 2 * 0.02e-3 * FORMAT.ackBytes();
        double expectedMicros = 4 * 64 * 0.02e-3 * FORMAT.fullBytes();
        assertThat(expectedMicros).isCloseTo(20.9, within(0.05));
        assertThat(delays.meanPicos() / 1e6 + returnMicros).isCloseTo(expectedMicros, within(0.1));
    }

    /**
     * A crowd cannot find a round trip below what its smallest windows hold (10.4 us for two packets, 20.9 us for four), give or take how far those that probe at
     * one time go below the others; and its windows are multiples of what it found. In bytes it finds the path's and holds about twice its BDP and a packet each.
     */
    @Test
    void theSmallestWindowDecidesWhatACrowdFindsAndHolds() {
        Crowd two = Crowd.of(v1(windows(2, 10), BbrWindow.PACKETS));
        Crowd four = Crowd.of(v1(windows(4, 10), BbrWindow.PACKETS));
        Crowd bytes = Crowd.of(v1(windows(2, 10), BbrWindow.BYTES));
        assertThat(two.probedNanos()).isBetween(1.3 * BASE_NANOS, 10_450.0);
        assertThat(four.probedNanos()).isBetween(1.7 * two.probedNanos(), 20_900.0);
        assertThat(bytes.probedNanos()).isCloseTo(BASE_NANOS, within(1.0));
        assertThat(four.queueBytes()).isGreaterThan(two.queueBytes());
        double bdpBytes = 50 * BASE_NANOS;
        assertThat(bytes.queueBytes()).isBetween(bdpBytes, 2 * bdpBytes + 64.0 * FORMAT.fullBytes());
        assertThat(two.queueBytes()).isGreaterThan(3 * bytes.queueBytes());
        for (Crowd crowd : List.of(two, four, bytes)) {
            assertThat(crowd.goodputGbps()).isCloseTo(CEILING, within(0.01 * CEILING));
            assertThat(crowd.jain()).isBetween(0.9, 1.0);
            assertThat(crowd.xoff()).isZero();
        }
    }
}
