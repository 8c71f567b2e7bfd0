package io.stormglass.models.pause;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.stormglass.models.event.Direction;
import io.stormglass.models.event.PortEvent;
import io.stormglass.models.event.Refresh;
import io.stormglass.testkit.Property;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PortPausesTest {
    private static final long MS = 1_000_000L;
    /** A multiple of a bucket. */
    private static final long T0 = 1_700_000_000_000L * MS;

    private final PortPauses port = port();
    private final List<PauseChange> changes = new ArrayList<>();

    private static PortPauses port() {
        PortPauses port = new PortPauses(PauseSettings.defaults());
        port.linkSpeed(100_000_000_000L);
        return port;
    }

    private void pfc(long atMillis, int priority, int quanta) {
        changes.addAll(port.accept(new PortEvent.PfcFrame(T0 + atMillis * MS, Direction.RX, priority, quanta)));
    }

    private void sent(long atMillis, int priority) {
        changes.addAll(port.accept(new PortEvent.Traffic(T0 + atMillis * MS, Direction.TX, priority, 10, 10_000, 0)));
    }

    /** Pauses without a break: 65,535 quanta at 100 Gb/s last 335 us, refreshed each 0.2 ms. */
    private void pauseFromTo(long fromMillis, long toMillis, int priority) {
        for (long us = fromMillis * 1000; us < toMillis * 1000; us += 200) {
            changes.addAll(
                    port.accept(new PortEvent.PfcFrame(T0 + us * 1000, Direction.RX, priority, PauseTime.MAX_QUANTA)));
        }
    }

    private void advance(long atMillis) {
        changes.addAll(port.advanceTo(T0 + atMillis * MS));
    }

    @Test
    void theLongestPauseAt100GigabitIs335Microseconds() {
        assertThat(PauseTime.nanos(65_535, 100_000_000_000L)).isEqualTo(335_539);
        assertThat(PauseTime.nanos(65_535, 25_000_000_000L)).isEqualTo(1_342_157);
        assertThat(PauseTime.nanos(1, 400_000_000_000L)).isEqualTo(1);
        assertThatThrownBy(() -> PauseTime.nanos(65_536, 1)).hasMessageContaining("65536");
    }

    @Test
    void aPauseWithoutProgressOpensAtTheFirstBoundaryAndClearsWhenTheRatioHasFallen() {
        sent(0, 3);
        pauseFromTo(5, 2005, 3);
        advance(5000);

        assertThat(changes).hasSize(2);
        PauseChange opened = changes.get(0);
        // The packets of bucket 0 leave the window at 210 ms.
        assertThat(opened.atNanos()).isEqualTo(T0 + 210 * MS);
        assertThat(opened.pausedSinceNanos()).isEqualTo(T0 + 5 * MS);
        assertThat(opened.confidence()).isEqualTo(0.9);
        assertThat(opened.sentPackets()).isZero();
        PauseChange cleared = changes.get(1);
        // The last frame was sent at 2004.8 ms and lasts 0.336 ms: at 2200 ms 5.1 ms of 200 are left, below 5 %.
        assertThat(cleared.opened()).isFalse();
        assertThat(cleared.atNanos()).isEqualTo(T0 + 2200 * MS);
        assertThat(cleared.pausedRatio()).isCloseTo(0.0257, within(0.001));
    }

    @Test
    void congestionWithProgressOpensNothing() {
        for (long at = 0; at < 1000; at += 10) {
            pauseFromTo(at, at + 10, 3);
            sent(at + 10, 3);
        }
        assertThat(changes).isEmpty();
    }

    @Test
    void aPriorityThatNobodyUsesIsIdleWhileOthersSend() {
        for (long at = 0; at < 1000; at += 10) {
            pauseFromTo(at, at + 10, 3);
            sent(at + 10, 0);
        }
        assertThat(changes).isEmpty();
    }

    @Test
    void pauseAloneOpensWithLowConfidenceWhereNoTrafficWasEverSeen() {
        pauseFromTo(0, 400, 3);
        assertThat(changes).singleElement().satisfies(change -> {
            assertThat(change.confidence()).isEqualTo(0.5);
            assertThat(change.sentPackets()).isEqualTo(-1);
            assertThat(change.atNanos()).isEqualTo(T0 + 190 * MS);
        });
    }

    @Test
    void xonEndsThePauseAndALaterFrameReplacesWhatWasLeft() {
        pfc(0, 3, 65_535);
        changes.addAll(port.accept(new PortEvent.PfcFrame(T0 + 100_000, Direction.RX, 3, 0)));
        advance(20);
        assertThat(port.readings())
                .singleElement()
                .extracting(PauseReading::pausedNanos)
                .isEqualTo(100_000L);
        changes.addAll(port.accept(new PortEvent.PfcFrame(T0 + 30 * MS, Direction.RX, 3, 65_535)));
        // 10,000 quanta are 51,200 ns: from 100 us on, not added to the 235 us that were left.
        changes.addAll(port.accept(new PortEvent.PfcFrame(T0 + 30 * MS + 100_000, Direction.RX, 3, 10_000)));
        advance(50);
        assertThat(port.readings())
                .singleElement()
                .extracting(PauseReading::pausedNanos)
                .isEqualTo(251_200L);
    }

    @Test
    void an8023xFramePausesEveryPriorityThatIsUsed() {
        sent(0, 3);
        for (long us = 10_000; us < 400_000; us += 200) {
            changes.addAll(port.accept(new PortEvent.PauseFrame(T0 + us * 1000, Direction.RX, 65_535)));
        }
        assertThat(changes).extracting(PauseChange::priority).containsExactly(-1, 3);
        assertThat(changes).extracting(PauseChange::atNanos).containsOnly(T0 + 210 * MS);
    }

    @Test
    void aRiseWithinTheClearTimeContinuesTheSameState() {
        pauseFromTo(0, 400, 3);
        pauseFromTo(10_000, 10_050, 3);
        advance(70_000);
        assertThat(changes).extracting(PauseChange::opened).containsExactly(true, false, true, false);
        assertThat(port.stormOpen()).isFalse();
    }

    @Test
    void aPauseStillInForceAtTheEndStaysOpen() {
        pauseFromTo(0, 1000, 3);
        advance(1000);
        assertThat(port.stormOpen()).isTrue();
        assertThat(changes).extracting(PauseChange::opened).containsExactly(true);
    }

    @Test
    void aLongSilenceCostsNoMoreThanAWindow() {
        pauseFromTo(0, 400, 3);
        long started = System.nanoTime();
        changes.addAll(port.advanceTo(T0 + 365L * 86_400_000 * MS));
        // A boundary each 10 ms of a year would be 3.2e9 evaluations.
        assertThat(System.nanoTime() - started).isLessThan(2_000_000_000L);
        assertThat(changes).extracting(PauseChange::opened).containsExactly(true, false);
    }

    @Test
    void callsInBetweenAndRestoringChangeNothing() {
        Property.check("advancing in between and restoring from state change nothing", 100, random -> {
            List<PortEvent> events = random.nextBoolean() ? randomFrames(random) : randomTelemetry(random);
            PortPauses plain = port();
            PortPauses poked = port();
            List<Object> plainTold = new ArrayList<>();
            List<Object> pokedTold = new ArrayList<>();
            for (PortEvent event : events) {
                tell(plain, plain.accept(event), plainTold);
                if (poked.nowNanos() > 0 && random.nextInt(3) == 0) {
                    long gap = Math.max(1, event.timeNanos() - poked.nowNanos());
                    tell(poked, poked.advanceTo(poked.nowNanos() + random.nextLong(gap)), pokedTold);
                }
                if (random.nextInt(5) == 0) {
                    poked = new PortPauses(PauseSettings.defaults(), poked.state());
                }
                tell(poked, poked.accept(event), pokedTold);
            }
            long end = events.get(events.size() - 1).timeNanos() + 200_000 * MS;
            tell(plain, plain.advanceTo(end), plainTold);
            tell(poked, poked.advanceTo(end), pokedTold);
            // Within one call changes come before signs, so only each of them has an order of its own.
            for (Class<?> kind : List.of(PauseChange.class, PortSign.class)) {
                assertThat(pokedTold.stream().filter(kind::isInstance).toList())
                        .isEqualTo(plainTold.stream().filter(kind::isInstance).toList());
            }
            assertThat(poked.state()).isEqualTo(plain.state());
            assertTimesNeverFall(plainTold);
        });
    }

    private static void tell(PortPauses port, List<PauseChange> changed, List<Object> told) {
        told.addAll(changed);
        told.addAll(port.drainSigns());
    }

    private static void assertTimesNeverFall(List<Object> told) {
        assertThat(told.stream().filter(PauseChange.class::isInstance).map(each -> ((PauseChange) each).atNanos()))
                .isSorted();
        assertThat(told.stream().filter(PortSign.class::isInstance).map(each -> ((PortSign) each).atNanos()))
                .isSorted();
    }

    private static List<PortEvent> randomFrames(SplittableRandom random) {
        List<PortEvent> events = new ArrayList<>();
        long at = T0;
        for (int i = 0; i < 2000; i++) {
            boolean gap = random.nextInt(400) == 0;
            at += gap ? random.nextLong(70_000 * MS) : random.nextLong(400_000);
            events.add(
                    switch (random.nextInt(40)) {
                        case 0 -> new PortEvent.Traffic(at, Direction.TX, random.nextInt(4), 1, 1000, 0);
                        case 1 -> new PortEvent.PauseFrame(at, Direction.RX, random.nextInt(65_536));
                        case 2 -> new PortEvent.PfcFrame(at, Direction.RX, 3, 0);
                        default -> new PortEvent.PfcFrame(at, Direction.RX, random.nextInt(2, 4), 65_535);
                    });
        }
        return events;
    }

    /** Counters, frames, traffic near the line rate and devices' own words of one port, with totals that grow at random. */
    private static List<PortEvent> randomTelemetry(SplittableRandom random) {
        List<PortEvent> events = new ArrayList<>();
        long at = T0;
        long pausedNanos = 0;
        long packets = 0;
        long storms = 0;
        for (int i = 0; i < 1500; i++) {
            long step = random.nextInt(300) == 0 ? random.nextLong(70_000 * MS) : random.nextLong(150 * MS);
            at += step;
            pausedNanos += random.nextInt(4) == 0 ? 0 : step;
            packets += random.nextInt(5) == 0 ? 1000 : 0;
            storms += random.nextInt(40) == 0 ? 1 : 0;
            Refresh refresh = new Refresh(at, 200 * MS);
            events.add(
                    switch (random.nextInt(12)) {
                        case 0, 1 ->
                            new PortEvent.QueueSample(
                                    at, refresh, 3, 3, packets % 3, null, packets, packets * 1500, null, storms, null);
                        case 2, 3, 4 ->
                            new PortEvent.PauseCounters(
                                    at, refresh, Direction.RX, 3, packets, pausedNanos, storms, null);
                        case 5 -> new PortEvent.HostBackPressure(at, refresh, storms, packets, null, storms, null);
                        case 6 -> new PortEvent.LinkHealth(at, refresh, 0L, storms, null, 0L);
                        case 7 -> new PortEvent.Watchdog(at, 3, 3, random.nextBoolean());
                        case 8 -> new PortEvent.PfcFrame(at, Direction.RX, 3, 65_535);
                        default -> new PortEvent.Traffic(at, Direction.TX, 4, 100, step / 80, 0);
                    });
        }
        return events;
    }

    @Test
    void aPauseOfUnknownDirectionClaimsNoStormWhileItsPriorityPasses() {
        for (long us = 0; us < 2_000_000; us += 200) {
            changes.addAll(
                    port.accept(new PortEvent.PfcFrame(T0 + us * 1000, Direction.UNKNOWN, 3, PauseTime.MAX_QUANTA)));
            if (us % 50_000 == 0) {
                changes.addAll(port.accept(new PortEvent.Traffic(T0 + us * 1000, Direction.UNKNOWN, 3, 6, 6_000, 0)));
            }
        }
        assertThat(changes).isEmpty();
    }

    @Test
    void aPauseOfUnknownDirectionAloneOpensWithLowConfidence() {
        for (long us = 0; us < 2_000_000; us += 200) {
            changes.addAll(
                    port.accept(new PortEvent.PfcFrame(T0 + us * 1000, Direction.UNKNOWN, 3, PauseTime.MAX_QUANTA)));
        }
        assertThat(changes).hasSize(1);
        assertThat(changes.get(0).confidence()).isEqualTo(0.5);
    }
}
