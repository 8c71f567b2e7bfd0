package io.stormglass.streams.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.stormglass.streams.http.Problem;
import io.stormglass.streams.view.Kind;
import org.apache.avro.Schema;

/** The API's description, made of the same schemas and parameters that answer. */
final class OpenApi {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final String JSON = "application/json";
    private static final String TYPE = "type";
    private static final String INTEGER = "integer";
    private static final String STRING = "string";

    private OpenApi() {}

    /** The document, OpenAPI 3.1. */
    static ObjectNode document() {
        ObjectNode document = NODES.objectNode();
        document.put("openapi", "3.1.0");
        document.putObject("info")
                .put("title", "Stormglass")
                .put("version", "1")
                .put(
                        "description",
                        "Storms, advice, ports, links, flows and findings of a lossless fabric. Times are ns since 1970 as whole numbers:"
                                + " more than 53 bits, which JavaScript rounds to 256 ns.");
        ObjectNode paths = document.putObject("paths");
        ObjectNode schemas = document.putObject("components").putObject("schemas");
        schemas.set("Problem", problem());
        for (Kind kind : Kind.values()) {
            String name = kind.type().getSimpleName();
            schemas.set(name, RecordJson.schema(kind.schema()));
            schemas.set(name + "Item", item(name));
            schemas.set(name + "List", list(name));
            list(paths.putObject(Api.BASE + kind.text()).putObject("get"), kind, name);
            one(paths.putObject(Api.BASE + kind.text() + "/{key}").putObject("get"), kind, name);
        }
        history(paths.putObject(Api.HISTORY + "{kind}/{key}").putObject("get"));
        runs(paths.putObject(Api.RUNS).putObject("get"));
        events(paths.putObject(Api.EVENTS).putObject("get"));
        plain(paths.putObject(Api.OPENAPI).putObject("get"), "This document.");
        ((ObjectNode) document.get("components"))
                .putObject("securitySchemes")
                .putObject("token")
                .put(TYPE, "http")
                .put("scheme", "bearer");
        document.putArray("security").addObject().putArray("token");
        return document;
    }

    private static ObjectNode problem() {
        ObjectNode schema = object("An error, as RFC 9457 has it.");
        property(schema, TYPE, STRING);
        property(schema, "title", STRING);
        property(schema, "status", INTEGER);
        property(schema, "detail", STRING);
        return schema;
    }

    private static ObjectNode item(String name) {
        ObjectNode schema = object("A value and its key.");
        property(schema, "key", STRING).put("description", "As in the topic.");
        property(schema, "toldNanos", INTEGER).put("description", "Event time at which it was told, to a millisecond.");
        reference(properties(schema).putObject("value"), name);
        required(schema, "value");
        return schema;
    }

    private static ObjectNode list(String name) {
        ObjectNode schema = object("A page.");
        property(schema, "runId", STRING);
        property(schema, "sinceNanos", INTEGER).put("description", "Before this 'at' is refused.");
        nullable(schema, "atNanos", INTEGER).put("description", "As asked for; null is now.");
        property(schema, "total", INTEGER).put("description", "How many fit, on all pages.");
        nullable(schema, "next", STRING).put("description", "Cursor of the next page; null where there is none.");
        ObjectNode items = properties(schema).putObject("items");
        items.put(TYPE, "array");
        reference(items.putObject("items"), name + "Item");
        required(schema, "items");
        return schema;
    }

    private static void list(ObjectNode operation, Kind kind, String name) {
        operation.put("summary", about(kind));
        operation.put("operationId", "list-" + kind.text());
        ArrayNode parameters = operation.putArray("parameters");
        query(parameters, Question.AT, "Moment: ns since 1970 or ISO 8601; without it, now.")
                .put(TYPE, STRING);
        query(parameters, Question.LIMIT, "Most items.")
                .put(TYPE, INTEGER)
                .put("minimum", 1)
                .put("maximum", Question.MOST)
                .put("default", Question.USUAL);
        query(parameters, Question.CURSOR, "'next' of the page before, asked with the same sort.")
                .put(TYPE, STRING);
        query(parameters, Question.SEARCH, "What keys must hold, capital or not.")
                .put(TYPE, STRING);
        Fields fields = Fields.of(kind.schema());
        ArrayNode sorts = query(
                        parameters,
                        Question.SORT,
                        "Number to sort by, with a minus for the greatest first; without it, by key.")
                .put(TYPE, STRING)
                .putArray("enum");
        fields.sorts().keySet().forEach(field -> sorts.add(field).add("-" + field));
        fields.filters().forEach((field, place) -> {
            Schema.Field described = kind.schema().getFields().get(place);
            query(parameters, field, "Must be: " + described.doc()).put(TYPE, STRING);
        });
        responses(operation, name + "List");
    }

    private static void one(ObjectNode operation, Kind kind, String name) {
        operation.put("summary", "One of: " + about(kind));
        operation.put("operationId", "one-of-" + kind.text());
        ArrayNode parameters = operation.putArray("parameters");
        path(parameters, "key", kind.topic().key() + "; slashes are written %2F.");
        query(parameters, Question.AT, "Moment: ns since 1970 or ISO 8601; without it, now.")
                .put(TYPE, STRING);
        responses(operation, name + "Item");
    }

    private static String about(Kind kind) {
        return kind.topic().about();
    }

    private static void history(ObjectNode operation) {
        operation.put("summary", "What one key was over time, the oldest first; the newest 1000 versions.");
        operation.put("operationId", "history");
        ArrayNode parameters = operation.putArray("parameters");
        path(parameters, "kind", "One of the kinds.");
        path(parameters, "key", "Key; slashes may be written %2F.");
        query(parameters, "from", "Moment: ns since 1970 or ISO 8601.").put(TYPE, STRING);
        query(parameters, "to", "Moment: ns since 1970 or ISO 8601.").put(TYPE, STRING);
        ObjectNode schema = object("Versions.");
        property(schema, "runId", STRING);
        property(schema, "sinceNanos", INTEGER);
        property(schema, "total", INTEGER);
        ObjectNode items = properties(schema).putObject("items");
        items.put(TYPE, "array");
        ArrayNode any = items.putObject("items").putArray("anyOf");
        for (Kind kind : Kind.values()) {
            reference(any.addObject(), kind.type().getSimpleName() + "Item");
        }
        required(schema, "items");
        responses(operation, schema);
    }

    private static void runs(ObjectNode operation) {
        operation.put("summary", "The run that this instance works on, and how much of it is known.");
        operation.put("operationId", "runs");
        ObjectNode kind = object("What is known of a kind.");
        property(kind, "kind", STRING);
        property(kind, "keys", INTEGER);
        property(kind, "sinceNanos", INTEGER);
        property(kind, "latestNanos", INTEGER);
        property(kind, "historyBytes", INTEGER);
        ObjectNode run = object("A run.");
        property(run, "runId", STRING);
        property(run, "ready", "boolean").put("description", "It runs and restores nothing.");
        property(run, "caughtUp", "boolean").put("description", "What was there at the start has been read.");
        array(run, "kinds", kind);
        ObjectNode schema = object("Runs.");
        array(schema, "items", run);
        responses(operation, schema);
    }

    private static void events(ObjectNode operation) {
        operation.put(
                "summary",
                "Server-sent events: the event is the kind, the data an item whose value is null where it was withdrawn. 'hello' at the"
                        + " beginning and 'resync' say: load the lists. For slow clients only the newest of each key waits.");
        operation.put("operationId", "events");
        query(
                        operation.putArray("parameters"),
                        Events.KINDS,
                        "Kinds, separated by commas; without it all but ports, links and flows.")
                .put(TYPE, STRING);
        ObjectNode responses = operation.putObject("responses");
        responses
                .putObject("200")
                .put("description", "Events.")
                .putObject("content")
                .putObject("text/event-stream")
                .putObject("schema")
                .put(TYPE, STRING);
        error(responses);
    }

    private static void plain(ObjectNode operation, String summary) {
        operation.put("summary", summary);
        operation.put("operationId", "openapi");
        responses(operation, NODES.objectNode().put(TYPE, "object"));
    }

    private static void responses(ObjectNode operation, String name) {
        responses(operation, reference(NODES.objectNode(), name));
    }

    private static void responses(ObjectNode operation, ObjectNode schema) {
        ObjectNode responses = operation.putObject("responses");
        ObjectNode good = responses.putObject("200").put("description", "The answer.");
        good.putObject("content").putObject(JSON).set("schema", schema);
        error(responses);
    }

    private static void error(ObjectNode responses) {
        ObjectNode content =
                responses.putObject("default").put("description", "An error.").putObject("content");
        reference(content.putObject(Problem.TYPE).putObject("schema"), "Problem");
    }

    private static ObjectNode query(ArrayNode parameters, String name, String about) {
        return parameter(parameters, name, about, "query").putObject("schema");
    }

    private static void path(ArrayNode parameters, String name, String about) {
        parameter(parameters, name, about, "path")
                .put("required", true)
                .putObject("schema")
                .put(TYPE, STRING);
    }

    private static ObjectNode parameter(ArrayNode parameters, String name, String about, String in) {
        return parameters.addObject().put("name", name).put("in", in).put("description", about);
    }

    private static ObjectNode object(String about) {
        ObjectNode schema = NODES.objectNode().put(TYPE, "object").put("description", about);
        schema.putObject("properties");
        schema.putArray("required");
        schema.put("additionalProperties", false);
        return schema;
    }

    private static ObjectNode properties(ObjectNode schema) {
        return (ObjectNode) schema.get("properties");
    }

    private static void required(ObjectNode schema, String name) {
        ((ArrayNode) schema.get("required")).add(name);
    }

    private static ObjectNode property(ObjectNode schema, String name, String type) {
        required(schema, name);
        return properties(schema).putObject(name).put(TYPE, type);
    }

    private static ObjectNode nullable(ObjectNode schema, String name, String type) {
        required(schema, name);
        ObjectNode property = properties(schema).putObject(name);
        property.putArray(TYPE).add(type).add("null");
        return property;
    }

    private static void array(ObjectNode schema, String name, ObjectNode items) {
        required(schema, name);
        properties(schema).putObject(name).put(TYPE, "array").set("items", items);
    }

    private static ObjectNode reference(ObjectNode schema, String name) {
        return schema.put("$ref", "#/components/schemas/" + name);
    }
}
