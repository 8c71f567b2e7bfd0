package io.stormglass.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Two ports and the cable between them: what a pause frame does and when. */
final class PauseTest {
    private static final Cable CABLE = new Cable(0, 1, 400_000_000_000L, Picos.PER_MICRO);
    private static final long FRAME_ARRIVES = 64 * 20 + Picos.PER_MICRO;
    private static final int PRIORITY = 3;

    private final Engine engine = new Engine(WireFormat.ns3(), TimeGrid.PICOSECONDS, FabricObserver.NONE, 1_000);
    private final Plain device = new Plain(engine);
    private final Port sender = new Port(engine, device, 0, 0, CABLE);
    private final Port receiver = new Port(engine, device, 1, 0, CABLE);

    PauseTest() {
        sender.connect(receiver);
        receiver.connect(sender);
    }

    /** Sends what is queued, strictly by priority, and counts what arrives. */
    private static final class Plain implements Device {
        private final Engine engine;
        private long arrived;

        Plain(Engine engine) {
            this.engine = engine;
        }

        @Override
        public void receive(Packet packet, Port in) {
            arrived++;
            engine.pool.giveBack(packet);
        }

        @Override
        public @Nullable Packet next(Port out) {
            int ready = out.sendable();
            return ready == 0 ? null : out.dequeue(31 - Integer.numberOfLeadingZeros(ready));
        }

        @Override
        public boolean hasNext(Port out) {
            return out.sendable() != 0;
        }
    }

    private void runUntil(long picos) {
        while (engine.events.step(picos)) {
            assertThat(engine.events.now()).isLessThanOrEqualTo(picos);
        }
        engine.events.passTo(picos);
    }

    private void queue(int packets, int priority) {
        for (int i = 0; i < packets; i++) {
            Packet packet = engine.pool.take(PacketKind.DATA, null);
            packet.priority = priority;
            packet.wireBytes = 4048;
            sender.enqueue(packet);
        }
        sender.kick();
    }

    @Test
    void xoffActsWhenItHasArrivedAndWhatHasStartedStillLeaves() {
        queue(1_000, PRIORITY);
        receiver.pausePeer(PRIORITY);
        runUntil(FRAME_ARRIVES - 1);
        assertThat(sender.paused()).isZero();
        runUntil(FRAME_ARRIVES + 10 * Picos.PER_MICRO);
        assertThat(sender.paused()).isEqualTo(1 << PRIORITY);
        long started = Math.ceilDiv(FRAME_ARRIVES, 4048 * 20L);
        assertThat(sender.counters.sentPackets(PRIORITY)).isEqualTo(started);
        assertThat(device.arrived).isEqualTo(started);
    }

    @Test
    void otherPrioritiesGoOn() {
        receiver.pausePeer(PRIORITY);
        runUntil(FRAME_ARRIVES);
        queue(10, 5);
        runUntil(20 * Picos.PER_MICRO);
        assertThat(sender.counters.sentPackets(5)).isEqualTo(10);
    }

    @Test
    void aPauseIsToldAgainUntilItIsEnded() {
        receiver.pausePeer(PRIORITY);
        receiver.pausePeer(PRIORITY);
        long quanta = 65_535L * 64 * 20;
        runUntil(10 * quanta + Picos.PER_MICRO);
        assertThat(sender.paused()).isEqualTo(1 << PRIORITY);
        assertThat(receiver.counters.xoffSent(PRIORITY)).isEqualTo(1);
        assertThat(receiver.counters.xoffRefreshed(PRIORITY)).isEqualTo(20);
        // The last one is on its way.
        assertThat(sender.counters.xoffReceived(PRIORITY)).isEqualTo(20);
        receiver.resumePeer(PRIORITY);
        receiver.resumePeer(PRIORITY);
        runUntil(20 * quanta);
        assertThat(sender.paused()).isZero();
        assertThat(receiver.counters.xonSent(PRIORITY)).isEqualTo(1);
        assertThat(sender.counters.pausedPicos(PRIORITY)).isEqualTo(10 * quanta + Picos.PER_MICRO);
        assertThat(engine.events.pending()).isZero();
    }

    @Test
    void aPauseThatIsNotToldAgainExpires() {
        Packet frame = engine.pool.take(PacketKind.PFC, null);
        frame.priority = PRIORITY;
        frame.number = 1_000;
        frame.wireBytes = 64;
        receiver.enqueue(frame);
        receiver.kick();
        runUntil(FRAME_ARRIVES);
        queue(1, PRIORITY);
        long expires = FRAME_ARRIVES + 1_000 * 64 * 20;
        runUntil(expires - 1);
        assertThat(sender.counters.sentPackets(PRIORITY)).isZero();
        runUntil(expires);
        assertThat(sender.counters.sentPackets(PRIORITY)).isEqualTo(1);
        assertThat(sender.counters.pausedPicos(PRIORITY)).isEqualTo(1_000 * 64 * 20);
    }
}
