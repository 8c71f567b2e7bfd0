package io.stormglass.streams.http;

import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * What a client gets.
 *
 * @param status HTTP status
 * @param type media type
 * @param body content; not changed after it was handed over
 * @param headers further headers
 */
@SuppressWarnings("ArrayRecordComponent") // Handed over once, compared nowhere.
public record Answer(int status, String type, byte[] body, Map<String, String> headers) {
    private static final Map<String, String> NOT_KEPT = Map.of("Cache-Control", "no-store");

    public Answer {
        headers = Map.copyOf(headers);
    }

    /** JSON that nobody keeps. */
    public static Answer json(byte[] body) {
        return new Answer(200, "application/json", body, NOT_KEPT);
    }

    /** Text that nobody keeps. */
    public static Answer text(int status, String type, String text) {
        return new Answer(status, type, text.getBytes(StandardCharsets.UTF_8), NOT_KEPT);
    }
}
