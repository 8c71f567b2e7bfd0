package io.stormglass.streams.results;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.stormglass.avro.StormIncident;
import io.stormglass.avro.StormPage;
import io.stormglass.avro.StormPort;
import io.stormglass.avro.StormVictimTotals;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** An incident as JSON: what a webhook gets and what {@code replay --json} prints. Names and their order are what other programs rely on. */
public final class IncidentJson {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private IncidentJson() {}

    /** The whole incident. */
    public static ObjectNode of(StormIncident incident) {
        ObjectNode json = NODES.objectNode();
        json.put("id", incident.getIncidentId());
        json.put("runId", incident.getRunId());
        json.put("cluster", incident.getCluster());
        json.put("fabric", incident.getFabric());
        json.put("state", word(incident.getState()));
        json.put("severity", word(incident.getSeverity()));
        origin(json.putObject("origin"), incident);
        texts(json.putArray("otherOrigins"), incident.getOtherOrigins());
        texts(json.putArray("cycle"), incident.getCycle());
        json.put("rule", incident.getRule());
        json.put("cause", word(incident.getCause()));
        json.put("confidence", incident.getConfidence());
        json.put("openedNanos", incident.getOpenedNanos());
        json.set("resolvedNanos", orNull(incident.getResolvedNanos()));
        json.put("changedNanos", incident.getChangedNanos());
        json.put("mergedInto", incident.getMergedInto());
        // A path is an order, from the farthest waiter to the origin.
        texts(json.putArray("path"), incident.getPath());
        texts(json.putArray("fullPorts"), incident.getFullPorts());
        ports(json.putArray("ports"), incident.getPorts());
        victims(json.putArray("victims"), incident);
        json.put("victimCount", incident.getVictimCount());
        json.set("victimTotals", totals(incident.getVictimTotals()));
        json.set("page", page(incident.getPage()));
        evidence(json.putArray("evidence"), incident);
        timeline(json.putArray("timeline"), incident);
        return json;
    }

    private static void origin(ObjectNode origin, StormIncident incident) {
        origin.put("entity", incident.getOriginEntity());
        origin.put("device", incident.getOriginDevice());
        origin.put("port", incident.getOriginPort());
        ArrayNode priorities = origin.putArray("priorities");
        incident.getOriginPriorities().stream().sorted().forEach(priorities::add);
    }

    private static void ports(ArrayNode array, List<StormPort> ports) {
        for (StormPort port : ports) {
            ObjectNode one = array.addObject();
            one.put("device", port.getDevice());
            one.put("port", port.getPort());
            one.put("priority", port.getPriority());
            one.put("direction", word(port.getDirection()));
            one.put("openedNanos", port.getOpenedNanos());
            one.set("clearedNanos", orNull(port.getClearedNanos()));
            one.put("rule", port.getRule().toLowerCase(Locale.ROOT).replace('_', '-'));
            one.put("pausedRatio", port.getPausedRatio());
        }
    }

    private static void victims(ArrayNode array, StormIncident incident) {
        incident.getVictims().forEach(victim -> {
            ObjectNode one = array.addObject();
            one.put("kind", victim.getKind());
            one.put("name", victim.getName());
            one.put("headOfLine", victim.getHeadOfLine());
            one.put("text", victim.getText());
        });
    }

    private static JsonNode totals(@Nullable StormVictimTotals totals) {
        if (totals == null) {
            return NullNode.getInstance();
        }
        ObjectNode json = NODES.objectNode();
        json.put("jobs", totals.getJobs());
        json.put("hosts", totals.getHosts());
        json.put("flows", totals.getFlows());
        json.put("flowsHeadOfLine", totals.getFlowsHeadOfLine());
        json.put("flowsUnknown", totals.getFlowsUnknown());
        json.put("ports", totals.getPorts());
        return json;
    }

    private static void evidence(ArrayNode array, StormIncident incident) {
        incident.getEvidence().forEach(evidence -> {
            ObjectNode one = array.addObject();
            one.put("rule", evidence.getRule());
            one.put("text", evidence.getText());
            one.put("atNanos", evidence.getAtNanos());
        });
    }

    private static void timeline(ArrayNode array, StormIncident incident) {
        incident.getTimeline().forEach(entry -> {
            ObjectNode one = array.addObject();
            one.put("atNanos", entry.getAtNanos());
            one.put("what", entry.getWhat());
        });
    }

    private static JsonNode page(@Nullable StormPage page) {
        if (page == null) {
            return NullNode.getInstance();
        }
        ObjectNode json = NODES.objectNode();
        json.put("atNanos", page.getAtNanos());
        json.put("reason", page.getReason());
        ObjectNode labels = json.putObject("labels");
        page.getLabels().forEach(label -> labels.put(label.getName(), label.getValue()));
        return json;
    }

    private static void texts(ArrayNode array, List<String> texts) {
        texts.forEach(array::add);
    }

    private static JsonNode orNull(@Nullable Long value) {
        return value == null ? NullNode.getInstance() : NODES.numberNode(value);
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
