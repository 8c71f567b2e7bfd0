package io.stormglass.models.pause;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.models.event.Direction;
import io.stormglass.models.event.PortEvent;
import io.stormglass.models.event.Refresh;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PortSignsTest {
    private static final long MS = 1_000_000L;
    private static final long T0 = 1_700_000_000_000L * MS;

    private final PortPauses port = port();
    private final List<PortSign> signs = new ArrayList<>();

    private static PortPauses port() {
        PortPauses port = new PortPauses(PauseSettings.defaults());
        port.linkSpeed(100_000_000_000L);
        return port;
    }

    private void take(PortEvent event) {
        port.accept(event);
        signs.addAll(port.drainSigns());
    }

    private void advance(long atMillis) {
        port.advanceTo(T0 + atMillis * MS);
        signs.addAll(port.drainSigns());
    }

    /** So much of 100 Gb/s for 10 ms, over two priorities. */
    private void slice(long atMillis, double share) {
        long bytes = Math.round(125_000_000 * share / 2);
        take(new PortEvent.Traffic(T0 + atMillis * MS, Direction.TX, 0, bytes / 1000, bytes, 0));
        take(new PortEvent.Traffic(T0 + atMillis * MS, Direction.TX, 3, bytes / 1000, bytes, 0));
    }

    private void queue(long atMillis, int priority, long depth, long sentBytes, @Nullable Long dropped) {
        long at = T0 + atMillis * MS;
        take(new PortEvent.QueueSample(
                at, new Refresh(at, 1000 * MS), priority, priority, depth, null, 1L, sentBytes, null, dropped, null));
    }

    private void watchdog(long atMillis, boolean stormed) {
        take(new PortEvent.Watchdog(T0 + atMillis * MS, 3, 3, stormed));
    }

    private void host(long atMillis, @Nullable Long stalls, @Nullable Long stalledMillis, @Nullable Long over) {
        long at = T0 + atMillis * MS;
        take(new PortEvent.HostBackPressure(
                at,
                new Refresh(at, null),
                stalls,
                stalledMillis == null ? null : (Long) (stalledMillis * MS),
                over,
                null,
                null));
    }

    private List<String> told() {
        return signs.stream()
                .map(s -> (s.atNanos() - T0) / MS + " " + s.kind() + " " + s.priority() + " " + s.present())
                .toList();
    }

    @Test
    void aPortThatSendsAtLineRateForAWindowSaysSoOnceAndEndsBelowTheLowerLimit() {
        for (int i = 0; i <= 100; i++) {
            slice(i * 10L, 0.95);
        }
        assertThat(told()).containsExactly("200 LINE_RATE -1 true");
        assertThat(signs.get(0).value()).isBetween(0.9, 0.96);
        for (int i = 101; i <= 200; i++) {
            slice(i * 10L, 0.85);
        }
        assertThat(signs).hasSize(1);
        for (int i = 201; i <= 300; i++) {
            slice(i * 10L, 0.7);
        }
        assertThat(told()).hasSize(2).last().asString().endsWith("LINE_RATE -1 false");
        assertThat(signs.get(1).atNanos() - T0).isBetween(2200 * MS, 2500 * MS);
        assertThat(signs.get(1).text()).contains("80.0 %");
    }

    @Test
    void eightyFivePercentIsNotLineRate() {
        for (int i = 0; i <= 500; i++) {
            slice(i * 10L, 0.88);
        }
        assertThat(signs).isEmpty();
    }

    @Test
    void aPortThatFallsSilentAtLineRateSaysSoWithoutAnotherEvent() {
        for (int i = 0; i <= 50; i++) {
            slice(i * 10L, 1.0);
        }
        assertThat(port.quiet()).isFalse();
        advance(5000);
        assertThat(told()).hasSize(2).last().asString().endsWith("LINE_RATE -1 false");
        assertThat(signs.get(1).atNanos() - T0).isBetween(700 * MS, 1000 * MS);
        assertThat(port.quiet()).isTrue();
    }

    @Test
    void oneBurstOfAPollIsSpreadOverTheTimeSinceThePollBefore() {
        // 20 % of the line rate, told once a second.
        for (int i = 0; i <= 20; i++) {
            take(new PortEvent.Traffic(T0 + i * 1000L * MS, Direction.TX, 3, 1000, 2_500_000_000L, 0));
        }
        assertThat(signs).isEmpty();
    }

    @Test
    void queuesThatAddUpToTheLineRateOverTwoRefreshesAreLineRate() {
        for (int i = 0; i <= 3; i++) {
            queue(i * 1000L, 0, 0, i * 6_000_000_000L, null);
            queue(i * 1000L, 3, 0, i * 6_000_000_000L, null);
        }
        assertThat(told()).containsExactly("2000 LINE_RATE -1 true");
    }

    @Test
    void nobodyKnowsTheLineRateOfALinkWithoutASpeed() {
        PortPauses unknown = new PortPauses(PauseSettings.defaults());
        for (int i = 0; i <= 100; i++) {
            unknown.accept(new PortEvent.Traffic(T0 + i * 10L * MS, Direction.TX, 3, 1000, 1_250_000_000L, 0));
        }
        assertThat(unknown.drainSigns()).isEmpty();
    }

    @Test
    void whatWaitsIsToldWhileAStateIsOpenAndAgainWhenItDoubles() {
        queue(0, 3, 9000, 0, null);
        assertThat(signs).isEmpty();
        watchdog(100, true);
        queue(1000, 3, 12_000, 0, null);
        queue(2000, 3, 18_001, 0, null);
        queue(3000, 0, 500, 0, null);
        queue(4000, 0, 0, 0, null);
        watchdog(5000, false);
        assertThat(told())
                .containsExactly(
                        "100 WAITING 3 true",
                        "2000 WAITING 3 true",
                        "3000 WAITING 0 true",
                        "4000 WAITING 0 false",
                        "5000 WAITING 3 false");
        assertThat(signs).extracting(PortSign::value).startsWith(9000.0, 18_001.0, 500.0);
    }

    @Test
    void aQueueThatFillsAndDrainsIsNotToldWithEverySample() {
        watchdog(0, true);
        for (int i = 1; i <= 60; i++) {
            long at = T0 + i * 50L * MS;
            long depth = i % 2 * 1_000_000L * i;
            take(new PortEvent.QueueSample(
                    at, new Refresh(at, 50 * MS), 3, 3, depth, null, 1L, null, null, null, null));
        }
        assertThat(told()).containsExactly("50 WAITING 3 true", "1050 WAITING 3 true", "2150 WAITING 3 true");
        for (int i = 61; i <= 70; i++) {
            long at = T0 + i * 50L * MS;
            take(new PortEvent.QueueSample(at, new Refresh(at, 50 * MS), 3, 3, 0L, null, 1L, null, null, null, null));
        }
        assertThat(told()).hasSize(4).last().isEqualTo("3150 WAITING 3 false");
    }

    @Test
    void backPressureIsAShareOfTimeWhereTheNicTellsItAndEndsFiveSecondsAfterTheLastGrowth() {
        host(0, 10L, 1000L, 0L);
        host(1000, 20L, 1250L, 0L);
        host(2000, 30L, 1520L, 0L);
        host(3000, 40L, 2120L, 0L);
        for (int i = 4; i < 20; i++) {
            host(i * 1000L, 40L, 2120L, 0L);
        }
        assertThat(told())
                .containsExactly(
                        "1000 BACK_PRESSURE -1 true", "3000 BACK_PRESSURE -1 true", "8000 BACK_PRESSURE -1 false");
        assertThat(signs.get(0).value()).isEqualTo(0.25);
        assertThat(signs.get(0).text()).isEqualTo("PCIe stalled 25.0 % of the time");
    }

    @Test
    void backPressureWithoutADurationIsEventsPerSecond() {
        host(0, 10L, null, 5L);
        host(2000, 10L, null, 25L);
        assertThat(signs)
                .singleElement()
                .satisfies(sign -> assertThat(sign.value()).isEqualTo(10.0));
    }

    @Test
    void aNicThatWasRestartedShowsNoBackPressure() {
        host(0, 1000L, 1000L, 10L);
        host(1000, 3L, 2L, 1L);
        assertThat(signs).isEmpty();
        assertThat(port.quality()).containsExactly("counter-reset");
    }

    @Test
    void errorsOfTheLinkAddUpAndEndAfterAMinute() {
        long[] symbols = {4, 5, 5, 7, 7, 12};
        for (int i = 0; i < symbols.length; i++) {
            long at = T0 + i * 1000L * MS;
            take(new PortEvent.LinkHealth(at, new Refresh(at, null), 1_000_000L * i, 0L, symbols[i], 1L));
        }
        advance(200_000);
        assertThat(told())
                .containsExactly(
                        "1000 LINK_ERRORS -1 true",
                        "3000 LINK_ERRORS -1 true",
                        "5000 LINK_ERRORS -1 true",
                        "65000 LINK_ERRORS -1 false");
        assertThat(signs).extracting(PortSign::value).startsWith(1.0, 3.0, 8.0);
    }

    @Test
    void oneDropOfALosslessPriorityIsTold() {
        port.losslessPriorities(1 << 3);
        queue(0, 3, 0, 0, 5L);
        queue(1000, 3, 0, 0, 6L);
        queue(2000, 3, 0, 0, 6L);
        queue(3000, 3, 0, 0, 11L);
        advance(60_000);
        assertThat(told())
                .containsExactly(
                        "1000 LOSSLESS_DROPS 3 true", "3000 LOSSLESS_DROPS 3 true", "13000 LOSSLESS_DROPS 3 false");
        assertThat(signs).extracting(PortSign::value).startsWith(1.0, 6.0);
    }

    @Test
    void dropsThatReachTheSevereLimitAreToldAtOnceAndNotOnlyWhenTheyHaveDoubled() {
        port.losslessPriorities(1 << 3);
        queue(0, 3, 0, 0, 0L);
        queue(1000, 3, 0, 0, 7L);
        queue(1500, 3, 0, 0, 9L);
        queue(1900, 3, 0, 0, 10L);
        queue(2900, 3, 0, 0, 13L);
        assertThat(signs).extracting(PortSign::value).containsExactly(7.0, 10.0);
        assertThat(told()).containsExactly("1000 LOSSLESS_DROPS 3 true", "1900 LOSSLESS_DROPS 3 true");
    }

    @Test
    void dropsOfAPriorityThatNobodyCallsLosslessAreNot() {
        queue(0, 0, 0, 0, 5L);
        queue(1000, 0, 0, 0, 60L);
        assertThat(signs).isEmpty();
        // Seen paused, it is.
        take(new PortEvent.PfcFrame(T0 + 1500 * MS, Direction.TX, 0, 100));
        queue(2000, 0, 0, 0, 61L);
        assertThat(told()).containsExactly("2000 LOSSLESS_DROPS 0 true");
    }

    @Test
    void whatTheWatchdogDropsIsToldApart() {
        port.losslessPriorities(1 << 3);
        queue(0, 3, 0, 0, 5L);
        watchdog(100, true);
        watchdog(700, false);
        // It acted within the interval.
        queue(1000, 3, 0, 0, 500L);
        queue(2000, 3, 0, 0, 501L);
        assertThat(told()).containsExactly("1000 WATCHDOG_DROPS 3 true", "2000 LOSSLESS_DROPS 3 true");
    }
}
