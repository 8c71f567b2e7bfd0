package io.stormglass.embedded.registry;

import io.stormglass.embedded.registry.LogEntry.IdsUsed;
import io.stormglass.embedded.registry.LogEntry.LevelSet;
import io.stormglass.embedded.registry.LogEntry.ModeSet;
import io.stormglass.embedded.registry.LogEntry.SubjectDeleted;
import io.stormglass.embedded.registry.LogEntry.SubjectForgotten;
import io.stormglass.embedded.registry.LogEntry.VersionRemoved;
import io.stormglass.embedded.registry.LogEntry.VersionStored;
import io.stormglass.schemas.registry.CompatibilityLevel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Everything the registry knows: the fold of its log. Not safe for concurrent use; the log guards it. */
final class RegistryState {
    private final NavigableMap<String, NavigableMap<Integer, VersionStored>> subjects = new TreeMap<>();
    private final NavigableMap<Integer, SchemaText> schemas = new TreeMap<>();
    private final Map<SchemaText, Integer> ids = new HashMap<>();
    private final Map<String, CompatibilityLevel> levels = new HashMap<>();
    private final Map<String, Mode> modes = new HashMap<>();
    private CompatibilityLevel globalLevel = CompatibilityLevel.BACKWARD;
    private Mode globalMode = Mode.READWRITE;
    private int highestId;

    void apply(LogEntry entry) {
        switch (entry) {
            case VersionStored stored -> store(stored);
            case VersionRemoved removed -> remove(removed);
            case SubjectDeleted deleted ->
                versions(deleted.subject()).filter(v -> v.version() <= deleted.upToVersion()).toList().stream()
                        .map(VersionStored::softDeleted)
                        .forEach(this::store);
            case SubjectForgotten forgotten -> {}
            case LevelSet set -> set(set.subject(), set.level());
            case ModeSet set -> set(set.subject(), set.mode());
            case IdsUsed used -> highestId = Math.max(highestId, used.highestId());
        }
    }

    private void store(VersionStored stored) {
        subjects.computeIfAbsent(stored.subject(), s -> new TreeMap<>()).put(stored.version(), stored);
        schemas.put(stored.id(), stored.schema());
        ids.put(stored.schema(), stored.id());
        highestId = Math.max(highestId, stored.id());
    }

    private void remove(VersionRemoved removed) {
        NavigableMap<Integer, VersionStored> versions = subjects.get(removed.subject());
        if (versions == null) {
            return;
        }
        VersionStored gone = versions.remove(removed.version());
        if (versions.isEmpty()) {
            subjects.remove(removed.subject());
        }
        if (gone != null && all().noneMatch(v -> v.id() == gone.id())) {
            schemas.remove(gone.id());
            ids.remove(gone.schema());
        }
    }

    private void set(@Nullable String subject, @Nullable CompatibilityLevel level) {
        if (subject == null) {
            globalLevel = level == null ? CompatibilityLevel.BACKWARD : level;
        } else if (level == null) {
            levels.remove(subject);
        } else {
            levels.put(subject, level);
        }
    }

    private void set(@Nullable String subject, @Nullable Mode mode) {
        if (subject == null) {
            globalMode = mode == null ? Mode.READWRITE : mode;
        } else if (mode == null) {
            modes.remove(subject);
        } else {
            modes.put(subject, mode);
        }
    }

    /** All versions of all subjects, soft-deleted ones too, by subject and version. */
    Stream<VersionStored> all() {
        return subjects.values().stream().flatMap(versions -> versions.values().stream());
    }

    /** All versions of a subject, soft-deleted ones too, in their order. */
    Stream<VersionStored> versions(String subject) {
        NavigableMap<Integer, VersionStored> versions = subjects.get(subject);
        return versions == null ? Stream.empty() : versions.values().stream();
    }

    /** Versions of a subject that are not deleted, in their order. */
    List<VersionStored> live(String subject) {
        return versions(subject).filter(Predicate.not(VersionStored::deleted)).toList();
    }

    Optional<VersionStored> version(String subject, int version) {
        return Optional.ofNullable(
                subjects.getOrDefault(subject, new TreeMap<>()).get(version));
    }

    Optional<SchemaText> schema(int id) {
        return Optional.ofNullable(schemas.get(id));
    }

    /** Id under which exactly this schema is known. */
    Optional<Integer> id(SchemaText schema) {
        return Optional.ofNullable(ids.get(schema));
    }

    int highestId() {
        return highestId;
    }

    /** Number for the next version of a subject; numbers of deleted versions are not used again. */
    int nextVersion(String subject) {
        NavigableMap<Integer, VersionStored> versions = subjects.get(subject);
        return versions == null ? 1 : versions.lastKey() + 1;
    }

    /** Versions that are not deleted and refer to this one. */
    List<VersionStored> referencing(String subject, int version) {
        return new ArrayList<>(all().filter(v -> !v.deleted()
                        && v.schema().references().stream()
                                .anyMatch(r -> r.subject().equals(subject) && r.version() == version))
                .toList());
    }

    CompatibilityLevel globalLevel() {
        return globalLevel;
    }

    Optional<CompatibilityLevel> ownLevel(String subject) {
        return Optional.ofNullable(levels.get(subject));
    }

    CompatibilityLevel level(String subject) {
        return ownLevel(subject).orElse(globalLevel);
    }

    Mode globalMode() {
        return globalMode;
    }

    Optional<Mode> ownMode(String subject) {
        return Optional.ofNullable(modes.get(subject));
    }

    Mode mode(String subject) {
        return globalMode == Mode.READONLY_OVERRIDE
                ? globalMode
                : ownMode(subject).orElse(globalMode);
    }
}
