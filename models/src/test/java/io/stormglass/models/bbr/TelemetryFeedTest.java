package io.stormglass.models.bbr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stormglass.testkit.Property;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class TelemetryFeedTest {
    private static final int SEGMENT = 4096;
    private static final BbrV1 MODEL = new BbrV1(BbrV1Parameters.hardware(SEGMENT));

    private final AckSample sample = new AckSample();

    @Test
    void workedNumberOfTheHeader() {
        TelemetryFeed feed = new TelemetryFeed();
        assertThat(observe(feed, 0, 1_000_000, 10_000)).isEqualTo(SampleBasis.NONE);
        assertThat(observe(feed, 20_000, 1_500_000, 10_000)).isEqualTo(SampleBasis.APPROXIMATE);
        assertThat(sample.bandwidthBytesPerSecond).isEqualTo(25_000_000_000L);
        assertThat(sample.priorDeliveredBytes).isEqualTo(1_000_000);
        assertThat(observe(feed, 25_000, 1_600_000, 10_000)).isEqualTo(SampleBasis.APPROXIMATE);
        assertThat(sample.priorDeliveredBytes).as("no new round within an RTT").isLessThan(1_500_000);
    }

    @Test
    void knownSendTimesAreUsed() {
        TelemetryFeed feed = new TelemetryFeed();
        observe(feed, 0, 0, 10_000);
        sample.clear();
        sample.nowNanos = 20_000;
        sample.deliveredBytes = 600_000;
        sample.priorDeliveredBytes = 200_000;
        sample.rttNanos = 10_000;
        assertThat(feed.complete(sample, 10_000)).isEqualTo(SampleBasis.STAMPED);
        assertThat(sample.bandwidthBytesPerSecond).isEqualTo(40_000_000_000L);
        assertThat(sample.priorDeliveredBytes).isEqualTo(200_000);
    }

    @Test
    void repeatsOlderReadingsAndCutIdleTimeChangeNothing() {
        Property.check("noise in the feed changes nothing", 100, random -> {
            long seed = random.nextLong();
            assertThat(run(seed, false)).isEqualTo(run(seed, true));
        });
    }

    /** Saved state after a run; with noise every reading is repeated, older ones come again, idle time is reported in pieces. */
    private static byte[] run(long seed, boolean noise) {
        SplittableRandom random = new SplittableRandom(seed);
        SplittableRandom noisy = new SplittableRandom(seed + 1);
        TelemetryFeed feed = new TelemetryFeed();
        BbrState state = MODEL.start(0, AckSample.UNKNOWN);
        AckSample sample = new AckSample();
        long now = 0;
        long delivered = 0;
        long oldNow = 0;
        long oldDelivered = 0;
        step(feed, state, sample, new long[] {0, 0, -1});
        for (int i = 0; i < 300; i++) {
            long gap = random.nextLong(2, 60_000);
            if (noise) {
                for (int piece = 0; piece < 3; piece++) {
                    step(feed, state, sample, new long[] {now + noisy.nextLong(1, gap), delivered, -1});
                }
            }
            now += gap;
            delivered += random.nextLong(1, 3_000_000);
            long rtt = random.nextLong(2_000, 50_000);
            step(feed, state, sample, new long[] {now, delivered, rtt});
            if (noise) {
                step(feed, state, sample, new long[] {now, delivered, rtt});
                step(feed, state, sample, new long[] {oldNow, oldDelivered, 1});
            }
            oldNow = now;
            oldDelivered = delivered;
        }
        ByteBuffer saved = ByteBuffer.allocate(state.savedBytes() + TelemetryFeed.BYTES);
        state.write(saved);
        feed.write(saved);
        return saved.array();
    }

    private static void step(TelemetryFeed feed, BbrState state, AckSample sample, long[] reading) {
        sample.clear();
        sample.nowNanos = reading[0];
        sample.deliveredBytes = reading[1];
        sample.rttNanos = reading[2];
        feed.complete(sample, AckSample.UNKNOWN);
        MODEL.step(state, sample);
    }

    @Test
    void aSteadyFlowIsEstimatedFromBytesAndRttAlone() {
        TelemetryFeed feed = new TelemetryFeed();
        BbrState state = MODEL.start(0, AckSample.UNKNOWN);
        for (int i = 0; i <= 2000; i++) {
            step(feed, state, sample, new long[] {i * 5_000L, i * 250_000L, 12_000});
        }
        assertThat(state.bandwidthBytesPerSecond()).isEqualTo(50_000_000_000L);
        assertThat(state.minRttNanos()).isEqualTo(12_000);
        assertThat(state.roundCount()).as("a round of three readings").isBetween(600, 700);
        assertThat(MODEL.bdpBytes(state)).isEqualTo(600_000);
    }

    @Test
    void anRttWithoutDeliveryIsStillAnRtt() {
        TelemetryFeed feed = new TelemetryFeed();
        observe(feed, 0, 100, AckSample.UNKNOWN);
        assertThat(observe(feed, 10, 100, 7)).isEqualTo(SampleBasis.NONE);
        assertThat(sample.rttNanos).isEqualTo(7);
        assertThat(observe(feed, 10, 100, 7)).isEqualTo(SampleBasis.NONE);
        assertThat(sample.rttNanos).as("the same reading again").isEqualTo(AckSample.UNKNOWN);
    }

    @Test
    void anUnknownLayoutIsRefused() {
        assertThatThrownBy(() -> new TelemetryFeed().read(ByteBuffer.wrap(new byte[TelemetryFeed.BYTES])))
                .hasMessageContaining("layout of a saved telemetry feed is 0");
    }

    private SampleBasis observe(TelemetryFeed feed, long nowNanos, long deliveredBytes, long rttNanos) {
        sample.clear();
        sample.nowNanos = nowNanos;
        sample.deliveredBytes = deliveredBytes;
        sample.rttNanos = rttNanos;
        return feed.complete(sample, AckSample.UNKNOWN);
    }
}
