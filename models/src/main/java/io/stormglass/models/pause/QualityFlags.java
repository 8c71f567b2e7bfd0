package io.stormglass.models.pause;

import java.util.List;
import java.util.TreeMap;

/** What was wrong with the telemetry of a port within the last hour of event time. */
final class QualityFlags {
    private static final long KEPT_NANOS = 3_600_000_000_000L;

    private final TreeMap<String, Long> seenNanos = new TreeMap<>();

    QualityFlags(List<PortPausesState.Flag> state) {
        state.forEach(flag -> seenNanos.put(flag.name(), flag.atNanos()));
    }

    void add(String name, long atNanos) {
        seenNanos.put(name, atNanos);
    }

    List<String> names(long nowNanos) {
        return state(nowNanos).stream().map(PortPausesState.Flag::name).toList();
    }

    List<PortPausesState.Flag> state(long nowNanos) {
        seenNanos.values().removeIf(at -> at <= nowNanos - KEPT_NANOS);
        return seenNanos.entrySet().stream()
                .map(flag -> new PortPausesState.Flag(flag.getKey(), flag.getValue()))
                .toList();
    }
}
