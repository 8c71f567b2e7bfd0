package io.stormglass.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

final class SchedulerTest {
    @Test
    void strictPrioritiesGoFirstTheHighestBeforeAll() {
        Scheduler scheduler = new Scheduler(SchedulerSettings.allStrict(), 1000);
        assertThat(scheduler.pick(0b0100_1001)).isEqualTo(6);
        assertThat(scheduler.pick(0b0000_1001)).isEqualTo(3);
    }

    @Test
    void weightedPrioritiesShareByBytesWhateverTheirPackets() {
        Scheduler scheduler = new Scheduler(SchedulerSettings.weighted(List.of(3, 2, 1, 1, 1, 1, 1, 1)), 4048);
        int[] packetBytes = {4048, 300, 1500};
        double[] sent = new double[3];
        for (int i = 0; i < 200_000; i++) {
            int priority = scheduler.pick(0b111);
            scheduler.sent(priority, packetBytes[priority]);
            sent[priority] += packetBytes[priority];
        }
        double all = sent[0] + sent[1] + sent[2];
        assertThat(sent[0] / all).isCloseTo(3.0 / 6, within(0.005));
        assertThat(sent[1] / all).isCloseTo(2.0 / 6, within(0.005));
        assertThat(sent[2] / all).isCloseTo(1.0 / 6, within(0.005));
    }

    @Test
    void whoSentAloneForLongIsNotShutOutAfterwards() {
        Scheduler scheduler = new Scheduler(SchedulerSettings.weighted(List.of(1, 1, 1, 1, 1, 1, 1, 1)), 1000);
        for (int i = 0; i < 1_000; i++) {
            scheduler.sent(scheduler.pick(0b1), 1000);
        }
        int first = 0;
        for (int i = 0; i < 20; i++) {
            int priority = scheduler.pick(0b11);
            scheduler.sent(priority, 1000);
            first += priority == 0 ? 1 : 0;
        }
        assertThat(first).isBetween(8, 12);
    }
}
