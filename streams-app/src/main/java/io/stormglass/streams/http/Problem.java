package io.stormglass.streams.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.eclipse.jetty.http.HttpStatus;

/**
 * An error as RFC 9457 has it; the type is {@code about:blank}, so the title is that of the status.
 *
 * @param status HTTP status, 400 to 599
 * @param detail what was wrong, with the value, and what to do
 */
public record Problem(int status, String detail) {
    /** Media type. */
    public static final String TYPE = "application/problem+json";

    /** Text of the status. */
    public String title() {
        return HttpStatus.getMessage(status);
    }

    Answer answer() {
        return new Answer(status, TYPE, json(), Map.of());
    }

    byte[] json() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("type", "about:blank");
        json.put("title", title());
        json.put("status", status);
        json.put("detail", detail);
        return json.toString().getBytes(StandardCharsets.UTF_8);
    }
}
