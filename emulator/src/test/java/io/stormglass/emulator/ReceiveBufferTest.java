package io.stormglass.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ReceiveBufferTest {
    private static final WireFormat FORMAT = WireFormat.roce(4096);
    private static final Transport LINE = Transport.of(new CongestionControl.None());

    private static Topology.Link link(int gigabits, int metres) {
        return new Topology.Link(gigabits * 1_000_000_000L, metres * 5L * Picos.PER_NANO);
    }

    /** Host 0 sends to host 1. */
    private static Emulation pair(Topology.Link link, ReceiveBuffer buffer) {
        FabricSettings settings = FabricSettings.of(FORMAT, SwitchSettings.standard())
                .with(NicSettings.standard().with(buffer).withRetransmitPicos(300 * Picos.PER_MICRO));
        Emulation emulation = new Emulation(
                        Topology.star(2, link), settings, new SplittableRandom(1), FabricObserver.NONE)
                .keepFinishedFlows();
        emulation.add(new FlowSpec(0, 1, 4_000_000, 0, 3, LINE));
        return emulation;
    }

    /** A pause frame has to wait for a packet that has begun. */
    private static void sendBack(Emulation emulation) {
        emulation.add(new FlowSpec(1, 0, 4_000_000, 0, 3, LINE));
    }

    @Test
    void theStandardBufferIsTheWorkedNumber() {
        Cable cable = new Cable(0, 1, 400_000_000_000L, Picos.PER_MICRO);
        assertThat(ReceiveBuffer.standard(cable, 4048, 1 << 3).bytes()).isEqualTo(374_544);
        assertThat(ReceiveBuffer.standard(cable, 4048, 0b11000).bytes()).isEqualTo(2 * 374_544);
    }

    @ParameterizedTest
    @CsvSource({"10, 2", "25, 100", "50, 2", "100, 2000", "200, 100", "400, 2", "400, 2000", "800, 2", "800, 2000"})
    void aBufferThatIsNotDrainedLosesNothingWithHeadroomAndSomethingWithAThirdOfIt(int gigabits, int metres) {
        Topology.Link link = link(gigabits, metres);
        ReceiveBuffer whole = ReceiveBuffer.standard(link.between(0, 1), FORMAT.fullBytes(), 1 << 3);
        Emulation emulation = pair(link, whole);
        sendBack(emulation);
        emulation.actions().stopDraining(1);
        emulation.runUntil(5 * Picos.PER_MILLI);
        assertThat(emulation.paused(2, 1)).isEqualTo(1 << 3);
        assertThat(emulation.nicCounters(1).receiveDropped()).isZero();
        assertThat(emulation.receiveBufferBytes(1)).isBetween(whole.xoffBytes(), whole.bytes());

        long headroom = whole.bytes() - whole.xoffBytes();
        ReceiveBuffer third = new ReceiveBuffer(
                whole.xoffBytes() + headroom / 3,
                whole.xoffBytes(),
                whole.xonBytes(),
                whole.drainBitsPerSecond(),
                1 << 3);
        Emulation lossy = pair(link, third);
        sendBack(lossy);
        lossy.actions().stopDraining(1);
        lossy.runUntil(5 * Picos.PER_MILLI);
        assertThat(lossy.nicCounters(1).receiveDropped()).isPositive();
    }

    @Test
    void aBufferOfTheSettingsDrainsAtItsRateWithoutAnyFault() {
        Topology.Link link = link(100, 100);
        long drain = 40_000_000_000L;
        ReceiveBuffer slow = ReceiveBuffer.standard(link.between(0, 1), FORMAT.fullBytes(), 1 << 3)
                .withDrain(drain);
        Emulation emulation = pair(link, slow);
        assertThat(emulation.runToQuiet(5 * Picos.PER_MILLI)).isTrue();
        double seconds = emulation.completedPicos(0) / 1e12;
        double wireBits = 8.0 * 4_000_000 * FORMAT.fullBytes() / FORMAT.payloadBytes();
        assertThat(wireBits / seconds / drain).isCloseTo(1, within(0.01));
        assertThat(emulation.counters(1, 0).xoffSent(3))
                .isPositive()
                .isEqualTo(emulation.counters(1, 0).xonSent(3));
        assertThat(emulation.nicCounters(1).receiveDropped()).isZero();
    }

    @Test
    void aBufferThatIsFasterThanItsLineHoldsOnePacketAndPausesNobody() {
        Topology.Link link = link(100, 100);
        ReceiveBuffer fast = ReceiveBuffer.standard(link.between(0, 1), FORMAT.fullBytes(), 1 << 3);
        Emulation emulation = pair(link, fast);
        for (int micros = 1; micros < 300; micros++) {
            emulation.runUntil(micros * Picos.PER_MICRO);
            assertThat(emulation.receiveBufferBytes(1)).isBetween(0L, (long) FORMAT.fullBytes());
        }
        assertThat(emulation.runToQuiet(5 * Picos.PER_MILLI)).isTrue();
        assertThat(emulation.counters(1, 0).xoffSent(3)).isZero();
        assertThat(emulation.nicCounters(1).receiveBufferOverThreshold()).isZero();
    }

    @Test
    void whatCannotBeIsRefused() {
        assertThatThrownBy(() -> new ReceiveBuffer(100, 200, 0, 1, 0)).hasMessageContaining("200");
        assertThatThrownBy(() -> new ReceiveBuffer(100, 50, 60, 1, 0)).hasMessageContaining("60");
        assertThatThrownBy(() -> new ReceiveBuffer(100, 50, 40, 0, 0)).hasMessageContaining("drain");
        assertThatThrownBy(() -> new ReceiveBuffer(100, 50, 40, 1, 256)).hasMessageContaining("256");
    }
}
