package io.stormglass.schemas.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.stormglass.schemas.registry.StubServer.Reply;
import io.stormglass.schemas.registry.StubServer.Request;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Function;
import org.apache.avro.Schema;

/** The part of the protocol that two clients are compared on, over a registry in memory. */
final class RegistryProtocol implements Function<Request, Reply> {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final MemorySchemaRegistry registry = new MemorySchemaRegistry();

    @Override
    public Reply apply(Request request) {
        try {
            return route(request);
        } catch (RegistryException.Incompatible e) {
            return Reply.error(409, 409, "incompatible");
        } catch (RegistryException e) {
            return Reply.error(404, e.errorCode(), "not found");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Reply route(Request request) throws IOException {
        String[] parts = request.path().substring(1).split("/", -1);
        JsonNode body = request.body().isEmpty() ? JSON.createObjectNode() : JSON.readTree(request.body());
        String shape = request.method() + " " + parts[0] + " " + parts.length;
        return switch (shape) {
            case "POST subjects 3" -> Reply.ok("{\"id\":" + registry.register(parts[1], schema(body)) + "}");
            case "POST subjects 2" ->
                found(registry.lookup(parts[1], schema(body))
                        .orElseThrow(() -> new RegistryException.SchemaNotFound("none")));
            case "GET subjects 4" ->
                found(
                        parts[3].equals("latest")
                                ? registry.latest(parts[1])
                                : registry.version(parts[1], Integer.parseInt(parts[3])));
            case "GET subjects 3" -> Reply.ok(registry.versions(parts[1]).toString());
            case "GET subjects 1" -> Reply.ok(JSON.writeValueAsString(registry.subjects()));
            case "GET schemas 3" -> {
                ObjectNode answer = JSON.createObjectNode();
                answer.put("schema", registry.byId(Integer.parseInt(parts[2])).toString());
                yield Reply.ok(answer.toString());
            }
            case "POST compatibility 4", "POST compatibility 5" -> {
                CompatibilityVerdict verdict = registry.check(parts[2], schema(body));
                ObjectNode answer = JSON.createObjectNode();
                answer.put("is_compatible", verdict.compatible());
                verdict.messages().forEach(answer.putArray("messages")::add);
                yield Reply.ok(answer.toString());
            }
            case "PUT config 2" -> {
                String level = body.path("compatibility").asText();
                registry.setCompatibility(parts[1], CompatibilityLevel.of(level));
                yield Reply.ok("{\"compatibility\":\"" + level + "\"}");
            }
            case "GET config 1" -> Reply.ok("{\"compatibilityLevel\":\"" + registry.compatibility() + "\"}");
            case "GET config 2" ->
                registry.compatibility(parts[1])
                        .map(level -> Reply.ok("{\"compatibilityLevel\":\"" + level + "\"}"))
                        .orElse(Reply.error(404, 40408, "no level"));
            default -> Reply.error(404, 404, "HTTP 404 Not Found");
        };
    }

    private static Schema schema(JsonNode body) {
        return new Schema.Parser().parse(body.path("schema").asText());
    }

    private static Reply found(RegisteredSchema registered) {
        ObjectNode answer = JSON.createObjectNode();
        answer.put("subject", registered.subject());
        answer.put("version", registered.version());
        answer.put("id", registered.id());
        answer.put("schema", registered.schema().toString());
        return Reply.ok(answer.toString());
    }
}
