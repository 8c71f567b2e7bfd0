package io.stormglass.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.stormglass.models.advice.Advice;
import io.stormglass.models.advice.Prediction;
import io.stormglass.models.ecn.Bound;
import io.stormglass.models.ecn.Thresholds;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One of {@code recommendations}; its names and their order are what other programs rely on. */
final class AdviceJson {
    private AdviceJson() {}

    static ObjectNode of(Advice advice) {
        ObjectNode json = Json.object();
        json.put("object", advice.name().key());
        json.put("status", Json.word(advice.status()));
        if (advice.decline() == null) {
            json.putNull("decline");
        } else {
            json.putObject("decline")
                    .put("reason", Json.word(advice.decline().reason()))
                    .put("words", advice.decline().words());
        }
        json.set("queues", texts(advice.queues().stream().sorted().toList()));
        json.set("current", thresholds(advice.current()));
        json.set("recommended", thresholds(advice.step()));
        json.set("target", thresholds(advice.target()));
        ObjectNode bounds = json.putObject("bounds");
        advice.bounds().forEach(bound -> bounds.set(bound.name(), bound(bound)));
        json.set("predicted", predicted(advice.prediction()));
        json.set("confidence", Json.number(advice.confidence()));
        json.set("reasons", texts(advice.reasons()));
        ObjectNode commands = json.putObject("commands");
        commands.set("lines", texts(advice.instructions().commands()));
        commands.put("document", advice.instructions().document());
        commands.put("refusal", advice.instructions().refusal());
        ObjectNode rollback = json.putObject("rollback");
        rollback.set("lines", texts(advice.instructions().rollback()));
        rollback.put("document", advice.instructions().rollbackDocument());
        json.set("nicAdvice", texts(advice.nicAdvice()));
        return json;
    }

    private static ArrayNode texts(List<String> lines) {
        ArrayNode array = Json.object().putArray("texts");
        lines.forEach(array::add);
        return array;
    }

    private static JsonNode thresholds(@Nullable Thresholds of) {
        if (of == null) {
            return NullNode.getInstance();
        }
        ObjectNode json = Json.object();
        json.put("kminBytes", of.kminBytes());
        json.put("kmaxBytes", of.kmaxBytes());
        json.set("pmax", Json.number(of.maxProbability()));
        return json;
    }

    private static ObjectNode bound(Bound bound) {
        ObjectNode json = Json.object();
        json.put("formula", bound.formula());
        json.put("source", bound.source());
        json.put("kind", Json.word(bound.kind()));
        json.put("side", Json.word(bound.side()));
        json.set("limit", Json.number(bound.limit()));
        json.set("value", Json.number(bound.value()));
        json.put("holds", bound.holds());
        return json;
    }

    private static JsonNode predicted(@Nullable Prediction of) {
        if (of == null) {
            return NullNode.getInstance();
        }
        ObjectNode json = Json.object();
        json.put("profile", of.profile().text());
        json.put("whatIf", of.whatIf());
        json.set("current", cost(of.current()));
        json.set("recommended", cost(of.step()));
        json.set("target", cost(of.target()));
        ObjectNode published = json.putObject("published");
        of.published().forEach(each -> published.set(each.profile().text(), Json.number(each.cost())));
        json.put("runs", of.runs());
        return json;
    }

    private static ObjectNode cost(Prediction.Cost of) {
        ObjectNode json = Json.object();
        json.set("mean", Json.number(of.mean()));
        json.set("low", Json.number(of.low()));
        json.set("high", Json.number(of.high()));
        return json;
    }
}
