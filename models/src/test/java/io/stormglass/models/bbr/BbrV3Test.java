package io.stormglass.models.bbr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class BbrV3Test {
    private static final long MILLI = 1_000_000;
    private static final BbrV3 DRAFT = new BbrV3(BbrV3Parameters.draft(1448));
    private static final BbrV3 LINUX = new BbrV3(BbrV3Parameters.linux(1448));

    @Test
    void workedNumberOfTheHeader() {
        BbrState state = up(80, 120);
        AckSample sample = ack(100);
        sample.newlyLostBytes = 3 * 1448;
        assertThat(DRAFT.step(state, sample)).isEqualTo(BbrStep.CYCLE_ADVANCED);
        assertThat(state.phase()).isEqualTo(BbrPhase.PROBE_BW_DOWN);
        assertThat(state.longTermSegments).isEqualTo(100);
        state.phase = BbrPhase.PROBE_BW_CRUISE;
        state.phaseStampNanos = sample.nowNanos;
        sample = ack(80);
        DRAFT.step(state, sample);
        assertThat(state.windowSegments()).isLessThanOrEqualTo(85);
    }

    @Test
    void littleLossIsTolerated() {
        BbrState state = up(80, 120);
        AckSample sample = ack(100);
        sample.newlyLostBytes = 2 * 1448;
        DRAFT.step(state, sample);
        assertThat(state.phase()).isEqualTo(BbrPhase.PROBE_BW_UP);
    }

    @Test
    void aPathIsFoundAndTheCycleRunsInOrder() {
        BottleneckPath path = new BottleneckPath(DRAFT, 1448, 1_450_000, 20 * MILLI);
        BbrState state = DRAFT.start(0, AckSample.UNKNOWN);
        List<BbrPhase> phases = new ArrayList<>(List.of(state.phase()));
        path.run(state, 4500 * MILLI, sample -> {
            if (phases.getLast() != state.phase()) {
                phases.add(state.phase());
            }
        });
        assertThat(phases.subList(0, 6))
                .containsExactly(
                        BbrPhase.STARTUP,
                        BbrPhase.DRAIN,
                        BbrPhase.PROBE_BW_CRUISE,
                        BbrPhase.PROBE_BW_REFILL,
                        BbrPhase.PROBE_BW_UP,
                        BbrPhase.PROBE_BW_DOWN);
        assertThat((double) state.bandwidthBytesPerSecond()).isCloseTo(1_450_000, within(1_450.0));
    }

    @Test
    void probesTheRttEveryFiveSecondsAtHalfABdp() {
        BottleneckPath path = new BottleneckPath(DRAFT, 1448, 1_450_000, 20 * MILLI);
        BbrState state = DRAFT.start(0, AckSample.UNKNOWN);
        long[] entered = new long[1];
        int[] window = new int[1];
        path.run(state, 6500 * MILLI, sample -> {
            if (state.phase() == BbrPhase.PROBE_RTT) {
                entered[0] = entered[0] == 0 ? sample.nowNanos : entered[0];
                window[0] = state.windowSegments();
            }
        });
        assertThat(entered[0]).isBetween(5_000 * MILLI, 5_500 * MILLI);
        assertThat(window[0]).isBetween(10, 12);
    }

    @Test
    void marksLowerTheShortTermBoundOnlyWhereEcnCounts() {
        for (BbrV3 model : List.of(LINUX, DRAFT)) {
            BbrState state = up(80, 120);
            state.minRttNanos = MILLI;
            state.phase = BbrPhase.PROBE_BW_CRUISE;
            AckSample sample = ack(60);
            sample.markedBytes = 1448;
            model.step(state, sample);
            if (model == LINUX) {
                assertThat(state.shortTermSegments)
                        .as("alpha is still 1: a third less")
                        .isEqualTo(80);
            } else {
                assertThat(state.shortTermSegments).isEqualTo(Integer.MAX_VALUE);
            }
        }
    }

    @Test
    void aLossyRoundOutsideOfProbesLowersBandwidthToSevenTenthsOrTheNewest() {
        BbrState state = up(80, 120);
        state.phase = BbrPhase.PROBE_BW_CRUISE;
        AckSample sample = ack(60);
        sample.newlyLostBytes = 1448;
        sample.bandwidthBytesPerSecond = 100_000;
        long before = state.bandwidthBytesPerSecond();
        DRAFT.step(state, sample);
        assertThat(state.lowBandwidth).isEqualTo(before * 7 / 10);
    }

    /** In UP with a BDP of so many segments at 20 ms. */
    private static BbrState up(int bdpSegments, int windowSegments) {
        BbrState state = DRAFT.start(0, 20 * MILLI);
        state.bandwidth.reset(0, bdpSegments * 1448L * 50);
        state.set(BbrState.FULL);
        state.phase = BbrPhase.PROBE_BW_UP;
        state.windowSegments = windowSegments;
        state.fullBandwidth = state.bandwidthBytesPerSecond();
        state.probeWaitMicros = 2_000_000;
        return state;
    }

    private static AckSample ack(int inflightSegments) {
        AckSample sample = new AckSample();
        sample.nowNanos = MILLI;
        sample.deliveredBytes = 1_000_000;
        sample.ackedBytes = 1448;
        sample.priorDeliveredBytes = 1_000_000 - inflightSegments * 1448L;
        sample.bandwidthBytesPerSecond = 1_000_000;
        sample.priorInflightBytes = inflightSegments * 1448L;
        sample.inflightBytes = sample.priorInflightBytes - 1448;
        return sample;
    }
}
