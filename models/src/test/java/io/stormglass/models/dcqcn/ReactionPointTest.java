package io.stormglass.models.dcqcn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stormglass.testkit.Property;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What holds for every variant. */
class ReactionPointTest {
    private static final long LINE = 100_000_000_000L;

    private static final List<ClampTarget> CLAMPS = List.of(ClampTarget.values());

    private static final List<DcqcnParameters> PRESETS = List.of(
            PaperParameters.deployment(LINE),
            HpccParameters.attributes(LINE),
            HpccParameters.runDcqcn(LINE),
            HpccParameters.runDcqcnPaper(LINE),
            MsrParameters.attributes(LINE),
            MsrParameters.shipped(LINE),
            NvidiaParameters.firmware(LINE / 1_000_000));

    @Test
    void theRateStaysBetweenMinimumAndLine() {
        Property.check("rates stay in range", 400, random -> {
            DcqcnParameters parameters = parameters(random);
            ReactionPoint point = parameters.start();
            // Two halves of an odd minimum, each rounded down, are one less: the simulators' arithmetic.
            long least = parameters.minBitsPerSecond() / 2 * 2;
            long at = 0;
            for (int i = 0; i < 400; i++) {
                at += gap(random);
                input(point, at, random.nextInt(3), random.nextLong(2_000_000));
                assertThat(point.rateBitsPerSecond())
                        .as("%s", parameters)
                        .isBetween(least, parameters.lineBitsPerSecond());
                assertThat(point.targetBitsPerSecond()).isGreaterThanOrEqualTo(least);
                assertThat(point.alpha()).isBetween(0.0, 1.0);
            }
        });
    }

    @Test
    void cuttingIdleTimeChangesNothing() {
        Property.check("idle time can be cut", 400, random -> {
            DcqcnParameters parameters = parameters(random);
            ReactionPoint whole = parameters.start();
            ReactionPoint cut = parameters.start();
            long at = 0;
            for (int i = 0; i < 60; i++) {
                long from = at;
                at += gap(random);
                for (long piece = from; piece < at; piece += 1 + random.nextLong(at - from)) {
                    cut.advanceTo(piece);
                    cut.alpha();
                }
                cut.advanceTo(at);
                int what = random.nextInt(3);
                long bytes = random.nextLong(2_000_000);
                input(whole, at, what, bytes);
                input(cut, at, what, bytes);
                assertThat(state(cut)).as("%s", parameters).isEqualTo(state(whole));
                assertThat(cut.alpha()).isEqualTo(whole.alpha());
            }
        });
    }

    @Test
    void oneTimerAtATimeEqualsAllAtOnce() {
        int kinds = Branch.FAST_RECOVERY.bit() | Branch.ADDITIVE_INCREASE.bit() | Branch.HYPER_INCREASE.bit();
        Property.check("timers one by one", 300, random -> {
            DcqcnParameters parameters = parameters(random);
            ReactionPoint fast = parameters.start();
            ReactionPoint slow = parameters.start();
            long at = 0;
            for (int i = 0; i < 60; i++) {
                at += Math.min(gap(random), 60_000_000);
                int fired = 0;
                for (int one = slow.next(at); one != 0; one = slow.next(at)) {
                    assertThat(slow.nowNanos()).isLessThan(at);
                    fired |= one;
                }
                slow.advanceTo(at);
                int together = fast.advanceTo(at);
                // At rest an increase changes nothing; which kinds there were is not told.
                assertThat(together | kinds).as("%s", parameters).isEqualTo(fired | kinds);
                assertThat(fired & together).isEqualTo(together);
                int what = random.nextInt(3);
                long bytes = random.nextLong(2_000_000);
                assertThat(input(fast, at, what, bytes)).isEqualTo(input(slow, at, what, bytes));
                assertThat(state(fast)).as("%s", parameters).isEqualTo(state(slow));
            }
        });
    }

    @Test
    void savingAndRestoringChangesNothing() {
        Property.check("a restored state goes on as if never stopped", 300, random -> {
            DcqcnParameters parameters = parameters(random);
            ReactionPoint point = parameters.start();
            ReactionPoint other = parameters.start();
            // What was in the other one before must not matter.
            other.cnp(5);
            ByteBuffer buffer = ByteBuffer.allocate(ReactionPoint.STATE_BYTES).order(ByteOrder.LITTLE_ENDIAN);
            long at = 0;
            for (int i = 0; i < 60; i++) {
                at += gap(random);
                int what = random.nextInt(3);
                long bytes = random.nextLong(2_000_000);
                point.save(buffer.clear());
                other.load(buffer.flip());
                assertThat(buffer.hasRemaining()).isFalse();
                assertThat(input(other, at, what, bytes)).isEqualTo(input(point, at, what, bytes));
                assertThat(state(other)).as("%s", parameters).isEqualTo(state(point));
                assertThat(other.alpha()).isEqualTo(point.alpha());
                assertThat(other.phase()).isEqualTo(point.phase());
            }
        });
    }

    @Test
    void oneCnpMoreNeverRaisesTheRateOfTheSameState() {
        Property.check("congestion never raises a rate", 600, random -> {
            DcqcnParameters parameters = parameters(random);
            ReactionPoint calm = parameters.start();
            long at = 0;
            int inputs = 1 + random.nextInt(60);
            for (int i = 0; i < inputs; i++) {
                at += gap(random);
                input(calm, at, random.nextInt(3), random.nextLong(200_000));
            }
            ReactionPoint congested = parameters.start();
            congested.load(ByteBuffer.wrap(state(calm)));
            at += gap(random);
            calm.advanceTo(at);
            congested.cnp(at);
            for (int i = 0; i < 40; i++) {
                at += random.nextLong(40_000);
                calm.advanceTo(at);
                congested.advanceTo(at);
                assertThat(congested.rateBitsPerSecond())
                        .as("%s at %d", parameters, at)
                        // Halving rate and target apart loses a bit/s where both are odd, at moments that a cut shifts.
                        .isLessThanOrEqualTo(calm.rateBitsPerSecond() + 2);
            }
        });
    }

    @Test
    void minutesOfIdleTimeCostNoTicks() {
        for (DcqcnParameters parameters : PRESETS) {
            ReactionPoint point = parameters.start();
            long at = 0;
            for (int i = 0; i < 100; i++) {
                point.cnp(at);
                point.sent(at, 1_000_000);
                at += 60_000;
            }
            long days = 10L * 86_400 * 1_000_000_000;
            long started = System.nanoTime();
            point.advanceTo(at + days);
            double millis = (System.nanoTime() - started) / 1e6;

            System.out.println(parameters.getClass().getSimpleName() + ": ten idle days in " + millis + " ms");
            // Ten days of microseconds would be 864 thousand million ticks.
            assertThat(millis).as("%s", parameters).isLessThan(500);
            assertThat(point.rateBitsPerSecond()).isBetween(LINE - 1_000_001, LINE);
            assertThat(point.alpha()).isLessThan(1e-9);
        }
    }

    @Test
    void aStateFitsItsRoomAndOfAnotherVariantOrVersionIsRefused() {
        for (DcqcnParameters parameters : PRESETS) {
            assertThat(state(parameters.start())).hasSizeLessThanOrEqualTo(ReactionPoint.STATE_BYTES);
        }
        byte[] paper = state(PRESETS.get(0).start());
        assertThatThrownBy(() -> PRESETS.get(1).start().load(ByteBuffer.wrap(paper)))
                .hasMessageContaining("variant 3, variant 1 is expected");
        paper[0] = 9;
        assertThatThrownBy(() -> PRESETS.get(0).start().load(ByteBuffer.wrap(paper)))
                .hasMessageContaining("version 9, version 1 is expected");
    }

    @Test
    void timeThatGoesBackAndNegativeBytesAreRefused() {
        for (DcqcnParameters parameters : PRESETS) {
            ReactionPoint point = parameters.start();
            point.cnp(10_000);
            assertThatThrownBy(() -> point.advanceTo(9_999)).hasMessageContaining("from 10000 to 9999 ns");
            assertThatThrownBy(() -> point.sent(10_000, -1)).hasMessageContaining("-1 bytes");
        }
    }

    @Test
    void thePaperCutsWithTheOldAlphaAndRecoversHalfWay() {
        ReactionPoint point = PaperParameters.deployment(40_000_000_000L).start();
        point.cnp(0);
        assertThat(point.rateBitsPerSecond()).isEqualTo(20_000_000_000L);
        int cnp = point.cnp(50_000);
        assertThat(Branch.CUT.in(cnp)).isTrue();
        assertThat(point.rateBitsPerSecond()).isEqualTo(10_000_000_000L);
        assertThat(point.targetBitsPerSecond()).isEqualTo(20_000_000_000L);
        assertThat(point.alpha()).isEqualTo(1);

        int first = point.advanceTo(50_000 + 55_001);
        assertThat(Branch.FAST_RECOVERY.in(first)).isTrue();
        assertThat(point.rateBitsPerSecond()).isEqualTo(15_000_000_000L);
        assertThat(point.alpha()).isEqualTo(255.0 / 256);
        int fifth = point.advanceTo(50_000 + 5 * 55_000 + 1);
        assertThat(Branch.ADDITIVE_INCREASE.in(fifth)).isTrue();
        assertThat(point.targetBitsPerSecond()).isEqualTo(20_040_000_000L);
        // Hyper increase needs the byte counter as well: 60 MB are six of its periods, one event above F.
        int bytes = point.sent(50_000 + 8 * 55_000, 60_000_000);
        assertThat(Branch.HYPER_INCREASE.in(bytes)).isTrue();
    }

    @Test
    void decayBeyondTheExactTicksMeetsWhatTickByTickGives() {
        DecayingAlpha lazy = new DecayingAlpha(1);
        double keep = 1 - 1.0 / 1024;
        double exact = 1;
        for (int i = 0; i < DecayingAlpha.EXACT_TICKS + 10; i++) {
            exact *= keep;
        }
        lazy.tick(DecayingAlpha.EXACT_TICKS + 10);

        assertThat(lazy.value(keep)).isBetween(exact * (1 - 1e-9), exact * (1 + 1e-9));
        assertThat(exact).isLessThan(0x1p-90);
        assertThat(1 - exact / 2).isEqualTo(1);
        assertThat(keep * exact + 1.0 / 1024).isEqualTo(1.0 / 1024);
    }

    private static int input(ReactionPoint point, long at, int what, long bytes) {
        return switch (what) {
            case 0 -> point.cnp(at);
            case 1 -> point.sent(at, bytes);
            default -> point.advanceTo(at);
        };
    }

    /** From a nanosecond to seconds, often on the grid of the timers, where events tie. */
    private static long gap(SplittableRandom random) {
        long micros = 1_000;
        return switch (random.nextInt(6)) {
            case 0 -> random.nextLong(3_000);
            case 1 -> 1 + random.nextLong(400_000);
            case 2 -> micros * (1 + random.nextLong(320));
            case 3 -> micros * (1 + random.nextLong(320)) + 1;
            case 4 -> random.nextLong(30_000_000);
            default -> random.nextInt(20) == 0 ? random.nextLong(20_000_000_000L) : random.nextLong(100_000);
        };
    }

    /** A preset, or one with small numbers where timers tie and ends are reached. */
    private static DcqcnParameters parameters(SplittableRandom random) {
        if (random.nextBoolean()) {
            return PRESETS.get(random.nextInt(PRESETS.size()));
        }
        long line = random.nextBoolean() ? LINE : 1 + 1_000_000 * (1 + random.nextLong(2_000));
        long min = 1 + random.nextLong(line / 2);
        double gain = random.nextInt(4) == 0 ? random.nextDouble() : 1.0 / (1 << random.nextInt(10));
        ClampTarget clamp = CLAMPS.get(random.nextInt(CLAMPS.size()));
        long alphaMicros = 1 + random.nextLong(60);
        long checkMicros = 1 + random.nextLong(60);
        long increaseMicros = 2 + random.nextLong(60);
        int threshold = 1 + random.nextInt(5);
        long ai = random.nextLong(line / 10 + 1);
        long hai = ai + random.nextLong(line / 10 + 1);
        long counter = 2 + random.nextLong(300_000);
        return switch (random.nextInt(4)) {
            case 0 ->
                new PaperParameters(
                        line, min, gain, random.nextDouble(), alphaMicros, increaseMicros, counter, threshold, ai, hai);
            case 1 ->
                new HpccParameters(
                        line,
                        min,
                        gain,
                        random.nextDouble(0.5, 1),
                        clamp == ClampTarget.AFTER_BYTE_INCREASE ? ClampTarget.ALWAYS : clamp,
                        alphaMicros,
                        checkMicros,
                        increaseMicros,
                        threshold,
                        ai,
                        hai);
            case 2 ->
                new MsrParameters(
                        line,
                        min,
                        gain,
                        random.nextDouble(),
                        clamp,
                        alphaMicros,
                        increaseMicros,
                        counter,
                        threshold,
                        ai,
                        hai);
            default -> nvidia(random, clamp, threshold);
        };
    }

    private static NvidiaParameters nvidia(SplittableRandom random, ClampTarget clamp, int threshold) {
        long max = 1 + random.nextLong(400_000);
        long min = 1 + random.nextLong(max);
        long ai = random.nextLong(max / 10 + 1);
        return new NvidiaParameters(
                max,
                min,
                random.nextInt(1025),
                1 + random.nextLong(60),
                random.nextInt(1024),
                min + random.nextLong(max - min + 1),
                random.nextInt(101),
                10 + random.nextInt(3),
                1 + random.nextLong(60),
                clamp,
                1 + random.nextLong(60),
                1 + random.nextLong(40_000),
                threshold,
                ai,
                ai + random.nextLong(max / 10 + 1));
    }

    private static byte[] state(ReactionPoint point) {
        ByteBuffer buffer = ByteBuffer.allocate(ReactionPoint.STATE_BYTES);
        point.save(buffer);
        byte[] bytes = new byte[buffer.position()];
        buffer.flip().get(bytes);
        return bytes;
    }
}
