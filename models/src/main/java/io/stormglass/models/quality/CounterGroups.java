package io.stormglass.models.quality;

import io.stormglass.models.event.Direction;
import io.stormglass.models.event.PortEvent;
import io.stormglass.models.event.Refresh;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which counters of a port are refreshed together, and their running totals. */
final class CounterGroups {
    private static final int PAUSES = 1;
    private static final int QUEUES = 2;
    private static final int NICS = 3;
    private static final int ERRORS = 4;
    private static final int BACK_PRESSURE = 5;
    private static final int HEALTH = 6;
    private static final int KIND_BITS = 8;
    private static final int PLACE_BITS = 16;

    private CounterGroups() {}

    /**
     * The counters of one event.
     *
     * @param group events of one group are refreshed together: of one kind, with the same values there
     * @param counters tells apart what events of one group tell of: direction, priority, queue
     * @param totals running totals, -1 where not read
     */
    record Read(int group, long counters, Refresh refresh, List<Long> totals) {}

    /** Whether events of a group tell of the health of a link. */
    static boolean isHealth(int group) {
        return group >>> KIND_BITS == HEALTH << 1;
    }

    /** Null where the event holds no counters of a source. */
    static @Nullable Read of(PortEvent event) {
        return switch (event) {
            case PortEvent.PauseCounters e ->
                read(
                        PAUSES << 1 | (e.direction() == Direction.RX ? 1 : 0),
                        place(e.priority(), 0),
                        e.refresh(),
                        e.frames(),
                        e.pausedNanos(),
                        e.on2Off());
            case PortEvent.QueueSample e -> queue(e);
            case PortEvent.NicCongestion e ->
                read(
                        NICS << 1,
                        0,
                        e.refresh(),
                        e.ceReceived(),
                        e.cnpSent(),
                        e.cnpHandled(),
                        e.cnpIgnored(),
                        e.slowRestartCnps());
            case PortEvent.TransportErrors e ->
                read(
                        ERRORS << 1,
                        0,
                        e.refresh(),
                        e.outOfSequence(),
                        e.nakReceived(),
                        e.rnrReceived(),
                        e.timeouts(),
                        e.retransmitted());
            case PortEvent.HostBackPressure e ->
                read(
                        BACK_PRESSURE << 1,
                        0,
                        e.refresh(),
                        e.pcieStalls(),
                        e.pcieStalledNanos(),
                        e.receiveBufferOverThreshold(),
                        e.pauseStormWarnings(),
                        e.pauseStormErrors());
            case PortEvent.LinkHealth e ->
                read(
                        HEALTH << 1,
                        0,
                        e.refresh(),
                        e.fecCorrected(),
                        e.fecUncorrected(),
                        e.symbolErrors(),
                        e.linkDowned());
            case PortEvent.PfcFrame unused -> null;
            case PortEvent.PauseFrame unused -> null;
            case PortEvent.Traffic unused -> null;
            case PortEvent.Watchdog unused -> null;
        };
    }

    /** Depth and watermark are no totals, but a watermark is a group of its own. */
    private static Read queue(PortEvent.QueueSample e) {
        int kind = QUEUES << 1 | (e.watermarkBytes() == null ? 0 : 1);
        return read(
                kind,
                place(e.priority(), e.queue()),
                e.refresh(),
                e.sentPackets(),
                e.sentBytes(),
                e.marked(),
                e.dropped(),
                e.wredDropped());
    }

    private static long place(int priority, int queue) {
        return (long) (queue + 1) << PLACE_BITS | (priority + 1);
    }

    private static Read read(int kind, long place, Refresh refresh, @Nullable Long... totals) {
        List<Long> values = new ArrayList<>(totals.length);
        int there = 0;
        for (@Nullable Long total : totals) {
            values.add(total == null ? Long.valueOf(-1) : total);
            there = there << 1 | (total == null ? 0 : 1);
        }
        int group = kind << KIND_BITS | there;
        return new Read(group, place << PLACE_BITS | group, refresh, values);
    }
}
