package io.stormglass.streams.results;

import io.stormglass.avro.CcMode;
import io.stormglass.avro.FabricLink;
import io.stormglass.avro.Finding;
import io.stormglass.avro.FlowState;
import io.stormglass.avro.PortState;
import io.stormglass.avro.StormIncident;
import io.stormglass.avro.TelemetryQuality;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Everything that a run ended with: the last value of each key, sorted by key.
 *
 * @param incidents by id; merged ones are among them
 * @param modes congestion control by rack, by {@code fabric/rack}
 * @param telemetry of agents and devices, by {@code fabric/agent/id} and {@code fabric/device/name}
 * @param findings by id; cleared ones are among them
 * @param deadLetters number of dead letters by reason; {@code unexpected} for those of the net below our own checks
 */
public record RunResults(
        SortedMap<String, FlowState> flows,
        SortedMap<String, PortState> ports,
        SortedMap<String, FabricLink> links,
        SortedMap<String, StormIncident> incidents,
        SortedMap<String, CcMode> modes,
        SortedMap<String, TelemetryQuality> telemetry,
        SortedMap<String, Finding> findings,
        SortedMap<String, Long> deadLetters) {
    public RunResults {
        flows = Collections.unmodifiableSortedMap(new TreeMap<>(flows));
        ports = Collections.unmodifiableSortedMap(new TreeMap<>(ports));
        links = Collections.unmodifiableSortedMap(new TreeMap<>(links));
        incidents = Collections.unmodifiableSortedMap(new TreeMap<>(incidents));
        modes = Collections.unmodifiableSortedMap(new TreeMap<>(modes));
        telemetry = Collections.unmodifiableSortedMap(new TreeMap<>(telemetry));
        findings = Collections.unmodifiableSortedMap(new TreeMap<>(findings));
        deadLetters = Collections.unmodifiableSortedMap(new TreeMap<>(deadLetters));
    }

    /** Dead letters of all reasons. */
    public long deadLetterCount() {
        return deadLetters.values().stream().mapToLong(Long::longValue).sum();
    }
}
