package io.stormglass.emulator.fault;

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
 */
public record FaultLabel(
        String kind, String device, @Nullable String port, int priority, long fromMicros, long toMicros) {
    public FaultLabel {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(device, "device");
        if (priority < -1 || priority > 7 || fromMicros < 0 || toMicros < fromMicros) {
            throw new IllegalArgumentException("label of priority " + priority + " from " + fromMicros + " to "
                    + toMicros + " us: -1 to 7 and a span from 0 on are possible");
        }
    }
}
