package io.stormglass.models.congestion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stormglass.models.event.Direction;
import io.stormglass.models.event.PortEvent;
import io.stormglass.models.event.Refresh;
import io.stormglass.models.shadow.QueueSign;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class NicClassesTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long T0 = 1_700_000_000L * SECOND;

    private PortCongestion port = new PortCongestion(CongestionSettings.defaults());
    private long second;

    private void poll(
            @Nullable Long ce,
            @Nullable Long sent,
            @Nullable Long handled,
            @Nullable Long ignored,
            @Nullable Long slowRestart) {
        pollAt(second++, ce, sent, handled, ignored, slowRestart);
    }

    private void pollAt(
            long atSecond,
            @Nullable Long ce,
            @Nullable Long sent,
            @Nullable Long handled,
            @Nullable Long ignored,
            @Nullable Long slowRestart) {
        long at = T0 + atSecond * SECOND;
        port.accept(new PortEvent.NicCongestion(at, new Refresh(at, SECOND), ce, sent, handled, ignored, slowRestart));
    }

    private void sentBytes(long bytes) {
        port.accept(new PortEvent.Traffic(T0 + second * SECOND, Direction.TX, 3, 1, bytes, 0));
    }

    private NicReading reading() {
        return reading(QueueSign.UNKNOWN);
    }

    private NicReading reading(QueueSign sign) {
        return port.nic(T0 + Math.max(0, second - 1) * SECOND, sign);
    }

    private NicClass nicClass() {
        return reading().nicClass();
    }

    @Test
    void aReceiverThatSendsNoCnpForMarksIsOff() {
        poll(100L, 7L, 5L, 0L, 0L);
        poll(110L, 7L, 5L, 0L, 0L);
        poll(130L, 7L, 5L, 0L, 0L);
        NicReading reading = reading();
        assertThat(reading.nicClass()).isEqualTo(NicClass.CC_OFF);
        assertThat(reading.evidence())
                .isEqualTo("receiver's side: 30 packets with CE, 0 CNPs sent; "
                        + "sender's side: 0 CNPs handled, 0 ignored");
        assertThat(reading.cnpsPerCe()).isZero();
        assertThat(reading.coveredNanos()).isEqualTo(2 * SECOND);
    }

    @Test
    void aReceiverIsNotOffWhileItsCounterOfCnpsNeverCounted() {
        for (long i = 0; i < 20; i++) {
            poll(i * 1000, 0L, 0L, 0L, 0L);
        }
        NicReading reading = reading();
        assertThat(reading.nicClass()).isEqualTo(NicClass.NOT_OBSERVABLE);
        assertThat(reading.missing())
                .isEqualTo("a counter of CNPs sent that was seen to count; "
                        + "a counter of CNPs handled that was seen to count");
    }

    @Test
    void countersThatAreConstantZeroAreNotObservable() {
        for (int i = 0; i < 20; i++) {
            poll(0L, 0L, 0L, 0L, 0L);
            assertThat(reading(QueueSign.PASSED_KMAX).nicClass()).isIn(NicClass.NOT_OBSERVABLE, NicClass.UNKNOWN);
            assertThat(reading(QueueSign.BELOW_KMIN).nicClass()).isIn(NicClass.NOT_OBSERVABLE, NicClass.UNKNOWN);
        }
        assertThat(nicClass()).isEqualTo(NicClass.NOT_OBSERVABLE);
    }

    @Test
    void countersThatAreAbsentAreNotObservable() {
        poll(null, null, null, null, null);
        NicReading reading = reading();
        assertThat(reading.nicClass()).isEqualTo(NicClass.NOT_OBSERVABLE);
        assertThat(reading.missing()).isEqualTo("a counter of CNPs sent; a counter of CNPs handled");
        assertThat(reading.ceReceived()).isNull();
        assertThat(reading.cnpsPerCe()).isNull();
    }

    @Test
    void aPortWithoutCongestionCountersIsNotObservable() {
        assertThat(port.nicSeen()).isFalse();
        assertThat(nicClass()).isEqualTo(NicClass.NOT_OBSERVABLE);
    }

    @Test
    void marksOfOneIntervalAloneAreNoProof() {
        poll(100L, 7L, null, null, null);
        poll(200L, 7L, null, null, null);
        // Their CNPs may be counted with the next refresh.
        assertThat(nicClass()).isEqualTo(NicClass.UNKNOWN);
        poll(200L, 7L, null, null, null);
        assertThat(nicClass()).isEqualTo(NicClass.UNKNOWN);
        poll(210L, 7L, null, null, null);
        assertThat(nicClass()).isEqualTo(NicClass.UNKNOWN);
        poll(220L, 7L, null, null, null);
        assertThat(nicClass()).isEqualTo(NicClass.CC_OFF);
    }

    @Test
    void oneCnpWithinTheTimeLookedAtForbidsOff() {
        poll(0L, 7L, null, null, null);
        poll(100L, 8L, null, null, null);
        for (long i = 1; i < 8; i++) {
            poll(100 + 100 * i, 8L, null, null, null);
            assertThat(nicClass()).as("interval " + i).isEqualTo(NicClass.UNKNOWN);
        }
        poll(900L, 8L, null, null, null);
        assertThat(nicClass()).isEqualTo(NicClass.CC_OFF);
    }

    @Test
    void marksAndCnpsOfDifferentIntervalsAreNotJoined() {
        poll(0L, 7L, null, null, null);
        poll(20L, 7L, null, null, null);
        poll(20L, null, null, null, null);
        poll(20L, 9L, null, null, null);
        poll(40L, 9L, null, null, null);
        // Each side of the hole saw marks in one interval only.
        assertThat(nicClass()).isEqualTo(NicClass.UNKNOWN);
    }

    @Test
    void marksThatAreNoLongerCountedProveNothing() {
        poll(100L, 7L, null, null, null);
        poll(120L, 7L, null, null, null);
        poll(140L, 7L, null, null, null);
        assertThat(nicClass()).isEqualTo(NicClass.CC_OFF);
        poll(null, 7L, null, null, null);
        assertThat(nicClass()).isEqualTo(NicClass.UNKNOWN);
    }

    @Test
    void aReceiverThatAnswersMarksIsHandling() {
        poll(0L, 0L, 0L, 0L, 0L);
        poll(50L, 10L, 0L, 0L, 0L);
        poll(90L, 20L, 0L, 0L, 0L);
        NicReading reading = reading();
        assertThat(reading.nicClass()).isEqualTo(NicClass.HANDLING);
        assertThat(reading.cnpsPerCe()).isEqualTo(20 / 90.0);
        assertThat(reading.missing()).isEqualTo("a counter of CNPs handled that was seen to count");
    }

    @Test
    void aSenderThatIgnoresNineInTenCnpsIsOff() {
        poll(null, null, 10L, 0L, 0L);
        poll(null, null, 12L, 18L, 0L);
        assertThat(nicClass()).isEqualTo(NicClass.CC_OFF);
        assertThat(reading().evidence()).contains("sender's side: 2 CNPs handled, 18 ignored");
    }

    @Test
    void ignoringLessOrFewerIsNotOff() {
        poll(null, null, 10L, 0L, 0L);
        poll(null, null, 12L, 17L, 0L);
        assertThat(nicClass()).isEqualTo(NicClass.UNKNOWN);
        assertThat(reading().missing()).contains("part of the CNPs is ignored");
        port = new PortCongestion(CongestionSettings.defaults());
        poll(null, null, 10L, 0L, 0L);
        poll(null, null, 10L, 15L, 0L);
        assertThat(nicClass()).isEqualTo(NicClass.UNKNOWN);
    }

    @Test
    void offOnOneSideIsOffAndTheOtherSideIsNamed() {
        poll(100L, 7L, 0L, 0L, 0L);
        poll(120L, 7L, 50L, 0L, 0L);
        poll(140L, 7L, 99L, 0L, 0L);
        assertThat(nicClass()).isEqualTo(NicClass.CC_OFF);
        assertThat(reading().evidence()).endsWith("sender's side: 99 CNPs handled, 0 ignored");
    }

    @Test
    void theWorkedNumberOfTheClassifierHolds() {
        for (long i = 0; i <= 8; i++) {
            poll(1000 + 5 * i, 7L, i < 8 ? 0L : 20L, i < 8 ? 0L : 3L, i < 8 ? 0L : 20L);
        }
        assertThat(nicClass()).isEqualTo(NicClass.CC_OFF);
        assertThat(reading().evidence())
                .isEqualTo("receiver's side: 40 packets with CE, 0 CNPs sent; "
                        + "sender's side: 0 CNPs handled, 3 ignored");
    }

    @Test
    void slowRestartCnpsAreTakenOut() {
        // sonic-buildimage#21891: 144 handled, 144 from slow restart, no mark anywhere.
        poll(0L, 0L, 0L, 0L, 0L);
        poll(0L, 0L, 144L, 0L, 144L);
        assertThat(nicClass()).isEqualTo(NicClass.UNKNOWN);
        assertThat(reading().cnpHandled()).isEqualTo(144);
        assertThat(reading().evidence()).endsWith("sender's side: 0 CNPs handled, 0 ignored");
        poll(0L, 0L, 244L, 0L, 200L);
        assertThat(nicClass()).isEqualTo(NicClass.HANDLING);
        assertThat(reading().evidence()).endsWith("sender's side: 44 CNPs handled, 0 ignored");
    }

    @Test
    void aReadBetweenTwoCountersMakesNoNegativeCount() {
        poll(0L, 0L, 10L, 0L, 0L);
        sentBytes(1_000_000_000);
        poll(0L, 0L, 10L, 0L, 30L);
        assertThat(reading().evidence()).endsWith("sender's side: 0 CNPs handled, 0 ignored");
        assertThat(reading().handledPerGigabyte()).isZero();
        poll(0L, 0L, 60L, 0L, 30L);
        assertThat(reading().evidence()).endsWith("sender's side: 20 CNPs handled, 0 ignored");
    }

    @Test
    void withoutACounterOfIgnoredCnpsThoseThatArriveAreNotCalledHandled() {
        poll(null, null, 10L, null, null);
        poll(null, null, 1010L, null, null);
        NicReading reading = reading();
        assertThat(reading.nicClass()).isEqualTo(NicClass.UNKNOWN);
        assertThat(reading.evidence()).endsWith("sender's side: 1000 CNPs arrived");
        assertThat(reading.missing()).endsWith("a counter of CNPs ignored");
    }

    @Test
    void noMarksIsNotCongestedOnlyWithTheQueueBelowKmin() {
        poll(100L, 7L, 5L, 0L, 0L);
        poll(100L, 7L, 5L, 0L, 0L);
        assertThat(reading(QueueSign.BELOW_KMIN).nicClass()).isEqualTo(NicClass.NOT_CONGESTED);
        assertThat(reading(QueueSign.BETWEEN).nicClass()).isEqualTo(NicClass.UNKNOWN);
        assertThat(reading(QueueSign.UNKNOWN).nicClass()).isEqualTo(NicClass.UNKNOWN);
        assertThat(reading(QueueSign.UNKNOWN).missing()).contains("the watermark of the queue");
        // Then the switch does not mark; that is not this NIC's doing.
        assertThat(reading(QueueSign.PASSED_KMAX).nicClass()).isEqualTo(NicClass.UNKNOWN);
        assertThat(reading(QueueSign.PASSED_KMAX).missing()).startsWith("marks of the switch");
    }

    @Test
    void cnpsPerGigabyteAreJoinedOverTheSameRefreshes() {
        sentBytes(999_000_000_000L);
        poll(0L, 0L, 100L, 0L, 0L);
        sentBytes(1_500_000_000L);
        sentBytes(500_000_000L);
        poll(0L, 0L, 150L, 4L, 10L);
        NicReading reading = reading();
        assertThat(reading.sentBytes()).isEqualTo(2_000_000_000L);
        assertThat(reading.handledPerGigabyte()).isCloseTo(20.0, within(1e-12));
        assertThat(reading.ignoredPerGigabyte()).isCloseTo(2.0, within(1e-12));
        sentBytes(7_000_000_000L);
        poll(0L, 0L, null, 4L, 10L);
        assertThat(reading().handledPerGigabyte()).isCloseTo(20.0, within(1e-12));
        assertThat(reading().ignoredPerGigabyte()).isCloseTo(4 / 9.0, within(1e-12));
    }

    @Test
    void withoutTrafficNothingIsSaidPerGigabyte() {
        poll(0L, 0L, 100L, 0L, 0L);
        poll(0L, 0L, 150L, 4L, 10L);
        assertThat(reading().sentBytes()).isNull();
        assertThat(reading().handledPerGigabyte()).isNull();
    }

    @Test
    void aResetIsNeverAHugeDeltaAndEndsWhatWasKnown() {
        poll(900_400L, 500L, 900_400L, 3L, 0L);
        poll(900_400L, 500L, 900_400L, 3L, 0L);
        poll(12L, 0L, 12L, 0L, 0L);
        NicReading reading = reading();
        assertThat(reading.ceReceived()).isZero();
        assertThat(reading.cnpHandled()).isZero();
        assertThat(port.quality()).containsExactly("congestion-counter-reset");
        for (long i = 1; i < 10; i++) {
            poll(12 + 50 * i, 0L, 12L, 0L, 0L);
            // CNPs sent were counted once, but the driver started anew and the counter has been 0 since.
            assertThat(nicClass()).as("refresh " + i).isEqualTo(NicClass.UNKNOWN);
        }
        assertThat(port.quality()).isEmpty();
    }

    @Test
    void aWrapOfAKnownWidthIsGrowthAndElseAReset() {
        for (int width : new int[] {32, 64}) {
            port = new PortCongestion(CongestionSettings.defaults().withCounterWidthBits(width));
            poll(null, null, 4_294_967_290L, 0L, 0L);
            poll(null, null, 14L, 0L, 0L);
            assertThat(reading().cnpHandled()).isEqualTo(width == 32 ? 20L : null);
            assertThat(nicClass()).isEqualTo(width == 32 ? NicClass.HANDLING : NicClass.UNKNOWN);
        }
    }

    @Test
    void theSameSnapshotOrAnOlderOneIsNoSample() {
        pollAt(10, 100L, 7L, 5L, 0L, 0L);
        pollAt(11, 120L, 9L, 5L, 0L, 0L);
        PortCongestionState before = port.state();
        pollAt(11, 120L, 9L, 5L, 0L, 0L);
        pollAt(11, 9_000L, 9_000L, 9_000L, 9_000L, 0L);
        pollAt(10, 100L, 7L, 5L, 0L, 0L);
        assertThat(port.state()).isEqualTo(before);
    }

    @Test
    void aLatePollIsALongerInterval() {
        pollAt(0, 0L, 0L, 0L, 0L, 0L);
        pollAt(100, 400L, 100L, 0L, 0L, 0L);
        NicReading reading = port.nic(T0 + 100 * SECOND, QueueSign.UNKNOWN);
        assertThat(reading.nicClass()).isEqualTo(NicClass.HANDLING);
        assertThat(reading.cnpsPerCe()).isEqualTo(0.25);
        assertThat(reading.coveredNanos()).isEqualTo(100 * SECOND);
    }

    @Test
    void whatIsTooOldDecidesNothing() {
        pollAt(0, 0L, 0L, 0L, 0L, 0L);
        pollAt(1, 400L, 100L, 0L, 0L, 0L);
        assertThat(port.nic(T0 + 31 * SECOND, QueueSign.UNKNOWN).nicClass()).isEqualTo(NicClass.HANDLING);
        NicReading late = port.nic(T0 + 32 * SECOND, QueueSign.UNKNOWN);
        assertThat(late.nicClass()).isEqualTo(NicClass.UNKNOWN);
        assertThat(late.evidence()).isEqualTo("newest refresh 31 s ago");
        assertThat(port.wentStale(T0 + 31 * SECOND, T0 + 32 * SECOND)).isTrue();
        assertThat(port.wentStale(T0 + 32 * SECOND, T0 + 33 * SECOND)).isFalse();
    }

    @Test
    void moreCnpsThanMarksIsFlaggedAndNotClipped() {
        poll(0L, 0L, null, null, null);
        poll(100L, 103L, null, null, null);
        assertThat(reading().cnpsPerCe()).isEqualTo(1.03);
        assertThat(port.quality()).containsExactly("more-cnps-than-ce");
    }
}
