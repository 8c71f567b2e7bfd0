package io.stormglass.emulator.telemetry;

import io.stormglass.emulator.Picos;
import io.stormglass.models.event.Direction;
import io.stormglass.models.event.PortEvent;
import io.stormglass.models.event.Refresh;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The agent on a host: polls its NIC. A read within the lifespan of the last refresh shows the same snapshot again. Packets and bytes are told as growth since the
 * snapshot before, everything else as totals; where the counters have started anew, the growth is not known and not told.
 */
final class NicAgent {
    private static final int PRIORITIES = 8;

    final Agent agent;
    private final DeviceCounters counters;
    private final Desk desk;
    private final Passed sent = new Passed(Direction.TX, Total.SENT_PACKETS, Total.SENT_BYTES);
    private final Passed received = new Passed(Direction.RX, Total.RECEIVED_PACKETS, Total.RECEIVED_BYTES);
    private List<LongFunction<PortEvent>> snapshot = List.of();
    private long refreshedPicos = -1;
    private long slowerNanos;

    NicAgent(Agent agent, DeviceCounters counters, Desk desk) {
        this.agent = agent;
        this.counters = counters;
        this.desk = desk;
    }

    void start() {
        TelemetrySettings.NicReads reads = desk.settings().nics();
        if (reads.pollNanos() > 0) {
            long first = agent.random.nextLong(reads.pollNanos()) * Picos.PER_NANO;
            desk.chores().at(late(first), () -> poll(first));
        }
    }

    /** The source refreshes at most so often; 0: as usual. */
    void slow(long refreshNanos) {
        slowerNanos = refreshNanos;
    }

    private long lifespanNanos() {
        return Math.max(desk.settings().nics().lifespanNanos(), slowerNanos);
    }

    private void poll(long duePicos) {
        // An agent that hangs reads nothing: what it missed is in its next growth.
        if (agent.speaks()) {
            read();
        }
        long next = duePicos + desk.settings().nics().pollNanos() * Picos.PER_NANO;
        desk.chores().at(late(next), () -> poll(next));
    }

    private void read() {
        long now = desk.nowPicos().getAsLong();
        long atNanos = agent.clock(desk.nanos(now));
        boolean fresh = refreshedPicos < 0 || now - refreshedPicos >= lifespanNanos() * Picos.PER_NANO;
        if (fresh) {
            refreshedPicos = now;
            snapshot = take(new Refresh(atNanos, intervalNanos()));
            // Growth belongs to this snapshot and is told once, before the totals that it explains.
            growth(sent, atNanos);
            growth(received, atNanos);
        }
        snapshot.forEach(event -> desk.port(agent, counters.node, 0, event.apply(atNanos)));
    }

    /** A NIC refreshes when it is asked, so there is an interval only where its lifespan is longer than that of the reads. */
    private @Nullable Long intervalNanos() {
        long lifespan = lifespanNanos();
        return lifespan > desk.settings().nics().pollNanos() ? (Long) lifespan : null;
    }

    /** What the snapshot before showed of a direction. */
    private static final class Passed {
        private final Direction direction;
        private final Total packets;
        private final Total bytes;
        private final long[] packetsBefore = new long[PRIORITIES];
        private final long[] bytesBefore = new long[PRIORITIES];

        Passed(Direction direction, Total packets, Total bytes) {
            this.direction = direction;
            this.packets = packets;
            this.bytes = bytes;
        }
    }

    private void growth(Passed passed, long atNanos) {
        for (int priority = 0; priority < PRIORITIES; priority++) {
            long packets = counters.total(0, priority, passed.packets);
            long bytes = counters.total(0, priority, passed.bytes);
            long morePackets = packets - passed.packetsBefore[priority];
            long moreBytes = bytes - passed.bytesBefore[priority];
            passed.packetsBefore[priority] = packets;
            passed.bytesBefore[priority] = bytes;
            if (morePackets > 0 && moreBytes >= 0) {
                desk.port(
                        agent,
                        counters.node,
                        0,
                        new PortEvent.Traffic(atNanos, passed.direction, priority, morePackets, moreBytes, 0));
            }
        }
    }

    private List<LongFunction<PortEvent>> take(Refresh refresh) {
        List<LongFunction<PortEvent>> shown = new ArrayList<>();
        shown.add(congestion(refresh));
        shown.add(errors(refresh));
        shown.add(backPressure(refresh));
        shown.add(health(refresh));
        for (int priority = 0; priority < PRIORITIES; priority++) {
            if ((desk.map().lossless() >>> priority & 1) != 0) {
                pauses(refresh, priority, shown);
            }
        }
        return shown;
    }

    private LongFunction<PortEvent> congestion(Refresh refresh) {
        long ce = counters.nic(NicTotal.CE_RECEIVED);
        long sent = counters.nic(NicTotal.CNP_SENT);
        long handled = counters.nic(NicTotal.CNP_HANDLED);
        long ignored = counters.nic(NicTotal.CNP_IGNORED);
        return at -> new PortEvent.NicCongestion(at, refresh, ce, sent, handled, ignored, null);
    }

    private LongFunction<PortEvent> errors(Refresh refresh) {
        long outOfSequence = counters.nic(NicTotal.OUT_OF_SEQUENCE);
        long naks = counters.nic(NicTotal.NAK_RECEIVED);
        long timeouts = counters.nic(NicTotal.TIMEOUTS);
        long again = counters.nic(NicTotal.RETRANSMITTED);
        return at -> new PortEvent.TransportErrors(at, refresh, outOfSequence, naks, null, timeouts, again);
    }

    private LongFunction<PortEvent> backPressure(Refresh refresh) {
        long stalls = counters.nic(NicTotal.PCIE_STALLS);
        long stalled = counters.nic(NicTotal.PCIE_STALLED_NANOS);
        long over = counters.nic(NicTotal.BUFFER_OVER_THRESHOLD);
        return at -> new PortEvent.HostBackPressure(at, refresh, stalls, stalled, over, null, null);
    }

    private void pauses(Refresh refresh, int priority, List<LongFunction<PortEvent>> to) {
        long received = counters.total(0, priority, Total.PAUSE_FRAMES_RECEIVED);
        long paused = counters.total(0, priority, Total.PAUSED_NANOS);
        long resumed = counters.total(0, priority, Total.RESUMED);
        to.add(at -> new PortEvent.PauseCounters(at, refresh, Direction.RX, priority, received, paused, resumed, null));
        long sent = counters.total(0, priority, Total.PAUSE_FRAMES_SENT);
        long pausing = counters.total(0, priority, Total.PAUSING_NANOS);
        to.add(at -> new PortEvent.PauseCounters(at, refresh, Direction.TX, priority, sent, pausing, null, null));
    }

    private LongFunction<PortEvent> health(Refresh refresh) {
        long corrected = counters.link(0, LinkTotal.FEC_CORRECTED);
        long uncorrected = counters.link(0, LinkTotal.FEC_UNCORRECTED);
        long symbols = counters.link(0, LinkTotal.SYMBOL_ERRORS);
        long downed = counters.link(0, LinkTotal.LINK_DOWNED);
        return at -> new PortEvent.LinkHealth(at, refresh, corrected, uncorrected, symbols, downed);
    }

    private long late(long picos) {
        long jitter = desk.settings().nics().jitterNanos();
        return jitter == 0 ? picos : picos + agent.random.nextLong(jitter) * Picos.PER_NANO;
    }
}
