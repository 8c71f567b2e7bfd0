package io.stormglass.streams.sink;

import io.stormglass.avro.AlertLabel;
import io.stormglass.avro.IncidentState;
import io.stormglass.avro.StormIncident;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One version of an incident, and where it stands in the topic.
 *
 * @param partition of the topic
 */
record Version(StormIncident incident, int partition, long offset) {
    String id() {
        return incident.getIncidentId();
    }

    boolean pages() {
        return incident.getPage() != null;
    }

    boolean suppressed() {
        return incident.getState() == IncidentState.SUPPRESSED;
    }

    /** True unless it is over. A state that this program does not know is not over. */
    boolean open() {
        IncidentState state = incident.getState();
        return state == IncidentState.OPEN || state == IncidentState.UNKNOWN;
    }

    /** End of what is over, never before its beginning. */
    long endNanos() {
        Long resolved = incident.getResolvedNanos();
        boolean isResolved = incident.getState() == IncidentState.RESOLVED && resolved != null;
        return Math.max(incident.getOpenedNanos(), isResolved ? resolved : incident.getChangedNanos());
    }

    /** Labels of its page without empty ones, which Alertmanager takes for absent. */
    SortedMap<String, String> labels() {
        SortedMap<String, String> labels = new TreeMap<>();
        if (incident.getPage() != null) {
            for (AlertLabel label : incident.getPage().getLabels()) {
                if (!label.getValue().isEmpty()) {
                    labels.put(label.getName(), label.getValue());
                }
            }
        }
        return Collections.unmodifiableSortedMap(labels);
    }

    /** True where this is newer than another version of the same incident. */
    boolean newerThan(Version other) {
        return incident.getChangedNanos() > other.incident.getChangedNanos()
                || (incident.getChangedNanos() == other.incident.getChangedNanos() && offset > other.offset);
    }
}
