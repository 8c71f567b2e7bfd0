package io.stormglass.streams.advice;

import io.stormglass.avro.IncidentState;
import io.stormglass.avro.Severity;
import io.stormglass.avro.StormIncident;
import io.stormglass.models.advice.Storm;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What of an incident forbids advice. */
final class StormPorts {
    private StormPorts() {}

    /** Congestion, which better thresholds may end, and warnings forbid none: they are over when they begin. */
    static Storm of(StormIncident incident) {
        Set<String> ports = new HashSet<>();
        incident.getPorts().forEach(port -> ports.add(port.getDevice() + "/" + port.getPort()));
        incident.getPath().forEach(hop -> ports.add(withoutPriority(hop)));
        return new Storm(
                incident.getIncidentId(), incident.getFabric(), ports, incident.getOpenedNanos(), end(incident));
    }

    private static @Nullable Long end(StormIncident incident) {
        if (incident.getSeverity() != Severity.CRITICAL && incident.getSeverity() != Severity.EMERGENCY) {
            return incident.getOpenedNanos();
        }
        Long resolved = incident.getResolvedNanos();
        boolean isOver =
                incident.getState() == IncidentState.RESOLVED || incident.getState() == IncidentState.MERGED_INTO;
        return resolved == null && isOver ? Long.valueOf(incident.getChangedNanos()) : resolved;
    }

    private static String withoutPriority(String hop) {
        int slash = hop.lastIndexOf('/');
        return slash < 0 ? hop : hop.substring(0, slash);
    }
}
