package io.stormglass.schemas.registry;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.avro.Schema;

/** A registry in memory, for tests of topologies and for dry runs; same rules, no protocol. */
public final class MemorySchemaRegistry implements SchemaRegistryClient {
    private final Map<String, Integer> idByText = new HashMap<>();
    private final Map<Integer, Schema> schemaById = new HashMap<>();
    private final Map<String, List<Schema>> versionsBySubject = new TreeMap<>();
    private final Map<String, CompatibilityLevel> levelBySubject = new HashMap<>();
    private CompatibilityLevel level = CompatibilityLevel.BACKWARD;

    @Override
    public synchronized int register(String subject, Schema schema) {
        Optional<RegisteredSchema> known = lookup(subject, schema);
        if (known.isPresent()) {
            return known.get().id();
        }
        CompatibilityVerdict verdict = check(subject, schema);
        if (!verdict.compatible()) {
            throw new RegistryException.Incompatible(
                    "subject " + subject + " cannot take " + schema.getFullName() + ": "
                            + String.join("; ", verdict.messages()),
                    verdict.messages());
        }
        int id = idByText.computeIfAbsent(schema.toString(), text -> idByText.size() + 1);
        schemaById.putIfAbsent(id, schema);
        versionsBySubject.computeIfAbsent(subject, name -> new ArrayList<>()).add(schema);
        return id;
    }

    @Override
    public synchronized Schema byId(int id) {
        Schema schema = schemaById.get(id);
        if (schema == null) {
            throw new RegistryException.SchemaNotFound("no schema with id " + id);
        }
        return schema;
    }

    @Override
    public synchronized RegisteredSchema latest(String subject) {
        return version(subject, held(subject).size());
    }

    @Override
    public synchronized RegisteredSchema version(String subject, int version) {
        List<Schema> held = held(subject);
        if (version < 1 || version > held.size()) {
            throw new RegistryException.VersionNotFound("subject " + subject + " has no version " + version);
        }
        return at(subject, held, version);
    }

    @Override
    public synchronized List<Integer> versions(String subject) {
        List<Integer> versions = new ArrayList<>();
        for (int version = 1; version <= held(subject).size(); version++) {
            versions.add(version);
        }
        return List.copyOf(versions);
    }

    @Override
    public synchronized Optional<RegisteredSchema> lookup(String subject, Schema schema) {
        List<Schema> held = versionsBySubject.getOrDefault(subject, List.of());
        String text = schema.toString();
        for (int version = 1; version <= held.size(); version++) {
            if (held.get(version - 1).toString().equals(text)) {
                return Optional.of(at(subject, held, version));
            }
        }
        return Optional.empty();
    }

    @Override
    public synchronized CompatibilityVerdict check(String subject, Schema schema) {
        List<Schema> held = versionsBySubject.getOrDefault(subject, List.of());
        return Compatibility.check(held, schema, levelBySubject.getOrDefault(subject, level));
    }

    @Override
    public synchronized List<String> subjects() {
        return List.copyOf(versionsBySubject.keySet());
    }

    @Override
    public synchronized CompatibilityLevel compatibility() {
        return level;
    }

    @Override
    public synchronized Optional<CompatibilityLevel> compatibility(String subject) {
        return Optional.ofNullable(levelBySubject.get(subject));
    }

    @Override
    public synchronized void setCompatibility(CompatibilityLevel newLevel) {
        level = newLevel;
    }

    @Override
    public synchronized void setCompatibility(String subject, CompatibilityLevel newLevel) {
        levelBySubject.put(subject, newLevel);
    }

    @Override
    public synchronized List<Integer> delete(String subject) {
        List<Integer> versions = versions(subject);
        versionsBySubject.remove(subject);
        return versions;
    }

    @Override
    public void close() {}

    private List<Schema> held(String subject) {
        List<Schema> held = versionsBySubject.get(subject);
        if (held == null) {
            throw new RegistryException.SubjectNotFound("there is no subject " + subject);
        }
        return held;
    }

    private RegisteredSchema at(String subject, List<Schema> held, int version) {
        Schema schema = held.get(version - 1);
        Integer id = idByText.get(schema.toString());
        if (id == null) {
            throw new IllegalStateException("schema of " + subject + " version " + version + " has no id");
        }
        return new RegisteredSchema(subject, version, id, schema);
    }
}
