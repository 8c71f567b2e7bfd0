package io.stormglass.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What physics alone says about N senders and one receiver. */
final class ClosedFormsTest {
    private static final int WIRE = 4048;
    private static final int PACKETS = 1000;
    private static final double BYTES_PER_PICO = Incast.LINE / 8e12;
    /** Where the link frees in the very picosecond of N arrivals, the packet that leaves then is still counted. */
    private static final long ONE_PACKET = WIRE;

    @ParameterizedTest
    @ValueSource(ints = {8, 16, 64})
    void theFirstRoundTripPilesUpAllWindowsButOne(int senders) {
        Incast.Outcome outcome = Laws.NONE_WITH_WINDOW.incast(senders).run(1);
        assertThat(outcome.peakBytes()).isCloseTo((senders - 1) * 52L * WIRE, within(ONE_PACKET));
        assertThat(outcome.xoff()).isZero();
    }

    /** HPCC sends one packet more before it knows of the queue: the first acknowledgement only gives it something to compare with. */
    @ParameterizedTest
    @ValueSource(ints = {8, 16, 64})
    void hpccPilesUpOnePacketMore(int senders) {
        long expected = ((senders - 1) * 52L + 1) * 4090;
        assertThat(Laws.HPCC.incast(senders).run(1).peakBytes()).isCloseTo(expected, within(4090L));
    }

    /** Timed in nanoseconds as the HPCC simulator is, and started a nanosecond apart, nothing coincides and the formulas hold to the byte. */
    @ParameterizedTest
    @ValueSource(ints = {8, 16, 64})
    void whereNothingCoincidesTheFirstRoundTripIsExact(int senders) {
        long windows = (senders - 1) * 52L;
        Incast windowed = Laws.NONE_WITH_WINDOW.likeNs3(senders).withJitter(1_000);
        assertThat(windowed.run(1).peakBytes()).isEqualTo(windows * WIRE);
        Incast hpcc = Laws.HPCC.likeNs3(senders).withJitter(1_000);
        assertThat(hpcc.run(1).peakBytes()).isEqualTo((windows + 1) * 4090);
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 64})
    void anEndlessBufferHoldsAllButWhatHasLeft(int senders) {
        Incast incast = Laws.NONE.incast(senders);
        BufferSettings endless = BufferSettings.standard()
                .with(new PauseThreshold.Dynamic(1024), 0)
                .withTotal(1L << 40);
        Incast.Outcome outcome = incast.with(withBuffer(incast, endless)).run(1);
        assertThat(outcome.peakBytes()).isCloseTo((long) (senders - 1) * PACKETS * WIRE, within(ONE_PACKET));
        assertThat(outcome.xoff()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"8, 32", "16, 32", "64, 32", "64, 64"})
    void aDynamicThresholdStopsTheQueueWhereTheFormulaSays(int senders, int mebibytes) {
        Incast incast = Laws.NONE.incast(senders);
        BufferSettings buffer = incast.settings().switches().buffer().withTotal((long) mebibytes << 20);
        double loop = 2 * Picos.PER_MICRO * BYTES_PER_PICO;
        double shared = ((long) mebibytes << 20) - (senders + 2) * (1.5 * loop + 4096);
        double expected = senders * (shared / (8 + senders) + 4096 + loop);

        Incast.Outcome outcome = incast.with(withBuffer(incast, buffer)).run(1);

        assertThat((double) outcome.peakBytes()).isCloseTo(expected, within(0.02 * expected));
        assertThat(outcome.xoff()).isPositive().isEqualTo(outcome.xon());
        assertThat(outcome.dropped()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 16, 64})
    void aStaticThresholdStopsEachPortALoopLater(int senders) {
        Incast incast = Laws.NONE.incast(senders);
        BufferSettings buffer =
                new BufferSettings(64L << 20, 0, Headroom.ns3(), new PauseThreshold.Static(200_000), 40_000, 1, 1);
        double expected = 200_000 + 2 * Picos.PER_MICRO * BYTES_PER_PICO;
        HeldBytes held = new HeldBytes(incast.switchNode());
        Emulation emulation = incast.with(withBuffer(incast, buffer)).start(1, held);
        held.emulation = emulation;

        assertThat(emulation.runToQuiet(10 * Picos.PER_MILLI)).isTrue();

        assertThat((double) held.peakBytes).isBetween(expected, expected + 2 * WIRE);
        PortCounters counters = emulation.counters(incast.switchNode(), 0);
        assertThat(counters.xoffSent(3)).isPositive().isEqualTo(counters.xonSent(3));
    }

    /** The most that the switch holds of what came in by port 0. */
    private static final class HeldBytes implements FabricObserver {
        private final int node;
        private @Nullable Emulation emulation;
        private long peakBytes;

        HeldBytes(int node) {
            this.node = node;
        }

        @Override
        public void queueChanged(int device, int port, int priority, long queueBytes, long nowPicos) {
            if (emulation != null) {
                peakBytes = Math.max(peakBytes, emulation.heldBytes(node, 0, 3));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NONE", "NONE_WITH_WINDOW", "DCTCP", "SWIFT_20", "SWIFT_5"})
    void whatKeepsTheLinkBusyDeliversItsPayload(Laws law) {
        double expected = 400 * 4000.0 / WIRE;
        assertThat(law.incast(64).run(1).goodputGbps()).isCloseTo(expected, within(0.005 * expected));
    }

    @Test
    void hpccLeavesOneTwentiethFree() {
        double expected = 0.95 * 400 * 4000.0 / 4090;
        Incast.Outcome outcome = Laws.HPCC.incast(64).withBytes(16_000_000).run(1);
        assertThat(outcome.goodputGbps()).isCloseTo(expected, within(0.005 * expected));
    }

    @ParameterizedTest
    @EnumSource
    void theLastByteIsNeverEarly(Laws law) {
        for (int senders : new int[] {1, 8}) {
            Incast incast = law.incast(senders);
            int wire = incast.settings().wireFormat().fullBytes();
            double micros = (double) senders * PACKETS * wire / BYTES_PER_PICO / Picos.PER_MICRO + 4;
            assertThat(incast.run(1).lastMicros()).as(law + " " + senders).isGreaterThanOrEqualTo(micros);
        }
    }

    @Test
    void aLonePacketTakesTheTimeOfItsWiresAndTransmissions() {
        Incast.Outcome outcome = Laws.NONE.incast(1).withBytes(4000).run(1);
        long transmissions = 2 * (WIRE + 64) * 20;
        assertThat(outcome.emulation().completedPicos(0)).isEqualTo(4 * Picos.PER_MICRO + transmissions);
    }

    private static FabricSettings withBuffer(Incast incast, BufferSettings buffer) {
        return FabricSettings.of(
                incast.settings().wireFormat(), incast.settings().switches().with(buffer));
    }
}
