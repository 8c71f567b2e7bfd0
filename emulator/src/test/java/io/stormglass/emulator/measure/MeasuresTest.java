package io.stormglass.emulator.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.sun.management.ThreadMXBean;
import io.stormglass.emulator.BufferSettings;
import io.stormglass.emulator.CongestionControl;
import io.stormglass.emulator.Emulation;
import io.stormglass.emulator.FabricObserver;
import io.stormglass.emulator.FabricSettings;
import io.stormglass.emulator.FlowSpec;
import io.stormglass.emulator.NicSettings;
import io.stormglass.emulator.Picos;
import io.stormglass.emulator.SwitchSettings;
import io.stormglass.emulator.Topology;
import io.stormglass.emulator.Transport;
import io.stormglass.emulator.WindowLimit;
import io.stormglass.emulator.WireFormat;
import java.lang.management.ManagementFactory;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Measures against what can be worked out by hand: a star of 400 Gb/s and 1 us per cable, 4000 bytes in 4048. */
final class MeasuresTest {
    private static final Topology.Link LINK = new Topology.Link(400_000_000_000L, Picos.PER_MICRO);
    private static final long BYTE_PICOS = 20;
    private static final Transport PLAIN = Transport.of(new CongestionControl.None());

    /** A fabric with its measures. */
    private record Star(Emulation emulation, Measures measures) {
        static Star of(FabricSettings settings) {
            Topology topology = Topology.star(6, LINK);
            Measures measures = new Measures(topology, settings.wireFormat());
            Emulation emulation = new Emulation(topology, settings, new SplittableRandom(1), measures);
            measures.watch(emulation, flow -> 0, flow -> false);
            return new Star(emulation, measures);
        }

        RunMeasures run() {
            assertThat(emulation.runToQuiet(1_000 * Picos.PER_MILLI)).isTrue();
            return measures.report();
        }
    }

    private final Star star = Star.of(FabricSettings.of(WireFormat.ns3(), SwitchSettings.standard()));
    private final Emulation emulation = star.emulation;
    private final Measures measures = star.measures;

    private static Summary of(@Nullable Summary summary) {
        return Objects.requireNonNull(summary);
    }

    @Test
    void aPacketOnAnIdlePathTakesTwoCablesAndTwoTransmissions() {
        emulation.add(new FlowSpec(0, 1, 4_000, 0, 3, PLAIN));
        RunMeasures run = star.run();
        double expected = (2 * Picos.PER_MICRO + 2 * 4_048 * BYTE_PICOS) / 1e6;
        assertThat(of(run.times().delay())).isEqualTo(new Summary(1, expected, expected, expected, expected));
        assertThat(of(run.times().completion()).mean())
                .isEqualTo((4 * Picos.PER_MICRO + 2 * (4_048 + 64) * BYTE_PICOS) / 1e6);
        assertThat(run.flows()).isEqualTo(new RunMeasures.Flows(1, 1, 4_000, 1, 1));
    }

    @Test
    void aProbeOfAnIdleFabricTakesFourMicrosecondsAndIsNoFlowOfTheWorkload() {
        measures.watch(emulation, flow -> 0, flow -> flow == 1);
        emulation.add(new FlowSpec(0, 1, 4_000_000, 0, 3, PLAIN));
        emulation.add(new FlowSpec(2, 3, 1_000, 0, 3, PLAIN));
        RunMeasures run = star.run();
        double expected = (4 * Picos.PER_MICRO + (2 * 1_048 + 2 * 64) * BYTE_PICOS) / 1e6;
        assertThat(expected).isCloseTo(4.04, within(0.005));
        assertThat(of(run.times().probeRtt())).isEqualTo(new Summary(1, expected, expected, expected, expected));
        assertThat(run.flows().added()).isEqualTo(1);
        assertThat(run.flows().packets()).isEqualTo(1_000);
        assertThat(of(run.times().completion()).count()).isEqualTo(1);
    }

    @Test
    void fourSendersFillTheLinkOfTheReceiverAndItsQueueIsTheMostCongested() {
        for (int sender = 0; sender < 4; sender++) {
            emulation.add(new FlowSpec(sender, 5, 2_000_000, 0, 3, PLAIN));
        }
        RunMeasures run = star.run();
        assertThat(run.queue().port()).isEqualTo(new PortName(6, 5));
        // Payload of 8 MB in wire bytes at line rate, and a round trip at the start and the end.
        double micros = 4 * 500 * 4_048 * BYTE_PICOS / 1e6;
        assertThat((run.run().endPicos() - run.run().startPicos()) / 1e6).isCloseTo(micros + 4, within(0.5));
        assertThat(run.goodputGbps()).isCloseTo(8e6 * 8 / (micros + 4) / 1e3, within(0.2));
        assertThat(run.queue().utilization()).isCloseTo(micros / (micros + 4), within(0.002));
        // All senders at line rate leave three quarters of what they sent; the queue grows and shrinks linearly.
        assertThat(run.queue().maxBytes()).isCloseTo(3 * 500 * 4_048L, within(3 * 4_048L));
        assertThat(run.queue().meanBytes())
                .isCloseTo(
                        run.queue().maxBytes() / 2.0, within(0.02 * run.queue().maxBytes()));
        assertThat(run.queue().p99Bytes())
                .isBetween(0.95 * run.queue().maxBytes(), (double) run.queue().maxBytes());
        // From 50 to 90 % of the run it falls from 2/3 to 2/15 of its peak.
        assertThat(run.queue().steadyBytes())
                .isCloseTo(
                        0.4 * run.queue().maxBytes(), within(0.02 * run.queue().maxBytes()));
        double peakMicros = run.queue().maxBytes() * BYTE_PICOS / 1e6;
        double idle = 2 + 2 * 4_048 * BYTE_PICOS / 1e6;
        assertThat(of(run.times().delay()).max()).isCloseTo(peakMicros + idle, within(0.2));
        assertThat(run.flows().jain()).isCloseTo(1, within(1e-6));
        assertThat(run.ports().paused()).isEmpty();
    }

    @Test
    void pausesAreCountedPerPortAndPerGigabyte() {
        BufferSettings small = BufferSettings.standard().withTotal(4L << 20);
        Star lossless = Star.of(
                FabricSettings.of(WireFormat.ns3(), SwitchSettings.standard().with(small)));
        for (int sender = 0; sender < 4; sender++) {
            lossless.emulation.add(new FlowSpec(sender, 5, 8_000_000, 0, 3, PLAIN));
        }
        RunMeasures run = lossless.run();
        assertThat(run.ports().xoff()).isPositive().isEqualTo(run.ports().xon());
        assertThat(run.xoffPerGigabyte()).isCloseTo(run.ports().xoff() / 0.032, within(1e-6));
        assertThat(run.ports().paused()).hasSize(4).allSatisfy(port -> {
            assertThat(port.port().node()).isLessThan(4);
            assertThat(port.priority()).isEqualTo(3);
            // Each sender gets a quarter of the line, and what it may not send it is paused for.
            assertThat(port.ratio()).isBetween(0.55, 0.8);
        });
        assertThat(run.ports().worstPausedRatio())
                .isEqualTo(run.ports().paused().getFirst().ratio());
    }

    @Test
    void aLossIsRecoveredWhenWhatWasOutHasArrived() {
        BufferSettings tiny = BufferSettings.standard().withTotal(1L << 20);
        FabricSettings settings = FabricSettings.of(
                        WireFormat.ns3(), SwitchSettings.standard().with(tiny).withLossless(0))
                .with(NicSettings.standard().withRetransmitPicos(Picos.PER_MILLI));
        Star lossy = Star.of(settings);
        Transport window = Transport.of(new CongestionControl.None(), WindowLimit.fixed(400_000));
        for (int sender = 0; sender < 4; sender++) {
            lossy.emulation.add(new FlowSpec(sender, 5, 2_000_000, sender * 10_000L, 3, window));
        }
        RunMeasures run = lossy.run();
        assertThat(run.ports().dropped()).isPositive();
        Summary recovery = of(run.times().recovery());
        // Not before the news of the loss has travelled, and not after the run.
        assertThat(recovery.p50()).isGreaterThan(4);
        assertThat(recovery.max()).isLessThan(run.run().endPicos() / 1e6);
        assertThat(run.flows().completed()).isEqualTo(4);
    }

    @Test
    void aRunThatIsCutOffSaysWhatItHasSeen() {
        for (int sender = 0; sender < 4; sender++) {
            emulation.add(new FlowSpec(sender, 5, 40_000_000, 0, 3, PLAIN));
        }
        emulation.runUntil(100 * Picos.PER_MICRO);
        RunMeasures run = measures.report();
        assertThat(run.times().completion()).isNull();
        assertThat(run.flows().completed()).isZero();
        assertThat(run.run().endPicos()).isEqualTo(100 * Picos.PER_MICRO);
        assertThat(run.goodputGbps()).isCloseTo(400 * 4_000 / 4_048.0 * 0.98, within(2.0));
        assertThat(run.flows().jain()).isCloseTo(1, within(0.001));
    }

    @Test
    void watchingChangesNothing() {
        emulation.add(new FlowSpec(0, 5, 400_000, 0, 3, PLAIN));
        emulation.add(new FlowSpec(1, 5, 400_000, 0, 3, PLAIN));
        RunMeasures run = star.run();
        Emulation unwatched = new Emulation(
                Topology.star(6, LINK),
                FabricSettings.of(WireFormat.ns3(), SwitchSettings.standard()),
                new SplittableRandom(1),
                FabricObserver.NONE);
        unwatched.add(new FlowSpec(0, 5, 400_000, 0, 3, PLAIN));
        unwatched.add(new FlowSpec(1, 5, 400_000, 0, 3, PLAIN));
        unwatched.runToQuiet(Picos.PER_MILLI);
        assertThat(run.run().eventLogHash()).isEqualTo(unwatched.eventLogHash());
        assertThat(run.run().packetHops()).isEqualTo(unwatched.packetHops());
    }

    @Test
    void workloadsAreToldApart() {
        measures.watch(emulation, flow -> flow == 0 ? 0 : 2, flow -> false);
        emulation.add(new FlowSpec(0, 5, 400_000, 0, 3, PLAIN));
        emulation.add(new FlowSpec(1, 5, 800_000, 0, 3, PLAIN));
        RunMeasures run = star.run();
        assertThat(run.workloads()).hasSize(2);
        RunMeasures.PerWorkload first = run.workloads().getFirst();
        RunMeasures.PerWorkload second = run.workloads().getLast();
        assertThat(first.workload()).isZero();
        assertThat(second.workload()).isEqualTo(2);
        assertThat(first.bytes()).isEqualTo(400_000);
        assertThat(second.bytes()).isEqualTo(800_000);
        // Both share the link until the smaller one is done.
        assertThat(of(second.completion()).max())
                .isGreaterThan(of(first.completion()).max());
        assertThat(run.goodputGbps(first) + run.goodputGbps(second)).isCloseTo(run.goodputGbps(), within(1e-9));
    }

    @Test
    void noPacketCostsAnObject() {
        for (int sender = 0; sender < 4; sender++) {
            emulation.add(new FlowSpec(sender, 5, 120_000_000, 0, 3, PLAIN));
        }
        emulation.runUntil(6 * Picos.PER_MILLI);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        RunMeasures run = star.run();
        long bytes = threads.getCurrentThreadAllocatedBytes() - before;
        // Past 65,536 packets; what is left is the tables of the slots of time that come.
        assertThat(run.flows().packets()).isEqualTo(120_000);
        assertThat(bytes / 45_000.0).isLessThan(16);
    }

    /** A run that goes on after its last message: what is sent and paused then is over the time that it took. */
    @Test
    void sharesAreOfTheWholeRunAndNeverAboveOne() {
        measures.watch(emulation, flow -> 0, flow -> flow == 1);
        emulation.add(new FlowSpec(0, 1, 400_000, 0, 3, PLAIN));
        emulation.add(new FlowSpec(2, 1, 40_000_000, 0, 3, PLAIN));
        emulation.at(900 * Picos.PER_MICRO, () -> emulation.actions().pauseForGood(1, 1 << 3));
        emulation.runUntil(1_000 * Picos.PER_MICRO);
        RunMeasures run = measures.report();
        assertThat(run.queue().utilization()).isBetween(0.5, 1.0);
        PortTotals.PausedPort worst = run.ports().paused().getFirst();
        assertThat(worst.ratio()).isCloseTo(worst.picos() / (1_000.0 * Picos.PER_MICRO), within(1e-9));
        assertThat(worst.ratio()).isBetween(0.05, 0.11);
    }
}
