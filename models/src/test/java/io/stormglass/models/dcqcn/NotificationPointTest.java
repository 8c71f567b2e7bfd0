package io.stormglass.models.dcqcn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stormglass.testkit.Property;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class NotificationPointTest {
    @Test
    void thePaperAnswersAtOnceAndThenAtTheEndOfAnIntervalWithAMark() {
        assertThat(cnps(CnpPacing.paper(), 0, 10_000, 20_000, 120_000)).containsExactly(0L, 50_000L, 120_000L);
        // A mark after a trailing CNP still lies within its interval.
        assertThat(cnps(CnpPacing.paper(), 0, 10_000, 90_000)).containsExactly(0L, 50_000L, 100_000L);
    }

    @Test
    void theTickRunsFromTheFirstPacketAndNeverAnswersAtOnce() {
        NotificationPoint point = CnpPacing.msr().start();
        point.unmarked(7_000);

        assertThat(point.marked(20_000)).isZero();
        assertThat(point.advanceTo(57_000)).isZero();
        assertThat(point.advanceTo(57_001)).isEqualTo(1);
        assertThat(point.lastCnpNanos()).isEqualTo(57_000);
        assertThat(point.advanceTo(1_000_000)).isZero();
        assertThat(point.marked(1_000_001)).isZero();
        assertThat(point.advanceTo(2_000_000)).isEqualTo(1);
        assertThat(point.lastCnpNanos()).isEqualTo(1_007_000);
    }

    @Test
    void withoutPacingEveryMarkIsAnsweredAndWithALeastDistanceTheSoonerOnesAreNot() {
        assertThat(cnps(CnpPacing.hpcc(), 0, 1, 2)).containsExactly(0L, 1L, 2L);
        assertThat(cnps(CnpPacing.nvidia(), 0, 3_999, 4_000, 7_999, 9_000)).containsExactly(0L, 4_000L, 9_000L);
        assertThat(cnps(new CnpPacing(CnpPacing.Rule.LEAST_DISTANCE, 0), 5, 5, 6))
                .containsExactly(5L, 5L, 6L);
    }

    @Test
    void neverTwoCnpsWithinTheIntervalAndNoneWithoutAMarkAndSavingChangesNothing() {
        Property.check("CNPs keep their distance", 300, random -> {
            CnpPacing pacing = random.nextBoolean() ? CnpPacing.paper() : CnpPacing.msr();
            List<Long> marks = new ArrayList<>();
            long at = 0;
            for (int i = 0; i < 100; i++) {
                at += random.nextInt(10) == 0 ? random.nextLong(400_000) : random.nextLong(5_000);
                marks.add(at);
            }
            List<Long> cnps =
                    cnps(pacing, marks.stream().mapToLong(Long::longValue).toArray());
            assertThat(cnps).isNotEmpty().hasSizeLessThanOrEqualTo(marks.size());
            for (int i = 1; i < cnps.size(); i++) {
                assertThat(cnps.get(i) - cnps.get(i - 1)).isGreaterThanOrEqualTo(pacing.intervalNanos());
            }
            // Every mark is answered within an interval.
            for (long mark : marks) {
                assertThat(cnps)
                        .anyMatch(cnp -> cnp >= mark - pacing.intervalNanos() && cnp <= mark + pacing.intervalNanos());
            }
        });
    }

    @Test
    void timeThatGoesBackAndATickWithoutAPeriodAreRefused() {
        NotificationPoint point = CnpPacing.paper().start();
        point.marked(10);

        assertThatThrownBy(() -> point.marked(9)).hasMessageContaining("from 10 to 9 ns");
        assertThatThrownBy(() -> new CnpPacing(CnpPacing.Rule.FREE_RUNNING_TICK, 0))
                .hasMessageContaining("above 0");
    }

    /** Times of CNPs; the state goes through its saved form after every packet, and idle time is cut in pieces. */
    private static List<Long> cnps(CnpPacing pacing, long... marks) {
        NotificationPoint point = pacing.start();
        ByteBuffer state = ByteBuffer.allocate(NotificationPoint.STATE_BYTES);
        List<Long> cnps = new ArrayList<>();
        long before = 0;
        for (long mark : marks) {
            for (long at = before; at < mark; at += Math.max(1, (mark - before) / 3)) {
                collect(point, point.advanceTo(at), cnps);
            }
            collect(point, point.advanceTo(mark), cnps);
            collect(point, point.marked(mark), cnps);
            point.save(state.clear());
            assertThat(state.remaining()).isZero();
            point = pacing.start();
            point.load(state.flip());
            before = mark;
        }
        collect(point, point.advanceTo(before + 1_000_000), cnps);
        return cnps;
    }

    private static void collect(NotificationPoint point, int sent, List<Long> cnps) {
        assertThat(sent).isBetween(0, 1);
        if (sent == 1) {
            cnps.add(point.lastCnpNanos());
        }
    }
}
