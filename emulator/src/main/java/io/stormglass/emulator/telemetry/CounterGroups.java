package io.stormglass.emulator.telemetry;

import io.stormglass.emulator.Picos;
import io.stormglass.emulator.telemetry.TelemetrySettings.CounterGroup;
import io.stormglass.emulator.telemetry.TelemetrySettings.Group;
import io.stormglass.models.event.Direction;
import io.stormglass.models.event.PortEvent;
import io.stormglass.models.event.Refresh;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The counter groups of one switch: the chip refreshes each at its own interval, the agent reads each at its own, and what it reads is the newest snapshot, with the
 * time at which the chip took it.
 */
final class CounterGroups {
    private static final int PRIORITIES = 8;

    private final DeviceCounters counters;
    private final TelemetrySettings.SwitchReads reads;
    private final int lossless;
    private final Map<CounterGroup, Snapshot> snapshots = new EnumMap<>(CounterGroup.class);
    private final Map<CounterGroup, Long> slower = new EnumMap<>(CounterGroup.class);

    /** What a group showed: per port, what becomes an event with the time of a read. */
    private record Snapshot(List<List<LongFunction<PortEvent>>> ports) {}

    CounterGroups(DeviceCounters counters, TelemetrySettings.SwitchReads reads, int lossless) {
        this.counters = counters;
        this.reads = reads;
        this.lossless = lossless;
    }

    /** How often the chip refreshes a group at present, ps. */
    long refreshPicos(CounterGroup group) {
        return refreshNanos(group) * Picos.PER_NANO;
    }

    private long refreshNanos(CounterGroup group) {
        Long other = slower.get(group);
        return other == null ? reads.group(group).refreshNanos() : other;
    }

    void slow(CounterGroup group, long refreshNanos) {
        slower.put(group, refreshNanos);
    }

    void usual(CounterGroup group) {
        slower.remove(group);
    }

    /** The chip's counters become visible. */
    void refresh(CounterGroup group, long nanos) {
        Refresh refresh = new Refresh(nanos, refreshNanos(group));
        List<List<LongFunction<PortEvent>>> ports = new ArrayList<>();
        for (int port = 0; port < counters.ports; port++) {
            List<LongFunction<PortEvent>> shown = new ArrayList<>();
            snapshot(group, port, refresh, shown);
            ports.add(shown);
        }
        snapshots.put(group, new Snapshot(ports));
    }

    /** What a read shows of a port; nothing before the first refresh. */
    void read(CounterGroup group, int port, long nanos, Consumer<PortEvent> to) {
        Snapshot snapshot = snapshots.get(group);
        if (snapshot != null) {
            snapshot.ports.get(port).forEach(event -> to.accept(event.apply(nanos)));
        }
    }

    private void snapshot(CounterGroup group, int port, Refresh refresh, List<LongFunction<PortEvent>> to) {
        switch (group) {
            case PORT -> port(port, refresh, to);
            case QUEUE -> forUsed(port, priority -> to.add(queue(port, priority, refresh)));
            case WATERMARK -> forUsed(port, priority -> to.add(watermark(port, priority, refresh)));
            case WATCHDOG ->
                forLossless(priority -> {
                    // Progress first: a pause is judged by what is known of the queue.
                    to.add(progress(port, priority, refresh));
                    to.add(received(port, priority, refresh, Total.PAUSED_NANOS));
                });
        }
    }

    private void port(int port, Refresh refresh, List<LongFunction<PortEvent>> to) {
        Group watchdog = reads.watchdog();
        forLossless(priority -> {
            if (!watchdog.exists()) {
                to.add(received(port, priority, refresh, Total.PAUSED_NANOS));
            }
            long sent = counters.total(port, priority, Total.PAUSE_FRAMES_SENT);
            to.add(at -> new PortEvent.PauseCounters(at, refresh, Direction.TX, priority, sent, null, null, null));
        });
        to.add(health(port, refresh));
    }

    private LongFunction<PortEvent> health(int port, Refresh refresh) {
        long corrected = counters.link(port, LinkTotal.FEC_CORRECTED);
        long uncorrected = counters.link(port, LinkTotal.FEC_UNCORRECTED);
        long symbols = counters.link(port, LinkTotal.SYMBOL_ERRORS);
        long downed = counters.link(port, LinkTotal.LINK_DOWNED);
        return at -> new PortEvent.LinkHealth(at, refresh, corrected, uncorrected, symbols, downed);
    }

    private LongFunction<PortEvent> received(int port, int priority, Refresh refresh, Total duration) {
        long frames = counters.total(port, priority, Total.PAUSE_FRAMES_RECEIVED);
        long paused = counters.total(port, priority, duration);
        long resumed = counters.total(port, priority, Total.RESUMED);
        boolean now = counters.isPaused(port, priority);
        return at -> new PortEvent.PauseCounters(at, refresh, Direction.RX, priority, frames, paused, resumed, now);
    }

    private LongFunction<PortEvent> progress(int port, int priority, Refresh refresh) {
        long depth = counters.depthBytes(port, priority);
        long sent = counters.total(port, priority, Total.SENT_PACKETS);
        return at ->
                new PortEvent.QueueSample(at, refresh, priority, priority, depth, null, sent, null, null, null, null);
    }

    private LongFunction<PortEvent> queue(int port, int priority, Refresh refresh) {
        long depth = counters.depthBytes(port, priority);
        long packets = counters.total(port, priority, Total.SENT_PACKETS);
        long bytes = counters.total(port, priority, Total.SENT_BYTES);
        long dropped = counters.total(port, priority, Total.DROPPED);
        Long marked = ofMarking(port, priority, Total.MARKED);
        Long wredDropped = ofMarking(port, priority, Total.WRED_DROPPED);
        return at -> new PortEvent.QueueSample(
                at, refresh, priority, priority, depth, null, packets, bytes, marked, dropped, wredDropped);
    }

    private @Nullable Long ofMarking(int port, int priority, Total which) {
        return reads.marks() == TelemetrySettings.MarkCounters.ON ? (Long) counters.total(port, priority, which) : null;
    }

    private LongFunction<PortEvent> watermark(int port, int priority, Refresh refresh) {
        long peak = counters.takePeak(port, priority);
        return at ->
                new PortEvent.QueueSample(at, refresh, priority, priority, null, peak, null, null, null, null, null);
    }

    private void forLossless(Consumer<Integer> each) {
        for (int priority = 0; priority < PRIORITIES; priority++) {
            if ((lossless >>> priority & 1) != 0) {
                each.accept(priority);
            }
        }
    }

    /** Lossless priorities, and those that have been sent. */
    private void forUsed(int port, Consumer<Integer> each) {
        for (int priority = 0; priority < PRIORITIES; priority++) {
            boolean isLossless = (lossless >>> priority & 1) != 0;
            if (isLossless || counters.total(port, priority, Total.SENT_PACKETS) > 0) {
                each.accept(priority);
            }
        }
    }
}
