package io.stormglass.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.stormglass.capture.FlowSummary;
import io.stormglass.capture.Inspection;
import io.stormglass.capture.Observable;
import io.stormglass.capture.PacketCounts;
import io.stormglass.capture.RttSummary;
import io.stormglass.capture.file.CaptureFault;

/** The JSON of {@code inspect}; its names and their order are what other programs rely on. */
final class InspectJson {
    private InspectJson() {}

    static ObjectNode of(int files, Inspection inspection, double packetsPerSecond) {
        PacketCounts counts = inspection.counts();
        ObjectNode json = Json.object();
        json.put("files", files);
        json.put("packets", counts.packets());
        json.put("rocev2", counts.rocev2());
        json.put("rocev1", counts.rocev1());
        json.put("ce", counts.ce());
        json.put("cnp", counts.cnp());
        json.put("ack", counts.ack());
        json.put("nak", counts.nak());
        json.put("rnr", counts.rnr());
        json.put("pfc", counts.pfc());
        json.put("pfcXoff", counts.pfcXoff());
        json.put("pfcXon", counts.pfcXon());
        json.put("pause", counts.pause());
        json.put("truncated", counts.truncated());
        json.put("malformed", counts.malformed());
        json.set("firstNanos", Json.orNull(inspection.firstNanos()));
        json.set("lastNanos", Json.orNull(inspection.lastNanos()));
        ArrayNode faults = json.putArray("faults");
        inspection.faults().forEach(fault -> faults.add(fault(fault)));
        ArrayNode flows = json.putArray("flows");
        inspection.flows().forEach(flow -> flows.add(flow(flow)));
        ObjectNode pfc = json.putObject("pfcByPriority");
        inspection.pfcByPriority().forEach((priority, frames) -> pfc.put(String.valueOf(priority), frames));
        json.set("observable", observable(inspection.observable()));
        json.put("packetsPerSecond", packetsPerSecond);
        return json;
    }

    static ObjectNode observable(Observable observable) {
        ObjectNode json = Json.object();
        json.put("pfc", observable.pfc());
        json.put("cnp", observable.cnp());
        json.put("rtt", Json.word(observable.rtt()));
        return json;
    }

    private static ObjectNode fault(CaptureFault fault) {
        ObjectNode json = Json.object();
        json.put("file", fault.file());
        json.put("offset", fault.offsetBytes());
        json.put("what", fault.what());
        return json;
    }

    private static ObjectNode flow(FlowSummary flow) {
        ObjectNode json = Json.object();
        json.put("srcIp", flow.srcIp());
        json.put("dstIp", flow.dstIp());
        json.set("dstQp", Json.orNull(flow.isProvisional() ? null : (long) flow.dstQp()));
        json.put("packets", flow.packets());
        json.put("bytes", flow.bytes());
        json.put("ce", flow.ce());
        json.put("cnp", flow.cnp());
        json.put("ack", flow.ack());
        json.put("nak", flow.nak());
        json.put("retransmitted", flow.retransmitted());
        json.put("reordered", flow.reordered());
        json.put("rttScope", Json.word(flow.vantage()));
        RttSummary rtt = flow.rtt();
        if (rtt == null) {
            json.putNull("rttNanos");
        } else {
            ObjectNode nanos = json.putObject("rttNanos");
            nanos.put("count", rtt.count());
            nanos.put("min", rtt.minNanos());
            nanos.set("p50", Json.number(rtt.p50Nanos()));
            nanos.set("p99", Json.number(rtt.p99Nanos()));
            nanos.put("max", rtt.maxNanos());
        }
        return json;
    }
}
