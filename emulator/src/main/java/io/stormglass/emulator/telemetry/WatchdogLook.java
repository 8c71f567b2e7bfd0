package io.stormglass.emulator.telemetry;

import io.stormglass.emulator.Picos;
import io.stormglass.models.event.PortEvent;

/**
 * The PFC watchdog on one switch. A poll of a queue counts when bytes wait, none was sent and pause frames came since the poll before; counted polls in a row of at
 * least the detection time are a storm. No pause frame for the restoration time ends it. The first poll never decides.
 *
 * <p>Source: the rule of SONiC's generic {@code pfc_detect} and {@code pfc_restore} scripts (sonic-swss), without its branch for empty queues.
 */
final class WatchdogLook {
    private static final int PRIORITIES = 8;

    private final SwitchAgent agent;
    private final DeviceCounters counters;
    private final Desk desk;
    private final TelemetrySettings.PfcWatchdog settings;
    private final Queue[] queues;

    /** Which end of a storm. */
    enum Change {
        /** It begins. */
        STORM,
        /** It is over. */
        RESTORED
    }

    /** A queue as it was at the last poll. */
    private static final class Queue {
        private boolean known;
        private long sentPackets;
        private long frames;
        private long heldNanos;
        private long quietNanos;
        private boolean stormed;
    }

    WatchdogLook(SwitchAgent agent, DeviceCounters counters, Desk desk) {
        this.agent = agent;
        this.counters = counters;
        this.desk = desk;
        settings = desk.settings().watchdog();
        queues = new Queue[counters.ports * PRIORITIES];
        for (int at = 0; at < queues.length; at++) {
            queues[at] = new Queue();
        }
    }

    void start() {
        if (settings.pollNanos() > 0) {
            poll(settings.pollNanos() * Picos.PER_NANO);
        }
    }

    private void poll(long picos) {
        desk.chores().at(picos, () -> {
            look();
            poll(picos + settings.pollNanos() * Picos.PER_NANO);
        });
    }

    private void look() {
        for (int port = 0; port < counters.ports; port++) {
            for (int priority = 0; priority < PRIORITIES; priority++) {
                if ((desk.map().lossless() >>> priority & 1) != 0) {
                    look(port, priority, queues[port * PRIORITIES + priority]);
                }
            }
        }
    }

    private void look(int port, int priority, Queue queue) {
        long sent = counters.total(port, priority, Total.SENT_PACKETS);
        long frames = counters.total(port, priority, Total.PAUSE_FRAMES_RECEIVED);
        boolean moved = sent != queue.sentPackets;
        boolean paused = frames != queue.frames;
        boolean known = queue.known;
        queue.known = true;
        queue.sentPackets = sent;
        queue.frames = frames;
        if (!known) {
            return;
        }
        if (queue.stormed) {
            queue.quietNanos = paused ? 0 : queue.quietNanos + settings.pollNanos();
            if (queue.quietNanos >= settings.restorationNanos()) {
                change(port, priority, queue, Change.RESTORED);
            }
            return;
        }
        boolean held = counters.depthBytes(port, priority) > 0 && !moved && paused;
        queue.heldNanos = held ? queue.heldNanos + settings.pollNanos() : 0;
        if (queue.heldNanos >= settings.detectionNanos()) {
            change(port, priority, queue, Change.STORM);
        }
    }

    private void change(int port, int priority, Queue queue, Change change) {
        queue.stormed = change == Change.STORM;
        queue.heldNanos = 0;
        queue.quietNanos = 0;
        long atNanos = agent.agent.clock(desk.nowNanos());
        desk.port(
                agent.agent,
                counters.node,
                port,
                new PortEvent.Watchdog(atNanos, priority, priority, change == Change.STORM));
    }
}
