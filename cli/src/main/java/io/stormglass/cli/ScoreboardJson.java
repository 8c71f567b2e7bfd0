package io.stormglass.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.stormglass.cli.scoreboard.Refresh;
import io.stormglass.cli.scoreboard.Report;
import io.stormglass.cli.scoreboard.Row;
import io.stormglass.emulator.fault.FaultLabel;
import org.jspecify.annotations.Nullable;

/** A scoreboard as JSON. */
final class ScoreboardJson {
    private static final double MILLI = 1e6;

    private ScoreboardJson() {}

    static ObjectNode of(Report report, Refresh refresh) {
        ObjectNode json = Json.object();
        json.put("scenarios", report.scenarios());
        json.put("healthy", report.healthy());
        json.put("runs", report.runs());
        json.put("refresh", refresh.text());
        json.put("truePositives", report.count(Row.Outcome.FOUND));
        json.put("falsePositives", report.count(Row.Outcome.FALSE));
        json.put("falseNegatives", report.count(Row.Outcome.MISSED));
        json.put("notObservable", report.count(Row.Outcome.NOT_OBSERVABLE));
        json.set("precision", Json.number(report.precision()));
        json.set("recall", Json.number(report.recall()));
        json.set("originAccuracy", Json.number(report.originAccuracy()));
        json.set("causeAccuracy", Json.number(report.causeAccuracy()));
        Double pages = report.pagesPerStorm();
        if (pages == null) {
            json.putNull("pagesPerStorm");
        } else {
            json.set("pagesPerStorm", Json.number(pages));
        }
        json.put("wrongPages", report.wrongPages());
        json.put("falsePages", report.falsePages());
        json.put("late", report.late());
        Report.Detection detection = report.detection();
        if (detection == null) {
            json.putNull("detectMillis");
        } else {
            ObjectNode millis = json.putObject("detectMillis");
            millis.set("p50", Json.number(detection.p50()));
            millis.set("p99", Json.number(detection.p99()));
            millis.set("max", Json.number(detection.max()));
        }
        ObjectNode own = json.putObject("ownTelemetry");
        report.ownTelemetry().forEach(own::put);
        ArrayNode rows = json.putArray("rows");
        report.rows().forEach(row -> rows.add(row(row)));
        return json;
    }

    private static ObjectNode row(Row row) {
        ObjectNode json = Json.object();
        json.put("scenario", row.scenario());
        json.put("seed", row.seed());
        json.put("outcome", Json.word(row.outcome()));
        json.put("right", row.isRight());
        json.set("label", label(row.label()));
        json.set("incident", incident(row.found()));
        json.put("pageWanted", row.pageWanted());
        json.put("pages", row.pages());
        return json;
    }

    private static @Nullable ObjectNode label(@Nullable FaultLabel label) {
        return label == null ? null : ScenariosCommand.fault(label);
    }

    private static @Nullable ObjectNode incident(Row.@Nullable Found found) {
        if (found == null) {
            return null;
        }
        ObjectNode json = Json.object();
        json.put("id", found.incidentId());
        ObjectNode origin = json.putObject("origin");
        origin.put("entity", found.entity());
        origin.put("device", found.device());
        origin.put("port", found.port());
        json.put("rule", found.rule());
        json.put("cause", found.cause());
        json.put("severity", found.severity());
        if (!found.cycle().isEmpty()) {
            found.cycle().forEach(json.putArray("cycle")::add);
        }
        json.put("originRight", found.originRight());
        json.put("causeRight", found.causeRight());
        json.put("openedMicros", found.openedMicros());
        json.set("detectMillis", Json.number(found.detectNanos() / MILLI));
        json.set("limitMillis", Json.number(found.limitNanos() / MILLI));
        return json;
    }
}
