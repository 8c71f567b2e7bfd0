package io.stormglass.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Figures of uet-htsim (40ccb05) beside ours, for what both model alike: senders without congestion control, held up by a fixed PFC threshold or by nothing
 * (simulators.md, section 2). Wire 4064 bytes, 1001 packets a flow, XOFF at 200 KB and XON at 160 KB of each ingress port, exact time.
 */
final class HtsimTablesTest {
    private static final WireFormat WIRE = new WireFormat(4000, 64, 64, 64, 64);
    private static final long ENDLESS = 1L << 30;
    private static final long PACKETS_1001 = 1001 * 4000L;

    private static Incast.Outcome run(int senders, PauseThreshold threshold, long xonOffsetBytes) {
        BufferSettings buffer = BufferSettings.standard().withTotal(ENDLESS).with(threshold, xonOffsetBytes);
        FabricSettings fabric =
                FabricSettings.of(WIRE, SwitchSettings.standard().with(buffer));
        Incast.Outcome outcome = Incast.of(senders, fabric, Transport.of(new CongestionControl.None()))
                .withBytes(PACKETS_1001)
                .run(1);
        assertThat(outcome.quiet()).isTrue();
        assertThat(outcome.dropped()).isZero();
        assertThat(outcome.xon()).isEqualTo(outcome.xoff());
        return outcome;
    }

    @ParameterizedTest
    @CsvSource({"8, 643, 655, 2.33, 1.95, 119", "64, 5137, 5211, 19.4, 18, 1664"})
    void aFixedThresholdHoldsTheQueueWhereTheirsIs(
            int senders, double mean, double last, double peak, double queue, double xoff) {
        Incast.Outcome ours = run(senders, new PauseThreshold.Static(200_000), 40_000);
        assertThat(ours.meanMicros()).isCloseTo(mean, within(0.03 * mean));
        assertThat(ours.lastMicros()).isCloseTo(last, within(0.03 * last));
        assertThat(ours.peakBytes() / 1e6).isCloseTo(peak, within(0.02 * peak));
        assertThat(ours.meanQueueBytes() / 1e6).isCloseTo(queue, within(0.15 * queue));
        assertThat((double) ours.xoff()).isCloseTo(xoff, within(0.1 * xoff));
    }

    @ParameterizedTest
    @CsvSource({"8, 654, 654, 28.5, 14.2", "64, 5203, 5206, 256, 128"})
    void anEndlessBufferTakesAll(int senders, double mean, double last, double peak, double queue) {
        Incast.Outcome ours = run(senders, new PauseThreshold.Static(ENDLESS), 0);
        assertThat(ours.meanMicros()).isCloseTo(mean, within(0.03 * mean));
        assertThat(ours.lastMicros()).isCloseTo(last, within(0.03 * last));
        assertThat(ours.peakBytes() / 1e6).isCloseTo(peak, within(0.02 * peak));
        assertThat(ours.meanQueueBytes() / 1e6).isCloseTo(queue, within(0.02 * queue));
        assertThat(ours.xoff()).isZero();
    }
}
