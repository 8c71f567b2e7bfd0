package io.stormglass.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.stormglass.cli.tune.TuneReport;
import io.stormglass.cli.tune.TuneRow;
import io.stormglass.cli.tune.TuneStep;
import io.stormglass.models.advice.Advice;
import io.stormglass.models.advice.Prediction;
import io.stormglass.models.ecn.Cost;
import io.stormglass.models.ecn.Evaluation;
import io.stormglass.models.ecn.Outcome;
import io.stormglass.models.ecn.Thresholds;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The JSON of {@code tune}; its names and their order are what other programs rely on. */
final class TuneJson {
    private TuneJson() {}

    /** Emulator runs of the three settings; seeds of their own, as {@code emulate} has them. */
    record Emulations(Emulated before, Emulated after, Emulated best) {}

    static ObjectNode of(TuneRow row, Emulations emulations) {
        ObjectNode json = Json.object();
        json.put("scenario", row.scenario());
        json.set("before", EmulateJson.of(emulations.before()));
        json.set("after", EmulateJson.of(emulations.after()));
        json.set("bestStatic", EmulateJson.of(emulations.best()));
        figures(json, row);
        return json;
    }

    static ObjectNode of(TuneReport report, List<String> missed) {
        ObjectNode json = Json.object();
        ArrayNode rows = json.putArray("rows");
        for (TuneRow row : report.rows()) {
            ObjectNode node = rows.addObject();
            node.put("scenario", row.scenario());
            figures(node, row);
        }
        missed.forEach(json.putArray("missed")::add);
        return json;
    }

    private static void figures(ObjectNode json, TuneRow row) {
        json.put("profile", row.profile().text());
        json.set("recommended", thresholds(row.after().thresholds()));
        json.set("bestStaticThresholds", thresholds(row.best().thresholds()));
        ObjectNode cost = json.putObject("cost");
        cost.set("before", number(row.cost(row.before())));
        cost.set("after", number(row.cost(row.after())));
        cost.set("best", number(row.cost(row.best())));
        cost.set("worst", number(row.cost(row.worst())));
        json.set("regret", number(row.regret()));
        json.set("regretMargin", number(row.regretMargin()));
        ArrayNode steps = json.putArray("steps");
        row.steps().forEach(step -> steps.add(step(step)));
        ObjectNode measured = json.putObject("measured");
        measured.set("before", measured(row.before()));
        measured.set("after", measured(row.after()));
        measured.set("best", measured(row.best()));
        ObjectNode named = json.putObject("named");
        row.named().forEach((profile, made) -> named.set(profile.text(), number(row.cost(made))));
        json.set("predicted", predicted(row.predicted()));
        Boolean held = row.held();
        json.set(
                "held",
                held == null ? JsonNodeFactory.instance.nullNode() : JsonNodeFactory.instance.booleanNode(held));
    }

    private static ObjectNode step(TuneStep step) {
        Advice advice = step.advice();
        ObjectNode json = Json.object();
        json.put("step", step.number());
        json.set("current", thresholds(step.current()));
        json.put("status", Json.word(advice.status()));
        json.put("object", advice.name().key());
        advice.queues().forEach(json.putArray("queues")::add);
        if (advice.decline() == null) {
            json.putNull("decline");
        } else {
            ObjectNode decline = json.putObject("decline");
            decline.put("reason", Json.word(advice.decline().reason()));
            decline.put("words", advice.decline().words());
        }
        json.set("target", orNull(advice.target()));
        json.set("next", orNull(advice.step()));
        Prediction prediction = advice.prediction();
        ObjectNode predicted = json.putObject("predicted");
        predicted.set("current", predicted(prediction == null ? null : prediction.current()));
        predicted.set("target", predicted(prediction == null ? null : prediction.target()));
        predicted.set("next", predicted(prediction == null || advice.step() == null ? null : prediction.step()));
        json.set("confidence", number(advice.confidence()));
        advice.reasons().forEach(json.putArray("reasons")::add);
        advice.evidence().sentences().forEach(json.putArray("evidence")::add);
        return json;
    }

    private static ObjectNode measured(Evaluation made) {
        ObjectNode json = Json.object();
        ArrayNode seeds = json.putArray("seeds");
        for (Outcome outcome : made.outcomes()) {
            Cost cost = Cost.of(outcome, made.facts());
            ObjectNode node = seeds.addObject();
            node.set("waste", number(cost.waste()));
            node.set("delay", number(cost.delay()));
            node.set("pause", number(cost.pause()));
            node.set("slowdown", number(cost.slowdown()));
            node.set("wasteRatio", number(outcome.wasteRatio()));
            node.set("meanDelayNanos", number(outcome.meanDelayNanos()));
            node.set("p99DelayNanos", number(outcome.p99DelayNanos()));
            node.set("pausedRatio", number(outcome.pausedRatio()));
        }
        return json;
    }

    private static JsonNode predicted(Prediction.@Nullable Cost cost) {
        if (cost == null) {
            return JsonNodeFactory.instance.nullNode();
        }
        ObjectNode json = Json.object();
        json.set("mean", number(cost.mean()));
        json.set("low", number(cost.low()));
        json.set("high", number(cost.high()));
        return json;
    }

    private static JsonNode orNull(@Nullable Thresholds of) {
        return of == null ? JsonNodeFactory.instance.nullNode() : thresholds(of);
    }

    private static ObjectNode thresholds(Thresholds of) {
        ObjectNode json = Json.object();
        json.put("kminBytes", of.kminBytes());
        json.put("kmaxBytes", of.kmaxBytes());
        json.set("pmax", Json.number(of.maxProbability()));
        return json;
    }

    /** Null where there is none, as of slowdowns without messages. */
    private static JsonNode number(double value) {
        return Double.isNaN(value) ? JsonNodeFactory.instance.nullNode() : Json.number(Math.rint(value * 1e6) / 1e6);
    }
}
