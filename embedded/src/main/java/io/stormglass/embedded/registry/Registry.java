package io.stormglass.embedded.registry;

import io.stormglass.embedded.registry.LogEntry.IdsUsed;
import io.stormglass.embedded.registry.LogEntry.LevelSet;
import io.stormglass.embedded.registry.LogEntry.ModeSet;
import io.stormglass.embedded.registry.LogEntry.SubjectDeleted;
import io.stormglass.embedded.registry.LogEntry.SubjectForgotten;
import io.stormglass.embedded.registry.LogEntry.VersionRemoved;
import io.stormglass.embedded.registry.LogEntry.VersionStored;
import io.stormglass.embedded.registry.SchemaLog.Change;
import io.stormglass.embedded.registry.SchemaReader.Parsed;
import io.stormglass.embedded.registry.SchemaText.Reference;
import io.stormglass.schemas.registry.Compatibility;
import io.stormglass.schemas.registry.CompatibilityLevel;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/** What the registry does, apart from how it is asked (HTTP) and where it keeps things (the log). */
final class Registry {
    private final SchemaLog log;

    Registry(SchemaLog log) {
        this.log = log;
    }

    /** A schema as a client sends it. */
    record Candidate(String text, List<Reference> references) {}

    /** Which versions a question is about. */
    enum Deleted {
        /** Those that are not deleted. */
        HIDDEN,
        /** All of them. */
        SHOWN,
        /** Soft-deleted ones alone. */
        ONLY;

        boolean covers(VersionStored version) {
            return switch (this) {
                case HIDDEN -> !version.deleted();
                case SHOWN -> true;
                case ONLY -> version.deleted();
            };
        }
    }

    /** Looks at the state. */
    <T> T look(Function<RegistryState, T> question) {
        return log.look(question);
    }

    /**
     * Registers a schema under a subject, unless it is there already.
     *
     * @return the version it has there
     */
    VersionStored register(String subject, Candidate candidate) {
        requireName(subject);
        return log.change(state -> {
            SchemaReader reader = new SchemaReader(state);
            Parsed parsed = reader.parse(candidate.text(), candidate.references());
            List<VersionStored> live = state.live(subject);
            Optional<VersionStored> same = live.stream()
                    .filter(v -> v.schema().equals(parsed.canonical()))
                    .findFirst();
            if (same.isPresent()) {
                return Change.none(same.get());
            }
            requireWritable(state, subject);
            List<String> found = Compatibility.check(earlier(reader, live), parsed.schema(), state.level(subject))
                    .messages();
            if (!found.isEmpty()) {
                throw RegistryException.incompatible("the schema for subject '" + subject + "' is not "
                        + state.level(subject) + " compatible: " + String.join("; ", found));
            }
            int id = state.id(parsed.canonical()).orElse(state.highestId() + 1);
            VersionStored fresh = new VersionStored(subject, state.nextVersion(subject), id, parsed.canonical(), false);
            return new Change<>(List.of(fresh), fresh);
        });
    }

    /** Finds the version that a schema has under a subject. */
    VersionStored lookUp(String subject, Candidate candidate, Deleted deleted) {
        return log.look(state -> {
            List<VersionStored> versions = requireSubject(state, subject, deleted);
            SchemaText wanted = new SchemaReader(state)
                    .parse(candidate.text(), candidate.references())
                    .canonical();
            return versions.stream()
                    .filter(v -> v.schema().equals(wanted))
                    .findFirst()
                    .orElseThrow(() -> RegistryException.notUnderSubject(subject));
        });
    }

    /** One version of a subject. */
    VersionStored version(String subject, String version, Deleted deleted) {
        VersionNumber wanted = VersionNumber.parse(version);
        return log.look(state -> wanted.in(requireSubject(state, subject, deleted), subject));
    }

    /**
     * Incompatibilities of a schema with one version; with the versions that the subject's level looks at if no version is
     * given.
     */
    List<String> incompatibilities(String subject, Candidate candidate, @Nullable String version) {
        @Nullable VersionNumber wanted = version == null ? null : VersionNumber.parse(version);
        return log.look(state -> {
            SchemaReader reader = new SchemaReader(state);
            Parsed parsed = reader.parse(candidate.text(), candidate.references());
            List<VersionStored> live = state.live(subject);
            if (wanted != null && !(wanted.isLatest() && live.isEmpty())) {
                live = List.of(wanted.in(live, subject));
            }
            return Compatibility.check(earlier(reader, live), parsed.schema(), state.level(subject))
                    .messages();
        });
    }

    /** Deletes a subject, softly or for good, and returns the numbers of the versions that went. */
    List<Integer> deleteSubject(String subject, boolean permanent) {
        return log.change(state -> {
            List<VersionStored> all = state.versions(subject).toList();
            List<VersionStored> live = state.live(subject);
            if (all.isEmpty()) {
                throw RegistryException.noSubject(subject);
            }
            requireWritable(state, subject);
            if (permanent) {
                if (!live.isEmpty()) {
                    throw RegistryException.subjectNotSoftDeleted(subject);
                }
                return new Change<>(removal(state, subject, all), numbers(all));
            }
            if (live.isEmpty()) {
                throw RegistryException.subjectSoftDeleted(subject);
            }
            live.forEach(v -> requireUnreferenced(state, v));
            return new Change<>(
                    List.of(new SubjectDeleted(subject, live.getLast().version())), numbers(live));
        });
    }

    /** Deletes a version, softly or for good, and returns its number. */
    int deleteVersion(String subject, String version, boolean permanent) {
        VersionNumber wanted = VersionNumber.parse(version);
        return log.change(state -> {
            VersionStored stored = wanted.in(requireSubject(state, subject, Deleted.SHOWN), subject);
            requireWritable(state, subject);
            if (permanent) {
                if (!stored.deleted()) {
                    throw RegistryException.versionNotSoftDeleted(subject, stored.version());
                }
                return new Change<>(removal(state, subject, List.of(stored)), stored.version());
            }
            if (stored.deleted()) {
                throw RegistryException.versionSoftDeleted(subject, stored.version());
            }
            requireUnreferenced(state, stored);
            return new Change<>(List.of(stored.softDeleted()), stored.version());
        });
    }

    /** Sets the level of a subject, or of all. */
    void setLevel(@Nullable String subject, CompatibilityLevel level) {
        log.change(state -> {
            requireWritable(state, subject);
            return new Change<>(List.of(new LevelSet(subject, level)), level);
        });
    }

    /** Takes a level back and returns it. */
    CompatibilityLevel unsetLevel(@Nullable String subject) {
        return log.change(state -> {
            CompatibilityLevel old = subject == null
                    ? state.globalLevel()
                    : state.ownLevel(subject).orElseThrow(() -> RegistryException.noSubject(subject));
            requireWritable(state, subject);
            return new Change<>(List.of(new LevelSet(subject, null)), old);
        });
    }

    /** Sets the mode of a subject, or of all. */
    void setMode(@Nullable String subject, Mode mode) {
        log.change(state -> new Change<>(List.of(new ModeSet(subject, mode)), mode));
    }

    /** Takes a mode back and returns it. */
    Mode unsetMode(@Nullable String subject) {
        return log.change(state -> {
            Mode old = subject == null
                    ? state.globalMode()
                    : state.ownMode(subject).orElseThrow(() -> RegistryException.noSubject(subject));
            return new Change<>(List.of(new ModeSet(subject, null)), old);
        });
    }

    /** Versions of a subject that the question covers; at least one. */
    static List<VersionStored> requireSubject(RegistryState state, String subject, Deleted deleted) {
        List<VersionStored> versions =
                state.versions(subject).filter(deleted::covers).toList();
        if (versions.isEmpty()) {
            throw RegistryException.noSubject(subject);
        }
        return versions;
    }

    private static List<LogEntry> removal(RegistryState state, String subject, List<VersionStored> versions) {
        List<LogEntry> entries = new ArrayList<>();
        entries.add(new IdsUsed(state.highestId()));
        versions.forEach(v -> entries.add(new VersionRemoved(subject, v.version())));
        if (versions.size() == state.versions(subject).count()) {
            entries.add(new SubjectForgotten(subject));
        }
        return entries;
    }

    private static List<Integer> numbers(List<VersionStored> versions) {
        return versions.stream().map(VersionStored::version).toList();
    }

    private static NavigableMap<Integer, Schema> earlier(SchemaReader reader, List<VersionStored> versions) {
        NavigableMap<Integer, Schema> earlier = new TreeMap<>();
        versions.forEach(v -> earlier.put(v.version(), reader.schema(v)));
        return earlier;
    }

    private static void requireUnreferenced(RegistryState state, VersionStored version) {
        if (!state.referencing(version.subject(), version.version()).isEmpty()) {
            throw RegistryException.referenced(version.subject(), version.version());
        }
    }

    private static void requireWritable(RegistryState state, @Nullable String subject) {
        Mode mode = subject == null ? state.globalMode() : state.mode(subject);
        if (mode != Mode.READWRITE) {
            throw RegistryException.notPermitted((subject == null ? "the registry" : "subject '" + subject + "'")
                    + " is in mode " + mode + "; set the mode to READWRITE first");
        }
    }

    private static void requireName(String subject) {
        if (subject.isBlank() || subject.chars().anyMatch(Character::isISOControl)) {
            throw RegistryException.invalidSubject("a subject's name must not be blank or hold control characters");
        }
    }

    /** Subjects that the question covers, by name. */
    static Stream<String> subjects(RegistryState state, String prefix, Deleted deleted) {
        return state.all()
                .filter(v -> v.subject().startsWith(prefix) && deleted.covers(v))
                .map(VersionStored::subject)
                .distinct();
    }
}
