package io.stormglass.streams.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** Holds JSON against a schema of the document, as far as the document uses JSON Schema; anything else in it fails. */
final class SchemaCheck {
    private static final List<String> KNOWN = List.of(
            "type",
            "description",
            "properties",
            "required",
            "additionalProperties",
            "items",
            "enum",
            "anyOf",
            "$ref",
            "format");

    private final JsonNode document;

    SchemaCheck(JsonNode document) {
        this.document = document;
    }

    /** What is wrong, each with its place; empty where nothing is. */
    List<String> faults(JsonNode schema, JsonNode value) {
        List<String> faults = new ArrayList<>();
        check(schema, value, "$", faults);
        return faults;
    }

    private void check(JsonNode schema, JsonNode value, String place, List<String> faults) {
        schema.fieldNames().forEachRemaining(name -> assertThat(KNOWN).contains(name));
        if (schema.has("$ref")) {
            JsonNode target = document.at(schema.get("$ref").asText().substring(1));
            assertThat(target.isMissingNode()).as(schema.toString()).isFalse();
            check(target, value, place, faults);
            return;
        }
        if (schema.has("anyOf")) {
            for (JsonNode each : schema.get("anyOf")) {
                if (faults(each, value).isEmpty()) {
                    return;
                }
            }
            faults.add(place + " is none of " + schema.get("anyOf").size() + ": " + value);
            return;
        }
        JsonNode type = schema.get("type");
        boolean fits = false;
        for (JsonNode each : type.isArray() ? type : List.of(type)) {
            fits |= is(each.asText(), value);
        }
        if (!fits) {
            faults.add(place + " is no " + type + ": " + value);
        } else if (value.isObject()) {
            object(schema, value, place, faults);
        } else if (value.isArray()) {
            for (int i = 0; i < value.size(); i++) {
                check(schema.get("items"), value.get(i), place + "[" + i + "]", faults);
            }
        }
        if (schema.has("enum") && !schema.get("enum").toString().contains("\"" + value.asText() + "\"")) {
            faults.add(place + " is none of " + schema.get("enum") + ": " + value);
        }
    }

    private void object(JsonNode schema, JsonNode value, String place, List<String> faults) {
        if (!schema.has("properties")) {
            return;
        }
        schema.get("required").forEach(name -> {
            if (!value.has(name.asText())) {
                faults.add(place + " has no " + name);
            }
        });
        value.properties().forEach(field -> {
            JsonNode property = schema.get("properties").get(field.getKey());
            if (property == null) {
                faults.add(place + " has " + field.getKey());
            } else {
                check(property, field.getValue(), place + "." + field.getKey(), faults);
            }
        });
    }

    private static boolean is(String type, JsonNode value) {
        return switch (type) {
            case "object" -> value.isObject();
            case "array" -> value.isArray();
            case "string" -> value.isTextual();
            case "boolean" -> value.isBoolean();
            case "integer" -> value.isIntegralNumber();
            case "number" -> value.isNumber();
            case "null" -> value.isNull();
            default -> throw new AssertionError("type " + type);
        };
    }
}
