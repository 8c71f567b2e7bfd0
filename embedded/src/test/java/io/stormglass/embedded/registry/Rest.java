package io.stormglass.embedded.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Asks a registry the way curl does. */
public final class Rest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final String url;

    public Rest(String url) {
        this.url = url;
    }

    /** An answer: HTTP status, media type and JSON. */
    public record Answer(int status, String mediaType, JsonNode json) {
        /** Error code in the JSON; 0 if there is none. */
        public int code() {
            return json.path("error_code").asInt();
        }

        /** JSON as text. */
        public String text() {
            return json.toString();
        }
    }

    public Answer get(String path) {
        return ask("GET", path, null);
    }

    public Answer post(String path, String body) {
        return ask("POST", path, body);
    }

    public Answer put(String path, String body) {
        return ask("PUT", path, body);
    }

    public Answer delete(String path) {
        return ask("DELETE", path, null);
    }

    /** Posts a schema to a path. */
    public Answer schema(String path, String schema) {
        return post(path, body(schema));
    }

    /** Registers a schema and returns its id. */
    public int register(String subject, String schema) {
        Answer answer = schema("/subjects/" + subject + "/versions", schema);
        if (answer.status() != 200) {
            throw new AssertionError("not registered: " + answer);
        }
        return answer.json().path("id").asInt();
    }

    /** Body with a schema and references, each given as name, subject, version. */
    @SafeVarargs
    public static String body(String schema, List<Object>... references) {
        var body = JSON.createObjectNode().put("schema", schema);
        if (references.length > 0) {
            var array = body.putArray("references");
            for (List<Object> each : references) {
                array.addObject()
                        .put("name", (String) each.get(0))
                        .put("subject", (String) each.get(1))
                        .put("version", (Integer) each.get(2));
            }
        }
        return body.toString();
    }

    private Answer ask(String method, String path, @Nullable String body) {
        return ask(method, path, body, "application/vnd.schemaregistry.v1+json");
    }

    /** Asks with a media type of choice. */
    public Answer ask(String method, String path, @Nullable String body, String mediaType) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + path))
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .header("Content-Type", mediaType)
                .build();
        try {
            HttpResponse<byte[]> response = CLIENT.send(request, BodyHandlers.ofByteArray());
            return new Answer(
                    response.statusCode(),
                    response.headers().firstValue("Content-Type").orElse(""),
                    JSON.readTree(response.body()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
