package io.stormglass.emulator.fault;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What was wrong, for whoever judges a diagnosis.
 *
 * @param kind {@link Fault#kind}
 * @param device name of the device with the fault
 * @param port name of its port; null where the fault is the whole device's
 * @param priority 0 to 7; -1 where it is none, or more than one
 * @param fromMicros start, rounded down
 * @param toMicros end, rounded up
 * @param cycle ports {@code device/port} that wait for each other, in the order of waiting; empty where none do
 */
public record FaultLabel(
        String kind,
        String device,
        @Nullable String port,
        int priority,
        long fromMicros,
        long toMicros,
        List<String> cycle) {
    /** A fault in which nothing waits in a cycle. */
    public FaultLabel(String kind, String device, @Nullable String port, int priority, long fromMicros, long toMicros) {
        this(kind, device, port, priority, fromMicros, toMicros, List.of());
    }

    public FaultLabel {
        cycle = List.copyOf(cycle);
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(device, "device");
        if (priority < -1 || priority > 7 || fromMicros < 0 || toMicros < fromMicros) {
            throw new IllegalArgumentException("label of priority " + priority + " from " + fromMicros + " to "
                    + toMicros + " us: -1 to 7 and a span from 0 on are possible");
        }
    }
}
