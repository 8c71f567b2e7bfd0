package io.stormglass.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.stormglass.avro.FlowState;
import io.stormglass.avro.TelemetryQuality;
import io.stormglass.streams.results.IncidentJson;

/** The JSON of {@code replay}; its names and their order are what other programs rely on. */
final class ReplayJson {
    private ReplayJson() {}

    static ObjectNode of(ReplayReport report) {
        ObjectNode json = Json.object();
        json.put("runId", report.runId());
        ObjectNode records = json.putObject("records");
        records.put("flowEvents", report.flowRecords());
        records.put("portEvents", report.portRecords());
        records.put("deadLetters", report.deadLetterCount());
        json.put("events", report.events());
        ArrayNode flows = json.putArray("flows");
        report.flows().forEach(flow -> flows.add(flow(flow)));
        json.set("observable", InspectJson.observable(report.inspection().observable()));
        ArrayNode incidents = json.putArray("incidents");
        report.incidents().forEach(incident -> incidents.add(IncidentJson.of(incident)));
        ArrayNode recommendations = json.putArray("recommendations");
        report.advice().forEach(advice -> recommendations.add(AdviceJson.of(advice)));
        ArrayNode telemetry = json.putArray("telemetry");
        report.telemetry().forEach(row -> telemetry.add(telemetry(row)));
        json.put("eventsPerSecond", report.eventsPerSecond());
        return json;
    }

    private static ObjectNode flow(FlowState flow) {
        ObjectNode json = Json.object();
        json.put("flow", flow.getFlow());
        json.put("ce", flow.getCe());
        json.put("cnp", flow.getCnp());
        json.put("class", flow.getClass$().isEmpty() ? "unknown" : flow.getClass$());
        json.set("referenceRateBps", Json.orNull(flow.getReferenceBitsPerSecond()));
        json.set("observedRateBps", Json.number(flow.getObservedBitsPerSecond()));
        json.set("rtPropNanos", Json.orNull(flow.getRtPropNanos()));
        json.set("btlBwBps", Json.orNull(flow.getBtlBwBitsPerSecond()));
        return json;
    }

    private static ObjectNode telemetry(TelemetryQuality row) {
        ObjectNode json = Json.object();
        json.put("kind", Json.word(row.getEntityKind()));
        json.put("fabric", row.getFabric());
        json.put("name", row.getName());
        json.put("state", Json.word(row.getState()));
        json.put("sinceNanos", row.getSinceNanos());
        json.put("text", row.getText());
        return json;
    }
}
