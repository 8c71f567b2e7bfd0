package io.stormglass.streams.remotewrite;

import io.stormglass.avro.IncidentState;
import io.stormglass.avro.Severity;
import io.stormglass.avro.StormIncident;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** How many incidents of a fabric are open, by severity. */
final class OpenIncidents {
    private final Map<String, Open> open = new HashMap<>();

    private record Open(String fabric, String severity) {}

    /** Takes a version of an incident and counts those of its fabric. */
    SortedMap<String, Integer> take(StormIncident incident) {
        if (incident.getState() == IncidentState.OPEN) {
            open.put(incident.getIncidentId(), new Open(incident.getFabric(), text(incident.getSeverity())));
        } else {
            open.remove(incident.getIncidentId());
        }
        SortedMap<String, Integer> counts = new TreeMap<>();
        for (Severity severity : Severity.values()) {
            if (severity != Severity.UNKNOWN) {
                counts.put(text(severity), 0);
            }
        }
        open.values().stream()
                .filter(one -> one.fabric().equals(incident.getFabric()))
                .forEach(one -> counts.merge(one.severity(), 1, Integer::sum));
        return counts;
    }

    void forget(String incidentId) {
        open.remove(incidentId);
    }

    void clear() {
        open.clear();
    }

    private static String text(Severity severity) {
        return severity.name().toLowerCase(Locale.ROOT);
    }
}
