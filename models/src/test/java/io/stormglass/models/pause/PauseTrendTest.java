package io.stormglass.models.pause;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.stormglass.models.event.Direction;
import io.stormglass.models.event.PortEvent;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.event.Refresh;
import io.stormglass.testkit.Property;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PauseTrendTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long MINUTE = 60 * SECOND;
    private static final long WINDOW = 5 * MINUTE;
    private static final long DAY = 24 * 60 * MINUTE;
    /** Start of a day. */
    private static final long T0 = 20_000 * DAY;

    private static final PortKey PLACE = new PortKey("f", "leaf-0", "Ethernet4");
    private static final int DAY_WINDOWS = 288;

    private PortPauses port = new PortPauses(PauseSettings.defaults());
    private final List<TrendChange> told = new ArrayList<>();
    private long now = T0;
    private long total;

    private void read(Direction direction, int priority, long pausedNanos) {
        port.accept(new PortEvent.PauseCounters(
                now, new Refresh(now, MINUTE), direction, priority, null, pausedNanos, null, null));
        told.addAll(port.drainTrends());
    }

    /** One read per minute. */
    private void minutes(int minutes, double ratio) {
        for (int i = 0; i < minutes; i++) {
            now += MINUTE;
            total += Math.round(ratio * MINUTE);
            read(Direction.RX, 3, total);
        }
    }

    private void windows(int windows, double ratio) {
        minutes(5 * windows, ratio);
    }

    /** What was told and when, by windows since the start. */
    private List<String> story() {
        return told.stream()
                .map(change -> (change.atNanos() - T0) / WINDOW + " " + change.end())
                .toList();
    }

    @Test
    void aRiseIsToldOnceWithItsMedianAndIsOverWhenPausesAreBelowHalf() {
        read(Direction.RX, 3, 0);
        windows(7 * DAY_WINDOWS, 0.001);
        windows(3, 0.032);
        windows(10, 0.006);
        windows(10, 0.004);

        int day7 = 7 * DAY_WINDOWS;
        // A window is judged when something tells of the time behind it: a minute later.
        assertThat(story()).containsExactly(day7 + 1 + " NOT_YET", day7 + 14 + " FELL");
        TrendChange began = told.get(0);
        assertThat(began.atNanos()).isEqualTo(T0 + (day7 + 1) * WINDOW + MINUTE);
        assertThat(began.rise().sinceNanos()).isEqualTo(T0 + day7 * WINDOW);
        assertThat(began.text(PLACE))
                .isEqualTo("leaf-0/Ethernet4 was held up by pauses of priority 3 it received for 3.2 % of 5 min, its"
                        + " median of 7 days is 0.11 % (1728 windows)");
        assertThat(told.get(1).text(PLACE)).isEqualTo(began.text(PLACE) + "; over: 0.4 % of 5 min");
    }

    @Test
    void aPortThatNeverPausedAndBeginsToIsNamedWithoutWaitingForADayOfPauses() {
        read(Direction.RX, 3, 0);
        windows(DAY_WINDOWS, 0);
        windows(2, 0.011);

        assertThat(story()).containsExactly(DAY_WINDOWS + 1 + " NOT_YET");
        assertThat(told.get(0).text(PLACE)).contains("for 1.1 % of 5 min, its median of 7 days is 0 % (288 windows)");
    }

    @Test
    void nothingIsJudgedBeforeADayIsKnown() {
        read(Direction.RX, 3, 0);
        windows(DAY_WINDOWS - 1, 0);
        windows(1, 0.5);
        windows(20, 0);

        assertThat(told).isEmpty();
    }

    @Test
    void lessThanOnePercentIsNoRiseHoweverLowTheMedian() {
        read(Direction.RX, 3, 0);
        windows(2 * DAY_WINDOWS, 0.0001);
        windows(5, 0.0099);

        assertThat(told).isEmpty();
    }

    @Test
    void itTakesFiveTimesTheMedian() {
        read(Direction.RX, 3, 0);
        windows(2 * DAY_WINDOWS, 0.0112);
        windows(5, 0.05);
        assertThat(told).isEmpty();
        windows(2, 0.06);

        assertThat(story()).containsExactly(2 * DAY_WINDOWS + 6 + " NOT_YET");
    }

    @Test
    void theWindowThatIsJudgedIsNotInItsOwnMedian() {
        PauseSettings.Rising two = new PauseSettings.Rising(WINDOW, 0.8, 0.01, 5, 0.5, 7, 2 * WINDOW, MINUTE);
        PauseTrend trend = new PauseTrend(new TrackKey(3, Direction.RX), two, PortPausesState.Trend.NONE);
        List<TrendChange> changes = new ArrayList<>();
        double[] ratios = {0, 0.02, 0.02, 0};
        for (int i = 0; i < ratios.length; i++) {
            TrendChange change = trend.sampled(
                    T0 + i * WINDOW, T0 + (i + 1) * WINDOW, Math.round(ratios[i] * WINDOW), T0 + (i + 1) * WINDOW);
            if (change != null) {
                changes.add(change);
            }
        }
        // The lower median of (0, 2 %) is 0, that of (0, 2 %, 2 %) would be 2 %.
        assertThat(changes).hasSize(1);
        assertThat(changes.get(0).rise().medianRatio()).isZero();
    }

    @Test
    void aWindowOfWhichTooLittleIsKnownIsNotCounted() {
        total = 60 * MINUTE;
        read(Direction.RX, 3, total);
        windows(DAY_WINDOWS, 0);
        // Two of five minutes are told by a counter that started anew or with more than there was: nothing is known of
        // them.
        total = 0;
        minutes(1, 0.9);
        minutes(1, 1.5);
        minutes(3, 0.9);
        windows(3, 0);
        assertThat(told).isEmpty();

        // One of five is: what is left is 80 %.
        total = 0;
        minutes(1, 0.9);
        minutes(4, 0.02);
        windows(1, 0);
        assertThat(told).hasSize(1);
        assertThat(told.get(0).rise().pausedRatio()).isCloseTo(0.02, within(1e-9));
    }

    @Test
    void aDayInWhichNobodyLookedIsNotADayWithoutPauses() {
        read(Direction.RX, 3, 0);
        windows(DAY_WINDOWS, 0.02);
        now += DAY;
        total += DAY / 100 * 2;
        windows(12, 0.02);
        assertThat(told).isEmpty();
        windows(2, 0.2);

        // 12 windows after the gap; the last whole day and they make the median, the gap is no 288 windows of anything.
        assertThat(told).hasSize(1);
        assertThat(told.get(0).rise().windows()).isBetween(DAY_WINDOWS + 11, DAY_WINDOWS + 12);
        assertThat(told.get(0).rise().medianRatio()).isCloseTo(0.02, within(0.0024));
    }

    @Test
    void whatIsOlderThanSevenDaysCountsNoMore() {
        read(Direction.RX, 3, 0);
        windows(3 * DAY_WINDOWS, 0.2);
        windows(7 * DAY_WINDOWS, 0);
        windows(2, 0.011);

        assertThat(told).hasSize(1);
        assertThat(told.get(0).rise().windows()).isEqualTo(6 * DAY_WINDOWS);
    }

    @Test
    void olderSnapshotsAndTheSameAgainChangeNothing() {
        PortPauses other = new PortPauses(PauseSettings.defaults());
        List<TrendChange> others = new ArrayList<>();
        long sum = 0;
        for (int i = 0; i <= 5 * (DAY_WINDOWS + 10); i++) {
            now = T0 + i * MINUTE;
            sum += i > 5 * DAY_WINDOWS ? MINUTE / 20 : 0;
            read(Direction.RX, 3, sum);
            for (long refresh : new long[] {now, now, now - MINUTE, now - DAY}) {
                other.accept(new PortEvent.PauseCounters(
                        now, new Refresh(refresh, MINUTE), Direction.RX, 3, null, sum, null, null));
            }
            others.addAll(other.drainTrends());
        }
        assertThat(told).hasSize(1);
        assertThat(others).isEqualTo(told);
    }

    @Test
    void whoIsNotSeenAnyMoreIsForgottenAfterSevenDaysAndNotBefore() {
        read(Direction.RX, 3, 0);
        windows(DAY_WINDOWS, 0);
        windows(2, 0.3);
        assertThat(told).hasSize(1);
        assertThat(port.quiet()).isFalse();

        long counted = T0 + (DAY_WINDOWS + 1) * WINDOW;
        port.advanceTo(counted + 7 * DAY - SECOND);
        assertThat(port.drainTrends()).isEmpty();
        port.advanceTo(counted + 7 * DAY + SECOND);
        List<TrendChange> end = port.drainTrends();
        assertThat(end).hasSize(1);
        assertThat(end.get(0).text(PLACE)).endsWith("; not observed since, for 7 days");
        port.advanceTo(counted + 8 * DAY);
        assertThat(port.quiet()).isTrue();
    }

    @Test
    void aRestartAtAnyMomentChangesNothing() {
        Property.check("a restart changes no trend", 20, random -> {
            List<Long> totals = new ArrayList<>();
            long sum = 0;
            for (int i = 0; i < 5 * 400; i++) {
                double ratio = i > 5 * 300 && random.nextInt(4) > 0 ? random.nextDouble() * 0.1 : 0.001;
                sum = random.nextInt(200) == 0 ? 0 : sum + Math.round(ratio * MINUTE);
                totals.add(sum);
            }
            assertThat(run(totals, new SplittableRandom(1), 0)).isEqualTo(run(totals, random, 20));
        });
    }

    private static List<TrendChange> run(List<Long> totals, SplittableRandom random, int oneIn) {
        PortPauses one = new PortPauses(PauseSettings.defaults());
        List<TrendChange> changes = new ArrayList<>();
        long at = T0;
        for (long value : totals) {
            at += MINUTE;
            if (oneIn > 0 && random.nextInt(oneIn) == 0) {
                one = new PortPauses(PauseSettings.defaults(), one.state());
            }
            one.accept(
                    new PortEvent.PauseCounters(at, new Refresh(at, MINUTE), Direction.RX, 3, null, value, null, null));
            changes.addAll(one.drainTrends());
        }
        return changes;
    }

    @Test
    void aPortThatNeverPausesIsStoredOnceForAllItsPriorities() {
        for (int i = 0; i <= 5 * 8 * DAY_WINDOWS; i++) {
            now = T0 + i * MINUTE;
            for (int priority = 0; priority < 8; priority++) {
                read(Direction.RX, priority, 5);
                read(Direction.TX, priority, 7);
            }
        }
        List<PortPausesState.Trend> trends = port.state().trends();
        assertThat(trends).hasSize(1);
        assertThat(Integer.bitCount(trends.get(0).keys())).isEqualTo(16);
        assertThat(trends.get(0).history().length()).isLessThan(40);
        assertThat(new PortPauses(PauseSettings.defaults(), port.state()).state())
                .isEqualTo(port.state());
    }

    @Test
    void aHistoryIsShortHoweverRatiosSpread() {
        SplittableRandom random = new SplittableRandom(7);
        PauseHistory history = PauseHistory.EMPTY;
        for (int i = 0; i < 9 * DAY_WINDOWS; i++) {
            history = history.with(i / DAY_WINDOWS, StrictMath.pow(10, -4.2 * random.nextDouble()), 7);
        }
        assertThat(history.length()).isLessThan(340);
        assertThat(history.summary(8, 7).windows()).isEqualTo(7 * DAY_WINDOWS);
        byte[] other = history.bytes();
        other[0] = 9;
        assertThatThrownBy(() -> PauseHistory.of(other)).hasMessageContaining("version 9");
    }

    @Test
    void theMedianIsOffByTwelvePercentAtMost() {
        Property.check("the median is close", 300, random -> {
            int windows = 1 + random.nextInt(600);
            double low = -3.9 + 3.5 * random.nextDouble();
            double[] ratios = new double[windows];
            PauseHistory history = PauseHistory.EMPTY;
            for (int i = 0; i < windows; i++) {
                ratios[i] = StrictMath.pow(10, Math.min(-0.001, low + random.nextDouble()));
                history = history.with(i / 100, ratios[i], 7);
            }
            Arrays.sort(ratios);
            double median = ratios[(windows - 1) / 2];
            assertThat(history.summary((windows - 1) / 100, 7).medianRatio()).isCloseTo(median, within(0.123 * median));
        });
    }

    // Frames: windows of 10 s, judged after 200 s, so that a tap can tell each of them in little time.

    private static PauseSettings ofTaps() {
        PauseSettings s = PauseSettings.defaults();
        return new PauseSettings(
                s.bucketNanos(),
                s.windowBuckets(),
                s.openRatio(),
                s.clearRatio(),
                s.clearNanos(),
                s.recentNanos(),
                s.idleNanos(),
                s.counterRefreshes(),
                s.maxCounterRatio(),
                s.watchdog(),
                s.choppy(),
                s.signs(),
                new PauseSettings.Rising(10 * SECOND, 0.8, 0.01, 5, 0.5, 7, 200 * SECOND, 3 * SECOND));
    }

    private static PortPauses tapped() {
        PortPauses tapped = new PortPauses(ofTaps());
        tapped.linkSpeed(100_000_000_000L);
        return tapped;
    }

    /** A second of traffic with pauses of 335,539 ns each. */
    private List<TrendChange> second(PortPauses tapped, int second, int pauses) {
        List<TrendChange> changes = new ArrayList<>();
        long at = T0 + second * SECOND;
        for (int i = 0; i < 10; i++) {
            tapped.accept(new PortEvent.Traffic(at + i * SECOND / 10, Direction.TX, 3, 100, 100_000, 0));
            if (i < pauses) {
                tapped.accept(new PortEvent.PfcFrame(at + i * SECOND / 10 + 1, Direction.RX, 3, PauseTime.MAX_QUANTA));
            }
            changes.addAll(tapped.drainTrends());
        }
        return changes;
    }

    @Test
    void aTapTellsOfARise() {
        PortPauses tapped = tapped();
        for (int s = 0; s < 300; s++) {
            told.addAll(second(tapped, s, s % 10 == 0 ? 1 : 0));
        }
        assertThat(told).isEmpty();
        for (int s = 300; s < 330; s++) {
            for (int i = 0; i < 40; i++) {
                tapped.accept(new PortEvent.PfcFrame(
                        T0 + s * SECOND + i * SECOND / 40, Direction.RX, 3, PauseTime.MAX_QUANTA));
                told.addAll(tapped.drainTrends());
            }
        }
        assertThat(told).hasSize(1);
        assertThat(told.get(0).rise().pausedRatio()).isCloseTo(0.0134, within(0.0001));
    }

    @Test
    void theSilenceOfATapIsNotCounted() {
        PortPauses tapped = tapped();
        for (int s = 0; s < 210; s++) {
            told.addAll(second(tapped, s, 1));
        }
        // Nothing for an hour, then as before: no window was counted in between.
        for (int s = 3_810; s < 3_900; s++) {
            told.addAll(second(tapped, s, 1));
        }
        PortPausesState.Trend trend = tapped.state().trends().get(0);
        assertThat(trend.history().summary(20_000, 7).windows()).isEqualTo(20 + 1 + 8);
        assertThat(told).isEmpty();
    }

    @Test
    void whenATapIsAskedMakesNoDifference() {
        Property.check("asking in between changes no trend", 10, random -> {
            PortPauses one = tapped();
            PortPauses other = tapped();
            List<TrendChange> ones = new ArrayList<>();
            List<TrendChange> others = new ArrayList<>();
            long at = T0;
            for (int i = 0; i < 6_000; i++) {
                at += 1 + random.nextLong(i % 997 == 0 ? 5 * SECOND : SECOND / 8);
                PortEvent event = random.nextInt(3) == 0 || (at < T0 + 250 * SECOND && random.nextInt(50) > 0)
                        ? new PortEvent.Traffic(at, Direction.TX, 3, 10, 10_000, 0)
                        : new PortEvent.PfcFrame(at, Direction.RX, 3, random.nextInt(65_536));
                for (int ask = random.nextInt(3); ask > 0; ask--) {
                    other.advanceTo(at - random.nextLong(SECOND / 8));
                }
                one.linkSpeed(at < T0 + 250 * SECOND ? 100_000_000_000L : 10_000_000_000L);
                other.linkSpeed(at < T0 + 250 * SECOND ? 100_000_000_000L : 10_000_000_000L);
                one.accept(event);
                other.accept(event);
                ones.addAll(one.drainTrends());
                others.addAll(other.drainTrends());
            }
            assertThat(ones).isNotEmpty();
            assertThat(others).isEqualTo(ones);
            assertThat(other.state().trends()).isEqualTo(one.state().trends());
        });
    }

    @Test
    void countersStandForFramesOnceTheyAreThere() {
        PortPauses both = new PortPauses(PauseSettings.defaults());
        both.linkSpeed(100_000_000_000L);
        for (int i = 0; i <= 20; i++) {
            long at = T0 + i * MINUTE;
            both.accept(new PortEvent.PauseCounters(
                    at, new Refresh(at, MINUTE), Direction.RX, 3, null, i * MINUTE / 50, null, null));
            both.accept(new PortEvent.PfcFrame(at, Direction.RX, 3, PauseTime.MAX_QUANTA));
            both.accept(new PortEvent.Traffic(at + MINUTE / 2, Direction.TX, 3, 10, 10_000, 0));
        }
        PauseHistory.Summary summary = both.state().trends().get(0).history().summary(20_000, 7);
        assertThat(summary.windows()).isEqualTo(3);
        assertThat(summary.medianRatio()).isCloseTo(0.02, within(0.0024));
    }
}
