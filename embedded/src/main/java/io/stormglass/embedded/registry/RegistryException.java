package io.stormglass.embedded.registry;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** A refusal with the HTTP status and the error code that clients of this protocol expect. */
final class RegistryException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final int status;
    private final int code;

    private RegistryException(int status, int code, @Nullable String message) {
        super(message);
        this.status = status;
        this.code = code;
    }

    int status() {
        return status;
    }

    int code() {
        return code;
    }

    static RegistryException plain(int status, String message) {
        return new RegistryException(status, status, message);
    }

    static RegistryException noSubject(String subject) {
        return new RegistryException(404, 40401, "there is no subject '" + subject + "'");
    }

    static RegistryException noVersion(String subject, Object version) {
        return new RegistryException(404, 40402, "subject '" + subject + "' has no version " + version);
    }

    static RegistryException noSchema(int id) {
        return new RegistryException(404, 40403, "there is no schema with id " + id);
    }

    static RegistryException notUnderSubject(String subject) {
        return new RegistryException(404, 40403, "this schema is not registered under subject '" + subject + "'");
    }

    static RegistryException subjectSoftDeleted(String subject) {
        return new RegistryException(
                404, 40404, "subject '" + subject + "' is already deleted; permanent=true removes it for good");
    }

    static RegistryException subjectNotSoftDeleted(String subject) {
        return new RegistryException(
                404, 40405, "subject '" + subject + "' must be deleted once before permanent=true removes it for good");
    }

    static RegistryException versionSoftDeleted(String subject, int version) {
        return new RegistryException(
                404,
                40406,
                "version " + version + " of subject '" + subject
                        + "' is already deleted; permanent=true removes it for good");
    }

    static RegistryException versionNotSoftDeleted(String subject, int version) {
        return new RegistryException(
                404,
                40407,
                "version " + version + " of subject '" + subject
                        + "' must be deleted once before permanent=true removes it for good");
    }

    static RegistryException noSubjectConfig(String subject) {
        return new RegistryException(
                404, 40408, "subject '" + subject + "' has no compatibility level of its own; the global one holds");
    }

    static RegistryException noSubjectMode(String subject) {
        return new RegistryException(
                404, 40409, "subject '" + subject + "' has no mode of its own; the global one holds");
    }

    static RegistryException incompatible(String message) {
        return new RegistryException(409, 409, message);
    }

    static RegistryException invalidSchema(String message) {
        return new RegistryException(422, 42201, message);
    }

    static RegistryException invalidVersion(String version) {
        return new RegistryException(
                422, 42202, "version '" + version + "' is neither a number from 1 to 2147483647 nor 'latest'");
    }

    static RegistryException invalidLevel(@Nullable String message) {
        return new RegistryException(422, 42203, message);
    }

    static RegistryException invalidMode(String message) {
        return new RegistryException(422, 42204, message);
    }

    static RegistryException notPermitted(String message) {
        return new RegistryException(422, 42205, message);
    }

    static RegistryException referenced(String subject, int version) {
        return new RegistryException(
                422, 42206, "version " + version + " of subject '" + subject + "' is referenced by other schemas");
    }

    static RegistryException invalidSubject(String message) {
        return new RegistryException(422, 42208, message);
    }

    static RegistryException store(String message) {
        return new RegistryException(500, 50001, message);
    }

    static RegistryException timeout(String message) {
        return new RegistryException(500, 50002, message);
    }
}
