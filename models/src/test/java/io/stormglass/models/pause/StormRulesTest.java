package io.stormglass.models.pause;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.models.event.Direction;
import io.stormglass.models.event.PortEvent;
import io.stormglass.models.event.Refresh;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StormRulesTest {
    private static final long MS = 1_000_000L;
    /** The start of a second. */
    private static final long T0 = 1_700_000_000_000L * MS;

    private PortPauses port = port();
    private final List<PauseChange> changes = new ArrayList<>();

    private static PortPauses port() {
        PortPauses port = new PortPauses(PauseSettings.defaults());
        port.linkSpeed(100_000_000_000L);
        return port;
    }

    private void take(PortEvent event) {
        changes.addAll(port.accept(event));
    }

    private void advance(long atMillis) {
        changes.addAll(port.advanceTo(T0 + atMillis * MS));
    }

    private void sent(long atMillis) {
        take(new PortEvent.Traffic(T0 + atMillis * MS, Direction.TX, 3, 10, 10_000, 0));
    }

    /** 65,535 quanta at 100 Gb/s last 335 us. */
    private void pauseFromTo(long fromMillis, long toMillis) {
        for (long us = fromMillis * 1000; us < toMillis * 1000; us += 250) {
            take(new PortEvent.PfcFrame(T0 + us * 1000, Direction.RX, 3, PauseTime.MAX_QUANTA));
        }
    }

    /** Paused for so much of each 100 ms, then packets pass. */
    private void choppySeconds(int from, int to, long pausedMillis) {
        for (long at = from * 1000L; at < to * 1000L; at += 100) {
            pauseFromTo(at, at + pausedMillis);
            sent(at + 90);
        }
    }

    private void counters(long atMillis, long intervalMillis, long pausedMillis, long packets, Long depth) {
        long at = T0 + atMillis * MS;
        Refresh refresh = new Refresh(at, intervalMillis * MS);
        take(new PortEvent.QueueSample(at, refresh, 3, 3, depth, null, packets, null, null, null, null));
        take(new PortEvent.PauseCounters(at, refresh, Direction.RX, 3, atMillis, pausedMillis * MS, null, null));
    }

    private void watchdog(long atMillis, boolean stormed) {
        take(new PortEvent.Watchdog(T0 + atMillis * MS, 3, 3, stormed));
    }

    private void nic(long atMillis, long warnings, long errors) {
        long at = T0 + atMillis * MS;
        take(new PortEvent.HostBackPressure(at, new Refresh(at, 1000 * MS), null, null, null, warnings, errors));
    }

    private List<String> told() {
        return changes.stream()
                .map(c -> (c.atNanos() - T0) / MS + " " + c.kind() + " "
                        + c.rule().text() + " " + c.source())
                .toList();
    }

    @Test
    void halfOfThreeSecondsPausedWithProgressIsChoppy() {
        choppySeconds(0, 3, 60);
        assertThat(changes).isEmpty();
        advance(3000);
        assertThat(told()).containsExactly("3000 OPENED choppy FRAMES");
        assertThat(changes.get(0).sentPackets()).isEqualTo(20);
        assertThat(changes.get(0).detectionNanos()).isEqualTo(5000 * MS);
        assertThat(changes.get(0).confidence()).isEqualTo(0.9);
    }

    @Test
    void lessThanHalfOrTwoSecondsOfFiveAreNotChoppy() {
        choppySeconds(0, 10, 48);
        choppySeconds(10, 11, 70);
        choppySeconds(14, 15, 70);
        advance(30_000);
        assertThat(changes).isEmpty();
    }

    @Test
    void choppyHoldsThroughGapsAndLetsGoWhenItsSecondsAreOver() {
        choppySeconds(0, 8, 60);
        advance(20_000);
        // Seconds 5, 6 and 7 count until the one that begins at 11 is over.
        assertThat(told())
                .containsExactly(
                        "3000 OPENED choppy FRAMES",
                        // The last packets leave the window.
                        "8200 CHANGED choppy FRAMES",
                        "11000 CLEARED choppy FRAMES");
        assertThat(port.quiet()).isTrue();
    }

    @Test
    void withoutAnyProgressToSeeChoppyOpensNothing() {
        for (int second = 0; second < 10; second++) {
            pauseFromTo(second * 1000L, second * 1000L + 150);
            pauseFromTo(second * 1000L + 200, second * 1000L + 350);
            pauseFromTo(second * 1000L + 400, second * 1000L + 550);
            pauseFromTo(second * 1000L + 600, second * 1000L + 750);
        }
        assertThat(changes).isEmpty();
    }

    @Test
    void aStormWithoutProgressIsNotChoppyAlthoughPacketsPassedBeforeIt() {
        sent(0);
        pauseFromTo(5, 6000);
        assertThat(told()).containsExactly("210 OPENED sustained FRAMES");
    }

    @Test
    void packetsThatPassAgainAreToldAndTheRuleFallsBackToChoppy() {
        sent(0);
        pauseFromTo(5, 2000);
        choppySeconds(2, 8, 80);
        assertThat(told())
                .containsExactly(
                        "210 OPENED sustained FRAMES", "2100 CHANGED sustained FRAMES", "5000 CHANGED choppy FRAMES");
        assertThat(changes).extracting(PauseChange::sentPackets).containsExactly(0L, 10L, 20L);
        // Nothing passes any more.
        pauseFromTo(8000, 9000);
        assertThat(told()).last().isEqualTo("8200 CHANGED sustained FRAMES");
    }

    @Test
    void countersThatAreRefreshedOnceASecondTellChoppySeconds() {
        for (int second = 0; second <= 6; second++) {
            counters(second * 1000L, 1000, second * 600L, second * 1000L, 5000L);
        }
        assertThat(told()).containsExactly("3000 OPENED choppy COUNTERS");
        for (int second = 7; second <= 12; second++) {
            counters(second * 1000L, 1000, 3600, second * 1000L, 5000L);
        }
        assertThat(told()).containsExactly("3000 OPENED choppy COUNTERS", "9000 CLEARED choppy COUNTERS");
    }

    @Test
    void fastCountersAreSummedToSeconds() {
        for (int i = 0; i <= 25; i++) {
            counters(i * 200L, 200, i * 120L, i * 100L, 5000L);
        }
        assertThat(told()).containsExactly("3000 OPENED choppy COUNTERS");
    }

    @Test
    void progressHasCeasedOnlyWhenNothingPassedForTheDetectionTime() {
        // Read every 50 ms, packets pass in every other 50 ms.
        long packets = 0;
        for (int i = 0; i <= 80; i++) {
            packets += i % 2 * 10L;
            counters(i * 50L, 50, i * 30L, packets, 5000L);
        }
        assertThat(told()).containsExactly("3000 OPENED choppy COUNTERS");
        for (int i = 81; i <= 90; i++) {
            counters(i * 50L, 50, i * 30L, packets, 5000L);
        }
        assertThat(told()).containsExactly("3000 OPENED choppy COUNTERS", "4150 CHANGED choppy COUNTERS");
        assertThat(changes.get(1).sentPackets()).isZero();
    }

    @Test
    void countersThatAreRefreshedMoreSlowlyCannotTellChoppySeconds() {
        for (int i = 0; i <= 20; i++) {
            counters(i * 5000L, 5000, i * 3000L, i * 1000L, 5000L);
        }
        assertThat(changes).isEmpty();
    }

    @Test
    void anIdlePriorityThatIsPausedForTenSecondsIsAnIdlePause() {
        for (int i = 0; i <= 60; i++) {
            counters(i * 200L, 200, i * 200L, 77, 0L);
        }
        assertThat(told()).containsExactly("10000 OPENED idle-pause COUNTERS");
        assertThat(changes.get(0).detectionNanos()).isEqualTo(10_000 * MS);
        // Something waits now: the same pause holds somebody up.
        counters(12_200, 200, 12_200, 77, 4000L);
        assertThat(told()).last().isEqualTo("12200 CHANGED sustained COUNTERS");
    }

    @Test
    void framesThatPauseAnUnusedPriorityAreAnIdlePauseAfterTenSeconds() {
        for (long at = 0; at < 12_000; at += 500) {
            take(new PortEvent.Traffic(T0 + at * MS, Direction.TX, 0, 10, 10_000, 0));
            pauseFromTo(at, at + 500);
        }
        // The first window is paused enough from 190 ms on, so it counts from 10 ms before the pause.
        assertThat(told()).containsExactly("9990 OPENED idle-pause FRAMES");
    }

    @Test
    void aPriorityThatSentBeforeIsNoIdlePause() {
        sent(0);
        pauseFromTo(9_000, 21_000);
        assertThat(changes).extracting(PauseChange::rule).containsOnly(StormRule.SUSTAINED);
    }

    @Test
    void theWatchdogOpensAtOnceAndHoldsWhilePauseCountersReadNothing() {
        counters(0, 200, 0, 0, 9000L);
        watchdog(100, true);
        assertThat(told()).containsExactly("100 OPENED watchdog DEVICE");
        assertThat(changes.get(0).confidence()).isEqualTo(0.9);
        for (int i = 1; i < 50; i++) {
            counters(i * 200L, 200, 0, 0, 0L);
        }
        assertThat(changes).hasSize(1);
        watchdog(10_000, false);
        assertThat(told()).last().isEqualTo("10000 CLEARED watchdog DEVICE");
    }

    @Test
    void aSwitchThatIsReloadedInItsStormIsClearWhenItsCountersSayAgainThatNothingIsPaused() {
        counters(0, 1000, 0, 7, 0L);
        counters(1000, 1000, 1000, 7, 9000L);
        watchdog(2000, true);
        counters(60_000, 1000, 0, 0, 0L);
        assertThat(port.quality()).containsExactly("counter-reset", "watchdog-not-restored");
        counters(61_000, 1000, 0, 0, 0L);
        assertThat(told()).containsExactly("2000 OPENED watchdog DEVICE", "61000 CLEARED watchdog DEVICE");
    }

    @Test
    void soItIsWhereOnlyItsQueuesTellThatItWasReloaded() {
        counters(0, 1000, 0, 7, 0L);
        counters(1000, 1000, 0, 7, 0L);
        watchdog(2000, true);
        long at = T0 + 60_000 * MS;
        Refresh refresh = new Refresh(at, 1000 * MS);
        take(new PortEvent.QueueSample(at, refresh, 3, 3, 0L, null, 2L, null, null, null, null));
        assertThat(told()).containsExactly("2000 OPENED watchdog DEVICE", "60000 CLEARED watchdog DEVICE");
    }

    @Test
    void anHourAfterTheLastWordOfAWatchdogPacketsThatPassCount() {
        watchdog(1000, true);
        watchdog(61_000, true);
        for (int second = 2; second < 3700; second++) {
            counters(second * 1000L, 1000, 0, second, 0L);
        }
        assertThat(told())
                .containsExactly(
                        "1000 OPENED watchdog DEVICE",
                        // The packets that pass.
                        "61000 CHANGED watchdog DEVICE",
                        "3661000 CLEARED watchdog DEVICE");
        assertThat(port.quality()).containsExactly("watchdog-not-restored");
        watchdog(3_710_000, false);
        assertThat(told()).hasSize(3);
    }

    @Test
    void aWatchdogThatDropsEverythingHoldsUntilItsWord() {
        watchdog(1000, true);
        for (int second = 2; second < 7200; second++) {
            counters(second * 1000L, 1000, 0, 7, 0L);
        }
        watchdog(7_200_000, false);
        assertThat(told()).containsExactly("1000 OPENED watchdog DEVICE", "7200000 CLEARED watchdog DEVICE");
        assertThat(port.quality()).isEmpty();
    }

    @Test
    void neitherDoPausesOrCountersOfBeforeEndIt() {
        watchdog(1000, true);
        for (int second = 2; second < 3600; second++) {
            counters(second * 1000L, 1000, 0, second, 0L);
        }
        for (int second = 3600; second < 7200; second++) {
            counters(second * 1000L, 1000, (second - 3599) * 60L, second, 0L);
        }
        assertThat(told()).noneMatch(change -> change.contains("CLEARED"));
    }

    @Test
    void noWatchdogIsBelievedForMoreThanADay() {
        counters(0, 1000, 0, 7, 0L);
        watchdog(1000, true);
        advance(86_400_990);
        assertThat(port.stormOpen()).isTrue();
        port = new PortPauses(PauseSettings.defaults(), port.state());
        advance(30L * 86_400_000);
        assertThat(told()).containsExactly("1000 OPENED watchdog DEVICE", "86401000 CLEARED watchdog DEVICE");
        assertThat(port.quiet()).isTrue();
    }

    @Test
    void aWatchdogThatRestoresAPortStillPausedDoesNotClearIt() {
        for (int i = 0; i <= 3; i++) {
            counters(i * 200L, 200, i * 200L, 7, 9000L);
        }
        watchdog(650, true);
        counters(800, 200, 800, 7, 9000L);
        watchdog(850, false);
        counters(1000, 200, 1000, 7, 9000L);
        counters(1200, 200, 1000, 900, 0L);
        assertThat(told())
                .containsExactly(
                        "400 OPENED sustained COUNTERS",
                        "650 CHANGED watchdog DEVICE",
                        "850 CHANGED sustained COUNTERS",
                        // The queue tells first that packets pass.
                        "1200 CHANGED sustained COUNTERS",
                        "1200 CLEARED sustained COUNTERS");
    }

    @Test
    void aHundredAndSeventyTogglesAreOneState() {
        for (int i = 0; i < 170; i++) {
            watchdog(i * 7000L, true);
            advance(i * 7000L + 3000);
            assertThat(port.readings())
                    .singleElement()
                    .satisfies(reading -> assertThat(reading.stormSinceNanos()).isEqualTo(T0));
            watchdog(i * 7000L + 4000, false);
        }
        advance(3_000_000);
        assertThat(port.stormOpen()).isFalse();
        // A storm after the clear time is another one.
        watchdog(3_000_000, true);
        assertThat(port.readings().get(0).stormSinceNanos()).isEqualTo(T0 + 3_000_000 * MS);
    }

    @Test
    void aNicThatReportsAStormHoldsItForTheClearTimeWithoutGrowth() {
        nic(0, 5, 0);
        assertThat(changes).isEmpty();
        nic(1000, 6, 0);
        nic(2000, 6, 1);
        for (int second = 3; second < 100; second++) {
            nic(second * 1000L, 6, 1);
        }
        assertThat(told()).containsExactly("1000 OPENED nic-reported DEVICE", "62000 CLEARED nic-reported DEVICE");
        assertThat(changes.get(0).direction()).isEqualTo(Direction.TX);
        assertThat(changes.get(0).priority()).isEqualTo(-1);
        assertThat(changes.get(0).sentPackets()).isEqualTo(-1);
    }

    @Test
    void theNicsReportIsOfThePriorityThatItPausesWhereThatIsOne() {
        for (int i = 0; i <= 2; i++) {
            long at = T0 + i * 1000L * MS;
            take(new PortEvent.PauseCounters(
                    at, new Refresh(at, null), Direction.TX, 4, i * 100L, i * 300L * MS, null, null));
            nic(i * 1000L, i, 0);
        }
        assertThat(changes).extracting(PauseChange::priority).containsExactly(4);
    }

    @Test
    void aNicIsFoundAtItsSecondPollAlthoughPollsAreNotExact() {
        long[] polls = {0, 1000, 2003, 3009};
        long packets = 1000;
        for (long poll : polls) {
            if (poll == 0) {
                take(new PortEvent.Traffic(T0, Direction.RX, 3, packets, packets * 4000, 0));
            }
            take(new PortEvent.PauseCounters(
                    T0 + poll * MS, new Refresh(T0 + poll * MS, null), Direction.TX, 3, poll, poll * MS, null, null));
        }
        assertThat(told()).containsExactly("2003 OPENED sustained COUNTERS");
        assertThat(changes.get(0).confidence()).isEqualTo(0.9);
    }

    @Test
    void packetsThatPassedInOneOfTheIntervalsAreProgress() {
        for (int i = 0; i <= 6; i++) {
            long at = T0 + i * 1000L * MS;
            // 4 % of the line rate goes through between the pauses of every other second.
            if (i % 2 == 0) {
                take(new PortEvent.Traffic(at, Direction.RX, 3, 10, 10_000, 0));
            }
            take(new PortEvent.PauseCounters(
                    at, new Refresh(at, null), Direction.TX, 3, i * 100L, i * 960L * MS, null, null));
        }
        assertThat(changes).extracting(PauseChange::rule).doesNotContain(StormRule.SUSTAINED);
    }

    @Test
    void twoQueuesOfOnePriorityAreNotMixedUp() {
        for (int i = 0; i <= 4; i++) {
            long at = T0 + i * 200L * MS;
            Refresh refresh = new Refresh(at, 200 * MS);
            take(new PortEvent.QueueSample(at, refresh, 3, 3, 9000L, null, 77L, null, null, null, null));
            take(new PortEvent.QueueSample(at, refresh, 3, 13, 0L, null, 5L, null, null, null, null));
            take(new PortEvent.PauseCounters(at, refresh, Direction.RX, 3, i * 100L, i * 200L * MS, null, null));
        }
        assertThat(told()).containsExactly("400 OPENED sustained COUNTERS");
    }

    @Test
    void framesAndCountersOfOnePriorityAreOneState() {
        sent(0);
        pauseFromTo(5, 1000);
        for (int i = 0; i <= 5; i++) {
            counters(1000 + i * 200L, 200, i * 200L, 10, 9000L);
            if (i < 5) {
                pauseFromTo(1000 + i * 200L, 1200 + i * 200L);
            }
        }
        advance(10_000);
        // The newest sample still says paused: nobody has seen it clear.
        assertThat(told()).containsExactly("210 OPENED sustained FRAMES");
        counters(10_200, 200, 1000, 100, 0L);
        assertThat(told()).last().isEqualTo("10200 CLEARED sustained FRAMES");
    }
}
