package io.stormglass.models.event;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Events of one port in the order of observation; one Kafka record.
 *
 * @param port null for ticks, end marks and heartbeats
 * @param linkBitsPerSecond speed of the port while the events happened, 0 where unknown
 * @param link link facts where this record carries them, else null
 */
public record PortBatch(
        BatchHeader header,
        @Nullable PortKey port,
        long linkBitsPerSecond,
        @Nullable LinkFacts link,
        List<PathHop> path,
        List<PortEvent> events) {
    public PortBatch {
        path = List.copyOf(path);
        events = List.copyOf(events);
    }

    /** The same with those of its events that tell of nothing after a time. */
    public PortBatch until(long latestNanos) {
        boolean all = true;
        for (PortEvent event : events) {
            all &= event.latestNanos() <= latestNanos;
        }
        if (all) {
            return this;
        }
        return new PortBatch(
                header,
                port,
                linkBitsPerSecond,
                link,
                path,
                events.stream()
                        .filter(event -> event.latestNanos() <= latestNanos)
                        .toList());
    }
}
