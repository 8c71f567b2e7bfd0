package io.stormglass.schemas.registry;

import java.util.List;
import java.util.Optional;
import org.apache.avro.Schema;

/**
 * A schema registry. Two schemas are one where {@link Schema#toString()} is: {@code doc} counts, whitespace and the order
 * of attributes do not.
 *
 * <p>Every method throws {@link RegistryException}; {@link RegistryException.Unavailable} says that it could not be asked,
 * which says nothing about the data.
 */
public interface SchemaRegistryClient extends AutoCloseable {
    /**
     * Registers a schema, or finds it where the subject has it.
     *
     * @return id of the schema
     * @throws RegistryException.Incompatible if the registry's rule for the subject forbids it
     */
    int register(String subject, Schema schema);

    /**
     * Schema of an id, references resolved.
     *
     * @throws RegistryException.SchemaNotFound if the registry does not have it
     */
    Schema byId(int id);

    /** Newest version of a subject. */
    RegisteredSchema latest(String subject);

    /**
     * A version of a subject.
     *
     * @throws RegistryException.SubjectNotFound if there is no such subject
     * @throws RegistryException.VersionNotFound if the subject has no such version
     */
    RegisteredSchema version(String subject, int version);

    /** Versions of a subject, ascending. */
    List<Integer> versions(String subject);

    /** The version under which a subject holds a schema; empty where it does not or there is no such subject. */
    Optional<RegisteredSchema> lookup(String subject, Schema schema);

    /** Whether the registry would take the schema as the next version of the subject. */
    CompatibilityVerdict check(String subject, Schema schema);

    /** All subjects, sorted. */
    List<String> subjects();

    /** Level that holds where a subject has none of its own. */
    CompatibilityLevel compatibility();

    /** A subject's own level; empty where the general one holds. */
    Optional<CompatibilityLevel> compatibility(String subject);

    /** Sets the general level. */
    void setCompatibility(CompatibilityLevel level);

    /** Sets a subject's own level. */
    void setCompatibility(String subject, CompatibilityLevel level);

    /** Deletes a subject (softly: ids stay readable) and returns the versions it had. */
    List<Integer> delete(String subject);

    @Override
    void close();
}
