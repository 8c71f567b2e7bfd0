package io.stormglass.embedded.registry;

import io.stormglass.schemas.registry.CompatibilityLevel;
import org.jspecify.annotations.Nullable;

/** One record of the registry's topic: a change of its state. */
sealed interface LogEntry {
    /** A version of a subject was registered, or was soft-deleted. */
    record VersionStored(String subject, int version, int id, SchemaText schema, boolean deleted) implements LogEntry {
        /** The same, soft-deleted. */
        VersionStored softDeleted() {
            return new VersionStored(subject, version, id, schema, true);
        }
    }

    /** A version is gone for good. */
    record VersionRemoved(String subject, int version) implements LogEntry {}

    /** All versions of the subject up to this one are soft-deleted. */
    record SubjectDeleted(String subject, int upToVersion) implements LogEntry {}

    /** Nothing is left of the subject, so its deletion need not be remembered either. */
    record SubjectForgotten(String subject) implements LogEntry {}

    /** Compatibility level of a subject, or of all ({@code subject} null); {@code level} null takes it back. */
    record LevelSet(@Nullable String subject, @Nullable CompatibilityLevel level) implements LogEntry {}

    /** Mode of a subject, or of all ({@code subject} null); {@code mode} null takes it back. */
    record ModeSet(@Nullable String subject, @Nullable Mode mode) implements LogEntry {}

    /** Ids up to this one have been given out. Keeps the ids of schemas that are gone from being given out again. */
    record IdsUsed(int highestId) implements LogEntry {}
}
