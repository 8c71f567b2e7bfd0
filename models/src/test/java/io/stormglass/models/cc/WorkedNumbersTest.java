package io.stormglass.models.cc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** The worked number of each class header, and what the branches around it do. */
final class WorkedNumbersTest {
    private static final int SEGMENT = 1000;
    private static final long GIGABIT = 1_000_000_000;

    private final ControlSignal signal = new ControlSignal();

    @Test
    void newRenoHalvesAndThenAddsOnePerWindow() {
        NewReno law = new NewReno(SEGMENT);
        NewReno.State state = law.start(0);
        assertThat(law.windowSegments(state)).isEqualTo(4);
        state.windowSegments = 20;
        lose(LossEvent.FAST_RETRANSMIT, 20);
        signal.sentBytes = 100_000;
        assertThat(law.step(state, signal)).isEqualTo(ControlStep.DECREASED);
        assertThat(law.windowSegments(state)).isEqualTo(10);
        acknowledge(1, 50_000);
        assertThat(law.step(state, signal)).as("a partial acknowledgement").isEqualTo(ControlStep.HELD);
        acknowledge(1, 100_000);
        assertThat(law.step(state, signal)).as("recovery ends").isEqualTo(ControlStep.HELD);
        acknowledge(10, 110_000);
        assertThat(law.step(state, signal)).isEqualTo(ControlStep.INCREASED);
        assertThat(law.windowSegments(state)).isEqualTo(11);
        lose(LossEvent.TIMEOUT, 11);
        law.step(state, signal);
        assertThat(law.windowSegments(state)).isEqualTo(1);
        acknowledge(1, 120_000);
        law.step(state, signal);
        assertThat(law.windowSegments(state)).as("slow start").isEqualTo(2);
    }

    @Test
    void newRenoCutsOncePerWindow() {
        NewReno law = new NewReno(SEGMENT);
        NewReno.State state = law.start(0);
        state.windowSegments = 20;
        lose(LossEvent.FAST_RETRANSMIT, 20);
        signal.sentBytes = 100_000;
        law.step(state, signal);
        signal.deliveredBytes = 99_999;
        assertThat(law.step(state, signal)).isEqualTo(ControlStep.HELD);
        assertThat(law.windowSegments(state)).isEqualTo(10);
    }

    @Test
    void cubicIsBackAtItsMaximumAfterK() {
        Cubic law = new Cubic(Cubic.Parameters.rfc9438(SEGMENT));
        Cubic.State state = law.start(0);
        state.windowSegments = 100;
        lose(LossEvent.FAST_RETRANSMIT, 100);
        law.step(state, signal);
        assertThat(law.windowSegments(state)).isCloseTo(70, within(1e-9));
        acknowledge(1, 1);
        law.step(state, signal);
        double seconds = 0;
        while (seconds < 4.217) {
            seconds += 0.01;
            acknowledge(5, 1 + (long) (seconds * 1e6));
            signal.nowNanos = (long) (seconds * 1e9);
            signal.rttNanos = 10_000_000;
            law.step(state, signal);
        }
        assertThat(state.turnSeconds).isCloseTo(4.217, within(0.001));
        assertThat(law.windowSegments(state)).isCloseTo(100, within(0.5));
    }

    @Test
    void cubicConvergesFastWhereItIsCutBelowItsMaximum() {
        Cubic law = new Cubic(Cubic.Parameters.rfc9438(SEGMENT));
        Cubic.State state = law.start(0);
        state.windowSegments = 80;
        state.maxSegments = 100;
        lose(LossEvent.FAST_RETRANSMIT, 80);
        law.step(state, signal);
        assertThat(state.maxSegments).isCloseTo(80 * 1.7 / 2, within(1e-9));
    }

    @Test
    void cubicTakesAppLimitedTimeOut() {
        Cubic law = new Cubic(Cubic.Parameters.rfc9438(SEGMENT));
        Cubic.State state = law.start(0);
        state.windowSegments = 70;
        state.thresholdSegments = 70;
        acknowledge(1, 1);
        signal.nowNanos = 1_000;
        law.step(state, signal);
        long epoch = state.epochNanos;
        acknowledge(1, 2);
        signal.nowNanos = 5_000_001_000L;
        signal.appLimited = true;
        assertThat(law.step(state, signal)).isEqualTo(ControlStep.HELD);
        assertThat(state.epochNanos).isEqualTo(epoch + 5_000_000_000L);
    }

    @Test
    void dctcpCutsByItsSmoothedShare() {
        Dctcp law = new Dctcp(Dctcp.Parameters.rfc8257(SEGMENT));
        Dctcp.State state = law.start(0);
        state.windowSegments = 100;
        state.windowEndBytes = 100_000;
        acknowledge(25, 25_000);
        signal.markedBytes = 25_000;
        assertThat(law.step(state, signal)).isEqualTo(ControlStep.HELD);
        acknowledge(75, 100_000);
        assertThat(law.step(state, signal)).isEqualTo(ControlStep.DECREASED);
        assertThat(state.alpha()).isCloseTo(0.953125, within(1e-12));
        assertThat(law.windowSegments(state)).isCloseTo(52.34375, within(1e-9));
    }

    @Test
    void dctcpWithoutMarksGrowsByOnePerWindowAndForgets() {
        Dctcp law = new Dctcp(Dctcp.Parameters.rfc8257(SEGMENT));
        Dctcp.State state = law.start(0);
        state.windowSegments = 50;
        state.thresholdSegments = 50;
        state.windowEndBytes = 50_000;
        acknowledge(50, 50_000);
        law.step(state, signal);
        assertThat(law.windowSegments(state)).isCloseTo(51, within(1e-9));
        assertThat(state.alpha()).isCloseTo(15.0 / 16, within(1e-12));
    }

    @Test
    void swiftTakesItsShareOfTheExcessDelayOncePerRtt() {
        Swift law = new Swift(Swift.Parameters.htsim(SEGMENT, 25_000));
        Swift.State state = law.start(0);
        state.windowSegments = 100;
        assertThat(law.targetNanos(100, 0)).isCloseTo(25_000, within(1e-6));
        assertThat(law.targetNanos(0.1, 0)).isCloseTo(150_000, within(1e-6));
        assertThat(law.targetNanos(100, 4)).isCloseTo(27_000, within(1e-6));
        acknowledge(1, 1);
        signal.nowNanos = 100_000;
        signal.rttNanos = 50_000;
        assertThat(law.step(state, signal)).isEqualTo(ControlStep.DECREASED);
        assertThat(law.windowSegments(state)).isCloseTo(60, within(1e-9));
        signal.nowNanos = 149_999;
        assertThat(law.step(state, signal)).isEqualTo(ControlStep.HELD);
        signal.nowNanos = 150_000;
        assertThat(law.step(state, signal)).isEqualTo(ControlStep.DECREASED);
    }

    @Test
    void swiftGrowsByOnePerRttAndFasterBelowOneSegment() {
        Swift law = new Swift(Swift.Parameters.htsim(SEGMENT, 25_000));
        Swift.State state = law.start(0);
        acknowledge(10, 1);
        signal.rttNanos = 10_000;
        law.step(state, signal);
        assertThat(law.windowSegments(state)).isCloseTo(11, within(1e-9));
        state.windowSegments = 0.5;
        acknowledge(1, 1);
        signal.rttNanos = 10_000;
        law.step(state, signal);
        assertThat(law.windowSegments(state)).isCloseTo(1.5, within(1e-9));
    }

    @Test
    void timelyFollowsTheGradient() {
        Timely law = new Timely(Timely.Parameters.paper(100 * GIGABIT));
        Timely.State state = law.start(0);
        rtt(law, state, 100_000, 1);
        assertThat(law.rateBitsPerSecond(state))
                .as("the first RTT is only recorded")
                .isEqualTo(100e9);
        state.rateBitsPerSecond = 10e9;
        assertThat(rtt(law, state, 108_000, 2)).isEqualTo(ControlStep.DECREASED);
        assertThat(law.rateBitsPerSecond(state)).isCloseTo(7.2e9, within(1.0));
        assertThat(rtt(law, state, 200_000, 2)).as("not yet an RTT later").isEqualTo(ControlStep.HELD);
        assertThat(rtt(law, state, 1_000_000, 3)).isEqualTo(ControlStep.DECREASED);
        assertThat(law.rateBitsPerSecond(state)).isCloseTo(7.2e9 * 0.6, within(1.0));
    }

    @Test
    void timelyIncreasesFasterAfterFiveIncreases() {
        Timely law = new Timely(Timely.Parameters.paper(100 * GIGABIT));
        Timely.State state = law.start(0);
        rtt(law, state, 40_000, 1);
        state.rateBitsPerSecond = 10e9;
        for (int i = 2; i <= 8; i++) {
            rtt(law, state, 40_000, i);
        }
        assertThat(law.rateBitsPerSecond(state)).isCloseTo(10e9 + 5 * 10e6 + 2 * 50e6, within(1.0));
    }

    private ControlStep rtt(Timely law, Timely.State state, long rttNanos, int number) {
        signal.clear();
        signal.rttNanos = rttNanos;
        signal.deliveredBytes = number;
        signal.sentBytes = number;
        return law.step(state, signal);
    }

    @Test
    void hpccDividesByTheUtilizationOfTheBusiestHop() {
        Hpcc law = new Hpcc(Hpcc.Parameters.ns3(100 * GIGABIT, 8_000));
        Hpcc.State state = law.start(0);
        telemetry(0, 0, 50_000);
        assertThat(law.step(state, signal)).as("the first is only recorded").isEqualTo(ControlStep.HELD);
        telemetry(8_000, 100_000, 50_000);
        signal.deliveredBytes = 1;
        assertThat(law.step(state, signal)).isEqualTo(ControlStep.DECREASED);
        assertThat(state.utilization()).isCloseTo(1.5, within(1e-12));
        assertThat(law.rateBitsPerSecond(state)).isCloseTo(100e9 / (1.5 / 0.95) + 40e6, within(1.0));
    }

    @Test
    void hpccStepsFiveTimesBeforeItMultipliesUp() {
        Hpcc law = new Hpcc(Hpcc.Parameters.ns3(100 * GIGABIT, 8_000));
        Hpcc.State state = law.start(0);
        telemetry(0, 0, 0);
        law.step(state, signal);
        state.rateBitsPerSecond = 10e9;
        state.committedBitsPerSecond = 10e9;
        state.utilization = 0.5;
        for (int i = 1; i <= 5; i++) {
            telemetry(i * 8_000L, i * 50_000L, 0);
            signal.deliveredBytes = i;
            signal.sentBytes = i;
            law.step(state, signal);
            assertThat(law.rateBitsPerSecond(state)).isCloseTo(10e9 + i * 40e6, within(1.0));
        }
        telemetry(48_000, 300_000, 0);
        signal.deliveredBytes = 6;
        law.step(state, signal);
        assertThat(law.rateBitsPerSecond(state)).isCloseTo(10.2e9 * 0.95 / 0.5 + 40e6, within(10.0));
    }

    private void telemetry(long nanos, long sentBytes, long queueBytes) {
        signal.clear();
        signal.nowNanos = nanos;
        signal.telemetryHops = 1;
        signal.hopNanos[0] = nanos;
        signal.hopSentBytes[0] = sentBytes;
        signal.hopQueueBytes[0] = queueBytes;
        signal.hopBitsPerSecond[0] = 100 * GIGABIT;
    }

    private void acknowledge(int segments, long deliveredBytes) {
        signal.clear();
        signal.ackedBytes = (long) segments * SEGMENT;
        signal.deliveredBytes = deliveredBytes;
        signal.sentBytes = deliveredBytes;
    }

    private void lose(LossEvent loss, int inflightSegments) {
        signal.clear();
        signal.loss = loss;
        signal.inflightBytes = (long) inflightSegments * SEGMENT;
    }
}
