package io.stormglass.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stormglass.emulator.queue.QueueModel;
import io.stormglass.emulator.queue.QueueRun;
import io.stormglass.emulator.queue.Span;
import io.stormglass.emulator.queue.Workloads;
import io.stormglass.models.dcqcn.ClampTarget;
import io.stormglass.models.dcqcn.CnpPacing;
import io.stormglass.models.dcqcn.DcqcnParameters;
import io.stormglass.models.dcqcn.HpccParameters;
import io.stormglass.models.ecn.Buffer;
import io.stormglass.models.ecn.Bursts;
import io.stormglass.models.ecn.QueueFacts;
import io.stormglass.models.ecn.Reaction;
import io.stormglass.models.ecn.Thresholds;
import io.stormglass.models.ecn.Workload;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The one-queue model beside the emulation of the whole fabric: the same incasts, started together, in exact time. */
class QueueModelBesideEmulationTest {
    private static final Thresholds RAMP = new Thresholds(120_000, 600_000, 1);
    private static final Thresholds NEVER = new Thresholds(1L << 40, 1L << 40, 0);

    /** Allowed differences in per cent: completion and goodput, mean queue, XOFF. The peak within 1 %, pauses or none the same. */
    @ParameterizedTest
    @CsvSource({
        "NONE, 8, 1, 1, 12",
        "NONE, 64, 1, 1, 12",
        "DCQCN_50, 8, 2, 3, 12",
        "DCQCN_50, 64, 10, 15, 20",
        "DCQCN_4_WITH_WINDOW, 8, 5, 15, 0",
        "DCQCN_4_WITH_WINDOW, 64, 5, 5, 0",
        "DCQCN_4, 64, 10, 20, 30",
    })
    void incastsAgree(Laws law, int senders, double ofTimes, double ofMean, double ofXoff) {
        Incast incast = law.incast(senders);
        incast = incast.with(incast.settings().with(NicSettings.standard().with(NicSettings.Spacing.RATE_AT_SEND)));
        Incast.Outcome whole = incast.run(1);
        Workload workload = Workloads.incast(senders, reaction(law));
        Thresholds thresholds = law == Laws.NONE ? NEVER : RAMP;
        QueueRun all = QueueModel.run(workload, thresholds, 1, Span.millis(0, 20));
        QueueRun one = QueueModel.run(workload, thresholds, 1, new Span(0, (long) all.maxCompletionNanos() + 1));
        System.out.println(String.format(
                Locale.ROOT,
                "%s %d: whole %s; one queue FCT %.0f/%.0f us, queue max %.3f mean %.4f MB, XOFF %d",
                law,
                senders,
                whole,
                one.meanCompletionNanos() / 1e3,
                one.maxCompletionNanos() / 1e3,
                one.maxQueueBytes() / 1e6,
                one.meanQueueBytes() / 1e6,
                one.xoff()));

        assertThat(one.meanCompletionNanos() / 1e3)
                .isCloseTo(whole.meanMicros(), within(whole.meanMicros() * ofTimes / 100));
        assertThat(8.0 * senders * 4_000_000 / one.maxCompletionNanos())
                .isCloseTo(whole.goodputGbps(), within(whole.goodputGbps() * ofTimes / 100));
        assertThat((double) one.maxQueueBytes())
                .isCloseTo((double) whole.peakBytes(), within(whole.peakBytes() * 0.01));
        assertThat(one.meanQueueBytes())
                .isCloseTo(whole.meanQueueBytes(), within(whole.meanQueueBytes() * ofMean / 100));
        assertThat((double) one.xoff()).isCloseTo((double) whole.xoff(), within(whole.xoff() * ofXoff / 100));
    }

    /**
     * Sixteen long flows at 100 Gb/s and 8 ports that send 16 packets every 400 us, with flows spread over a part of the run: utilisation, mean queue and marks over
     * 60 ms. Kmin and Kmax in bytes, Pmax; both kinds of queue pair.
     */
    @ParameterizedTest
    @CsvSource({"200000, 800000, 0.2, KEPT", "12500, 125000, 0.5, KEPT", "100000, 1000000, 0.5, FRESH"})
    void longFlowsUnderBurstsAgree(long kmin, long kmax, double pmax, Bursts.QueuePairs pairs) {
        Thresholds thresholds = new Thresholds(kmin, kmax, pmax);
        Steady whole = Steady.of(thresholds, pairs);
        QueueFacts facts = new QueueFacts(
                Steady.LINE,
                4_048,
                10_000,
                new Buffer(30_000_000, 4_096, new Buffer.Dynamic(1.0 / 8), 3_072),
                QueueFacts.Marking.AT_DEQUEUE);
        Bursts bursts = new Bursts(8, 8, 16 * 4_048, 400_000, Bursts.Arrival.PERIODIC, pairs);
        Workload workload = Workload.of(facts, Reaction.of(Steady.POINT, 0), Steady.FLOWS, bursts);
        QueueRun one = QueueModel.run(workload, thresholds, 1, Span.millis(20, 60));
        double utilization = one.carriedBytes() / facts.bytes(60e6);
        System.out.println(String.format(
                Locale.ROOT,
                "%s %s: whole %s; one queue utilization %.3f, mean %.1f kB, marks %d, XOFF %d",
                thresholds,
                pairs,
                whole,
                utilization,
                one.meanQueueBytes() / 1e3,
                one.marks(),
                one.xoff()));

        assertThat(utilization).isCloseTo(whole.utilization(), within(0.03));
        assertThat(one.meanQueueBytes())
                .isCloseTo(whole.meanQueueBytes(), within(0.12 * whole.meanQueueBytes() + 4_048));
        assertThat((double) one.marks()).isCloseTo((double) whole.marks(), within(0.1 * whole.marks()));
        assertThat(one.xoff()).isZero();
        assertThat(whole.xoff()).isZero();
    }

    /** The same in the emulation: flows start one after another, so that the buffer does not fill; then 60 ms are measured. */
    private record Steady(double utilization, double meanQueueBytes, long marks, long xoff) {
        static final long LINE = 100_000_000_000L;
        static final int FLOWS = 16;
        static final HpccParameters POINT = new HpccParameters(
                LINE, 100_000_000, 1.0 / 256, 1, ClampTarget.AFTER_ANY_INCREASE, 1, 4, 300, 1, 20_000_000, 200_000_000);
        private static final long FROM = 60 * Picos.PER_MILLI;
        private static final long UNTIL = 120 * Picos.PER_MILLI;

        static Steady of(Thresholds thresholds, Bursts.QueuePairs pairs) {
            Topology star = Topology.star(FLOWS + 9, new Topology.Link(LINE, 2_338_000));
            QueueMeter meter = new QueueMeter(FLOWS + 9, FLOWS + 8, FROM, UNTIL);
            Emulation emulation = new Emulation(
                    star,
                    Incast.fabric(WireFormat.ns3(), EcnSettings.atDequeue(thresholds.curve())),
                    new SplittableRandom(1),
                    meter);
            Transport transport = Transport.of(new CongestionControl.Dcqcn(POINT, CnpPacing.hpcc()));
            for (int flow = 0; flow < FLOWS; flow++) {
                emulation.add(new FlowSpec(flow, FLOWS + 8, 4_000_000_000L, 2L * flow * Picos.PER_MILLI, 3, transport));
            }
            int[] kept = new int[8];
            for (int port = 0; port < 8; port++) {
                kept[port] = emulation.open(new Connection(FLOWS + port, FLOWS + 8, 3, transport));
            }
            for (long burst = 40 * Picos.PER_MILLI; burst < UNTIL; burst += 400 * Picos.PER_MICRO) {
                for (int port = 0; port < 8; port++) {
                    switch (pairs) {
                        case KEPT -> emulation.send(kept[port], 64_000, burst, FlowListener.NONE);
                        case FRESH -> emulation.add(new FlowSpec(FLOWS + port, FLOWS + 8, 64_000, burst, 3, transport));
                    }
                }
            }
            emulation.runUntil(FROM);
            PortCounters counters = emulation.counters(FLOWS + 9, FLOWS + 8);
            long sent = counters.sentBytes(3);
            long marked = counters.marked(3);
            long xoff = xoff(emulation);
            emulation.runUntil(UNTIL);
            double line = (double) (UNTIL - FROM) / Picos.perByte(LINE);
            return new Steady(
                    (counters.sentBytes(3) - sent) / line,
                    meter.meanBytes(UNTIL),
                    counters.marked(3) - marked,
                    xoff(emulation) - xoff);
        }

        private static long xoff(Emulation emulation) {
            long sum = 0;
            for (int port = 0; port < FLOWS + 9; port++) {
                sum += emulation.counters(FLOWS + 9, port).xoffSent(3);
            }
            return sum;
        }
    }

    private static Reaction reaction(Laws law) {
        Laws of = law == Laws.NONE ? Laws.DCQCN_4 : law;
        Transport transport = of.incast(2).transport();
        DcqcnParameters point = ((CongestionControl.Dcqcn) transport.control()).reaction();
        Reaction.Window window = law == Laws.DCQCN_4_WITH_WINDOW ? Reaction.Window.VARIABLE : Reaction.Window.NONE;
        return new Reaction(point, 0, window);
    }
}
