package io.stormglass.schemas.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Client of any registry with the Confluent REST protocol. Schemas and ids are remembered for ever, because an id never
 * changes its meaning; that an id is unknown is remembered for a second. May be used by several threads.
 */
public final class HttpSchemaRegistryClient implements SchemaRegistryClient {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long UNKNOWN_ID_NANOS = 1_000_000_000L;
    private static final int MOST_UNKNOWN_IDS = 10_000;
    private static final int DEEPEST_REFERENCE = 32;

    private final RegistryTransport transport;
    private final Answers answers;
    private final LongSupplier nanoClock;
    private final Map<Integer, Schema> schemaById = new ConcurrentHashMap<>();
    private final Map<Integer, Long> unknownUntilNanos = new ConcurrentHashMap<>();
    private final Map<SubjectText, Integer> idBySubjectText = new ConcurrentHashMap<>();

    private record SubjectText(String subject, String text) {}

    /**
     * A client; connects when first used.
     *
     * @throws IllegalArgumentException if a certificate file cannot be read
     */
    public HttpSchemaRegistryClient(RegistryConfig config) {
        this(
                config,
                new Backoff(
                        config.firstBackoff(),
                        config.longestBackoff(),
                        () -> ThreadLocalRandom.current().nextDouble()),
                Thread::sleep,
                System::nanoTime);
    }

    HttpSchemaRegistryClient(RegistryConfig config, Backoff backoff, Sleeper sleeper, LongSupplier nanoClock) {
        this.transport = new RegistryTransport(config, backoff, sleeper);
        this.answers = new Answers(JSON, transport::redact);
        this.nanoClock = nanoClock;
    }

    @Override
    public int register(String subject, Schema schema) {
        SubjectText key = new SubjectText(subject, schema.toString());
        Integer known = idBySubjectText.get(key);
        if (known != null) {
            return known;
        }
        String what = "register " + schema.getFullName() + " under subject " + subject;
        JsonNode answer = ask("POST", subjectPath(subject) + "/versions", schemaBody(schema), what);
        int id = answers.integer(answer, "id", what);
        idBySubjectText.put(key, id);
        schemaById.putIfAbsent(id, schema);
        unknownUntilNanos.remove(id);
        return id;
    }

    @Override
    public Schema byId(int id) {
        Schema known = schemaById.get(id);
        if (known != null) {
            return known;
        }
        String what = "read schema " + id;
        Long until = unknownUntilNanos.get(id);
        if (until != null && nanoClock.getAsLong() - until < 0) {
            throw new RegistryException.SchemaNotFound(
                    "cannot " + what + ": the registry did not have it a moment ago");
        }
        try {
            JsonNode answer = ask("GET", "/schemas/ids/" + id, null, what);
            Schema schema = schema(answer, what);
            schemaById.put(id, schema);
            unknownUntilNanos.remove(id);
            return schema;
        } catch (RegistryException.SchemaNotFound e) {
            if (unknownUntilNanos.size() >= MOST_UNKNOWN_IDS) {
                unknownUntilNanos.clear();
            }
            unknownUntilNanos.put(id, nanoClock.getAsLong() + UNKNOWN_ID_NANOS);
            throw e;
        }
    }

    @Override
    public RegisteredSchema latest(String subject) {
        return version(subject, "latest");
    }

    @Override
    public RegisteredSchema version(String subject, int version) {
        return version(subject, String.valueOf(version));
    }

    private RegisteredSchema version(String subject, String version) {
        String what = "read version " + version + " of subject " + subject;
        return registered(ask("GET", subjectPath(subject) + "/versions/" + version, null, what), what);
    }

    @Override
    public List<Integer> versions(String subject) {
        String what = "list the versions of subject " + subject;
        return answers.integers(ask("GET", subjectPath(subject) + "/versions", null, what), what);
    }

    @Override
    public Optional<RegisteredSchema> lookup(String subject, Schema schema) {
        String what = "look up " + schema.getFullName() + " under subject " + subject;
        try {
            JsonNode answer = ask("POST", subjectPath(subject), schemaBody(schema), what);
            return Optional.of(new RegisteredSchema(
                    subject, answers.integer(answer, "version", what), answers.integer(answer, "id", what), schema));
        } catch (RegistryException.SubjectNotFound | RegistryException.SchemaNotFound e) {
            return Optional.empty();
        }
    }

    @Override
    public CompatibilityVerdict check(String subject, Schema schema) {
        String what = "check " + schema.getFullName() + " against subject " + subject;
        String path = "/compatibility" + subjectPath(subject) + "/versions";
        try {
            return verdict(ask("POST", path + "?verbose=true", schemaBody(schema), what), what);
        } catch (RegistryException.SubjectNotFound | RegistryException.VersionNotFound e) {
            return new CompatibilityVerdict(true, List.of());
        } catch (RegistryException.UnexpectedAnswer e) {
            if (e.errorCode() != 404 && e.errorCode() != 405) {
                throw e;
            }
        }
        // Some registries know the check against one version only.
        try {
            return verdict(ask("POST", path + "/latest?verbose=true", schemaBody(schema), what), what);
        } catch (RegistryException.SubjectNotFound | RegistryException.VersionNotFound e) {
            return new CompatibilityVerdict(true, List.of());
        }
    }

    private CompatibilityVerdict verdict(JsonNode answer, String what) {
        JsonNode compatible = answer.path("is_compatible");
        if (!compatible.isBoolean()) {
            throw answers.unexpected(what, "there is no is_compatible in the answer", 200);
        }
        List<String> messages = new ArrayList<>();
        answer.path("messages").forEach(message -> messages.add(message.asText()));
        return new CompatibilityVerdict(compatible.asBoolean(), messages);
    }

    @Override
    public List<String> subjects() {
        String what = "list the subjects";
        List<String> subjects = new ArrayList<>();
        ask("GET", "/subjects", null, what).forEach(subject -> subjects.add(subject.asText()));
        return subjects.stream().sorted().toList();
    }

    @Override
    public CompatibilityLevel compatibility() {
        String what = "read the general compatibility level";
        return level(ask("GET", "/config", null, what), what);
    }

    @Override
    public Optional<CompatibilityLevel> compatibility(String subject) {
        String what = "read the compatibility level of subject " + subject;
        try {
            return Optional.of(level(ask("GET", "/config/" + encode(subject), null, what), what));
        } catch (RegistryException.NoSubjectLevel | RegistryException.SubjectNotFound e) {
            return Optional.empty();
        }
    }

    private CompatibilityLevel level(JsonNode answer, String what) {
        String name = answer.path("compatibilityLevel").asText();
        try {
            return CompatibilityLevel.of(name);
        } catch (IllegalArgumentException e) {
            throw answers.unexpected(what, String.valueOf(e.getMessage()), 200);
        }
    }

    @Override
    public void setCompatibility(CompatibilityLevel level) {
        ask("PUT", "/config", levelBody(level), "set the general compatibility level to " + level);
    }

    @Override
    public void setCompatibility(String subject, CompatibilityLevel level) {
        String what = "set the compatibility level of subject " + subject + " to " + level;
        ask("PUT", "/config/" + encode(subject), levelBody(level), what);
    }

    @Override
    public List<Integer> delete(String subject) {
        String what = "delete subject " + subject;
        List<Integer> versions = answers.integers(ask("DELETE", subjectPath(subject), null, what), what);
        idBySubjectText.keySet().removeIf(key -> key.subject().equals(subject));
        return versions;
    }

    @Override
    public void close() {
        transport.close();
    }

    private JsonNode ask(String method, String path, @Nullable String body, String what) {
        return answers.read(transport.ask(method, path, body), what);
    }

    private RegisteredSchema registered(JsonNode answer, String what) {
        return new RegisteredSchema(
                answer.path("subject").asText(),
                answers.integer(answer, "version", what),
                answers.integer(answer, "id", what),
                schema(answer, what));
    }

    /** The schema of an answer, with the schemas that it refers to read first. */
    private Schema schema(JsonNode answer, String what) {
        Schema.Parser parser = new Schema.Parser().setValidateDefaults(false);
        readReferences(answer, parser, new HashSet<>(), 0);
        return parse(answer, parser, what);
    }

    private void readReferences(JsonNode answer, Schema.Parser parser, Set<String> done, int depth) {
        if (depth > DEEPEST_REFERENCE) {
            throw new RegistryException.InvalidSchema("references are nested more than " + DEEPEST_REFERENCE + " deep");
        }
        for (JsonNode reference : answer.path("references")) {
            String subject = reference.path("subject").asText();
            int version = reference.path("version").asInt();
            if (done.add(subject + "/" + version)) {
                String what = "read version " + version + " of subject " + subject + ", which a schema refers to";
                JsonNode referred = ask("GET", subjectPath(subject) + "/versions/" + version, null, what);
                readReferences(referred, parser, done, depth + 1);
                parse(referred, parser, what);
            }
        }
    }

    private Schema parse(JsonNode answer, Schema.Parser parser, String what) {
        String type = answer.path("schemaType").asText("AVRO");
        if (!type.equals("AVRO")) {
            throw new RegistryException.InvalidSchema("cannot " + what + ": it is of type " + type + ", not AVRO");
        }
        JsonNode text = answer.path("schema");
        if (!text.isTextual()) {
            throw answers.unexpected(what, "there is no schema in the answer", 200);
        }
        try {
            return parser.parse(text.asText());
        } catch (RuntimeException e) {
            throw new RegistryException.InvalidSchema(
                    "cannot " + what + ": the text is not an Avro schema (" + e.getMessage() + ")");
        }
    }

    private static String schemaBody(Schema schema) {
        ObjectNode body = JSON.createObjectNode();
        body.put("schema", schema.toString());
        return body.toString();
    }

    private static String levelBody(CompatibilityLevel level) {
        ObjectNode body = JSON.createObjectNode();
        body.put("compatibility", level.name());
        return body.toString();
    }

    private static String subjectPath(String subject) {
        return "/subjects/" + encode(subject);
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
