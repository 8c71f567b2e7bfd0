package io.stormglass.schemas.registry;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Turns answers into JSON or into the exception that their code stands for. */
final class Answers {
    private final ObjectMapper json;
    private final UnaryOperator<String> redact;

    Answers(ObjectMapper json, UnaryOperator<String> redact) {
        this.json = json;
        this.redact = redact;
    }

    JsonNode read(RegistryTransport.Answer answer, String what) {
        if (answer.status() / 100 != 2) {
            throw failure(answer, what);
        }
        try {
            JsonNode node = json.readTree(answer.body());
            if (node.isMissingNode()) {
                throw unexpected(what, "the answer of " + answer.address() + " is empty", answer.status());
            }
            return node;
        } catch (JsonProcessingException e) {
            throw unexpected(
                    what,
                    "the answer of " + answer.address() + " is not JSON: " + quote(answer.body()),
                    answer.status());
        }
    }

    private RegistryException failure(RegistryTransport.Answer answer, String what) {
        int code = answer.status();
        String message = quote(answer.body());
        try {
            JsonNode node = json.readTree(answer.body());
            code = node.path("error_code").asInt(code);
            message = node.path("message").isTextual()
                    ? quote(node.path("message").asText())
                    : message;
        } catch (JsonProcessingException e) {
            // Not every server or proxy answers an error in JSON; its text is then the message.
            code = answer.status();
        }
        String words = "cannot " + what + ": schema registry " + answer.address() + " says " + code + " " + message;
        return failure(answer.status(), code, words, message);
    }

    private static RegistryException failure(int status, int code, String words, String message) {
        return switch (code) {
            case 40401 -> new RegistryException.SubjectNotFound(words);
            case 40402 -> new RegistryException.VersionNotFound(words);
            case 40403 -> new RegistryException.SchemaNotFound(words);
            case 40408 -> new RegistryException.NoSubjectLevel(words);
            case 42201 -> new RegistryException.InvalidSchema(words);
            case 42202 -> new RegistryException.InvalidVersion(words);
            default ->
                switch (status) {
                    case 401, 403 ->
                        new RegistryException.Refused(
                                words + "; check the registry's user and password or token, and their rights", code);
                    case 409 ->
                        new RegistryException.Incompatible(
                                words + "; add fields with defaults and remove nothing that has none",
                                List.of(message));
                    default ->
                        new RegistryException.UnexpectedAnswer(
                                words + "; is that the base address of a registry with the Confluent protocol?",
                                code,
                                null);
                };
        };
    }

    int integer(JsonNode answer, String field, String what) {
        JsonNode value = answer.path(field);
        if (!value.isInt()) {
            throw unexpected(what, "there is no number " + field + " in the answer", 200);
        }
        return value.asInt();
    }

    List<Integer> integers(JsonNode answer, String what) {
        List<Integer> values = new ArrayList<>();
        for (JsonNode value : answer) {
            if (!value.isInt()) {
                throw unexpected(what, "the answer is not a list of numbers", 200);
            }
            values.add(value.asInt());
        }
        return values.stream().sorted().toList();
    }

    RegistryException.UnexpectedAnswer unexpected(String what, String why, int code) {
        return new RegistryException.UnexpectedAnswer("cannot " + what + ": " + why, code, null);
    }

    private String quote(String text) {
        return RegistryTransport.shorten(redact.apply(text));
    }
}
