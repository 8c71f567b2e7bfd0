package io.stormglass.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.stormglass.avro.Evidence;
import io.stormglass.avro.FlowState;
import io.stormglass.avro.StormIncident;
import io.stormglass.avro.StormPage;
import io.stormglass.avro.TelemetryQuality;
import org.jspecify.annotations.Nullable;

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
        report.incidents().forEach(incident -> incidents.add(incident(incident)));
        json.putArray("recommendations");
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

    private static ObjectNode incident(StormIncident incident) {
        ObjectNode json = Json.object();
        json.put("id", incident.getIncidentId());
        json.put("state", Json.word(incident.getState()));
        json.put("severity", Json.word(incident.getSeverity()));
        ObjectNode origin = json.putObject("origin");
        origin.put("entity", incident.getOriginEntity());
        origin.put("device", incident.getOriginDevice());
        origin.put("port", incident.getOriginPort());
        ArrayNode priorities = origin.putArray("priorities");
        incident.getOriginPriorities().stream().sorted().forEach(priorities::add);
        ArrayNode otherOrigins = json.putArray("otherOrigins");
        incident.getOtherOrigins().forEach(otherOrigins::add);
        ArrayNode cycle = json.putArray("cycle");
        incident.getCycle().forEach(cycle::add);
        json.put("rule", incident.getRule());
        json.put("cause", Json.word(incident.getCause()));
        json.put("openedNanos", incident.getOpenedNanos());
        json.set("resolvedNanos", Json.orNull(incident.getResolvedNanos()));
        // A path is an order, from the origin outwards; everything else is sorted.
        ArrayNode path = json.putArray("path");
        incident.getPath().forEach(path::add);
        ArrayNode victims = json.putArray("victims");
        incident.getVictims().forEach(victim -> {
            ObjectNode one = victims.addObject();
            one.put("kind", victim.getKind());
            one.put("name", victim.getName());
            one.put("headOfLine", victim.getHeadOfLine());
            one.put("text", victim.getText());
        });
        json.put("victimCount", incident.getVictimCount());
        json.set("page", page(incident.getPage()));
        ArrayNode evidence = json.putArray("evidence");
        incident.getEvidence().forEach(one -> evidence.add(evidence(one)));
        return json;
    }

    private static JsonNode page(@Nullable StormPage page) {
        if (page == null) {
            return NullNode.getInstance();
        }
        ObjectNode json = Json.object();
        json.put("atNanos", page.getAtNanos());
        json.put("reason", page.getReason());
        ObjectNode labels = json.putObject("labels");
        page.getLabels().forEach(label -> labels.put(label.getName(), label.getValue()));
        return json;
    }

    private static ObjectNode evidence(Evidence one) {
        ObjectNode json = Json.object();
        json.put("rule", one.getRule());
        json.put("text", one.getText());
        json.put("atNanos", one.getAtNanos());
        return json;
    }
}
