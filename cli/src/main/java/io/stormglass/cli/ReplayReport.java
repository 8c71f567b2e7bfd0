package io.stormglass.cli;

import io.stormglass.avro.CcMode;
import io.stormglass.avro.FlowState;
import io.stormglass.avro.StormIncident;
import io.stormglass.avro.TelemetryQuality;
import io.stormglass.avro.TelemetryState;
import io.stormglass.capture.Inspection;
import io.stormglass.models.advice.Advice;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a replay found.
 *
 * @param flowRecords records with events on the flow events topic
 * @param portRecords records with events on the port events topic
 * @param events events in them
 * @param lateEvents events that were older than the reorder limit and were left out
 * @param pausesNotAttributed pause frames that may have stopped a flow's sender, without it being known which or for how long
 * @param deadLetters dead letters by reason
 * @param flows newest state of each flow, by flow
 * @param incidents newest form of each incident, by id
 * @param modes congestion control by rack
 * @param advice newest ECN advice of each object, by name
 * @param telemetry agents and devices that ended in another state than ok
 * @param inspection what the first pass found
 * @param assumptions what nobody said
 * @param eventsPerSecond events over the wall time from the first record to the last result
 */
record ReplayReport(
        String runId,
        long flowRecords,
        long portRecords,
        long events,
        long lateEvents,
        long pausesNotAttributed,
        SortedMap<String, Long> deadLetters,
        List<FlowState> flows,
        List<StormIncident> incidents,
        List<CcMode> modes,
        List<Advice> advice,
        List<TelemetryQuality> telemetry,
        Inspection inspection,
        List<String> assumptions,
        double eventsPerSecond) {
    ReplayReport {
        deadLetters = Collections.unmodifiableSortedMap(new TreeMap<>(deadLetters));
        flows = flows.stream().sorted(Comparator.comparing(FlowState::getFlow)).toList();
        incidents = incidents.stream()
                .sorted(Comparator.comparing(StormIncident::getIncidentId))
                .toList();
        modes = List.copyOf(modes);
        advice = advice.stream().sorted(Comparator.comparing(Advice::name)).toList();
        telemetry = telemetry.stream()
                .filter(row -> row.getState() != TelemetryState.OK)
                .toList();
        assumptions = List.copyOf(assumptions);
    }

    long deadLetterCount() {
        return deadLetters.values().stream().mapToLong(Long::longValue).sum();
    }
}
