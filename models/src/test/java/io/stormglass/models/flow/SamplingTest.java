package io.stormglass.models.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stormglass.models.event.FlowEvent;
import io.stormglass.models.event.FlowEventKind;
import io.stormglass.testkit.Seeds;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SamplingTest {
    private static FlowEvent event(FlowEventKind kind, long packets, long bytes) {
        return new FlowEvent(kind, 7, packets, bytes, 9000, 3);
    }

    @Test
    void packetsThatWereLookedAtStandForAllThatWereNot() {
        assertThat(Sampling.scaled(event(FlowEventKind.SENT, 2, 3000), 1000))
                .isEqualTo(event(FlowEventKind.SENT, 2000, 3_000_000));
        assertThat(Sampling.scaled(event(FlowEventKind.CNP_SEEN, 1, 74), 10))
                .isEqualTo(event(FlowEventKind.CNP_SEEN, 10, 740));
        FlowEvent exact = event(FlowEventKind.SENT, 2, 3000);
        assertThat(Sampling.scaled(exact, 1)).isSameAs(exact);
    }

    @Test
    void whatIsNoPacketIsNotMultiplied() {
        for (FlowEventKind kind : new FlowEventKind[] {
            FlowEventKind.DELIVERED, FlowEventKind.RTT_SAMPLE, FlowEventKind.CNP_HANDLED, FlowEventKind.PAUSED
        }) {
            FlowEvent event = event(kind, 2, 3000);
            assertThat(Sampling.scaled(event, 1000)).isSameAs(event);
        }
    }

    @Test
    void anEventNeverStandsForMoreThanATerabyte() {
        FlowEvent scaled = Sampling.scaled(event(FlowEventKind.SENT, 1L << 39, 1L << 40), Integer.MAX_VALUE);
        assertThat(scaled.packets()).isEqualTo(1L << 40);
        assertThat(scaled.bytes()).isEqualTo(1L << 40);
        assertThatThrownBy(() -> Sampling.scaled(scaled, 0)).hasMessageContaining("one packet in 0");
    }

    @Test
    void theIntervalHoldsTheTrueNumberInNineteenOfTwentyCases() {
        assertThat(Sampling.plusMinus(40_000, 1000)).isEqualTo(12_390);
        assertThat(Sampling.plusMinus(40_000, 1)).isZero();
        SplittableRandom random = Seeds.random("sampled packets");
        int inside = 0;
        int runs = 2000;
        for (int run = 0; run < runs; run++) {
            int looked = 0;
            for (int packet = 0; packet < 20_000; packet++) {
                looked += random.nextInt(100) == 0 ? 1 : 0;
            }
            long estimate = looked * 100L;
            inside += Math.abs(estimate - 20_000) <= Sampling.plusMinus(estimate, 100) ? 1 : 0;
        }
        assertThat(inside / (double) runs).isBetween(0.93, 0.97);
    }
}
