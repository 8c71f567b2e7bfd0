package io.stormglass.embedded.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.stormglass.embedded.registry.LogEntry.IdsUsed;
import io.stormglass.embedded.registry.LogEntry.LevelSet;
import io.stormglass.embedded.registry.LogEntry.ModeSet;
import io.stormglass.embedded.registry.LogEntry.SubjectDeleted;
import io.stormglass.embedded.registry.LogEntry.SubjectForgotten;
import io.stormglass.embedded.registry.LogEntry.VersionRemoved;
import io.stormglass.embedded.registry.LogEntry.VersionStored;
import io.stormglass.embedded.registry.SchemaText.Reference;
import io.stormglass.schemas.registry.CompatibilityLevel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Log entries as JSON key and value, in the form that Confluent Schema Registry keeps in its topic. */
final class LogCodec {
    private static final ObjectMapper JSON = new ObjectMapper();

    private LogCodec() {}

    /**
     * Key and value of a record.
     *
     * @param value {@code null} deletes the key
     */
    @SuppressWarnings("ArrayRecordComponent") // carried from the encoder to the producer, never compared
    record Encoded(byte[] key, byte @Nullable [] value) {}

    static Encoded encode(LogEntry entry) {
        return switch (entry) {
            case VersionStored stored -> encoded(schemaKey(stored.subject(), stored.version()), schemaValue(stored));
            case VersionRemoved removed -> encoded(schemaKey(removed.subject(), removed.version()), null);
            case SubjectDeleted deleted ->
                encoded(
                        key("DELETE_SUBJECT", deleted.subject()),
                        JSON.createObjectNode()
                                .put("subject", deleted.subject())
                                .put("version", deleted.upToVersion()));
            case SubjectForgotten forgotten -> encoded(key("DELETE_SUBJECT", forgotten.subject()), null);
            case LevelSet set ->
                encoded(
                        key("CONFIG", set.subject()),
                        set.level() == null
                                ? null
                                : JSON.createObjectNode()
                                        .put("compatibilityLevel", set.level().name()));
            case ModeSet set ->
                encoded(
                        key("MODE", set.subject()),
                        set.mode() == null
                                ? null
                                : JSON.createObjectNode().put("mode", set.mode().name()));
            case IdsUsed used ->
                encoded(
                        JSON.createObjectNode().put("keytype", "IDS").put("magic", 0),
                        JSON.createObjectNode().put("highestId", used.highestId()));
        };
    }

    private static Encoded encoded(ObjectNode key, @Nullable ObjectNode value) {
        try {
            return new Encoded(JSON.writeValueAsBytes(key), value == null ? null : JSON.writeValueAsBytes(value));
        } catch (IOException e) {
            throw new IllegalStateException("a JSON tree cannot be written: " + key, e);
        }
    }

    private static ObjectNode key(String type, @Nullable String subject) {
        return JSON.createObjectNode()
                .put("keytype", type)
                .put("subject", subject)
                .put("magic", 0);
    }

    private static ObjectNode schemaKey(String subject, int version) {
        return JSON.createObjectNode()
                .put("keytype", "SCHEMA")
                .put("subject", subject)
                .put("version", version)
                .put("magic", 1);
    }

    private static ObjectNode schemaValue(VersionStored stored) {
        ObjectNode value = JSON.createObjectNode()
                .put("subject", stored.subject())
                .put("version", stored.version())
                .put("id", stored.id());
        references(value, stored.schema().references());
        return value.put("schema", stored.schema().text()).put("deleted", stored.deleted());
    }

    /** Adds the references, if there are any, as the protocol names them. */
    static void references(ObjectNode target, List<Reference> references) {
        if (references.isEmpty()) {
            return;
        }
        ArrayNode array = target.putArray("references");
        for (Reference each : references) {
            array.addObject()
                    .put("name", each.name())
                    .put("subject", each.subject())
                    .put("version", each.version());
        }
    }

    /** References of a JSON object; none if it has no such field. */
    static List<Reference> references(JsonNode source) {
        List<Reference> references = new ArrayList<>();
        for (JsonNode each : source.path("references")) {
            references.add(new Reference(
                    each.path("name").asText(),
                    each.path("subject").asText(),
                    each.path("version").asInt()));
        }
        return references;
    }

    /**
     * Reads a record.
     *
     * @return empty for a kind of record that means nothing here
     * @throws IOException if it is not what this registry writes
     */
    static Optional<LogEntry> decode(byte[] keyBytes, byte @Nullable [] valueBytes) throws IOException {
        JsonNode key = JSON.readTree(keyBytes);
        @Nullable JsonNode value = valueBytes == null ? null : JSON.readTree(valueBytes);
        @Nullable
        String subject = key.path("subject").isTextual() ? key.path("subject").asText() : null;
        return Optional.ofNullable(
                switch (key.path("keytype").asText()) {
                    case "SCHEMA" ->
                        schema(required(subject), key.path("version").asInt(), value);
                    case "DELETE_SUBJECT" ->
                        value == null
                                ? new SubjectForgotten(required(subject))
                                : new SubjectDeleted(
                                        required(subject), value.path("version").asInt());
                    case "CONFIG" -> new LevelSet(subject, level(value));
                    case "MODE" -> new ModeSet(subject, mode(value));
                    case "IDS" ->
                        new IdsUsed(value == null ? 0 : value.path("highestId").asInt());
                    default -> null;
                });
    }

    private static LogEntry schema(String subject, int version, @Nullable JsonNode value) {
        if (value == null) {
            return new VersionRemoved(subject, version);
        }
        return new VersionStored(
                subject,
                version,
                value.path("id").asInt(),
                new SchemaText(value.path("schema").asText(), references(value)),
                value.path("deleted").asBoolean());
    }

    private static @Nullable CompatibilityLevel level(@Nullable JsonNode value) {
        return value == null
                ? null
                : CompatibilityLevel.of(value.path("compatibilityLevel").asText());
    }

    private static @Nullable Mode mode(@Nullable JsonNode value) {
        return value == null ? null : Mode.parse(value.path("mode").asText());
    }

    private static String required(@Nullable String subject) throws IOException {
        if (subject == null) {
            throw new IOException("the key names no subject");
        }
        return subject;
    }
}
