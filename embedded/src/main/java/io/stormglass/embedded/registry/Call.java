package io.stormglass.embedded.registry;

import com.fasterxml.jackson.databind.JsonNode;
import io.stormglass.embedded.registry.Registry.Candidate;
import io.stormglass.embedded.registry.Registry.Deleted;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * One HTTP request, taken apart.
 *
 * @param arguments parts of the path that the route leaves open, in their order
 * @param query query parameters
 * @param body reads the body as JSON
 */
record Call(List<String> arguments, Map<String, String> query, Supplier<JsonNode> body) {
    String argument(int index) {
        return arguments.get(index);
    }

    boolean flag(String name) {
        return Boolean.parseBoolean(query.getOrDefault(name, "false"));
    }

    Deleted deleted() {
        if (flag("deletedOnly")) {
            return Deleted.ONLY;
        }
        return flag("deleted") ? Deleted.SHOWN : Deleted.HIDDEN;
    }

    /** The schema in the body. */
    Candidate candidate() {
        JsonNode json = body.get();
        String type = json.path("schemaType").asText("AVRO");
        if (!type.equals("AVRO") && !json.path("schemaType").isNull()) {
            throw RegistryException.invalidSchema("schemaType " + type + " is not supported here; AVRO is");
        }
        for (String extra : List.of("ruleSet", "metadata")) {
            if (!json.path(extra).isMissingNode() && !json.path(extra).isNull()) {
                throw RegistryException.invalidSchema(extra + " is not supported here; leave it out");
            }
        }
        if (!json.path("schema").isTextual()) {
            throw RegistryException.invalidSchema("the request has no text field 'schema'");
        }
        return new Candidate(json.path("schema").asText(), LogCodec.references(json));
    }

    /** A text field of the body; empty if there is none. */
    String field(String name) {
        return body.get().path(name).asText("");
    }
}
