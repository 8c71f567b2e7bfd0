package io.stormglass.models.bbr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

final class RateEstimatorTest {
    private static final long MILLI = 1_000_000;

    private final RateEstimator rates = new RateEstimator();
    private final AckSample sample = new AckSample();

    @Test
    void workedNumberOfTheHeader() {
        SentStamp[] stamps = sendTen();
        ack(20 * MILLI, stamps[0]);
        ack(21 * MILLI, stamps[1]);
        assertThat(sample.bandwidthBytesPerSecond).isEqualTo(95_238);
        assertThat(sample.rttNanos).isEqualTo(21 * MILLI);
        assertThat(sample.priorDeliveredBytes).isZero();
        assertThat(sample.deliveredBytes).isEqualTo(2000);
    }

    @Test
    void aBurstOfAcknowledgementsDoesNotLookFast() {
        SentStamp[] stamps = sendTen();
        for (SentStamp stamp : stamps) {
            ack(20 * MILLI, stamp);
        }
        assertThat(sample.bandwidthBytesPerSecond).isEqualTo(10_000 * 1000 / 20);
    }

    @Test
    void anIntervalBelowTheMinRttIsNoSample() {
        SentStamp[] stamps = sendTen();
        sample.clear();
        sample.nowNanos = 5 * MILLI;
        rates.acked(sample, stamps[0], 1000, 6 * MILLI);
        assertThat(sample.bandwidthBytesPerSecond).isEqualTo(AckSample.UNKNOWN);
    }

    @Test
    void samplesAreAppLimitedUntilWhatWasInFlightIsDelivered() {
        SentStamp[] stamps = sendTen();
        rates.limitUntil(10_000);
        SentStamp limited = new SentStamp();
        rates.sent(limited, MILLI, 10_000);
        for (SentStamp stamp : stamps) {
            ack(20 * MILLI, stamp);
            assertThat(sample.appLimited).isFalse();
        }
        ack(21 * MILLI, limited);
        assertThat(sample.appLimited).isTrue();
        SentStamp free = new SentStamp();
        rates.sent(free, 22 * MILLI, 0);
        ack(42 * MILLI, free);
        assertThat(sample.appLimited).isFalse();
    }

    @Test
    void savedAndRestoredItGoesOnTheSame() {
        SentStamp[] stamps = sendTen();
        ack(20 * MILLI, stamps[0]);
        ByteBuffer buffer = ByteBuffer.allocate(RateEstimator.BYTES);
        rates.write(buffer);
        assertThat(buffer.remaining()).isZero();
        RateEstimator restored = new RateEstimator();
        restored.read(buffer.flip());
        AckSample other = new AckSample();
        other.nowNanos = 21 * MILLI;
        restored.acked(other, stamps[1], 1000, 0);
        ack(21 * MILLI, stamps[1]);
        assertThat(other.bandwidthBytesPerSecond).isEqualTo(sample.bandwidthBytesPerSecond);
        assertThat(other.deliveredBytes).isEqualTo(sample.deliveredBytes);
    }

    @Test
    void anEmptyAcknowledgementIsRefused() {
        SentStamp[] stamps = sendTen();
        assertThatThrownBy(() -> rates.acked(sample, stamps[0], 0, 0)).hasMessageContaining("bytes is 0");
        assertThatThrownBy(() -> rates.read(ByteBuffer.wrap(new byte[RateEstimator.BYTES])))
                .hasMessageContaining("layout");
    }

    private SentStamp[] sendTen() {
        SentStamp[] stamps = new SentStamp[10];
        for (int i = 0; i < stamps.length; i++) {
            stamps[i] = new SentStamp();
            rates.sent(stamps[i], 0, i * 1000L);
        }
        return stamps;
    }

    private void ack(long nowNanos, SentStamp stamp) {
        sample.clear();
        sample.nowNanos = nowNanos;
        rates.acked(sample, stamp, 1000, 0);
    }
}
