package io.stormglass.models.bbr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.stormglass.testkit.Property;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class BbrV1Test {
    private static final long MILLI = 1_000_000;
    private static final int SEGMENT = 1448;
    private static final BbrV1 LINUX = new BbrV1(BbrV1Parameters.linux(SEGMENT));
    private static final BbrV1 HARDWARE = new BbrV1(BbrV1Parameters.hardware(4096));

    @Test
    void workedNumberOfTheHeader() {
        BbrState state = LINUX.start(0, 20_279_000);
        assertThat((double) state.pacingBytesPerSecond())
                .as("first rate of the kernel's trace")
                .isCloseTo(2_040_569, within(100.0));
        state.bandwidth.reset(0, 1_472_924);
        state.set(BbrState.FULL);
        state.phase = BbrPhase.PROBE_BW_UP;
        LINUX.repace(state);
        assertThat(state.pacingBytesPerSecond()).isEqualTo(1_822_743);
        assertThat((double) LINUX.bdpBytes(state) / SEGMENT).isCloseTo(20.63, within(0.005));
    }

    @Test
    void findsBandwidthAndDelayOfAPathAndRunsThroughItsPhases() {
        BottleneckPath path = new BottleneckPath(LINUX, SEGMENT, 1_450_000, 20 * MILLI);
        BbrState state = LINUX.start(0, AckSample.UNKNOWN);
        List<BbrPhase> phases = new ArrayList<>(List.of(state.phase()));
        path.run(state, 1000 * MILLI, sample -> noteChange(phases, state));
        assertThat(phases.subList(0, 4))
                .containsExactly(BbrPhase.STARTUP, BbrPhase.DRAIN, BbrPhase.PROBE_BW_UP, BbrPhase.PROBE_BW_DOWN);
        assertThat((double) state.bandwidthBytesPerSecond()).isCloseTo(1_450_000, within(1_450.0));
        assertThat(state.minRttNanos()).isBetween(20 * MILLI, 22 * MILLI);
    }

    @Test
    void probesTheRttAfterTenSecondsForTwoHundredMilliseconds() {
        BottleneckPath path = new BottleneckPath(LINUX, SEGMENT, 1_450_000, 20 * MILLI);
        BbrState state = LINUX.start(0, AckSample.UNKNOWN);
        long[] entered = new long[2];
        path.run(state, 12_000 * MILLI, sample -> {
            if (state.phase() == BbrPhase.PROBE_RTT) {
                entered[0] = entered[0] == 0 ? sample.nowNanos : entered[0];
                entered[1] = sample.nowNanos;
                assertThat(state.windowSegments()).isLessThanOrEqualTo(4);
            }
        });
        assertThat(entered[0]).isBetween(10_000 * MILLI, 10_500 * MILLI);
        assertThat(entered[1] - entered[0]).isBetween(200 * MILLI, 300 * MILLI);
        assertThat(state.minRttNanos()).isBetween(20 * MILLI, 21 * MILLI);
    }

    @Test
    void everyDrawStartsTheCycleAtItsPlaceAndNeverInTheDrainingPhase() {
        for (int draw = 0; draw < 7; draw++) {
            BottleneckPath path = new BottleneckPath(LINUX, SEGMENT, 1_450_000, 20 * MILLI);
            path.draw = draw;
            BbrState state = LINUX.start(0, AckSample.UNKNOWN);
            int[] first = {-1};
            path.run(state, 1000 * MILLI, sample -> {
                if (first[0] < 0 && state.phase().probesBandwidth()) {
                    first[0] = state.cycleIndex();
                }
            });
            assertThat(first[0]).isEqualTo((8 - draw) % 8);
        }
    }

    @Test
    void hardwarePresetFollowsAPathOfTenMicrosecondsAt400Gigabits() {
        BottleneckPath path = new BottleneckPath(HARDWARE, 4096, 5e10, 10_000);
        BbrState state = HARDWARE.start(0, AckSample.UNKNOWN);
        path.run(state, 14 * MILLI, sample -> {});
        assertThat((double) state.bandwidthBytesPerSecond()).isCloseTo(5e10, within(5e8));
        assertThat(state.minRttNanos()).isBetween(10_000L, 10_200L);
        path.delayNanos = 14_000;
        long[] quiet = new long[1];
        long[] last = {14 * MILLI};
        path.run(state, 44 * MILLI, sample -> {
            quiet[0] += state.phase() == BbrPhase.PROBE_RTT ? sample.nowNanos - last[0] : 0;
            last[0] = sample.nowNanos;
        });
        assertThat(state.minRttNanos()).as("the longer path is believed").isBetween(14_000L, 14_200L);
        assertThat(quiet[0]).as("at most about 2 %% of the time").isBetween(200_000L, 900_000L);
    }

    @Test
    void linuxPresetOnTheSamePathBelievesTheOldDelay() {
        BottleneckPath path = new BottleneckPath(LINUX, 4096, 5e10, 10_000);
        BbrState state = LINUX.start(0, AckSample.UNKNOWN);
        path.run(state, 14 * MILLI, sample -> {});
        path.delayNanos = 14_000;
        path.run(state, 44 * MILLI, sample -> {});
        assertThat(state.minRttNanos()).isLessThan(10_200);
    }

    @Test
    void aDroppedBandwidthIsBelievedAfterTenRounds() {
        BbrState state = LINUX.start(0, 20 * MILLI);
        AckSample sample = new AckSample();
        for (int round = 1; round <= 30; round++) {
            sample.clear();
            sample.nowNanos = round * 20L * MILLI;
            sample.deliveredBytes = round * 30_000L;
            sample.priorDeliveredBytes = (round - 1) * 30_000L;
            sample.ackedBytes = 30_000;
            sample.bandwidthBytesPerSecond = round <= 5 ? 2_000_000 : 1_000_000;
            LINUX.step(state, sample);
            assertThat(state.bandwidthBytesPerSecond()).isEqualTo(round <= 15 ? 2_000_000 : 1_000_000);
        }
    }

    @Test
    void anAppLimitedSampleCountsOnlyIfItIsHigher() {
        BbrState state = LINUX.start(0, 20 * MILLI);
        AckSample sample = new AckSample();
        for (long bandwidth : new long[] {1_000_000, 500_000, 1_500_000}) {
            sample.clear();
            sample.nowNanos += 1;
            sample.deliveredBytes += 1448;
            sample.ackedBytes = 1448;
            sample.priorDeliveredBytes = 0;
            sample.appLimited = true;
            sample.bandwidthBytesPerSecond = bandwidth;
            LINUX.step(state, sample);
        }
        assertThat(state.bandwidthBytesPerSecond()).isEqualTo(1_500_000);
    }

    @Test
    void aPolicedPathIsPacedAtItsLongTermAverage() {
        BbrState state = LINUX.start(0, 20 * MILLI);
        AckSample sample = new AckSample();
        BbrStep step = BbrStep.IGNORED;
        for (int round = 1; round <= 60 && step != BbrStep.POLICED; round++) {
            sample.clear();
            sample.nowNanos = round * 20L * MILLI;
            sample.deliveredBytes = round * 20_000L;
            sample.priorDeliveredBytes = (round - 1) * 20_000L;
            sample.ackedBytes = 20_000;
            sample.bandwidthBytesPerSecond = 3_000_000;
            sample.lostBytes = round * 6_000L;
            sample.newlyLostBytes = 6_000;
            step = LINUX.step(state, sample);
        }
        assertThat(step).isEqualTo(BbrStep.POLICED);
        assertThat(LINUX.bdpBytes(state)).as("1 MB/s x 20 ms").isEqualTo(20_000);
    }

    @Test
    void recoveryConservesPacketsForARoundAndRestoresTheWindow() {
        BbrState state = LINUX.start(0, 20 * MILLI);
        state.windowSegments = 50;
        AckSample sample = recovering(LossState.RECOVERY, 1);
        LINUX.step(state, sample);
        assertThat(state.windowSegments()).as("in flight plus acknowledged").isEqualTo(21);
        sample = recovering(LossState.OPEN, 2);
        LINUX.step(state, sample);
        assertThat(state.windowSegments()).isGreaterThanOrEqualTo(50);
    }

    private static AckSample recovering(LossState lossState, int number) {
        AckSample sample = new AckSample();
        sample.nowNanos = number * MILLI;
        sample.deliveredBytes = number * 1448L;
        sample.ackedBytes = 1448;
        sample.inflightBytes = 20 * 1448;
        sample.lossState = lossState;
        return sample;
    }

    @Test
    void restartFromIdlePacesAtTheEstimate() {
        BbrState state = LINUX.start(0, 20 * MILLI);
        state.bandwidth.reset(0, 1_000_000);
        state.phase = BbrPhase.PROBE_BW_UP;
        LINUX.restartFromIdle(state, 5);
        assertThat(state.pacingBytesPerSecond()).isEqualTo(990_000);
    }

    @Test
    void savedAndRestoredAtAnyPointItGoesOnTheSame() {
        for (BbrModel model : List.of(LINUX, HARDWARE, new BbrV3(BbrV3Parameters.hardware(4096)))) {
            Property.check("saving " + model.getClass().getSimpleName() + " changes nothing", 60, random -> {
                long seed = random.nextLong();
                BbrState through = model.start(0, AckSample.UNKNOWN);
                BbrState saved = model.start(0, AckSample.UNKNOWN);
                SplittableRandom first = new SplittableRandom(seed);
                SplittableRandom second = new SplittableRandom(seed);
                AckSample sample = new AckSample();
                AckSample again = new AckSample();
                for (int i = 0; i < 400; i++) {
                    next(sample, first, i);
                    BbrStep step = model.step(through, sample);
                    ByteBuffer buffer = ByteBuffer.allocate(saved.savedBytes());
                    saved.write(buffer);
                    assertThat(buffer.remaining()).isZero();
                    saved = BbrState.read(buffer.flip());
                    next(again, second, i);
                    assertThat(model.step(saved, again)).isEqualTo(step);
                }
                assertThat(bytes(saved)).isEqualTo(bytes(through));
            });
        }
    }

    @Test
    void estimatesStayWithinWhatWasSeenAndAnIgnoredSampleChangesNothing() {
        for (BbrModel model : List.of(LINUX, HARDWARE, new BbrV3(BbrV3Parameters.linux(1448)))) {
            Property.check("bounds of " + model.getClass().getSimpleName(), 60, random -> {
                BbrState state = model.start(0, AckSample.UNKNOWN);
                AckSample sample = new AckSample();
                long best = 0;
                long least = Long.MAX_VALUE;
                for (int i = 0; i < 400; i++) {
                    next(sample, random, i);
                    best = Math.max(best, sample.bandwidthBytesPerSecond);
                    least = sample.rttNanos < 0 ? least : Math.min(least, sample.rttNanos);
                    model.step(state, sample);
                    assertThat(state.bandwidthBytesPerSecond()).isBetween(0L, best);
                    assertThat(state.minRttNanos()).isGreaterThanOrEqualTo(least == Long.MAX_VALUE ? -1 : least);
                    assertThat(state.windowSegments()).isBetween(1, 1 << 28);
                    assertThat(state.pacingBytesPerSecond()).isNotNegative();
                    byte[] before = bytes(state);
                    sample.clear();
                    sample.nowNanos = Long.MAX_VALUE / 8;
                    assertThat(model.step(state, sample)).isEqualTo(BbrStep.IGNORED);
                    assertThat(bytes(state)).isEqualTo(before);
                }
            });
        }
    }

    @Test
    void foreignStatesAndBytesAreRefused() {
        BbrState third = new BbrV3(BbrV3Parameters.draft(1448)).start(0, 1);
        AckSample sample = new AckSample();
        assertThatThrownBy(() -> LINUX.step(third, sample)).hasMessageContaining("BBRv3");
        assertThatThrownBy(() -> BbrState.read(ByteBuffer.wrap(new byte[200]))).hasMessageContaining("layout");
        assertThatThrownBy(() -> BbrV1Parameters.linux(0)).hasMessageContaining("segmentBytes is 0");
    }

    /** An arbitrary but possible sample: the clock and the delivered bytes only grow. */
    private static void next(AckSample sample, SplittableRandom random, int index) {
        long delivered = index == 0 ? 0 : sample.deliveredBytes;
        long now = index == 0 ? 0 : sample.nowNanos;
        long lost = index == 0 ? 0 : sample.lostBytes;
        if (now >= Long.MAX_VALUE / 8) {
            now = index * 40_000_000_000L / 400;
        }
        sample.clear();
        sample.nowNanos = Math.max(now, index * 100_000_000L) + random.nextLong(1, 90_000_000);
        sample.ackedBytes = random.nextInt(4) == 0 ? 0 : random.nextLong(1, 200_000);
        sample.deliveredBytes = delivered + index * 200_000L + sample.ackedBytes;
        sample.priorDeliveredBytes = random.nextInt(8) == 0 ? -1 : random.nextLong(0, sample.deliveredBytes + 1);
        sample.bandwidthBytesPerSecond = random.nextInt(8) == 0 ? -1 : random.nextLong(0, 60_000_000_000L);
        sample.rttNanos = random.nextInt(8) == 0 ? -1 : random.nextLong(1000, 50_000_000);
        sample.appLimited = random.nextInt(4) == 0;
        sample.ackDelayed = random.nextInt(4) == 0;
        sample.newlyLostBytes = random.nextInt(6) == 0 ? random.nextLong(1, 50_000) : 0;
        sample.lostBytes = lost + sample.newlyLostBytes;
        sample.markedBytes = random.nextInt(3) == 0 ? sample.ackedBytes / 2 : 0;
        sample.priorInflightBytes = random.nextLong(0, 1_000_000);
        sample.inflightBytes = Math.max(0, sample.priorInflightBytes - sample.ackedBytes);
        sample.nextDepartureNanos = sample.nowNanos + random.nextLong(-1000, 1_000_000);
        sample.lossState = LossState.of((byte) (random.nextInt(4) == 0 ? random.nextInt(3) : 0));
        sample.cycleDraw = random.nextInt(7);
    }

    private static byte[] bytes(BbrState state) {
        ByteBuffer buffer = ByteBuffer.allocate(state.savedBytes());
        state.write(buffer);
        return buffer.array();
    }

    private static void noteChange(List<BbrPhase> phases, BbrState state) {
        if (phases.getLast() != state.phase()) {
            phases.add(state.phase());
        }
    }
}
