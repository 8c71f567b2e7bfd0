package io.stormglass.models.congestion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stormglass.models.event.PortEvent;
import io.stormglass.models.event.Refresh;
import io.stormglass.models.shadow.QueueSign;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class QueueClassesTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long T0 = 1_700_000_000L * SECOND;
    private static final long KB = 1000;

    private final PortCongestion port = new PortCongestion(CongestionSettings.defaults());
    private long second;

    private void sample(@Nullable Long depth, @Nullable Long watermark, @Nullable Long packets, @Nullable Long marked) {
        second += 10;
        sampleAt(second, 3, depth, watermark, packets, marked);
    }

    private void sampleAt(
            long atSecond,
            int queue,
            @Nullable Long depth,
            @Nullable Long watermark,
            @Nullable Long packets,
            @Nullable Long marked) {
        long at = T0 + atSecond * SECOND;
        port.accept(new PortEvent.QueueSample(
                at, new Refresh(at, 10 * SECOND), 3, queue, depth, watermark, packets, null, marked, 0L, 0L));
    }

    private void thresholds() {
        port.thresholds(3, 3, new QueueThresholds(100 * KB, 400 * KB));
    }

    private QueueReading reading() {
        return port.queues(T0 + second * SECOND).get(0);
    }

    private QueueClass queueClass() {
        return reading().queueClass();
    }

    @Test
    void belowKminIsNotCongested() {
        thresholds();
        sample(0L, 50 * KB, 10L, 0L);
        assertThat(queueClass()).isEqualTo(QueueClass.UNKNOWN);
        assertThat(reading().missing()).isEqualTo("a second refresh");
        sample(0L, 50 * KB, 20L, 0L);
        assertThat(queueClass()).isEqualTo(QueueClass.NOT_CONGESTED);
        assertThat(reading().sign()).isEqualTo(QueueSign.BELOW_KMIN);
        assertThat(reading().signNanos()).isEqualTo(T0 + 20 * SECOND);
        sample(0L, 100 * KB, 30L, 0L);
        assertThat(queueClass()).isEqualTo(QueueClass.UNKNOWN);
        assertThat(reading().sign()).isEqualTo(QueueSign.BETWEEN);
    }

    @Test
    void anEmptyQueueIsNotCongestedWhateverKminIs() {
        sample(0L, 0L, 10L, null);
        sample(0L, 0L, 20L, null);
        assertThat(queueClass()).isEqualTo(QueueClass.NOT_CONGESTED);
        sample(0L, 1L, 20L, null);
        assertThat(queueClass()).isEqualTo(QueueClass.UNKNOWN);
        assertThat(reading().missing()).startsWith("Kmin and Kmax of the queue");
        assertThat(reading().sign()).isEqualTo(QueueSign.UNKNOWN);
    }

    @Test
    void aDepthPolledBelowKminProvesNothing() {
        thresholds();
        for (int i = 0; i < 20; i++) {
            sample(10 * KB, null, 10L * i, null);
        }
        assertThat(queueClass()).isEqualTo(QueueClass.UNKNOWN);
        assertThat(reading().sign()).isEqualTo(QueueSign.UNKNOWN);
    }

    @Test
    void aDepthPolledPastKmaxIsPastKmax() {
        thresholds();
        sample(500 * KB, null, 10L, null);
        assertThat(queueClass()).isEqualTo(QueueClass.PAST_KMAX);
    }

    @Test
    void aQueueThatMarksIsMarking() {
        sample(0L, 200 * KB, 10L, 0L);
        sample(0L, 200 * KB, 20L, 5L);
        assertThat(queueClass()).isEqualTo(QueueClass.MARKING);
        assertThat(reading().missing()).isEqualTo("Kmin and Kmax of the queue");
        assertThat(reading().marked()).isEqualTo(5);
        assertThat(reading().sign()).isEqualTo(QueueSign.BETWEEN);
        thresholds();
        assertThat(queueClass()).isEqualTo(QueueClass.MARKING);
        assertThat(reading().missing()).isEmpty();
    }

    @Test
    void marksAreForgottenAfterEightIntervals() {
        thresholds();
        sample(0L, 50 * KB, 10L, 0L);
        sample(0L, 50 * KB, 10L, 5L);
        for (int i = 0; i < 7; i++) {
            sample(0L, 50 * KB, 10L, 5L);
            assertThat(queueClass()).isEqualTo(QueueClass.MARKING);
        }
        sample(0L, 50 * KB, 10L, 5L);
        assertThat(queueClass()).isEqualTo(QueueClass.NOT_CONGESTED);
    }

    @Test
    void pastKmaxWithMarksIsPastKmax() {
        thresholds();
        sample(0L, 0L, 10L, 0L);
        sample(0L, 450 * KB, 20L, 9L);
        sample(0L, 470 * KB, 30L, 19L);
        assertThat(queueClass()).isEqualTo(QueueClass.PAST_KMAX);
        assertThat(reading().missing()).isEmpty();
        assertThat(reading().sign()).isEqualTo(QueueSign.PASSED_KMAX);
        assertThat(reading().signNanos()).isEqualTo(T0 + 30 * SECOND);
        assertThat(reading().peakBytes()).isEqualTo(470 * KB);
    }

    @Test
    void pastKmaxTwiceWhileLiveMarksStandStillIsUnmarked() {
        thresholds();
        sample(0L, 0L, 10L, 900L);
        sample(0L, 450 * KB, 20L, 900L);
        assertThat(queueClass()).isEqualTo(QueueClass.PAST_KMAX);
        sample(0L, 470 * KB, 30L, 900L);
        sample(0L, 30 * KB, 40L, 900L);
        QueueReading reading = reading();
        assertThat(reading.queueClass()).isEqualTo(QueueClass.UNMARKED_PAST_KMAX);
        assertThat(reading.evidence())
                .isEqualTo("past Kmax 400000 bytes in 2 intervals, peak 470000 bytes, 0 packets marked; "
                        + "marking is off or its packets are not ECN-capable");
    }

    @Test
    void constantZeroOrAbsentMarksNeverMakeItUnmarked() {
        thresholds();
        for (Long marks : new Long[] {0L, null}) {
            for (int i = 0; i < 10; i++) {
                sample(500 * KB, (500 + i) * KB, 10L + second, marks);
            }
            assertThat(queueClass()).isEqualTo(QueueClass.PAST_KMAX);
            assertThat(reading().missing()).startsWith("a counter of marks");
        }
    }

    @Test
    void marksThatCountOnAnotherQueueOfThePortAreLive() {
        thresholds();
        sampleAt(1, 4, null, null, 10L, 77L);
        sample(0L, 0L, 10L, 0L);
        sample(0L, 450 * KB, 20L, 0L);
        sample(0L, 470 * KB, 30L, 0L);
        assertThat(queueClass()).isEqualTo(QueueClass.UNMARKED_PAST_KMAX);
    }

    @Test
    void aQueueThatSendsNothingCannotMark() {
        thresholds();
        sample(0L, 0L, 10L, 900L);
        sample(500 * KB, 500 * KB, 10L, 900L);
        sample(500 * KB, 501 * KB, 10L, 900L);
        assertThat(queueClass()).isEqualTo(QueueClass.PAST_KMAX);
    }

    @Test
    void aWatermarkThatStandsStillDatesNoPeak() {
        thresholds();
        sample(0L, 900 * KB, 10L, 5L);
        for (int i = 0; i < 20; i++) {
            sample(0L, 900 * KB, 20L + i, 5L);
        }
        // Somebody cleared it last week; when it was that deep is not known.
        assertThat(queueClass()).isEqualTo(QueueClass.UNKNOWN);
        assertThat(reading().peakBytes()).isZero();
        assertThat(reading().sign()).isEqualTo(QueueSign.UNKNOWN);
    }

    @Test
    void aClearedWatermarkIsAPeakOfItsOwn() {
        thresholds();
        sample(0L, 900 * KB, 10L, 5L);
        sample(0L, 20 * KB, 20L, 5L);
        assertThat(queueClass()).isEqualTo(QueueClass.NOT_CONGESTED);
        assertThat(reading().peakBytes()).isEqualTo(20 * KB);
    }

    @Test
    void groupsWithRefreshesOfTheirOwnAreJoinedOverTheLongerOne() {
        thresholds();
        for (long at = 0; at <= 180; at += 10) {
            sampleAt(at, 3, null, null, 10L + at, 900L);
            if (at % 60 == 0) {
                sampleAt(at, 3, null, 450 * KB + at, null, null);
            }
        }
        assertThat(port.queues(T0 + 180 * SECOND).get(0).queueClass()).isEqualTo(QueueClass.UNMARKED_PAST_KMAX);
        PortCongestionState stored = port.state();
        sampleAt(190, 3, null, null, 300L, 901L);
        assertThat(port.queues(T0 + 190 * SECOND).get(0).queueClass())
                .as("one mark later")
                .isEqualTo(QueueClass.PAST_KMAX);
        assertThat(new PortCongestion(CongestionSettings.defaults(), stored).queues(T0 + 180 * SECOND))
                .first()
                .extracting(QueueReading::queueClass)
                .isEqualTo(QueueClass.UNMARKED_PAST_KMAX);
    }

    @Test
    void marksThatWereNotReadYetProveNothing() {
        thresholds();
        for (long at = 0; at <= 120; at += 10) {
            sampleAt(at, 3, null, null, 10L + at, at <= 60 ? (Long) 900L : null);
            if (at % 60 == 0) {
                sampleAt(at, 3, null, 450 * KB + at, null, null);
            }
        }
        assertThat(port.queues(T0 + 120 * SECOND).get(0).queueClass()).isEqualTo(QueueClass.PAST_KMAX);
        sampleAt(121, 3, null, null, 200L, 900L);
        assertThat(port.queues(T0 + 121 * SECOND).get(0).queueClass()).isEqualTo(QueueClass.UNMARKED_PAST_KMAX);
    }

    @Test
    void aQueueThatPausedItsPeersIsPausingOrUnmarked() {
        sample(0L, 10 * KB, 10L, 900L);
        port.pausedPeers(3, 3, T0 + 12 * SECOND, T0 + 14 * SECOND);
        sample(0L, 10 * KB, 20L, 901L);
        assertThat(queueClass()).isEqualTo(QueueClass.PAUSING);
        assertThat(reading().sign()).isEqualTo(QueueSign.PASSED_KMAX);
        port.pausedPeers(3, 3, T0 + 22 * SECOND, T0 + 24 * SECOND);
        port.pausedPeers(3, 3, T0 + 26 * SECOND, T0 + 27 * SECOND);
        assertThat(queueClass()).isEqualTo(QueueClass.PAUSING);
        sample(0L, 10 * KB, 30L, 901L);
        assertThat(queueClass()).isEqualTo(QueueClass.UNMARKED_PAST_KMAX);
        assertThatThrownBy(() -> port.pausedPeers(3, 3, 2, 1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void withoutWatermarkAndMarksItIsNotObservable() {
        for (int i = 0; i < 3; i++) {
            sample(0L, null, 10L * i, null);
        }
        assertThat(queueClass()).isEqualTo(QueueClass.NOT_OBSERVABLE);
        for (int i = 0; i < 3; i++) {
            sample(0L, null, 30L, 0L);
        }
        assertThat(queueClass()).isEqualTo(QueueClass.NOT_OBSERVABLE);
        sample(0L, null, 30L, 3L);
        assertThat(queueClass()).isEqualTo(QueueClass.MARKING);
    }

    @Test
    void aResetIsNoGrowthAndNoStandstill() {
        thresholds();
        sample(0L, 0L, 10L, 900L);
        sample(0L, 450 * KB, 20L, 900L);
        sample(0L, 470 * KB, 5L, 3L);
        assertThat(queueClass()).isEqualTo(QueueClass.PAST_KMAX);
        assertThat(reading().marked()).isZero();
        assertThat(reading().sentPackets()).isEqualTo(10);
        assertThat(port.quality()).containsExactly("queue-counter-reset");
    }

    @Test
    void whatIsTooOldDecidesNothing() {
        sample(0L, 0L, 10L, null);
        sample(0L, 0L, 10L, null);
        second += 30;
        assertThat(queueClass()).isEqualTo(QueueClass.NOT_CONGESTED);
        second += 1;
        assertThat(queueClass()).isEqualTo(QueueClass.UNKNOWN);
        assertThat(reading().sign()).isEqualTo(QueueSign.UNKNOWN);
        assertThat(reading().missing()).isEqualTo("a refresh");
    }
}
